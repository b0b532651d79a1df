//! How much one person may have: the limits hold for two servers on one database, however
//! much is asked for at once.

use crate::support::postgres::Postgres;
use futures_util::future::join_all;
use hyperrook_server::game::new_game::{Colour, NewGame, Opponent};
use hyperrook_server::game::rules::RulesRef;
use hyperrook_server::game::time_control::Clock;
use hyperrook_server::store::{
    Account, AddedSeek, Publishing, SeekLimits, Store, StoredDefinition, StoredSeek, StoredToken,
};

/// How many of each kind a person may have.
const MOST: usize = 3;
/// How many are asked for at once, half of them at each server.
const ASKED: usize = 12;

fn seek(id: String, user: &str) -> StoredSeek {
    StoredSeek {
        id,
        user: user.to_owned(),
        address: format!("address of {user}"),
        new_game: NewGame {
            game: RulesRef::default(),
            colour: Colour::Random,
            clock: Clock::None,
            rated: false,
            opponent: Opponent::Seek,
            position: None,
        },
        title: "Chess".into(),
        created: 10,
        expires: 100,
    }
}

/// How many of the requests at once are granted, if request `n` goes to a server by turns.
async fn granted<F: Future<Output = bool>>(
    [first, second]: [&Store; 2],
    ask: impl Fn(Store, usize) -> F,
) -> usize {
    let asked = (0..ASKED).map(|n| {
        let store = if n % 2 == 0 { first } else { second };
        ask(store.clone(), n)
    });
    let granted = join_all(asked).await;
    granted.into_iter().filter(|granted| *granted).count()
}

/// Asks for too much of each kind, as several people: a race is lost now and then only.
async fn limits_hold(first: Store, second: Store) {
    let stores = [&first, &second];
    for round in 0..8 {
        let user = format!("user-{round}");
        first.add_account(account(&user)).await.unwrap();
        let user = &user;

        let tokens = granted(stores, |store, n| async move {
            let token = StoredToken {
                id: format!("{user}-{n}"),
                label: "bot".into(),
                created: 1,
                scopes: "read".into(),
            };
            let hash = format!("hash-{user}-{n}");
            store.add_token(user, &hash, token, MOST).await.unwrap()
        });
        assert_eq!(tokens.await, MOST, "tokens");

        let limits = SeekLimits {
            of_user: MOST,
            of_address: ASKED,
        };
        let seeks = granted(stores, |store, n| async move {
            let seek = seek(format!("{user}-{n}"), user);
            store.add_seek(seek, limits, None).await.unwrap() == AddedSeek::Added
        });
        assert_eq!(seeks.await, MOST, "seeks");

        let definition = |n: usize| StoredDefinition {
            hash: format!("hash-{user}-{n}"),
            name: "chess".into(),
            text: format!("text {user} {n}"),
            author: Some(user.clone()),
        };
        let definitions = granted(stores, |store, n| async move {
            let added = store.add_definition_of(definition(n), MOST);
            added.await.unwrap()
        });
        assert_eq!(definitions.await, MOST, "definitions");

        for n in 0..ASKED {
            let added = first.add_definition_of(definition(n), ASKED);
            assert!(added.await.unwrap());
        }
        let published = granted(stores, |store, n| async move {
            let hash = definition(n).hash;
            let published = store.publish(&hash, user, Some(MOST as i64), 1);
            published.await.unwrap() == Publishing::Done
        });
        assert_eq!(published.await, MOST, "published games");
    }
    first.close().await;
    second.close().await;
}

fn account(user: &str) -> Account {
    Account {
        id: user.to_owned(),
        name: user.to_owned(),
        guest: false,
        password: None,
        settings: "{}".into(),
        banned: false,
        created: 1,
        address: String::new(),
    }
}

/// Two servers write for the same people, in different orders. None waits for the other, and
/// neither takes that for an outage, in which the clocks of all games pause.
#[tokio::test(flavor = "multi_thread")]
async fn servers_that_count_for_the_same_people_do_not_wait_for_each_other() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let stores = postgres.two_stores().await;
    let people: Vec<String> = (0..16).map(|n| format!("user-{n}")).collect();
    for user in &people {
        stores[0].add_account(account(user)).await.unwrap();
    }
    for round in 0..60 {
        let asked = (0..2 * people.len()).map(|n| {
            let (store, place) = (&stores[n % 2], n / 2);
            // The second server has them in the opposite order.
            let place = if n % 2 == 0 {
                place
            } else {
                people.len() - 1 - place
            };
            let user = &people[place];
            let token = StoredToken {
                id: format!("{round}-{n}"),
                label: "x".into(),
                created: 1,
                scopes: "read".into(),
            };
            async move {
                let hash = token.id.clone();
                store.add_token(user, &hash, token, MOST).await.unwrap();
                store.set_settings(user, "{}").await.unwrap();
                assert!(!store.is_failing());
            }
        });
        join_all(asked).await;
    }
    for user in &people {
        assert_eq!(stores[0].tokens(user).await.unwrap().len(), MOST);
    }
    for store in stores {
        store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn quotas_hold_at_once_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let open = || Store::open_folder(folder.path());
    limits_hold(open().await.unwrap(), open().await.unwrap()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn quotas_hold_at_once_on_postgresql() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let url = postgres.url();
    let open = || Store::open(&url);
    limits_hold(open().await.unwrap(), open().await.unwrap()).await;
}
