//! Data that nobody needs: definitions that nothing refers to, games that never began, and
//! guests of requests that fail.

use crate::support::games::{between, game_body, seek};
use crate::support::person::PASSWORD;
use crate::support::postgres::Postgres;
use crate::support::{Person, TestServer};
use hyperrook_server::game::time_control::DAY_MS;
use hyperrook_server::store::{AnalysisLimits, DefinitionUpload, NewAnalysis, Store, UploadLimits};
use serde_json::{Value, json};
use sqlx::{AnyConnection, AssertSqlSafe, Connection};
use std::time::Duration;

/// An ID of the right form that nothing has.
const NOTHING: &str = "aaaaaaaaaaaa";

fn now_ms() -> i64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    i64::try_from(now.unwrap().as_millis()).unwrap()
}

/// A small game whose text nobody else has.
fn definition(number: usize) -> Value {
    let text = include_str!("../../../games/sesqui.toml");
    json!({"text": format!("{text}\n# {number}\n")})
}

async fn run(connection: &mut AnyConnection, sql: String) {
    let done = sqlx::query(AssertSqlSafe(sql.clone()));
    let done = done.execute(connection).await;
    done.unwrap_or_else(|error| panic!("{sql}: {error}"));
}

async fn count(connection: &mut AnyConnection, sql: String) -> i64 {
    let query = sqlx::query_scalar(AssertSqlSafe(sql));
    query.fetch_one(connection).await.unwrap()
}

/// The database of a server.
async fn database(server: &TestServer) -> AnyConnection {
    let store = Store::open_folder(&server.settings.data).await.unwrap();
    store.close().await;
    let file = server.settings.data.join("hyperrook.db");
    let url = format!("sqlite://{}", file.display());
    AnyConnection::connect(&url).await.unwrap()
}

async fn add_game(connection: &mut AnyConnection, id: &str, definition: &str, rest: &str) {
    let sql = format!(
        "INSERT INTO games (id, game, definition, title, layout_kind, clock, rated, position, \
         turn, white_ms, black_ms, created, updated, state, outcome, seq, log) \
         VALUES ('{id}', '{{}}', '{definition}', 'Chess', 'grid', '{{}}', 0, 'position', \
         'white', 0, 0, 1, {rest})"
    );
    run(connection, sql).await;
}

/// Definitions `d-game`, `d-analysis` and so on that are used in one way each, and `d-unused`.
async fn add_definitions(store: &Store, connection: &mut AnyConnection, author: &str) {
    let uses = [
        "game",
        "playtest",
        "published",
        "analysis",
        "old",
        "seek",
        "unused",
    ];
    for name in uses {
        let sql = format!(
            "INSERT INTO definitions (hash, name, text, author, created) \
             VALUES ('d-{name}', 'mini', 'text', {author}, 1)"
        );
        run(connection, sql).await;
    }
    add_game(connection, "game", "d-game", "1, 'active', NULL, 0, 0").await;
    let tree = r#"{"game":{"name":"mini","definition":"d-analysis"},"nodes":[]}"#;
    let analysis = NewAnalysis {
        id: "a".into(),
        user: None,
        address: "there".into(),
        tree: tree.into(),
        created: now_ms(),
    };
    let limits = AnalysisLimits {
        since: 0,
        count: 9,
        bytes: 900,
    };
    assert!(store.add_analysis(analysis, limits).await.unwrap());
    for sql in [
        "INSERT INTO users (id, name, folded, guest, created, seen) \
         VALUES ('other', 'Other', 'other', 0, 1, 1)",
        "INSERT INTO playtests (id, person, definition, name, title, options, state, settings, \
         nodes, total, budget_ms, created) VALUES ('p', 'other', 'd-playtest', 'mini', 'Mini', \
         '{}', 'over', '{}', 1, 1, 1, 1)",
        "INSERT INTO published (definition, author, created) VALUES ('d-published', 'other', 1)",
        // As servers of the version before store them.
        "INSERT INTO analyses (id, user_id, tree, created) \
         VALUES ('b', 'other', '{\"game\":{\"definition\":\"d-old\"}}', 1)",
        "INSERT INTO seeks (id, user_id, new_game, title, created, expires) \
         VALUES ('s', 'other', '{\"game\":{\"definition\":\"d-seek\"}}', 'Mini', 1, 9)",
    ] {
        run(connection, sql.to_owned()).await;
    }
}

const USED: [&str; 6] = [
    "d-analysis",
    "d-game",
    "d-old",
    "d-playtest",
    "d-published",
    "d-seek",
];

async fn hashes(connection: &mut AnyConnection) -> Vec<String> {
    let query = sqlx::query_scalar("SELECT hash FROM definitions ORDER BY hash");
    query.fetch_all(connection).await.unwrap()
}

async fn unused_definitions_go(store: &Store, connection: &mut AnyConnection) {
    let now = now_ms();
    add_definitions(store, connection, "NULL").await;
    // Nothing is deleted in the first day.
    let early = store.sweep(1 + DAY_MS - 1).await.unwrap();
    assert_eq!(early.definitions, 0);
    let swept = store.sweep(now).await.unwrap();
    assert_eq!((swept.definitions, swept.more), (1, false));
    assert_eq!(hashes(connection).await, USED);
    for sql in [
        "DELETE FROM games",
        "DELETE FROM playtests",
        "DELETE FROM published",
        "DELETE FROM analyses",
        "DELETE FROM seeks",
    ] {
        run(connection, sql.to_owned()).await;
    }
    assert_eq!(store.sweep(now).await.unwrap().definitions, 6);
    run(connection, "DELETE FROM users".to_owned()).await;
    let ann = "INSERT INTO users (id, name, folded, guest, created, seen) \
         VALUES ('ann', 'Ann', 'ann', 0, 1, 1)";
    run(connection, ann.to_owned()).await;
    // Those of a person go with them.
    add_definitions(store, connection, "'ann'").await;
    assert_eq!(store.sweep(now).await.unwrap().definitions, 0);
    store.delete_account("ann").await.unwrap();
    assert_eq!(hashes(connection).await, USED);
    let owned = "SELECT COUNT(*) FROM definitions WHERE author IS NOT NULL";
    assert_eq!(count(connection, owned.to_owned()).await, 0);
}

async fn unbegun_games_go(store: &Store, connection: &mut AnyConnection) {
    let aborted = r#"{"result":"*","reason":"aborted","text":"Aborted."}"#;
    let lost = r#"{"result":"0-1","reason":"resignation","text":"Aborted."}"#;
    let now = now_ms();
    for (id, updated, outcome, seq) in [
        ("old", now - DAY_MS, aborted, 0),
        ("one-move", now - DAY_MS, aborted, 1),
        ("young", now - DAY_MS + 1000, aborted, 0),
        ("begun", now - DAY_MS, aborted, 2),
        ("lost", now - DAY_MS, lost, 0),
    ] {
        let rest = format!("{updated}, 'over', '{outcome}', {seq}, {seq}");
        add_game(connection, id, "d-game", &rest).await;
        let key = format!(
            "INSERT INTO keys (game, player, key, seq, at) VALUES ('{id}', 'ann', 'k', 0, 1)"
        );
        run(connection, key).await;
    }
    let entry = "INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, \
         black_ms) VALUES ('one-move', 1, 'move', 'e2e4', 'e4', 1, 0, 0, 0)";
    run(connection, entry.to_owned()).await;
    let swept = store.sweep(now).await.unwrap();
    assert_eq!((swept.aborted, swept.more), (2, false));
    let left = "SELECT id FROM games WHERE state = 'over' ORDER BY id";
    let left: Vec<String> = sqlx::query_scalar(left)
        .fetch_all(&mut *connection)
        .await
        .unwrap();
    assert_eq!(left, ["begun", "lost", "young"]);
    assert_eq!(store.sweep(now + 1000).await.unwrap().aborted, 1);
}

async fn open_games_go(store: &Store, connection: &mut AnyConnection) {
    // Later than the sweeps before, which have looked at all games until then.
    let now = now_ms() + 10_000;
    for (id, updated, state) in [
        ("lonely", now - 28 * DAY_MS, "open"),
        ("waiting", now - 28 * DAY_MS + 1000, "open"),
        ("slow", now - 100 * DAY_MS, "active"),
    ] {
        let rest = format!("{updated}, '{state}', NULL, 0, 0");
        add_game(connection, id, "d-game", &rest).await;
    }
    let swept = store.sweep(now).await.unwrap();
    assert_eq!((swept.open, swept.more), (1, false));
    let left = "SELECT COUNT(*) FROM games WHERE id IN ('waiting', 'slow')".to_owned();
    assert_eq!(count(connection, left).await, 2);
    assert_eq!(store.sweep(now + 1000).await.unwrap().open, 1);
    run(connection, "DELETE FROM games WHERE id = 'slow'".to_owned()).await;
}

/// Adds guests of one moment, who are signed in.
async fn add_guests(connection: &mut AnyConnection, prefix: &str, count: i64, created: i64) {
    for into in [
        "INSERT INTO users (id, name, folded, guest, created, seen) \
         SELECT 'PREFIX' || i, 'PREFIX' || i, 'PREFIX' || i, 1, CREATED, CREATED FROM n",
        "INSERT INTO sessions (hash, user_id, created, expires) \
         SELECT 'PREFIX' || i, 'PREFIX' || i, CREATED, CREATED + 9000000000 FROM n",
    ] {
        let into = into.replace("PREFIX", prefix);
        let into = into.replace("CREATED", &format!("CAST({created} AS BIGINT)"));
        let numbers = format!(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})"
        );
        run(connection, format!("{numbers} {into}")).await;
    }
}

/// What is too much for one sweep is left for the next. Several have the same time.
async fn many_guests_go(store: &Store, connection: &mut AnyConnection) {
    let now = now_ms();
    add_guests(connection, "many", 450, now).await;
    run(
        connection,
        "UPDATE games SET black_user = 'many7' WHERE id = 'begun'".to_owned(),
    )
    .await;
    let aborted = r#"{"result":"*","reason":"aborted","text":"Aborted."}"#;
    for number in 0..45 {
        let rest = format!("{now}, 'over', '{aborted}', 0, 0");
        add_game(connection, &format!("many{number}"), "d-game", &rest).await;
    }
    let later = now + 31 * DAY_MS;
    let first = store.sweep(later).await.unwrap();
    assert!(first.more && first.guests >= 399, "{first:?}");
    assert_eq!(first.aborted, 45);
    let (mut guests, mut more) = (first.guests, true);
    while more {
        let next = store.sweep(later).await.unwrap();
        (guests, more) = (guests + next.guests, next.more);
    }
    assert_eq!(guests, 449);
    let left = "SELECT COUNT(*) FROM users WHERE guest = 1".to_owned();
    assert_eq!(count(connection, left).await, 1);
    let left = "SELECT COUNT(*) FROM sessions".to_owned();
    assert_eq!(count(connection, left).await, 1);
    let left = "SELECT COUNT(*) FROM games WHERE id LIKE 'many%'".to_owned();
    assert_eq!(count(connection, left).await, 0);
    // Nobody is looked at twice.
    run(
        connection,
        "UPDATE games SET black_user = NULL WHERE id = 'begun'".to_owned(),
    )
    .await;
    assert_eq!(store.sweep(later + 1).await.unwrap().guests, 0);
}

async fn uploads_are_limited(store: &Store) {
    let upload = |id: &str, address: &str, bytes| DefinitionUpload {
        id: id.into(),
        address: address.into(),
        bytes,
        created: 100,
    };
    let limits = UploadLimits {
        since: 10,
        count: 3,
        bytes: 100,
    };
    let may = async |id: &str, address: &str, bytes| {
        let counted = store.count_upload(upload(id, address, bytes), limits);
        counted.await.unwrap()
    };
    assert!(may("a", "here", 90).await && !may("b", "here", 11).await);
    assert!(may("b", "here", 5).await && may("c", "here", 5).await);
    assert!(!may("d", "here", 0).await, "three are enough");
    assert!(may("d", "there", 100).await);
    store.forget_upload("a").await.unwrap();
    assert!(may("e", "here", 90).await);
    store.sweep(100 + DAY_MS).await.unwrap();
    assert!(may("f", "here", 100).await);
}

async fn what_nobody_needs_goes(url: &str) {
    let store = Store::open(url).await.unwrap();
    let mut connection = AnyConnection::connect(url).await.unwrap();
    uploads_are_limited(&store).await;
    unused_definitions_go(&store, &mut connection).await;
    unbegun_games_go(&store, &mut connection).await;
    open_games_go(&store, &mut connection).await;
    many_guests_go(&store, &mut connection).await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_needs_goes_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("unused.db");
    what_nobody_needs_goes(&format!("sqlite://{}?mode=rwc", file.display())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_needs_goes_on_postgresql() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    what_nobody_needs_goes(&postgres.url()).await;
}

/// Somebody takes the empty seat of an old game at another server, while a sweep deletes such
/// games.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_just_joined_stays() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let store = Store::open(&postgres.url()).await.unwrap();
    let mut connection = AnyConnection::connect(&postgres.url()).await.unwrap();
    let text = "INSERT INTO definitions (hash, name, text, created) \
         VALUES ('d-game', 'mini', 'text', 1)";
    run(&mut connection, text.to_owned()).await;
    for id in ["joined", "lonely"] {
        add_game(&mut connection, id, "d-game", "1, 'open', NULL, 0, 0").await;
    }
    run(&mut connection, "BEGIN".to_owned()).await;
    let join = "UPDATE games SET state = 'active' WHERE id = 'joined'";
    run(&mut connection, join.to_owned()).await;
    let commit = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        run(&mut connection, "COMMIT".to_owned()).await;
    };
    let (swept, ()) = tokio::join!(store.sweep(now_ms()), commit);
    assert_eq!(swept.unwrap().open, 1);
    let left = sqlx::query_scalar("SELECT id FROM games");
    let left: Vec<String> = left.fetch_all(&mut connection).await.unwrap();
    assert_eq!(left, ["joined"]);
    store.close().await;
}

/// Whatever cannot be deleted, a sweep keeps what it has done, and does the rest.
#[tokio::test(flavor = "multi_thread")]
async fn a_sweep_that_fails_has_come_further() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}/unused.db?mode=rwc", folder.path().display());
    let store = Store::open(&url).await.unwrap();
    let mut connection = AnyConnection::connect(&url).await.unwrap();
    add_guests(&mut connection, "first", 20, 1).await;
    add_guests(&mut connection, "second", 11, 2).await;
    for sql in [
        "CREATE TRIGGER stays BEFORE DELETE ON users WHEN old.id = 'second5' \
         BEGIN SELECT RAISE(ABORT, 'it stays'); END",
        "INSERT INTO definitions (hash, name, text, created) VALUES ('d-game', 'mini', 'text', 1)",
    ] {
        run(&mut connection, sql.to_owned()).await;
    }
    add_game(&mut connection, "old", "d-game", "1, 'over', '{}', 4, 4").await;
    let key = "INSERT INTO keys (game, player, key, seq, at) VALUES ('old', 'ann', 'k', 0, 1)";
    run(&mut connection, key.to_owned()).await;
    let error = store.sweep(now_ms()).await.unwrap_err();
    assert!(error.to_string().contains("it stays"), "{error}");
    let guests = || "SELECT COUNT(*) FROM users".to_owned();
    // How many a transaction takes depends on the time. The one who stays is in the last of them.
    let left = count(&mut connection, guests()).await;
    assert!((1..31).contains(&left), "{left}");
    let who_stays = "SELECT COUNT(*) FROM users WHERE id = 'second5'".to_owned();
    assert_eq!(count(&mut connection, who_stays).await, 1);
    let keys = "SELECT COUNT(*) FROM keys".to_owned();
    assert_eq!(count(&mut connection, keys).await, 0);
    run(&mut connection, "DROP TRIGGER stays".to_owned()).await;
    // They had left already; what is kept of them goes now.
    store.sweep(now_ms()).await.unwrap();
    assert_eq!(count(&mut connection, guests()).await, 0);
    store.close().await;
}

/// Whoever deletes a guest and becomes another one stores no more than before.
#[tokio::test(flavor = "multi_thread")]
async fn a_network_stores_only_so_many_definitions() {
    let server = TestServer::start().await;
    let mut connection = database(&server).await;
    let mut eve = server.guest().await;
    let stored = eve.post("/api/definitions", definition(1)).await.ok();
    let page = format!(
        "/api/definitions/{}",
        stored["definition"].as_str().unwrap()
    );
    assert!(eve.get(&page).await.status.is_success());
    // Refused definitions do not count, nor do those that are stored already.
    let faulty = eve.post("/api/definitions", json!({"text": "x = 1"})).await;
    assert_eq!(faulty.code(422), "faults");
    eve.post("/api/definitions", definition(1)).await.ok();
    let uploads = "SELECT COUNT(*) FROM definition_uploads".to_owned();
    assert_eq!(count(&mut connection, uploads).await, 1);
    run(
        &mut connection,
        "UPDATE definition_uploads SET bytes = 20000000".to_owned(),
    )
    .await;
    let refused = eve.post("/api/definitions", definition(2)).await;
    assert_eq!(refused.code(429), "too_many_definitions");
    assert!(refused.headers.contains_key("retry-after"));
    let gone = eve.delete("/api/me", Some(json!({}))).await;
    assert!(gone.status.is_success(), "{}", gone.text);
    eve.get(&page).await.code(404);
    // It is compiled in memory, but no game can begin by it.
    let mut body = game_body(json!({"kind": "link"}));
    body["game"] = json!({"name": "sesqui", "definition": stored["definition"]});
    let mut again = server.guest().await;
    assert_eq!(again.post("/api/play", body).await.code(404), "not_found");
    let refused = again.post("/api/definitions", definition(2)).await;
    assert_eq!(refused.code(429), "too_many_definitions");
}

/// A client without cookies would have a new guest with each request, and use up the guests
/// of its address.
#[tokio::test(flavor = "multi_thread")]
async fn requests_that_fail_make_no_guests() {
    let server = TestServer::with(|settings| settings.limits.sign_ins_per_minute = 3).await;
    let mut connection = database(&server).await;
    let mut unknown = game_body(json!({"kind": "engine", "level": 1}));
    unknown["game"]["name"] = json!("nochess");
    let mut rated = game_body(json!({"kind": "link"}));
    rated["rated"] = json!(true);
    let accept = format!("/api/seeks/{NOTHING}/accept");
    let join = format!("/api/play/{NOTHING}/join");
    for (path, body, status) in [
        (&*accept, json!({}), 410),
        (&*join, json!({}), 404),
        ("/api/play", unknown, 404),
        ("/api/play", rated, 422),
        ("/api/definitions", json!({"text": "x = 1"}), 422),
    ] {
        for _ in 0..4 {
            let answer = server.person().post(path, body.clone()).await;
            answer.code(status);
        }
    }
    let users = "SELECT COUNT(*) FROM users".to_owned();
    assert_eq!(count(&mut connection, users).await, 0);
    let (mut ann, mut bob) = (server.person(), server.person());
    let game = between(&mut ann, &mut bob, |_| {}).await;
    let join = format!("/api/play/{game}/join");
    let full = server.person().post(&join, json!({})).await;
    assert_eq!(full.code(409), "taken");
    server
        .person()
        .post("/api/definitions", definition(1))
        .await
        .ok();
}

/// A guest who was made for a request that is refused later goes with it. The browser stays as it
/// was, and can begin something else.
#[tokio::test(flavor = "multi_thread")]
async fn a_guest_goes_when_the_first_request_is_refused() {
    let server = TestServer::with(|settings| settings.limits.seeks_per_address = 1).await;
    let mut connection = database(&server).await;
    let mut ann = server.guest().await;
    seek(&mut ann).await.ok();
    let mut bob = server.person();
    assert_eq!(seek(&mut bob).await.code(422), "fields");
    let users = "SELECT COUNT(*) FROM users".to_owned();
    assert_eq!(count(&mut connection, users).await, 1);
    let link = game_body(json!({"kind": "link"}));
    bob.post("/api/play", link).await.ok();
    assert_eq!(bob.visit().await["user"]["guest"], true);
}

/// Only one of two names is given, and whoever asked for the other one is told.
#[tokio::test(flavor = "multi_thread")]
async fn a_guest_registers_once() {
    let server = TestServer::start().await;
    let mut first = server.guest().await;
    let mut second = Person {
        cookie: first.cookie.clone(),
        csrf: first.csrf.clone(),
        ..server.person()
    };
    let body = |name: &str| json!({"name": name, "password": PASSWORD});
    let (one, two) = tokio::join!(
        first.post("/api/register", body("One")),
        second.post("/api/register", body("Two")),
    );
    let (registered, refused, name) = if one.status.is_success() {
        (one, two, "Two")
    } else {
        (two, one, "One")
    };
    registered.ok();
    assert_eq!(refused.code(409), "signed_in");
    let stranger = server.person().login(name, PASSWORD).await;
    assert_eq!(stranger.status.as_u16(), 401, "{}", stranger.text);
}
