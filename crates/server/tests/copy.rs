//! `hyperrook admin copy`: a server moves from SQLite to PostgreSQL.

use crate::support::games::{FOOLS_MATE, LESSON_STEP, between, game_body};
use crate::support::person::PASSWORD;
use crate::support::postgres::Postgres;
use crate::support::{Person, settings};
use hyperrook_server::settings::Settings;
use hyperrook_server::store::{CopyError, CopyProgress, Store, copy};
use hyperrook_server::{Server, admin};
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection};
use std::path::Path;
use std::time::{Duration, Instant};

/// The URL of the database in a data folder.
fn source(folder: &Path) -> String {
    format!("sqlite://{}", folder.join("hyperrook.db").display())
}

fn on(postgres: &Postgres, folder: &Path) -> Settings {
    Settings {
        database: Some(postgres.url()),
        ..settings(folder)
    }
}

/// Copies without listening to the progress.
async fn copy_quietly(from: &str, to: &str) -> Result<(), CopyError> {
    copy(from, to, &mut |_| {}).await.map(|_| ())
}

async fn connect(url: &str) -> AnyConnection {
    sqlx::any::install_default_drivers();
    AnyConnection::connect(url).await.unwrap()
}

async fn run(url: &str, statement: &'static str) {
    let mut connection = connect(url).await;
    let done = sqlx::raw_sql(statement).execute(&mut connection).await;
    done.unwrap();
    connection.close().await.unwrap();
}

async fn number(url: &str, query: &'static str) -> i64 {
    let mut connection = connect(url).await;
    let number = sqlx::query_scalar(query).fetch_one(&mut connection).await;
    connection.close().await.unwrap();
    number.unwrap()
}

/// An SQLite database of this version without data.
async fn empty_source() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_folder(folder.path()).await.unwrap();
    store.close().await;
    let url = source(folder.path());
    (folder, url)
}

/// A PostgreSQL server, the tables of whose database are of this version.
async fn empty_target() -> Option<Postgres> {
    let postgres = Postgres::start()?;
    let folder = tempfile::tempdir().unwrap();
    admin::migrate(&on(&postgres, folder.path())).await.unwrap();
    Some(postgres)
}

/// All that is stored of a person, without the time.
async fn export(person: &mut Person) -> Value {
    let mut all = person.get("/api/me/export").await.ok();
    all.as_object_mut().unwrap().remove("exported");
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_played_on_sqlite_goes_on_on_postgresql() {
    let Some(postgres) = empty_target().await else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(settings(folder.path())).await.unwrap();
    let host = server.address().to_string();
    let [mut ann, mut bob] = ["Ann", "Bob"].map(|_| Person::new(&host));
    ann.register("Ann").await;
    bob.register("Bob").await;
    let theme = json!({"theme": "dark", "note": "tab\tand \\N\r\n, \u{1F409}"});
    ann.put("/api/me/settings", theme.clone()).await.ok();
    let token = json!({"label": "bot", "scopes": ["play", "read"]});
    let token = ann.post("/api/me/tokens", token).await.ok();
    let over = between(&mut ann, &mut bob, |game_body| {
        game_body["rated"] = json!(true);
        game_body["clock"] = json!({"kind": "live", "initial_ms": 60_000, "increment_ms": 0});
    })
    .await;
    for (seq, mv) in (0..).zip(FOOLS_MATE) {
        let mover = if seq % 2 == 0 { &mut ann } else { &mut bob };
        mover.play(&over, seq, mv).await.ok();
    }
    let engine = game_body(json!({"kind": "engine", "level": 1}));
    let engine = ann.post("/api/play", engine).await.ok();
    let engine = engine["id"].as_str().unwrap().to_owned();
    ann.play(&engine, 0, "g1f3").await.ok();
    let slow = between(&mut ann, &mut bob, |game_body| {
        game_body["clock"] = json!({"kind": "days", "days": 3});
    })
    .await;
    ann.play(&slow, 0, "e2e4").await.ok();
    // White's clock runs while nobody serves.
    let running = Instant::now();
    let live = between(&mut ann, &mut bob, |game_body| {
        game_body["clock"] = json!({"kind": "live", "initial_ms": 10_000, "increment_ms": 0});
    })
    .await;
    ann.play(&live, 0, "g1f3").await.ok();
    bob.play(&live, 1, "g8f6").await.ok();
    let step = json!([{"item": LESSON_STEP, "first_try": true, "done": 1}]);
    ann.post("/api/me/progress", step).await.ok();
    let ann_host = ann.host.clone();
    let records = ann.get("/api/users/Ann/records").await.text;
    let before = export(&mut ann).await;
    assert_eq!(before["games"].as_array().unwrap().len(), 4, "{before}");
    assert_eq!(before["progress"][0]["item"], LESSON_STEP);
    server.stop().await.unwrap();
    let thought = running.elapsed();

    let stopped = Instant::now();
    let mut seen: Vec<(String, u64, u64)> = Vec::new();
    let mut progress = |progress: CopyProgress<'_>| {
        seen.push((progress.table.to_owned(), progress.copied, progress.rows));
    };
    let to = postgres.url();
    let text = admin::copy(&settings(folder.path()), None, Some(&to), &mut progress)
        .await
        .unwrap();
    println!("{text}");
    let line = |table: &str| {
        let mut lines = text.lines().map(str::split_whitespace);
        let mut line = lines
            .find(|line| line.clone().next() == Some(table))
            .unwrap();
        line.nth(1).unwrap().parse::<i64>().unwrap()
    };
    assert_eq!(line("users"), 2);
    assert_eq!(line("games"), 4);
    assert_eq!(
        line("moves"),
        number(&to, "SELECT COUNT(*) FROM moves").await
    );
    assert!(seen.contains(&("games".to_owned(), 4, 4)), "{seen:?}");
    tokio::time::sleep(Duration::from_secs(11).saturating_sub(stopped.elapsed())).await;

    let started = Instant::now();
    let server = Server::start(on(&postgres, folder.path())).await.unwrap();
    let host = server.address().to_string();
    // The addresses of games in records are those of the server that writes them.
    let moved = |text: &str| text.replace(&ann_host, &host);
    let records = moved(&records);
    // The sessions go on.
    for person in [&mut ann, &mut bob] {
        person.host.clone_from(&host);
    }
    let state = ann.state(&live).await;
    assert_eq!(state["outcome"], Value::Null, "{}", state["outcome"]);
    let left = state["clocks"]["white_ms"].as_i64().unwrap();
    let thought = thought + started.elapsed();
    // Beats are half a second apart.
    let least = 10_000 - 700 - thought.as_millis() as i64;
    assert!(left >= least, "{left} after {thought:?}");
    // The engine may have moved since; everything else is as it was.
    let mut after = export(&mut ann).await;
    let strip = |export: &mut Value| {
        let games = export["games"].as_array_mut().unwrap();
        games.retain(|game| game["id"] != *engine);
    };
    let mut before: Value = serde_json::from_str(&moved(&before.to_string())).unwrap();
    strip(&mut before);
    strip(&mut after);
    assert_eq!(after, before);
    ann.play(&live, 2, "f3g1").await.ok();
    bob.play(&slow, 1, "e7e5").await.ok();
    let state = ann.state(&over).await;
    assert_eq!(state["outcome"]["result"], "0-1");
    assert_eq!(ann.get("/api/users/Ann/records").await.text, records);
    assert_eq!(ann.get("/api/me/settings").await.ok(), theme);
    // The engine answers.
    let asked = Instant::now();
    while ann.state(&engine).await["seq"] != 2 {
        assert!(asked.elapsed() < Duration::from_secs(60), "no engine move");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let mut bot = Person::new(&host);
    bot.token = Some(token["token"].as_str().unwrap().to_owned());
    assert_eq!(bot.get("/api/me").await.ok()["user"]["name"], "Ann");
    let mut again = Person::new(&host);
    again.visit().await;
    again.login("bob", PASSWORD).await.ok();
    assert_eq!(again.id().await, bob.id().await);
    let profile = again.get("/api/users/Bob").await.ok();
    assert_eq!(profile["totals"]["wins"], 1);
    server.stop().await.unwrap();
}

/// Neither database changes when something is wrong.
#[tokio::test(flavor = "multi_thread")]
async fn a_copy_is_refused_unless_both_databases_are_ready() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let to = postgres.url();
    let (folder, from) = empty_source().await;
    let refused = async |from: &str, to: &str, why: &str| {
        let error = copy_quietly(from, to).await.unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    };
    refused(&to, &to, "the source must be an SQLite database").await;
    refused(&from, &from, "the target must be a PostgreSQL database").await;
    refused(
        "sqlite:///nowhere/hyperrook.db",
        &to,
        "there is no database /nowhere",
    )
    .await;
    refused(&from, &to, "run `hyperrook admin migrate").await;
    admin::migrate(&on(&postgres, folder.path())).await.unwrap();

    // Servers run.
    let server = Server::start(settings(folder.path())).await.unwrap();
    refused(&from, &to, "the source:").await;
    refused(&from, &to, "is in use: another server runs on it").await;
    server.stop().await.unwrap();
    let other = tempfile::tempdir().unwrap();
    let server = Server::start(on(&postgres, other.path())).await.unwrap();
    refused(&from, &to, "the target: the database (by process").await;
    Person::new(&server.address().to_string())
        .register("Cy")
        .await;
    server.stop().await.unwrap();
    refused(&from, &to, "is not empty: its table `").await;
    run(
        &to,
        "DELETE FROM sessions; DELETE FROM devices; DELETE FROM users",
    )
    .await;

    // The tables differ.
    run(&to, "ALTER TABLE users ADD COLUMN height BIGINT").await;
    refused(
        &from,
        &to,
        "`users` has other columns in the target: height",
    )
    .await;
    run(&to, "ALTER TABLE users DROP COLUMN height").await;
    run(&from, "CREATE TABLE later (id TEXT PRIMARY KEY)").await;
    refused(&from, &to, "whether to copy the table `later`").await;
    run(&from, "DROP TABLE later").await;
    run(&from, "DELETE FROM _sqlx_migrations WHERE version > 2").await;
    refused(
        &from,
        &to,
        "the source: the database is of an older version",
    )
    .await;
}

/// What fails in the middle leaves nothing behind, not even a lock.
#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_fails_leaves_the_target_empty() {
    let Some(postgres) = empty_target().await else {
        return;
    };
    let to = postgres.url();
    let (_folder, from) = empty_source().await;
    run(
        &from,
        "INSERT INTO users (id, name, folded, guest, created, seen) VALUES ('a', 'Ann', 'ann', 0, 1, 1); \
         INSERT INTO tokens (id, hash, user_id, label, created) \
         VALUES ('t', 'h', 'a', 'a' || char(0) || 'b', 1)",
    )
    .await;
    run(
        &to,
        "INSERT INTO settings (name, value) VALUES ('secret', 'old')",
    )
    .await;
    let error = copy_quietly(&from, &to).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the table `tokens` has a value that PostgreSQL cannot store: `label` has a character of \
         the code 0"
    );
    assert_eq!(number(&to, "SELECT COUNT(*) FROM users").await, 0);
    let kept = "SELECT COUNT(*) FROM settings WHERE value = 'old'";
    assert_eq!(number(&to, kept).await, 1);
    run(&from, "UPDATE tokens SET label = 'ab'").await;
    copy_quietly(&from, &to).await.unwrap();
    assert_eq!(number(&to, "SELECT COUNT(*) FROM tokens").await, 1);
    assert_eq!(number(&to, kept).await, 0);
    // The copy is not empty any more.
    let error = copy_quietly(&from, &to).await.unwrap_err();
    assert!(matches!(error, CopyError::NotEmpty(_)), "{error}");
}

/// Many rows, every kind of value, and a column that numbers its rows.
#[tokio::test(flavor = "multi_thread")]
async fn large_tables_come_in_batches_and_sequences_go_on() {
    let Some(postgres) = empty_target().await else {
        return;
    };
    let to = postgres.url();
    let (_folder, from) = empty_source().await;
    run(
        &from,
        "ALTER TABLE engine_turns ADD COLUMN number BIGINT; \
         WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 45000) \
         INSERT INTO engine_turns (person, served, number) SELECT 'person ' || n, n, n FROM counted; \
         INSERT INTO users (id, name, folded, guest, created, seen) \
         VALUES ('a', 'A\tn\\n' || char(10) || char(13) || '\\.', 'ann', 0, 1, -9223372036854775808); \
         INSERT INTO ratings (user_id, game, rating, deviation, volatility, games, updated) \
         VALUES ('a', 'chess', 1500.1, 1.0 / 3, 0.1 + 0.2, 1, 1)",
    )
    .await;
    run(
        &to,
        "ALTER TABLE engine_turns ADD COLUMN number BIGINT GENERATED BY DEFAULT AS IDENTITY",
    )
    .await;
    let mut seen = Vec::new();
    let mut progress = |progress: CopyProgress<'_>| {
        if progress.table == "engine_turns" {
            seen.push(progress.copied);
        }
    };
    copy(&from, &to, &mut progress).await.unwrap();
    assert_eq!(seen, [0, 20_000, 40_000, 45_000]);
    let sum = "SELECT CAST(SUM(served) AS BIGINT) FROM engine_turns";
    assert_eq!(number(&to, sum).await, 45_000 * 45_001 / 2);
    run(
        &to,
        "INSERT INTO engine_turns (person, served) VALUES ('next', 0)",
    )
    .await;
    let next = "SELECT number FROM engine_turns WHERE person = 'next'";
    assert_eq!(number(&to, next).await, 45_001);
    let mut values = Vec::new();
    for url in [&from, &to] {
        let mut connection = connect(url).await;
        let user: (String, Option<String>, i64) =
            sqlx::query_as("SELECT name, password, seen FROM users")
                .fetch_one(&mut connection)
                .await
                .unwrap();
        let rating: (f64, f64, f64) =
            sqlx::query_as("SELECT rating, deviation, volatility FROM ratings")
                .fetch_one(&mut connection)
                .await
                .unwrap();
        values.push((user, rating));
    }
    assert_eq!(values[0], values[1]);
    assert_eq!(values[0].1, (1500.1, 1.0 / 3.0, 0.1 + 0.2));
}
