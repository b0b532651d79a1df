//! People who are banned or deleted, or whose password changes: what they have asked for
//! meanwhile comes to nothing. On both databases.

use crate::support::TestServer;
use crate::support::person::PASSWORD;
use crate::support::postgres::Postgres;
use hyperrook_server::admin;
use hyperrook_server::game::new_game::{Colour, NewGame, Opponent};
use hyperrook_server::game::rules::RulesRef;
use hyperrook_server::game::time_control::Clock;
use hyperrook_server::store::{
    Account, AnalysisJobLimits, AnalysisLimits, NewAnalysis, NewAnalysisJob, NewPlaytest,
    NewSession, PlaytestLimits, ProgressRow, ReportLimits, SeekLimits, Store, StoreError,
    StoredDefinition, StoredSeek, StoredToken,
};
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection};
use std::time::Duration;

fn account(id: &str) -> Account {
    Account {
        id: id.to_owned(),
        name: format!("Name-{id}"),
        guest: false,
        password: Some("old".to_owned()),
        settings: "{}".into(),
        banned: false,
        created: 1,
        address: String::new(),
    }
}

fn session(user: &str, hash: &str, password: Option<&str>) -> NewSession {
    NewSession {
        hash: hash.to_owned(),
        user: user.to_owned(),
        password: password.map(str::to_owned),
        created: 1,
        expires: 100,
        instead_of: None,
        device: Some(format!("device of {hash}")),
    }
}

fn seek(id: &str, user: &str) -> StoredSeek {
    StoredSeek {
        id: id.to_owned(),
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
        created: 1,
        expires: 100,
    }
}

fn playtest(id: &str, user: &str) -> NewPlaytest {
    NewPlaytest {
        id: id.to_owned(),
        person: user.to_owned(),
        address: format!("address of {user}"),
        definition: "hash".to_owned(),
        name: "mini".to_owned(),
        title: "Mini".to_owned(),
        options: "{}".to_owned(),
        settings: "{}".to_owned(),
        nodes: 100,
        total: 10,
        budget_ms: 1000,
    }
}

/// What came of each write.
type Written = Vec<(&'static str, Result<(), StoreError>)>;

/// Everything that a request of a person under way can still write.
async fn write_all(store: &Store, user: &str, number: usize) -> Written {
    let id = format!("{user}-{number}");
    let address = format!("address of {user}");
    let token = StoredToken {
        id: id.clone(),
        label: "bot".into(),
        created: 1,
        scopes: "read".into(),
    };
    let definition = StoredDefinition {
        hash: id.clone(),
        name: "mini".into(),
        text: "text".into(),
        author: Some(user.to_owned()),
    };
    let analysis = NewAnalysis {
        id: id.clone(),
        user: Some(user.to_owned()),
        address: address.clone(),
        tree: "{}".into(),
        created: 1,
    };
    let job = NewAnalysisJob {
        id: id.clone(),
        node: "node".into(),
        person: user.to_owned(),
        address: address.clone(),
        turns: user.to_owned(),
        wish: "{}".into(),
    };
    let step = ProgressRow {
        item: id.clone(),
        first_try: 1,
        done: 1,
    };
    let playtests = PlaytestLimits {
        at_once: 9,
        of_address: 9,
        in_all: 99,
        since: 0,
        recent: 9,
        kept: 9,
    };
    let reports = ReportLimits {
        waiting: 9,
        of_address: 9,
        in_all: 99,
        since: 0,
        recent: 9,
    };
    let analyses = AnalysisLimits {
        since: 0,
        count: 9,
        bytes: 99,
    };
    let jobs = AnalysisJobLimits {
        of_address: 9,
        in_all: 99,
    };
    let seeks = SeekLimits {
        of_user: 9,
        of_address: 9,
    };
    let begun = store.begin_session(session(user, &id, None)).await;
    let token = store.add_token(user, &id, token, 9).await;
    let settings = store.set_settings(user, r#"{"theme":"dark"}"#).await;
    let definition = store.add_definition_of(definition, 9).await;
    let published = store.publish(&id, user, Some(9), 1).await;
    let playtest = store.want_playtest(playtest(&id, user), playtests, 1).await;
    let report = store
        .enqueue_report(&id, [user, &address], reports, 1)
        .await;
    let job = store.want_analysis(job, jobs).await;
    let analysis = store.add_analysis(analysis, analyses).await;
    let progress = store.add_progress(user, vec![step]).await;
    let seek = store.add_seek(seek(&id, user), seeks, None).await;
    vec![
        ("session", begun.map(drop)),
        ("token", token.map(drop)),
        ("settings", settings),
        ("definition", definition.map(drop)),
        ("publication", published.map(drop)),
        ("playtest", playtest.map(drop)),
        ("report", report.map(drop)),
        ("analysis job", job.map(drop)),
        ("analysis", analysis.map(drop)),
        ("progress", progress),
        ("seek", seek.map(drop)),
    ]
}

fn assert_refused(written: Written) {
    for (what, done) in written {
        assert!(
            matches!(done, Err(StoreError::PersonLeft)),
            "{what}: {done:?}"
        );
    }
}

/// Nothing is left that a banned person could act with, or that waits.
async fn assert_revoked(store: &Store, user: &str) {
    assert_eq!(store.sessions_of(user).await.unwrap(), []);
    assert_eq!(store.devices_of(user).await.unwrap(), [0; 0]);
    assert_eq!(store.tokens(user).await.unwrap(), []);
    assert_eq!(store.seeks_of(user).await.unwrap(), []);
    assert_eq!(store.published_by(user).await.unwrap(), [""; 0]);
    assert_eq!(store.reports_of(user).await.unwrap(), []);
    for playtest in store.playtests_of(user, 9).await.unwrap() {
        assert_eq!(playtest.ended_by, "stopped");
    }
}

/// The first writes for people whom the second bans and deletes.
async fn whoever_has_left_adds_nothing(first: &Store, second: &Store) {
    first.add_account(account("ann")).await.unwrap();
    for (what, done) in write_all(first, "ann", 0).await {
        assert!(done.is_ok(), "{what}: {done:?}");
    }
    second.set_banned("ann", true, 5).await.unwrap();
    assert_refused(write_all(first, "ann", 1).await);
    assert_revoked(first, "ann").await;
    // What was refused does not come back with the person.
    second.set_banned("ann", false, 6).await.unwrap();
    assert_revoked(first, "ann").await;
    for (what, done) in write_all(first, "ann", 2).await {
        assert!(done.is_ok(), "{what}: {done:?}");
    }
    second.delete_account("ann").await.unwrap();
    assert_refused(write_all(first, "ann", 3).await);
    assert_refused(write_all(first, "nobody", 4).await);
    assert_revoked(first, "ann").await;
    assert_eq!(first.definitions_of("ann").await.unwrap(), 0);
    assert_eq!(first.analysis_ids_of("ann").await.unwrap(), []);
    assert_eq!(first.progress("ann", 9).await.unwrap(), []);
}

/// The same at once: each write comes before the ban, which then undoes it, or is refused.
async fn nothing_slips_in(first: &Store, second: &Store) {
    for round in 0..8 {
        let user = format!("user-{round}");
        first.add_account(account(&user)).await.unwrap();
        let ban = async {
            tokio::time::sleep(Duration::from_millis(2 * round)).await;
            second.set_banned(&user, true, 5).await.unwrap();
        };
        let ((), written) = tokio::join!(ban, write_all(first, &user, 0));
        for (what, done) in written {
            let is_fine = matches!(done, Ok(()) | Err(StoreError::PersonLeft));
            assert!(is_fine, "{what}: {done:?}");
        }
        assert_revoked(first, &user).await;
    }
}

/// A password that is compared while it changes lets nobody in.
async fn an_old_password_is_of_no_use(store: &Store) {
    store.add_account(account("bob")).await.unwrap();
    let begin = async |hash: &str, password| {
        let new = session("bob", hash, Some(password));
        store.begin_session(new).await.unwrap()
    };
    let change = async |to: &str, compared| {
        let changed = store.change_password("bob", to, compared);
        changed.await.unwrap()
    };
    assert!(begin("s1", "old").await);
    assert!(change("new", Some("old")).await);
    assert_eq!(store.sessions_of("bob").await.unwrap(), []);
    assert!(!begin("s2", "old").await);
    assert!(!change("other", Some("old")).await);
    assert_eq!(store.sessions_of("bob").await.unwrap(), []);
    assert_eq!(store.devices_of("bob").await.unwrap(), [0; 0]);
    assert!(begin("s3", "new").await);
    assert_eq!(store.devices_of("bob").await.unwrap(), [1]);
    // An operator does not know the old one.
    assert!(change("reset", None).await);
    assert_eq!(store.sessions_of("bob").await.unwrap(), []);
    let bob = store.account("bob").await.unwrap().unwrap();
    assert_eq!(bob.password.as_deref(), Some("reset"));
}

/// Adds more analyses of a person than are deleted at once.
async fn add_analyses(store: &Store, user: &str) {
    let limits = AnalysisLimits {
        since: 0,
        count: 999,
        bytes: 999,
    };
    for number in 0..80 {
        let analysis = NewAnalysis {
            id: format!("{user}-{number}"),
            user: Some(user.to_owned()),
            address: format!("address of {user}"),
            tree: "{}".into(),
            created: 1,
        };
        assert!(store.add_analysis(analysis, limits).await.unwrap());
    }
}

/// What is kept of somebody who has stored much is deleted in many transactions, so that nobody
/// waits for them.
async fn much_is_deleted_a_little_at_a_time(first: &Store, second: &Store) {
    first.add_account(account("eve")).await.unwrap();
    add_analyses(first, "eve").await;
    first.delete_account("eve").await.unwrap();
    assert_eq!(first.account("eve").await.unwrap(), None);
    assert_eq!(first.name_of("eve").await.unwrap().unwrap().0, "deleted");
    let left = first.analysis_ids_of("eve").await.unwrap().len();
    assert!(left > 0 && left < 80, "{left} are left");
    // Any server goes on.
    while second.sweep(10).await.unwrap().more {}
    assert_eq!(first.analysis_ids_of("eve").await.unwrap(), []);
}

/// Another server is just forgetting somebody. What it deletes is missing, but there is more.
async fn nobody_is_forgotten_in_part(store: &Store, url: &str) {
    store.add_account(account("gil")).await.unwrap();
    add_analyses(store, "gil").await;
    store.delete_account("gil").await.unwrap();
    let mut other = AnyConnection::connect(url).await.unwrap();
    let forget = "BEGIN; SELECT person FROM leavers WHERE person = 'gil' FOR UPDATE; \
         DELETE FROM analyses WHERE id IN \
         (SELECT id FROM analyses WHERE user_id = 'gil' LIMIT 5)";
    sqlx::raw_sql(forget).execute(&mut other).await.unwrap();
    let commit = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        sqlx::raw_sql("COMMIT").execute(&mut other).await.unwrap();
    };
    let (swept, ()) = tokio::join!(store.sweep(10), commit);
    swept.unwrap();
    while store.sweep(10).await.unwrap().more {}
    assert_eq!(store.analysis_ids_of("gil").await.unwrap(), []);
    other.close().await.unwrap();
}

async fn conforms(first: Store, second: Store) {
    whoever_has_left_adds_nothing(&first, &second).await;
    nothing_slips_in(&first, &second).await;
    an_old_password_is_of_no_use(&first).await;
    much_is_deleted_a_little_at_a_time(&first, &second).await;
    first.close().await;
    second.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_under_way_comes_to_nothing_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let open = || Store::open_folder(folder.path());
    conforms(open().await.unwrap(), open().await.unwrap()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_under_way_comes_to_nothing_on_postgresql() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let url = postgres.url();
    let open = || Store::open(&url);
    conforms(open().await.unwrap(), open().await.unwrap()).await;
    let store = open().await.unwrap();
    nobody_is_forgotten_in_part(&store, &url).await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_that_an_operator_sets_ends_everything_else() {
    let server = TestServer::start().await;
    let mut ann = server.registered("Ann").await;
    let token = ann.post("/api/me/tokens", json!({"label": "bot"})).await;
    let mut bot = server.person();
    bot.token = token.ok()["token"].as_str().map(str::to_owned);
    bot.get("/api/mine").await.ok();
    let said = admin::reset_password(&server.settings, "ann").await;
    let said = said.unwrap();
    let password = said.strip_prefix("the password of Ann is ").unwrap();
    assert_eq!(ann.visit().await["user"], Value::Null);
    bot.get("/api/mine").await.code(401);
    let store = Store::open_folder(&server.settings.data).await.unwrap();
    let id = store.account_named("Ann").await.unwrap().unwrap().id;
    assert_eq!(store.devices_of(&id).await.unwrap(), [0; 0]);
    store.close().await;
    assert_eq!(ann.login("Ann", PASSWORD).await.code(401), "wrong");
    ann.login("Ann", password).await.ok();
}
