//! What is deleted: by the server itself, and when a person goes.

use crate::support::postgres::Postgres;
use crate::support::settings;
use hyperrook_server::Server;
use hyperrook_server::store::{
    Account, BACKGROUND_JOB_ATTEMPTS, NewSession, PLAYTEST_ATTEMPTS, Store,
};
use sqlx::{AnyConnection, AssertSqlSafe, Connection};
use std::time::{Duration, Instant};

const DAY_MS: i64 = 86_400_000;

fn now_ms() -> i64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    i64::try_from(now.unwrap().as_millis()).unwrap()
}

fn account(id: &str, guest: bool, created: i64) -> Account {
    Account {
        id: id.to_owned(),
        name: format!("Name of {id}"),
        guest,
        password: None,
        settings: "{}".into(),
        banned: false,
        created,
        address: String::new(),
    }
}

fn session(user: &str, created: i64, expires: i64) -> NewSession {
    NewSession {
        hash: format!("session of {user} at {created}"),
        user: user.to_owned(),
        password: None,
        created,
        expires,
        instead_of: None,
        device: None,
    }
}

async fn run(connection: &mut AnyConnection, sql: String) {
    let done = sqlx::raw_sql(AssertSqlSafe(sql.clone())).execute(connection);
    done.await.unwrap_or_else(|error| panic!("{error}: {sql}"));
}

async fn count(connection: &mut AnyConnection, sql: String) -> i64 {
    let count = sqlx::query_scalar(AssertSqlSafe(sql.clone())).fetch_one(connection);
    count.await.unwrap_or_else(|error| panic!("{error}: {sql}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_deletes_old_data_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_folder(folder.path()).await.unwrap();
    let now = now_ms();
    let old = now - 40 * DAY_MS;
    for (id, guest) in [("idle", true), ("ann", false)] {
        store.add_account(account(id, guest, old)).await.unwrap();
        let begun = store.begin_session(session(id, old, now - 1));
        assert!(begun.await.unwrap());
    }
    let begun = store.begin_session(session("ann", now, now + DAY_MS));
    assert!(begun.await.unwrap());
    let server = Server::start(settings(folder.path())).await.unwrap();
    let begun = Instant::now();
    while store.account("idle").await.unwrap().is_some() {
        assert!(begun.elapsed() < Duration::from_secs(60), "it stays");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(store.account("ann").await.unwrap().is_some());
    assert_eq!(
        store.sessions_of("ann").await.unwrap(),
        [(now, now + DAY_MS)]
    );
    server.stop().await.unwrap();
    store.close().await;
}

/// All columns with texts.
async fn columns(connection: &mut AnyConnection, postgres: bool) -> Vec<(String, String)> {
    let sql = if postgres {
        "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT) \
         FROM information_schema.columns WHERE table_schema = 'public' AND data_type = 'text'"
    } else {
        "SELECT tables.name, columns.name FROM sqlite_master AS tables, \
         pragma_table_info(tables.name) AS columns \
         WHERE tables.type = 'table' AND columns.type = 'TEXT'"
    };
    let columns: Vec<(String, String)> = sqlx::query_as(sql).fetch_all(connection).await.unwrap();
    columns
        .into_iter()
        .filter(|(table, _)| !table.starts_with("_sqlx"))
        .collect()
}

/// Everything that is kept of Ann, and of Bob beside her.
async fn fill(store: &Store, connection: &mut AnyConnection) {
    for id in ["ann", "bob"] {
        store.add_account(account(id, false, 1)).await.unwrap();
        for sql in [
            "INSERT INTO sessions (hash, user_id, created, expires) VALUES ('s-#', '#', 1, 9)",
            "INSERT INTO devices (hash, user_id, seen) VALUES ('d-#', '#', 1)",
            "INSERT INTO tokens (id, hash, user_id, label, created) \
             VALUES ('t-#', 'h-#', '#', 'bot', 1)",
            "INSERT INTO seeks (id, user_id, new_game, title, created, expires, live, address) \
             VALUES ('k-#', '#', '{}', 'Chess', 1, 9, 0, '')",
            "INSERT INTO definitions (hash, name, text, author, created) \
             VALUES ('f-#', 'chess', 'text', '#', 1)",
            "INSERT INTO published (definition, author, created) VALUES ('f-#', '#', 1)",
            "INSERT INTO analyses (id, user_id, tree, created) VALUES ('a-#', '#', '{}', 1)",
            "INSERT INTO study_jobs (kind, subject, person, created) \
             VALUES ('report', 'a-#', '#', 1)",
            "INSERT INTO analysis_jobs (id, node, person, address, wish, created) \
             VALUES ('j-#', 'n', '#', 'x', '{}', 1)",
            "INSERT INTO reports (subject, person, report, created) VALUES ('a-#', '', '{}', 1)",
            "INSERT INTO reports (subject, person, report, created) \
             VALUES ('game-#', '#', '{}', 1)",
            "INSERT INTO playtests (id, person, definition, name, title, options, state, settings, \
             nodes, total, budget_ms, created) VALUES ('p-#', '#', 'f-#', 'mini', 'Mini', '{}', \
             'over', '{}', 1, 1, 1, 1)",
            "INSERT INTO rating_history (user_id, game, games, rating, deviation, at) \
             VALUES ('#', 'chess', 1, 1500, 350, 1)",
            "INSERT INTO ratings (user_id, game, rating, deviation, volatility, games, updated) \
             VALUES ('#', 'chess', 1500, 350, 0.06, 1, 1)",
            "INSERT INTO progress (user_id, item, first_try, done) VALUES ('#', 'lesson', 1, 1)",
            "INSERT INTO totals (user_id, wins, losses, draws) VALUES ('#', 1, 0, 0)",
        ] {
            run(connection, sql.replace('#', id)).await;
        }
    }
}

/// The columns in which somebody's identity, or that of something of theirs, is found.
async fn traces(connection: &mut AnyConnection, postgres: bool, id: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (table, column) in columns(connection, postgres).await {
        let sql = format!(
            "SELECT COUNT(*) FROM {table} WHERE {column} = '{id}' OR {column} LIKE '%-{id}' \
             OR {column} LIKE '%{id}%' AND {column} LIKE 'Name %'"
        );
        if count(connection, sql).await > 0 {
            found.push(format!("{table}.{column}"));
        }
    }
    found.sort();
    found
}

async fn nothing_stays(url: &str, postgres: bool) {
    let store = Store::open(url).await.unwrap();
    let mut connection = AnyConnection::connect(url).await.unwrap();
    fill(&store, &mut connection).await;
    let before = traces(&mut connection, postgres, "bob").await;
    assert_eq!(before, traces(&mut connection, postgres, "ann").await);
    assert!(before.len() > 20, "{before:?}");
    store.delete_account("ann").await.unwrap();
    // The row of the person, which says nothing, since games refer to it; and a report on a
    // game of somebody.
    assert_eq!(
        traces(&mut connection, postgres, "ann").await,
        ["reports.subject", "users.id"]
    );
    let reports = "SELECT COUNT(*) FROM reports WHERE subject = 'a-ann'";
    assert_eq!(count(&mut connection, reports.to_owned()).await, 0);
    assert_eq!(traces(&mut connection, postgres, "bob").await, before);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_deleted_account_nothing_stays_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("people.db");
    nothing_stays(&format!("sqlite://{}?mode=rwc", file.display()), false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_deleted_account_nothing_stays_on_postgresql() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    nothing_stays(&postgres.url(), true).await;
}

/// Playtests and reports that wait, run or have failed, of which only the last have no address
/// after a sweep.
async fn what_has_failed_keeps_no_address(url: &str) {
    let store = Store::open(url).await.unwrap();
    let mut connection = AnyConnection::connect(url).await.unwrap();
    let now = now_ms();
    for (id, lease, attempts) in [
        ("waits", 0, PLAYTEST_ATTEMPTS - 1),
        ("runs", now + DAY_MS, PLAYTEST_ATTEMPTS),
        ("failed", now - 1, PLAYTEST_ATTEMPTS),
    ] {
        assert_eq!(PLAYTEST_ATTEMPTS, BACKGROUND_JOB_ATTEMPTS);
        for sql in [
            format!(
                "INSERT INTO playtests (id, person, definition, name, title, options, state, \
                 settings, nodes, total, budget_ms, address, lease, attempts, created) \
                 VALUES ('{id}', 'ann', 'f', 'mini', 'Mini', '{{}}', 'waiting', '{{}}', 1, 1, 1, \
                 'there', {lease}, {attempts}, 1)"
            ),
            format!(
                "INSERT INTO study_jobs (kind, subject, person, address, lease, attempts, created) \
                 VALUES ('report', '{id}', 'ann', 'there', {lease}, {attempts}, 1)"
            ),
        ] {
            run(&mut connection, sql).await;
        }
    }
    store.sweep(now).await.unwrap();
    for (table, column) in [("playtests", "id"), ("study_jobs", "subject")] {
        let sql = format!("SELECT {column} FROM {table} WHERE address = 'there' ORDER BY 1");
        let kept: Vec<String> = sqlx::query_scalar(AssertSqlSafe(sql))
            .fetch_all(&mut connection)
            .await
            .unwrap();
        assert_eq!(kept, ["runs", "waits"], "{table}");
        // Whoever asked for it sees that it has failed.
        let sql = format!(
            "SELECT COUNT(*) FROM {table} WHERE {column} = 'failed' AND attempts = {PLAYTEST_ATTEMPTS}"
        );
        assert_eq!(count(&mut connection, sql).await, 1, "{table}");
    }
    connection.close().await.unwrap();
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_failed_keeps_no_address_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("failed.db");
    what_has_failed_keeps_no_address(&format!("sqlite://{}?mode=rwc", file.display())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_failed_keeps_no_address_on_postgresql() {
    if let Some(postgres) = Postgres::start() {
        what_has_failed_keeps_no_address(&postgres.url()).await;
    }
}
