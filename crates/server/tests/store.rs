//! One suite for both databases.

use crate::support::certificate::certificate;
use crate::support::postgres::Postgres;
use futures_util::future::join_all;
use hyperrook_rules::Side;
use hyperrook_server::catalogue::hash_of_text;
use hyperrook_server::game::change::{
    Change, EngineJob, KeyedAnswer, LogEntry, NewStoredGame, RatedResult,
};
use hyperrook_server::game::model::{ConditionalMoves, GameStatus, Offers, Seat, StoredGame};
use hyperrook_server::game::new_game::{Colour, NewGame, Opponent};
use hyperrook_server::game::outcome::GameOutcome;
use hyperrook_server::game::rules::{DrawingKind, RulesRef};
use hyperrook_server::game::time_control::Clock;
use hyperrook_server::store::{
    Account, AddedSeek, AnalysisLimits, FIRST_PAGE, GameFilter, LeaseTerms, NewAnalysis,
    NewSession, SeekLimits, Store, StoreError, StoredDefinition, StoredSeek, StoredToken,
};
use sqlx::{AnyConnection, Connection};
use std::time::Duration;

fn account(name: &str) -> Account {
    Account {
        id: format!("id-{name}"),
        name: name.to_owned(),
        guest: false,
        password: Some("hash".into()),
        settings: "{}".into(),
        banned: false,
        created: 1000,
        address: String::new(),
    }
}

fn game(id: &str, white: Seat, black: Seat) -> StoredGame {
    StoredGame {
        id: id.to_owned(),
        game: RulesRef {
            name: "chess".into(),
            ..RulesRef::default()
        },
        definition: hash_of_text("text"),
        title: "Chess; DROP TABLE games; -- ' \" \u{1F409}".into(),
        drawing: DrawingKind::Stack,
        start: None,
        white,
        black,
        clock: Clock::Days { days: 3 },
        rated: true,
        status: GameStatus::Active,
        outcome: None,
        seq: 0,
        log: 0,
        position: "position".into(),
        last: None,
        turn: Side::White,
        white_ms: 60_000,
        black_ms: 60_000,
        running_since: None,
        deadline: None,
        offers: Offers::default(),
        rematch_id: None,
        conditional: [None, None],
        created: 1000,
        updated: 1000,
        version: 0,
        epoch: 0,
    }
}

fn entry(log: i64, mv: &str) -> LogEntry {
    LogEntry {
        log,
        takeback_to: None,
        mv: mv.to_owned(),
        short: mv.to_owned(),
        at: 2000 + log,
        spent_ms: 5,
        white_ms: 59_995,
        black_ms: 60_000,
    }
}

/// A new game without a job for the engine.
fn alone(game: StoredGame) -> NewStoredGame {
    NewStoredGame { game, job: None }
}

/// The change that one move makes.
fn change(row: &StoredGame, mv: &str, key: Option<&str>) -> Change {
    let mut next = row.clone();
    next.seq += 1;
    next.log += 1;
    next.turn = row.turn.other();
    next.updated += 1;
    next.version += 1;
    Change {
        plays_on: true,
        from_version: row.version,
        entry: Some(entry(next.log, mv)),
        lag_ms: 0,
        answer: key.map(|key| KeyedAnswer {
            player: "id-ann".to_owned(),
            key: key.to_owned(),
            seq: next.seq,
        }),
        forgotten_key: None,
        job: None,
        joined: None,
        has_ended: false,
        rated_result: None,
        needs_players: false,
        rematch: None,
        game: next,
    }
}

async fn people(store: &Store) {
    store.add_account(account("Ann")).await.unwrap();
    store.add_account(account("Bob")).await.unwrap();
    let again = Account {
        id: "other".into(),
        ..account("ANN")
    };
    let taken = store.add_account(again).await;
    assert!(matches!(taken, Err(StoreError::Taken)), "{taken:?}");
    assert_eq!(
        store.account_named("aNN").await.unwrap(),
        Some(account("Ann"))
    );
    assert_eq!(store.account("id-Bob").await.unwrap(), Some(account("Bob")));
    assert_eq!(store.account("' OR 1=1 --").await.unwrap(), None);

    let guest = Account {
        id: "guest".into(),
        guest: true,
        password: None,
        ..account("Guest 1")
    };
    store.add_account(guest).await.unwrap();
    let taken = store.promote_guest("guest", "bob", "hash").await;
    assert!(matches!(taken, Err(StoreError::Taken)));
    // Of two registrations at once one is done, and the other one is told.
    assert!(store.promote_guest("guest", "Cy", "hash").await.unwrap());
    assert!(!store.promote_guest("guest", "Di", "hash").await.unwrap());
    let promoted = store.account("guest").await.unwrap().unwrap();
    assert_eq!((promoted.guest, &*promoted.name), (false, "Cy"));

    let begin = |hash: &str, old: Option<&str>| {
        store.begin_session(NewSession {
            hash: hash.to_owned(),
            user: "id-Ann".into(),
            password: None,
            created: 0,
            expires: 100,
            instead_of: old.map(str::to_owned),
            device: None,
        })
    };
    assert!(begin("s1", None).await.unwrap());
    assert!(begin("s2", Some("s1")).await.unwrap());
    assert_eq!(store.session("s1", 50).await.unwrap(), None);
    assert_eq!(store.session("s2", 100).await.unwrap(), None, "expired");
    assert_eq!(store.session("s2", 50).await.unwrap(), Some(account("Ann")));
    begin("s3", None).await.unwrap();
    store.end_session("s3").await.unwrap();
    assert_eq!(store.session("s3", 50).await.unwrap(), None);
    store.end_sessions("id-Ann", 0).await.unwrap();
    assert_eq!(store.session("s2", 50).await.unwrap(), None);

    let token = StoredToken {
        id: "t".into(),
        label: "bot".into(),
        created: 1,
        scopes: "play".into(),
    };
    let add = |hash: &'static str, id: &str, most| {
        let id = id.to_owned();
        let token = StoredToken {
            id,
            ..token.clone()
        };
        store.add_token("id-Ann", hash, token, most)
    };
    assert!(add("th", "t", 1).await.unwrap());
    assert!(!add("other", "u", 1).await.unwrap(), "one is enough");
    assert_eq!(
        store.token_owner("th").await.unwrap(),
        Some((account("Ann"), "play".to_owned()))
    );
    assert_eq!(store.tokens("id-Ann").await.unwrap(), [token]);
    assert_eq!(store.remove_token("id-Bob", "t").await.unwrap(), None);
    let gone = store.remove_token("id-Ann", "t").await.unwrap();
    assert!(gone.is_some(), "the hash of its secret");
    assert_eq!(store.token_owner("th").await.unwrap(), None);

    store
        .set_settings("id-Ann", r#"{"theme":"dark"}"#)
        .await
        .unwrap();
    let changed = store.change_password("id-Ann", "new", None);
    assert!(changed.await.unwrap());
    let ann = store.account("id-Ann").await.unwrap().unwrap();
    assert_eq!(ann.settings, r#"{"theme":"dark"}"#);
    assert_eq!(ann.password.as_deref(), Some("new"));
}

async fn games(store: &Store) {
    let text = StoredDefinition {
        hash: hash_of_text("text"),
        name: "chess".into(),
        text: "text".into(),
        author: None,
    };
    store.add_definition(text.clone()).await.unwrap();
    store.add_definition(text.clone()).await.unwrap();
    assert_eq!(store.definition(&text.hash).await.unwrap(), Some(text));
    assert_eq!(store.definition("no").await.unwrap(), None);

    let seat = |name: &str| Seat::Person(format!("id-{name}"));
    let row = game("g", seat("Ann"), seat("Bob"));
    store.add_game(alone(row.clone()), None).await.unwrap();
    let again = store.add_game(alone(row.clone()), None).await;
    assert!(matches!(again, Err(StoreError::Taken)));
    assert_eq!(store.game("g").await.unwrap(), Some(row.clone()));

    // Of two changes of one state one wins, and the loser leaves no trace.
    let first = change(&row, "e2e4", Some("k1"));
    let second = change(&row, "d2d4", Some("k2"));
    let (a, b) = tokio::join!(
        store.change_game(first.clone()),
        store.change_game(second.clone())
    );
    let (won, lost) = if a.is_ok() { (first, b) } else { (second, a) };
    assert!(matches!(lost, Err(StoreError::Conflict)), "{lost:?}");
    assert_eq!(store.game("g").await.unwrap(), Some(won.game.clone()));
    assert_eq!(
        store.log("g", 0).await.unwrap(),
        [won.entry.clone().unwrap()]
    );
    let answer = won.answer.clone().unwrap();
    assert_eq!(store.answers("g").await.unwrap(), [answer]);

    // A key counts once.
    let mut doubled = change(&won.game, "e7e5", None);
    doubled.answer = won.answer.clone();
    assert!(store.change_game(doubled).await.is_err());
    assert_eq!(store.game("g").await.unwrap(), Some(won.game.clone()));

    // A takeback is added, nothing is taken away.
    let mut back = change(&won.game, "", None);
    back.game.seq = 0;
    back.game.offers.draw = Some(Side::Black);
    back.game.offers.takeback = Some(Side::White);
    back.game.conditional[1] = Some(ConditionalMoves {
        seq: 0,
        lines: vec![vec!["e2e4".into(), "e7e5".into()]],
    });
    back.entry.as_mut().unwrap().takeback_to = Some(0);
    store.change_game(back.clone()).await.unwrap();
    assert_eq!(store.game("g").await.unwrap(), Some(back.game.clone()));
    let log = store.log("g", 0).await.unwrap();
    assert_eq!(log.len(), 2);
    assert_eq!(log[1].takeback_to, Some(0));
    assert_eq!(store.log("g", 1).await.unwrap().len(), 1);

    // Another game begins with a change, or neither happens.
    let mut with = change(&back.game, "b2b3", None);
    let mut again = game("again", Seat::Person("id-Bob".into()), Seat::Engine(3));
    again.status = GameStatus::Over;
    let job = Some(EngineJob {
        seq: 0,
        log: 0,
        level: 3,
    });
    with.rematch = Some(Box::new(NewStoredGame {
        game: again.clone(),
        job,
    }));
    with.from_version += 1;
    let refused = store.change_game(with.clone()).await;
    assert!(matches!(refused, Err(StoreError::Conflict)));
    assert_eq!(store.game("again").await.unwrap(), None);
    with.from_version -= 1;
    store.change_game(with.clone()).await.unwrap();
    assert_eq!(store.game("again").await.unwrap(), Some(again));
    store.delete_job("again", 0).await.unwrap();
    let refused = store.change_game(with.clone()).await;
    assert!(refused.is_err(), "not twice");
    let back = with;

    // The end of a rated game changes both ratings, once.
    let mut end = change(&back.game, "a2a3", None);
    end.game.status = GameStatus::Over;
    end.plays_on = false;
    end.has_ended = true;
    end.game.outcome = Some(GameOutcome::resignation(Side::Black));
    end.rated_result = Some(RatedResult {
        white: "id-Ann".into(),
        black: "id-Bob".into(),
        game: "chess".into(),
        score: 1.0,
    });
    store.change_game(end.clone()).await.unwrap();
    assert_eq!(store.game("g").await.unwrap(), Some(end.game));
    let ann = store.rating("id-Ann", "chess").await.unwrap().unwrap();
    let bob = store.ratings("id-Bob").await.unwrap();
    assert!(ann.rating > 1600.0 && ann.games == 1, "{ann:?}");
    assert!(bob[0].rating < 1400.0 && bob.len() == 1, "{bob:?}");
    assert_eq!(store.totals("id-Ann").await.unwrap(), [1, 0, 0]);
    assert_eq!(store.totals("id-Bob").await.unwrap(), [0, 1, 0]);
}

async fn lists(store: &Store) {
    let ann = || Seat::Person("id-Ann".into());
    for n in 0..5 {
        let mut row = game(&format!("l{n}"), ann(), Seat::Empty);
        row.status = GameStatus::Open;
        row.updated = 5000 + n;
        store.add_game(alone(row), None).await.unwrap();
    }
    let ids = |rows: Vec<StoredGame>| rows.into_iter().map(|row| row.id).collect::<Vec<_>>();
    let page = store
        .games_of("id-Ann", GameFilter::Current, FIRST_PAGE, 2)
        .await;
    assert_eq!(ids(page.unwrap()), ["l4", "l3"]);
    let page = store
        .games_of("id-Ann", GameFilter::All, (5003, ""), 3)
        .await;
    assert_eq!(ids(page.unwrap()), ["l2", "l1", "l0"]);
    // Those of the same time are told apart by identity.
    let mut twin = game("l2a", ann(), Seat::Empty);
    twin.status = GameStatus::Open;
    twin.updated = 5002;
    store.add_game(alone(twin), None).await.unwrap();
    let page = store
        .games_of("id-Ann", GameFilter::All, (5003, "l3"), 1)
        .await;
    assert_eq!(ids(page.unwrap()), ["l2a"]);
    let page = store
        .games_of("id-Ann", GameFilter::All, (5002, "l2a"), 1)
        .await;
    assert_eq!(ids(page.unwrap()), ["l2"]);
    let page = store
        .games_of("id-Ann", GameFilter::Over, FIRST_PAGE, 9)
        .await;
    assert_eq!(ids(page.unwrap()), ["g"]);
    assert_eq!(store.unfinished_of("id-Ann").await.unwrap().len(), 6);
    assert!(store.live_games(10).await.unwrap().is_empty());
}

async fn seeks(store: &Store) {
    let seek = |id: &str, expires| StoredSeek {
        id: id.to_owned(),
        user: "id-Bob".into(),
        address: "a".into(),
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
        expires,
    };
    let limits = |of_user, of_address| SeekLimits {
        of_user,
        of_address,
    };
    let add = |seek, limits| async move { store.add_seek(seek, limits, None).await.unwrap() };
    assert_eq!(add(seek("s", 100), limits(2, 9)).await, AddedSeek::Added);
    assert_eq!(add(seek("t", 50), limits(2, 2)).await, AddedSeek::Added);
    let more = |user: &str, address: &str| StoredSeek {
        user: user.into(),
        address: address.into(),
        ..seek("u", 100)
    };
    assert_eq!(
        add(more("id-Bob", "b"), limits(2, 9)).await,
        AddedSeek::TooManyOfUser
    );
    assert_eq!(
        add(more("id-Ann", "a"), limits(2, 2)).await,
        AddedSeek::TooManyOfAddress
    );
    let listed = |of_user, limit| async move {
        let listed = store.listed_seeks(40, of_user, limit).await.unwrap();
        let ids = listed.iter().map(|listed| listed.seek.id.clone());
        ids.collect::<Vec<String>>()
    };
    // Newest first; of one person not too many; everybody's newest before the second of
    // anybody.
    let later = |id: &str, user: &str, created| StoredSeek {
        id: id.into(),
        user: user.into(),
        created,
        ..seek("", 100)
    };
    for id in ["v", "w", "x"] {
        let created = 20 + i64::from(id.as_bytes()[0]);
        let seek = StoredSeek {
            expires: created + 100,
            ..later(id, "id-Bob", created)
        };
        assert_eq!(add(seek, limits(99, 99)).await, AddedSeek::Added);
    }
    assert_eq!(
        add(later("ann", "id-Ann", 5), limits(9, 99)).await,
        AddedSeek::Added
    );
    assert_eq!(listed(9, 9).await, ["x", "w", "v", "s", "t", "ann"]);
    assert_eq!(listed(2, 9).await, ["x", "w", "ann"]);
    assert_eq!(listed(9, 2).await, ["x", "ann"]);
    // One that ends at 50.
    let at_its_end = store.listed_seeks(50, 9, 9).await.unwrap();
    assert!(at_its_end.iter().all(|listed| listed.seek.id != "t"));
    assert_eq!(at_its_end.len(), 5);
    let shown = store.listed_seeks(40, 1, 1).await.unwrap();
    assert_eq!((&*shown[0].name, shown[0].guest), ("Bob", false));
    let gone = ["v", "w", "x", "ann", "nobody"].map(str::to_owned).to_vec();
    let extended = vec![("t".to_owned(), 70)];
    assert_eq!(store.update_seeks(gone, extended).await.unwrap(), 4);
    let mut standings = store.seek_standings().await.unwrap();
    standings.sort_by(|one, other| one.id.cmp(&other.id));
    let standings = standings.into_iter().map(|seek| (seek.id, seek.expires));
    assert_eq!(
        standings.collect::<Vec<(String, i64)>>(),
        [("s".to_owned(), 100), ("t".to_owned(), 70)]
    );
    assert_eq!(store.seek("t", 69).await.unwrap(), Some(seek("t", 70)));
    assert_eq!(store.seek("t", 70).await.unwrap(), None, "it has expired");
    assert!(!store.remove_seek("s", "id-Ann").await.unwrap());
    // Seeks for the same game are found by its title and the kind of its clock.
    let like = async |title: &str, clock: Clock| {
        let seeks = store.seeks_like(title, &clock, 69).await.unwrap();
        seeks.into_iter().map(|seek| seek.id).collect::<Vec<_>>()
    };
    let live = Clock::Live {
        initial_ms: 1,
        increment_ms: 1,
    };
    assert_eq!(like("Chess", Clock::None).await, ["s", "t"]);
    assert_eq!(like("Gateway", Clock::None).await, [""; 0]);
    assert_eq!(like("Chess", live).await, [""; 0]);
    // Two take one seek: one gets the game.
    let seat = |name: &str| Seat::Person(format!("id-{name}"));
    let take = |id: &str| {
        let row = game(id, seat("Ann"), seat("Bob"));
        store.add_game(alone(row), Some("s".into()))
    };
    let (a, b) = tokio::join!(take("x"), take("y"));
    assert!(a.is_ok() != b.is_ok(), "{a:?} {b:?}");
    assert_eq!(store.seek("s", 0).await.unwrap(), None);
    assert!(store.remove_seek("t", "id-Bob").await.unwrap());
}

async fn jobs(store: &Store) {
    let row = game("e", Seat::Engine(3), Seat::Person("id-Ann".into()));
    let new = NewStoredGame::from(row.clone());
    assert_eq!(
        new.job,
        Some(EngineJob {
            seq: 0,
            log: 0,
            level: 3,
        })
    );
    store.add_game(new, None).await.unwrap();
    let (a, b) = tokio::join!(store.claim_job(10, 20, 9), store.claim_job(10, 20, 9));
    let taken: Vec<_> = [a.unwrap(), b.unwrap()].into_iter().flatten().collect();
    assert_eq!(taken.len(), 1, "one worker gets it");
    assert_eq!((taken[0].seq, taken[0].level, taken[0].attempts), (0, 3, 1));
    let later = store.claim_job(21, 30, 9).await.unwrap().unwrap();
    assert_eq!(later.attempts, 2, "the lease has ended");
    store.release_job("e", 0).await.unwrap();
    assert!(store.claim_job(22, 30, 9).await.unwrap().is_some());
    // The move takes the job away with it.
    store.change_game(change(&row, "e2e4", None)).await.unwrap();
    assert_eq!(store.jobs().await.unwrap(), 0);
    assert!(
        store.games_without_job().await.unwrap().is_empty(),
        "it is the person's turn"
    );
}

/// People take turns with the engine, whoever came first.
async fn turns(store: &Store) {
    for n in 0..8 {
        let mut row = game(
            &format!("many-{n}"),
            Seat::Engine(8),
            Seat::Person("id-Ann".into()),
        );
        row.log = 4;
        store
            .add_game(NewStoredGame::from(row), None)
            .await
            .unwrap();
    }
    let row = game("one", Seat::Person("id-Bob".into()), Seat::Engine(1));
    let row = StoredGame {
        turn: Side::Black,
        ..row
    };
    let take = |now: i64, at_once| store.claim_job(now, now + 50, at_once);
    let first = take(10, 9).await.unwrap().unwrap();
    assert_eq!((&*first.game, &*first.person), ("many-0", "id-Ann"));
    assert_eq!((first.seq, first.log), (0, 4));
    store
        .add_game(NewStoredGame::from(row), None)
        .await
        .unwrap();
    assert_eq!(take(11, 1).await.unwrap().unwrap().game, "one");
    // Each has one now, and nobody more than that.
    assert_eq!(take(12, 1).await.unwrap(), None);
    assert_eq!(take(12, 2).await.unwrap().unwrap().person, "id-Ann");
    store.delete_job("one", 0).await.unwrap();
    // A job of another position is not dropped.
    store.delete_job("many-0", 3).await.unwrap();
    assert_eq!(store.jobs().await.unwrap(), 8);
    for n in 0..8 {
        store.delete_job(&format!("many-{n}"), 4).await.unwrap();
    }
    assert_eq!(store.jobs().await.unwrap(), 0);
    assert_eq!(store.forget_engine_turns(11).await.unwrap(), 0);
    assert_eq!(store.forget_engine_turns(100).await.unwrap(), 2);

    // The guests of one network have the turns of one person, and share them.
    for n in 0..3 {
        let id = format!("id-guest-{n}");
        let guest = Account {
            id: id.clone(),
            name: format!("Guest {n}"),
            guest: true,
            address: "net".into(),
            ..account(&id)
        };
        store.add_account(guest).await.unwrap();
        for m in 0..2 {
            let row = game(
                &format!("guest-{n}-{m}"),
                Seat::Engine(8),
                Seat::Person(id.clone()),
            );
            store
                .add_game(NewStoredGame::from(row), None)
                .await
                .unwrap();
        }
    }
    let row = game("other", Seat::Engine(8), Seat::Person("id-Bob".into()));
    store
        .add_game(NewStoredGame::from(row), None)
        .await
        .unwrap();
    let mut order = Vec::new();
    for now in [200, 300, 400, 500] {
        let job = take(now, 9).await.unwrap().unwrap();
        store.delete_job(&job.game, job.log).await.unwrap();
        order.push(job.game);
    }
    assert_eq!(order, ["guest-0-0", "other", "guest-1-0", "guest-2-0"]);
    for n in 0..3 {
        for m in 0..2 {
            store
                .delete_job(&format!("guest-{n}-{m}"), 0)
                .await
                .unwrap();
        }
        // Whoever registers is not one of them any more.
        let id = format!("id-guest-{n}");
        store.promote_guest(&id, &id, "hash").await.unwrap();
        let row = game(&format!("own-{n}"), Seat::Engine(8), Seat::Person(id));
        store
            .add_game(NewStoredGame::from(row), None)
            .await
            .unwrap();
    }
    for now in [600, 601, 602] {
        let job = take(now, 1).await.unwrap().unwrap();
        assert!(job.game.starts_with("own-"), "{job:?}");
    }
    for n in 0..3 {
        store.delete_job(&format!("own-{n}"), 0).await.unwrap();
    }
}

/// An offer: a change that leaves the log alone.
fn offer(row: &StoredGame, by: Side) -> Change {
    let mut next = row.clone();
    next.offers.draw = Some(by);
    Change::new(row, next, None, row.updated + 1)
}

/// The end of a game by resignation: it leaves the log alone, too.
fn resign(row: &StoredGame, by: Side) -> Change {
    let mut next = row.clone();
    next.status = GameStatus::Over;
    next.outcome = Some(GameOutcome::resignation(by));
    Change::new(row, next, None, row.updated + 1)
}

/// Of two changes of one state of a game one is made, even if both leave the log alone.
async fn versions(store: &Store) {
    let seat = |name: &str| Seat::Person(format!("id-{name}"));
    let row = game("v", seat("Ann"), seat("Bob"));
    store.add_game(alone(row.clone()), None).await.unwrap();
    store.change_game(resign(&row, Side::Black)).await.unwrap();
    for late in [offer(&row, Side::White), change(&row, "e2e4", None)] {
        let late = store.change_game(late).await;
        assert!(matches!(late, Err(StoreError::Conflict)), "{late:?}");
    }
    let stored = store.game("v").await.unwrap().unwrap();
    assert_eq!((stored.status, stored.version), (GameStatus::Over, 1));
}

fn terms(ms: u64) -> LeaseTerms {
    LeaseTerms {
        duration: Duration::from_millis(ms),
        alone: false,
        shared: false,
    }
}

/// Two nodes, one after the other, on one database.
async fn leases(first: &Store, second: &Store) {
    let seat = |name: &str| Seat::Person(format!("id-{name}"));
    first.take_lease(terms(60_000)).await.unwrap();
    let clock = |id: &str, since: i64| {
        let mut row = game(id, seat("Ann"), seat("Bob"));
        row.running_since = Some(since);
        row.deadline = Some(since + 60_000);
        row
    };
    let long_ago = 1000;
    let timed = clock("timed", long_ago);
    let plain = game("plain", seat("Ann"), seat("Bob"));
    for row in [&timed, &plain] {
        first.add_game(alone(row.clone()), None).await.unwrap();
        assert_eq!(first.take_game(&row.id).await.unwrap().as_ref(), Some(row));
    }
    first.renew_lease().await.unwrap();

    // While the lease lasts nobody else gets one, or a game.
    let refused = second.take_lease(terms(60_000)).await.unwrap_err();
    let StoreError::Leased { node, until } = &refused else {
        panic!("{refused}");
    };
    assert!(node.starts_with("process "), "{node}");
    assert!(until.starts_with("20") && until.ends_with('Z'), "{until}");

    // When it has ended the running clocks get the time back, and the old node's changes
    // come too late, whatever they change.
    first.release_lease().await.unwrap();
    second.take_lease(terms(60_000)).await.unwrap();
    let adopted = second.take_game("timed").await.unwrap().unwrap();
    assert_eq!((adopted.version, adopted.epoch), (1, 1));
    let shift = adopted.running_since.unwrap() - long_ago;
    assert!((0..5_000).contains(&shift), "{shift}");
    assert_eq!(adopted.deadline, Some(long_ago + 60_000 + shift));
    let taken = second.take_game("plain").await.unwrap().unwrap();
    assert_eq!((taken.version, taken.epoch), (0, 1));
    assert!(!first.holds_lease() && second.holds_lease());
    let late = first.change_game(offer(&plain, Side::White)).await;
    assert!(matches!(late, Err(StoreError::LeaseLost)), "{late:?}");
    let late = first.take_game("plain").await;
    assert!(matches!(late, Err(StoreError::LeaseLost)), "{late:?}");
    let late = first.renew_lease().await;
    assert!(matches!(late, Err(StoreError::LeaseLost)), "{late:?}");

    // The second resigns; nothing of the first can revive the game.
    second
        .change_game(resign(&taken, Side::Black))
        .await
        .unwrap();
    let refused = first.take_lease(terms(60_000)).await;
    assert!(matches!(refused, Err(StoreError::Leased { .. })));
    second.release_lease().await.unwrap();
}

/// The machine's clock is set back by an hour, and then the server starts again: clocks
/// go on from where they were.
async fn set_back(first: &Store, second: &Store, url: &str) {
    let seat = |name: &str| Seat::Person(format!("id-{name}"));
    let alone = LeaseTerms {
        alone: true,
        ..terms(60_000)
    };
    first.take_lease(alone).await.unwrap();
    let mut row = game("back", seat("Ann"), seat("Bob"));
    row.running_since = Some(0);
    row.deadline = Some(60_000);
    first
        .add_game(
            NewStoredGame {
                game: row,
                job: None,
            },
            None,
        )
        .await
        .unwrap();
    // As if it had been an hour later: 5 seconds were used.
    let mut connection = AnyConnection::connect(url).await.unwrap();
    let past = "UPDATE nodes SET beat = beat + 3600000; \
        UPDATE games SET running_since = (SELECT beat - 5000 FROM nodes), \
        deadline = (SELECT beat + 55000 FROM nodes) WHERE id = 'back'";
    sqlx::raw_sql(past).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    second.take_lease(alone).await.unwrap();
    let row = second.take_game("back").await.unwrap().unwrap();
    let (since, deadline) = (row.running_since.unwrap(), row.deadline.unwrap());
    assert_eq!(deadline - since, 60_000);
    // The time at the takeover was 5 seconds after `since`.
    let ms = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap()
        .as_millis() as i64;
    assert!((4_500..15_000).contains(&(ms - since)), "{}", ms - since);
    second.release_lease().await.unwrap();
}

/// Two nodes at the same time, which share the games of one database.
async fn shared(first: &Store, second: &Store) {
    let seat = |name: &str| Seat::Person(format!("id-{name}"));
    let terms = LeaseTerms {
        shared: true,
        ..terms(60_000)
    };
    let lasts = Duration::from_secs(60);
    first.take_lease(terms).await.unwrap();
    second.take_lease(terms).await.unwrap();
    assert!(first.lead(lasts).await.unwrap());
    assert!(!second.lead(lasts).await.unwrap(), "one leads");
    assert!(first.lead(lasts).await.unwrap(), "and goes on to");
    let since = 1000;
    for number in 0..4 {
        let mut row = game(&format!("shared-{number}"), seat("Ann"), seat("Bob"));
        row.running_since = Some(since);
        row.deadline = Some(since + 60_000);
        first.add_game(alone(row), None).await.unwrap();
    }
    assert_eq!(first.due_games(since + 60_000).await.unwrap().len(), 4);
    // While both have a lease each keeps its games.
    first.renew_lease().await.unwrap();
    assert_eq!(second.adopt_share().await.unwrap(), 0);
    let refused = second.take_game("shared-0").await;
    assert!(matches!(refused, Err(StoreError::NotOwner)), "{refused:?}");
    let owner = second.owner_of("shared-0").await.unwrap();
    assert_eq!(owner.as_deref(), Some(first.node_id()));
    // A node that goes leaves its games to the other, with the time since its last beat;
    // one of them is asked for before the rest is adopted.
    first.stop_leading().await.unwrap();
    first.release_lease().await.unwrap();
    assert!(second.lead(lasts).await.unwrap());
    let taken = second.take_game("shared-0").await.unwrap().unwrap();
    assert_eq!(second.adopt_share().await.unwrap(), 3);
    let adopted = second.take_game("shared-1").await.unwrap().unwrap();
    for row in [&taken, &adopted] {
        assert_eq!((row.version, row.epoch), (1, 1));
        let shift = row.running_since.unwrap() - since;
        assert!((0..5_000).contains(&shift), "{shift}");
        assert_eq!(row.deadline, Some(since + 60_000 + shift));
    }
    assert_eq!(second.adopt_share().await.unwrap(), 0);
    // A server that is alone is not let in beside nodes, nor they beside it.
    let alone = LeaseTerms {
        shared: false,
        ..terms
    };
    let refused = first.take_lease(alone).await;
    assert!(
        matches!(refused, Err(StoreError::Leased { .. })),
        "{refused:?}"
    );
    second.release_lease().await.unwrap();
    first.take_lease(alone).await.unwrap();
    let refused = second.take_lease(terms).await;
    assert!(
        matches!(refused, Err(StoreError::Leased { .. })),
        "{refused:?}"
    );
    first.release_lease().await.unwrap();
}

/// A newer version has been at work on the tables: what only adds to them does not keep
/// this version out.
async fn newer_tables(url: &str) {
    let mut connection = AnyConnection::connect(url).await.unwrap();
    for (description, fits) in [("expand colours", true), ("colours", false)] {
        sqlx::query(
            "INSERT INTO _sqlx_migrations \
             (version, description, success, checksum, execution_time) \
             SELECT 9999, $1, success, checksum, 0 FROM _sqlx_migrations WHERE version = 1",
        )
        .bind(description)
        .execute(&mut connection)
        .await
        .unwrap();
        let opened = Store::open_to_serve(url).await;
        match opened {
            Ok(store) => {
                assert!(fits, "{description}");
                store.close().await;
            }
            Err(error) => assert!(!fits && matches!(error, StoreError::NewTables), "{error}"),
        }
        let remove = "DELETE FROM _sqlx_migrations WHERE version = 9999";
        sqlx::query(remove).execute(&mut connection).await.unwrap();
    }
    connection.close().await.unwrap();
}

/// A node that does not know that it has been adopted changes nothing: it was cut off
/// with a change on its way, and has not looked at its lease since.
async fn zombies(store: &Store, zombie: &Store) {
    let seat = |name: &str| Seat::Person(format!("id-{name}"));
    zombie.take_lease(terms(1_000_000)).await.unwrap();
    let row = game("z", seat("Ann"), seat("Bob"));
    zombie.add_game(alone(row.clone()), None).await.unwrap();
    let row = zombie.take_game("z").await.unwrap().unwrap();
    // This process is known to be alone, whatever the lease says.
    let alone = LeaseTerms {
        alone: true,
        ..terms(60_000)
    };
    store.take_lease(alone).await.unwrap();
    let taken = store.take_game("z").await.unwrap().unwrap();
    assert_eq!((taken.version, taken.epoch), (row.version, row.epoch + 1));
    assert!(zombie.holds_lease(), "it does not know");
    for late in [
        offer(&row, Side::White),
        resign(&row, Side::White),
        change(&row, "e2e4", None),
    ] {
        let late = zombie.change_game(late).await;
        assert!(matches!(late, Err(StoreError::Conflict)), "{late:?}");
    }
    let late = zombie.take_game("z").await;
    assert!(matches!(late, Err(StoreError::NotOwner)), "{late:?}");
    let unchanged = store.game("z").await.unwrap();
    assert_eq!(unchanged.as_ref(), Some(&taken));
    let late = zombie.renew_lease().await;
    assert!(matches!(late, Err(StoreError::LeaseLost)), "{late:?}");
    assert!(!zombie.holds_lease(), "now it knows");
    store.change_game(offer(&taken, Side::White)).await.unwrap();
    store.release_lease().await.unwrap();
}

async fn rest(store: &Store) {
    let analysis = |id: &str, tree: &str| NewAnalysis {
        id: id.to_owned(),
        user: Some("id-Ann".to_owned()),
        address: "there".to_owned(),
        tree: tree.to_owned(),
        created: 1,
    };
    let limits = AnalysisLimits {
        since: 0,
        count: 2,
        bytes: 10,
    };
    store
        .add_analysis(analysis("a", "{}"), limits)
        .await
        .unwrap();
    // The limits of an address: their number and their bytes.
    for (id, tree) in [("b", "{\"too\": \"long\"}"), ("c", "{}")] {
        let stored = store
            .add_analysis(analysis(id, tree), limits)
            .await
            .unwrap();
        assert_eq!(stored, id == "c");
    }
    assert!(!store.add_analysis(analysis("d", ""), limits).await.unwrap());
    assert_eq!(store.analysis("a").await.unwrap().as_deref(), Some("{}"));
    assert_eq!(store.analysis("b").await.unwrap(), None);
    store.set_banned("id-Bob", true, 5).await.unwrap();
    assert!(store.account("id-Bob").await.unwrap().unwrap().banned);
    store.delete_account("id-Ann").await.unwrap();
    assert_eq!(store.account("id-Ann").await.unwrap(), None);
    assert_eq!(store.account_named("Ann").await.unwrap(), None);
    assert_eq!(
        store.name_of("id-Ann").await.unwrap(),
        Some(("deleted".into(), false))
    );
    assert!(store.game("g").await.unwrap().is_some(), "games stay");
    store
        .add_account(Account {
            id: "new".into(),
            ..account("Ann")
        })
        .await
        .unwrap();
    assert!(store.is_usable().await);
}

/// Many writes at once, of which some fail: each has its own fate.
async fn groups(store: &Store) {
    let mut tasks = Vec::new();
    for n in 0..200 {
        let store = store.clone();
        // Every second name is taken.
        let name = format!("p{}", n / 2);
        let who = Account {
            id: format!("group-{n}"),
            ..account(&name)
        };
        tasks.push(tokio::spawn(async move { store.add_account(who).await }));
    }
    let mut done = 0;
    for task in tasks {
        match task.await.unwrap() {
            Ok(()) => done += 1,
            Err(error) => assert!(matches!(error, StoreError::Taken), "{error}"),
        }
    }
    assert_eq!(done, 100);
}

/// What several processes may do to one database.
async fn nodes_conform(first: Store, second: Store, url: &str) {
    for name in ["Ann", "Bob"] {
        first.add_account(account(name)).await.unwrap();
    }
    let text = StoredDefinition {
        hash: hash_of_text("text"),
        name: "chess".into(),
        text: "text".into(),
        author: None,
    };
    first.add_definition(text).await.unwrap();
    leases(&first, &second).await;
    zombies(&first, &second).await;
    set_back(&first, &second, url).await;
    shared(&first, &second).await;
    newer_tables(url).await;
    first.close().await;
    second.close().await;
}

async fn conformance(store: Store) {
    people(&store).await;
    games(&store).await;
    lists(&store).await;
    seeks(&store).await;
    jobs(&store).await;
    turns(&store).await;
    versions(&store).await;
    groups(&store).await;
    crate::playtests::conforms(&store).await;
    rest(&store).await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_conforms() {
    let folder = tempfile::tempdir().unwrap();
    // A folder whose name means something in URLs.
    let folder = folder.path().join("data? #%20é");
    conformance(Store::open_folder(&folder).await.unwrap()).await;
    // It opens again, and has what was written.
    let store = Store::open_folder(&folder).await.unwrap();
    assert!(store.game("g").await.unwrap().is_some());
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_on_sqlite_conform() {
    let folder = tempfile::tempdir().unwrap();
    let open = || Store::open_folder(folder.path());
    let (first, second) = (open().await.unwrap(), open().await.unwrap());
    let url = format!("sqlite://{}", folder.path().join("hyperrook.db").display());
    nodes_conform(first, second, &url).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_on_postgres_conform() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let [first, second] = postgres.two_stores().await;
    nodes_conform(first, second, &postgres.url()).await;
}

/// Two servers end games of the same people, in different orders. None waits for the other, and
/// all games are counted.
#[tokio::test(flavor = "multi_thread")]
async fn games_of_the_same_people_end_at_two_servers() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let stores = postgres.two_stores().await;
    let text = StoredDefinition {
        hash: hash_of_text("text"),
        name: "chess".into(),
        text: "text".into(),
        author: None,
    };
    stores[0].add_definition(text).await.unwrap();
    let names: Vec<String> = (0..32).map(|number| format!("person-{number}")).collect();
    for name in &names {
        stores[0].add_account(account(name)).await.unwrap();
    }
    let seat = |name: &str| Seat::Person(format!("id-{name}"));
    let rounds = 5;
    for round in 0..rounds {
        let mut games = [Vec::new(), Vec::new()];
        for (pair, players) in names.chunks(2).enumerate() {
            for (place, games) in games.iter_mut().enumerate() {
                let id = format!("{round}-{pair}-{place}");
                let game = game(&id, seat(&players[0]), seat(&players[1]));
                let added = stores[0].add_game(alone(game.clone()), None);
                added.await.unwrap();
                games.push(game);
            }
        }
        games[1].reverse();
        let ends = stores.iter().zip(&games).flat_map(|(store, games)| {
            let end = |game| store.change_game(resign(game, Side::White));
            games.iter().map(end)
        });
        for ended in join_all(ends).await {
            ended.unwrap();
        }
    }
    for players in names.chunks(2) {
        let [white, black] = [0, 1].map(|place| format!("id-{}", players[place]));
        assert_eq!(stores[0].totals(&white).await.unwrap(), [0, 2 * rounds, 0]);
        let rating = stores[0].rating(&black, "chess").await.unwrap();
        assert_eq!(rating.unwrap().games, 2 * rounds);
    }
    for store in stores {
        store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_conforms() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    conformance(Store::open(&postgres.url()).await.unwrap()).await;
    let store = Store::open(&postgres.url()).await.unwrap();
    assert!(store.game("g").await.unwrap().is_some());
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn copies_can_be_restored() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy.db"));
    let store = Store::open_folder(&data).await.unwrap();
    store.add_account(account("Ann")).await.unwrap();
    store.backup(&copy).await.unwrap();
    assert!(
        store.backup(&copy).await.is_err(),
        "a copy is not overwritten"
    );
    store.add_account(account("Bob")).await.unwrap();
    store.close().await;
    let counts = Store::restore(&data, &copy).await.unwrap();
    assert_eq!(counts.people, 1);
    let store = Store::open_folder(&data).await.unwrap();
    assert_eq!(store.account_named("Bob").await.unwrap(), None);
    assert!(store.account_named("Ann").await.unwrap().is_some());
    store.close().await;
    let before = data.join("hyperrook.db.before-restore");
    assert!(before.exists(), "what was there is kept");
    // Nothing else is taken for a copy, and what was kept stays.
    let foreign = folder.path().join("foreign.db");
    let url = format!("sqlite://{}?mode=rwc", foreign.display());
    let mut other = AnyConnection::connect(&url).await.unwrap();
    sqlx::query("CREATE TABLE users (name TEXT)")
        .execute(&mut other)
        .await
        .unwrap();
    other.close().await.unwrap();
    let kept = std::fs::read(&before).unwrap();
    for wrong in ["no database", ""] {
        std::fs::write(&copy, wrong).unwrap();
        assert!(Store::restore(&data, &copy).await.is_err(), "{wrong:?}");
    }
    assert!(Store::restore(&data, &foreign).await.is_err());
    let missing = folder.path().join("missing.db");
    let error = Store::restore(&data, &missing)
        .await
        .unwrap_err()
        .to_string();
    assert!(error.contains("missing.db cannot be read"), "{error}");
    let store = Store::open_folder(&data).await.unwrap();
    let second = folder.path().join("second.db");
    store.backup(&second).await.unwrap();
    store.close().await;
    Store::restore(&data, &second).await.unwrap();
    assert_eq!(std::fs::read(&before).unwrap(), kept);
    assert!(data.join("hyperrook.db.before-restore-2").exists());
    let store = Store::open_folder(&data).await.unwrap();
    assert!(store.account_named("Ann").await.unwrap().is_some());
}

#[tokio::test]
async fn a_file_that_is_no_database_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hyperrook.db");
    for content in ["x".to_owned(), "no database ".repeat(1000)] {
        std::fs::write(&file, content).unwrap();
        let error = Store::open_folder(folder.path()).await.unwrap_err();
        let error = error.to_string();
        let name = file.display().to_string();
        assert!(
            error.contains(&name) && error.contains("admin restore"),
            "{error}"
        );
    }
}

#[tokio::test]
async fn a_postgresql_database_that_cannot_be_opened_is_named() {
    // Nothing listens there.
    let error = Store::open("postgres://ann:secret@127.0.0.1:1/games")
        .await
        .unwrap_err();
    let error = error.to_string();
    assert!(
        error.contains("`games` at 127.0.0.1:1") && error.contains("the port"),
        "{error}"
    );
    assert!(!error.contains("secret"), "{error}");
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let url = postgres.url().replace("/postgres?", "/nosuch?");
    let error = Store::open(&url).await.unwrap_err();
    let error = error.to_string();
    assert!(error.contains("\"nosuch\" does not exist"), "{error}");
    assert!(
        error.contains("createdb") && !error.contains("at line"),
        "{error}"
    );
}

#[tokio::test]
async fn postgresql_may_ask_for_a_password_and_encryption() {
    let Some(mut postgres) = Postgres::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (own, key) = certificate(folder.path());
    let url = postgres.restart_with_tls(&own, &key, "secret");
    let trusting = format!("sslmode=verify-full&sslrootcert={}", own.display());
    let store = Store::open(&format!("{url}?{trusting}")).await.unwrap();
    store.add_account(account("ann")).await.unwrap();
    store.close().await;
    // Neither a wrong password, nor a stranger's certificate, nor plain text will do.
    let guess = url.replace("secret", "guess");
    for (refused, why) in [
        (format!("{guess}?{trusting}"), "password"),
        (format!("{url}?sslmode=verify-full"), "certificate"),
        (format!("{url}?sslmode=disable"), "no encryption"),
    ] {
        let error = Store::open(&refused).await.unwrap_err().to_string();
        assert!(error.contains(why), "{refused}: {error}");
    }
}
