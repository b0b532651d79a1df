//! The plans of all queries: none reads a whole table.
//!
//! The queries are read from the sources, so that none is left out. In `make test` the
//! tables are nearly empty, and PostgreSQL is told to avoid full scans if it can; `make
//! soak` fills them with a million games and looks at the plans that the databases choose.

use crate::support::postgres::Postgres;
use hyperrook_server::store::Store;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Row};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Queries that read a whole table, and why they may. A query is known by its beginning.
const ALLOWED: [(&str, &str); 14] = [
    (
        "SELECT (SELECT COUNT(*) FROM users",
        "only operators ask how much there is",
    ),
    (
        "SELECT COUNT(*) FROM jobs",
        "the queue of the engine is short",
    ),
    (
        "SELECT id FROM users WHERE banned = 1",
        "the index has nobody else",
    ),
    (
        "SELECT id, user_id, live, created, expires, (SELECT guest",
        "all seeks are looked at in turns, and people may have few",
    ),
    (
        "SELECT definitions.hash, definitions.name, definitions.author, definitions.created, latest",
        "of the index of published games only the last thousand are read",
    ),
    (
        "SELECT job.id, job.turns, (SELECT COUNT(*) FROM analysis_jobs",
        "few analyses wait, and all have a place",
    ),
    (
        "SELECT s.id, s.user_id, s.address, s.new_game",
        "the lobby is fair to each person, so all seeks that stand are looked at, once a change",
    ),
    ("SELECT label FROM nodes", "there are few nodes"),
    ("SELECT id, label, lease_until, beat", "there are few nodes"),
    ("DELETE FROM nodes WHERE id <> $1", "there are few nodes"),
    (
        "SELECT version, description FROM _sqlx_migrations",
        "there are few migrations",
    ),
    (
        "DELETE FROM definitions WHERE",
        "few definitions have no other use than a seek, and only for them all seeks are read",
    ),
    (
        "INSERT INTO definitions (hash, name, text, author, created) SELECT",
        "SQLite looks for games of a definition only in a transaction that has broken a foreign key",
    ),
    (
        "SELECT file FROM pragma_database_list",
        "it is a function of SQLite",
    ),
];

/// Tables that have few rows, whatever people do: of analyses 200 wait at most, and as many
/// run as there are threads.
const FEW_ROWS: [&str; 4] = ["nodes", "leases", "settings", "analysis_jobs"];

/// What only one of the databases understands.
fn is_for(sql: &str, postgres: bool) -> bool {
    let only_postgres = [
        "LOCK TABLE",
        "clock_timestamp",
        "pg_try_advisory",
        "pg_advisory",
        "FOR UPDATE",
        "FOR KEY SHARE",
    ];
    let only_sqlite = ["julianday", "pragma_database_list", "VACUUM", "INDEXED BY"];
    let foreign: &[&str] = if postgres {
        &only_sqlite
    } else {
        &only_postgres
    };
    // Nothing has a plan that does not read or write a table of ours.
    let plain = ["LOCK TABLE", "VACUUM", "CREATE "];
    !foreign.iter().any(|word| sql.contains(word))
        && !plain.iter().any(|word| sql.starts_with(word))
}

/// A string literal at the beginning of a text, and what follows it.
fn literal(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut chars = text.strip_prefix('"')?.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((value, &text[at + 2..])),
            '\\' => match chars.next()?.1 {
                '\n' => {
                    let rest = chars.as_str().trim_start();
                    let skipped = chars.as_str().len() - rest.len();
                    for _ in 0..chars.as_str()[..skipped].chars().count() {
                        chars.next();
                    }
                }
                other => value.push(other),
            },
            other => value.push(other),
        }
    }
    None
}

/// All string literals of a text that lie within the brackets that have just been opened,
/// joined; `columns!()` and the like stand for their texts.
fn joined(mut text: &str, macros: &HashMap<String, String>) -> String {
    let mut value = String::new();
    let mut depth = 1;
    while depth > 0 && !text.is_empty() {
        if let Some((part, rest)) = literal(text) {
            value.push_str(&part);
            text = rest;
            continue;
        }
        let inserted = macros.iter().find_map(|(name, inserted)| {
            let rest = text.strip_prefix(&format!("{name}!()"))?;
            Some((inserted, rest))
        });
        if let Some((inserted, rest)) = inserted {
            value.push_str(inserted);
            text = rest;
            continue;
        }
        let mut chars = text.chars();
        match chars.next() {
            Some('(') => depth += 1,
            Some(')') => depth -= 1,
            _ => {}
        }
        text = chars.as_str();
    }
    value
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

/// Whether a place in a source, given the text before it, is inside of a `concat!`.
fn is_in_macro(before: &str) -> bool {
    let Some((_, inside)) = before.rsplit_once("concat!(") else {
        return false;
    };
    let mut depth = 1;
    let mut text = inside;
    while !text.is_empty() && depth > 0 {
        if let Some((_, rest)) = literal(text) {
            text = rest;
            continue;
        }
        let mut chars = text.chars();
        match chars.next() {
            Some('(') => depth += 1,
            Some(')') => depth -= 1,
            _ => {}
        }
        text = chars.as_str();
    }
    depth > 0
}

/// All queries of the server.
fn queries() -> Vec<String> {
    let mut files = Vec::new();
    sources(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut files,
    );
    // Copying a database reads the schema, and whole tables.
    files.retain(|file| !file.ends_with("store/copy.rs"));
    let texts: Vec<String> = files
        .iter()
        .map(|file| std::fs::read_to_string(file).unwrap())
        .collect();
    // Macros that stand for a text: without arguments, or with a literal somewhere in it.
    let mut macros = HashMap::new();
    let mut templates = Vec::new();
    for text in &texts {
        for (at, word) in text.match_indices("macro_rules! ") {
            let rest = &text[at + word.len()..];
            let name = rest.split_whitespace().next().unwrap();
            let (arguments, body) = rest.split_once("=>").unwrap();
            if arguments.contains(":literal") {
                let argument = arguments.split(['$', ':']).nth(1).unwrap();
                let body = body.split_once("concat!(").unwrap().1;
                templates.push((name, format!("${argument}"), body));
            } else {
                let quote = &body[body.find('"').unwrap()..];
                macros.insert(name.to_owned(), literal(quote).unwrap().0);
            }
        }
    }
    let verbs = ["SELECT ", "INSERT ", "UPDATE ", "DELETE ", "WITH "];
    let mut queries = Vec::new();
    for text in &texts {
        let text = text.split("#[cfg(test)]").next().unwrap();
        for (name, argument, body) in &templates {
            for (at, word) in text.match_indices(&format!("{name}!(")) {
                let given = text[at + word.len()..].trim_start();
                let (_, rest) = literal(given).unwrap();
                let given = &given[..given.len() - rest.len()];
                queries.push(joined(&body.replace(argument, given), &macros));
            }
        }
        for (at, _) in text.match_indices('"') {
            let Some((value, _)) = literal(&text[at..]) else {
                continue;
            };
            if !verbs.iter().any(|verb| value.starts_with(verb)) {
                continue;
            }
            let before = text[..at].trim_end();
            if let Some(before) = before.strip_suffix("concat!(") {
                // The text of a macro is not a query by itself.
                if !before.trim_end().ends_with("=> {") {
                    queries.push(joined(&text[at..], &macros));
                }
            } else if !is_in_macro(before) {
                queries.push(value);
            }
        }
    }
    for query in &mut queries {
        // A list of parameters.
        *query = query
            .replace("({})", "($1, $2, $3)")
            .replace("$all", "$1, $2, $3");
    }
    queries.sort();
    queries.dedup();
    assert!(queries.len() > 60, "{} queries", queries.len());
    queries
}

/// How many parameters a query has.
fn parameters(sql: &str) -> usize {
    let numbers = sql.split('$').skip(1);
    let number = |text: &str| -> Option<usize> {
        let digits = text
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(text.len());
        text[..digits].parse().ok()
    };
    numbers.filter_map(number).max().unwrap_or(0)
}

async fn lines(connection: &mut AnyConnection, sql: String, column: usize) -> Vec<String> {
    let rows = sqlx::raw_sql(AssertSqlSafe(sql.clone()))
        .fetch_all(connection)
        .await
        .unwrap_or_else(|error| panic!("{error}: {sql}"));
    rows.iter().map(|row| row.get(column)).collect()
}

/// The lines of an SQLite plan that read a whole table.
async fn scans_of_sqlite(connection: &mut AnyConnection, sql: &str) -> Vec<String> {
    let plan = lines(connection, format!("EXPLAIN QUERY PLAN {sql}"), 3).await;
    let sorts = plan
        .iter()
        .any(|line| line.contains("TEMP B-TREE FOR ORDER BY"));
    let first_few = sql.contains("LIMIT") && !sorts;
    let is_scan = |line: &&String| {
        let Some((_, scanned)) = line.split_once("SCAN ") else {
            return false;
        };
        let name = scanned.split(' ').next().unwrap_or_default();
        // What a subquery gives, which has its own lines.
        let subquery = name.starts_with('(')
            || scanned.starts_with("CONSTANT ROW")
            || sql.contains(&format!(") {name} "))
            || sql.contains(&format!(") AS {name} "));
        let of_index = line.contains("USING INDEX") || line.contains("USING COVERING INDEX");
        // The first few of an index are read in its order.
        let short = subquery || FEW_ROWS.contains(&name) || (first_few && of_index);
        !short
    };
    plan.iter().filter(is_scan).cloned().collect()
}

/// The lines of a PostgreSQL plan that read a whole table.
async fn scans_of_postgres(connection: &mut AnyConnection, sql: &str) -> Vec<String> {
    let run = async |connection: &mut AnyConnection, sql: String| {
        let done = sqlx::raw_sql(AssertSqlSafe(sql.clone())).execute(connection);
        done.await.unwrap_or_else(|error| panic!("{error}: {sql}"));
    };
    run(connection, format!("PREPARE query AS {sql}")).await;
    let nulls = vec!["NULL"; parameters(sql)].join(", ");
    let nulls = if nulls.is_empty() {
        nulls
    } else {
        format!("({nulls})")
    };
    let plan = lines(
        connection,
        format!("EXPLAIN (COSTS OFF) EXECUTE query{nulls}"),
        0,
    )
    .await;
    run(connection, "DEALLOCATE query".to_owned()).await;
    let sorts = plan
        .iter()
        .any(|line| line.trim_start().starts_with("Sort"));
    let first_few = sql.contains("LIMIT") && !sorts;
    let is_scan = |place: usize| {
        let line = &plan[place];
        let scanned = line.split_once(" on ").map_or("", |(_, scanned)| scanned);
        let table = scanned.split(' ').next().unwrap_or_default();
        if line.contains("Seq Scan") && !FEW_ROWS.contains(&table) {
            return true;
        }
        // A scan of an index without a condition reads all of it.
        let next = plan.get(place + 1).map_or("", String::as_str);
        let no_condition = !next.contains("Index Cond");
        let of_index = line.contains("Index Scan") || line.contains("Index Only Scan");
        of_index && no_condition && !first_few
    };
    let scans = (0..plan.len()).filter(|&place| is_scan(place));
    scans.map(|place| plan[place].clone()).collect()
}

/// Looks at the plans of all queries.
async fn look(connection: &mut AnyConnection, postgres: bool) {
    let mut faults = Vec::new();
    for sql in queries() {
        if !is_for(&sql, postgres) || ALLOWED.iter().any(|(start, _)| sql.starts_with(start)) {
            continue;
        }
        let scans = if postgres {
            scans_of_postgres(connection, &sql).await
        } else {
            scans_of_sqlite(connection, &sql).await
        };
        if !scans.is_empty() {
            faults.push(format!("{sql}\n    {}", scans.join("\n    ")));
        }
    }
    assert!(
        faults.is_empty(),
        "whole tables are read:\n{}",
        faults.join("\n")
    );
}

async fn connect(url: &str) -> AnyConnection {
    Store::open(url).await.unwrap().close().await;
    AnyConnection::connect(url).await.unwrap()
}

async fn run(connection: &mut AnyConnection, sql: &'static str) {
    let done = sqlx::raw_sql(sql).execute(connection).await;
    done.unwrap_or_else(|error| panic!("{error}: {sql}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_reads_no_whole_table() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!(
        "sqlite://{}?mode=rwc",
        folder.path().join("plans.db").display()
    );
    let mut connection = connect(&url).await;
    look(&mut connection, false).await;
    // The test itself finds what it looks for.
    let scans = scans_of_sqlite(&mut connection, "SELECT id FROM games WHERE title = $1").await;
    assert_eq!(scans.len(), 1, "{scans:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_reads_no_whole_table() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let mut connection = connect(&postgres.url()).await;
    // Plans for values that are not known, and full scans only where nothing else helps.
    run(&mut connection, "SET plan_cache_mode = force_generic_plan").await;
    run(&mut connection, "SET enable_seqscan = off").await;
    // Joins of tables that are nearly empty may read whole indexes.
    run(
        &mut connection,
        "SET enable_mergejoin = off; SET enable_hashjoin = off",
    )
    .await;
    look(&mut connection, true).await;
    let scans = scans_of_postgres(&mut connection, "SELECT id FROM games WHERE title = $1").await;
    assert_eq!(scans.len(), 1, "{scans:?}");
    let scans = scans_of_postgres(&mut connection, "SELECT COUNT(*) FROM games").await;
    assert_eq!(scans.len(), 1, "{scans:?}");
}

/// A million games of 100,000 people. Few games are not over, and one person has very many.
const MANY: [&str; 9] = [
    "INSERT INTO users (id, name, folded, guest, created, seen) \
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) \
     SELECT 'u' || i, 'U' || i, 'u' || i, CASE WHEN i % 10 = 0 THEN 1 ELSE 0 END, i, i FROM n",
    "INSERT INTO sessions (hash, user_id, created, expires) \
     SELECT 's' || id, id, created, created + 1000 FROM users",
    "INSERT INTO tokens (id, hash, user_id, label, created) \
     SELECT 't' || id, 'h' || id, id, 'bot', created FROM users WHERE created % 10 = 1",
    "INSERT INTO definitions (hash, name, text, author, created) \
     SELECT 'd' || id, 'chess', 'text', id, created FROM users WHERE created <= 10000",
    "INSERT INTO games (id, game, definition, title, layout_kind, white_user, black_user, clock, \
     rated, state, outcome, seq, log, position, turn, white_ms, black_ms, running_since, deadline, \
     created, updated, owner) \
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) \
     SELECT 'g' || i, '{}', 'du1', 'Chess', 'grid', \
     'u' || CASE WHEN i % 20 = 0 THEN 1 ELSE 1 + i % 100000 END, 'u' || (1 + (i * 7) % 100000), \
     '{}', 0, CASE WHEN i % 100 = 0 THEN 'active' WHEN i % 100 = 1 THEN 'open' ELSE 'over' END, \
     NULL, 2, 2, 'position', 'white', 0, 0, CASE WHEN i % 100 = 0 THEN i END, \
     CASE WHEN i % 100 = 0 THEN i + 1000 END, i, i, 'node' FROM n",
    "INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) \
     SELECT id, 1, 'move', 'e2e4', 'e4', created, 0, 0, 0 FROM games",
    "INSERT INTO keys (game, player, key, seq, at) SELECT id, white_user, 'k', 1, created FROM games",
    "INSERT INTO ratings (user_id, game, rating, deviation, volatility, games, updated) \
     SELECT id, 'chess', 1500, 350, 0.06, 0, created FROM users",
    "INSERT INTO analyses (id, user_id, tree, created) SELECT 'a' || id, id, '{}', created FROM users",
];

/// What people have learned, background jobs, and the openings of their games.
const BACKGROUND_WORK: [&str; 11] = [
    "INSERT INTO rating_history (user_id, game, games, rating, deviation, at) \
     SELECT user_id, game, 1, rating, deviation, updated FROM ratings",
    "INSERT INTO progress (user_id, item, first_try, done) \
     SELECT id, 'lesson/chess/' || created, 1, created FROM users",
    "INSERT INTO study_jobs (kind, subject, person, created) \
     SELECT 'opening', id, '', created FROM games WHERE created % 50 = 2",
    "INSERT INTO reports (subject, person, report, created) \
     SELECT id, white_user, '{}', created FROM games WHERE created % 50 = 3",
    "INSERT INTO openings (rules, position, source, move, short, white, draws, black, game) \
     SELECT 'chess', 'p' || (created % 100000), 'people', 'm' || created, 'm', 1, 0, 0, id FROM games",
    "INSERT INTO opening_games (game) SELECT id FROM games WHERE state = 'over'",
    "INSERT INTO published (definition, author, created) \
     SELECT hash, author, created FROM definitions",
    "INSERT INTO study_jobs (kind, subject, person, address, created) \
     SELECT 'report', 'a' || id, id, 'a' || id, created FROM users WHERE created % 20 = 7",
    "INSERT INTO playtests (id, person, definition, name, title, options, state, settings, nodes, \
     games, total, budget_ms, address, created) \
     SELECT 'p' || id, id, 'd' || id, 'chess', 'Chess', '{}', \
     CASE WHEN created % 200 = 1 THEN 'waiting' ELSE 'over' END, '{}', 1000, 10, 200, 1000, \
     'a' || id, created FROM users WHERE created % 5 = 1",
    "INSERT INTO failed_sign_ins (name, count, last) SELECT id, 1, created FROM users",
    "INSERT INTO analysis_jobs (id, node, person, address, turns, wish, lease, created) \
     SELECT 'j' || id, 'n' || (created % 5), id, 'a' || id, id, '{}', created % 2, created FROM users \
     WHERE created % 500 < 2",
];

async fn fill(connection: &mut AnyConnection) {
    for sql in MANY {
        run(connection, sql).await;
    }
    run(
        connection,
        "INSERT INTO jobs (game, person, seq, log, level, created) \
         SELECT id, white_user, seq, log, 1, created FROM games WHERE state = 'active'",
    )
    .await;
    run(
        connection,
        "INSERT INTO totals (user_id, wins, losses, draws) SELECT id, 0, 0, 0 FROM users",
    )
    .await;
    run(
        connection,
        "INSERT INTO seeks (id, user_id, new_game, title, created, expires, live, address) \
         SELECT 's' || id, id, '{}', 'Chess', created, created + 1000, created % 2, 'a' || id \
         FROM users WHERE created % 20 = 1",
    )
    .await;
    run(
        connection,
        "INSERT INTO devices (hash, user_id, seen) SELECT 'd' || id, id, created FROM users",
    )
    .await;
    run(
        connection,
        "INSERT INTO engine_turns (person, served) \
         SELECT id, created FROM users WHERE created % 10 = 1",
    )
    .await;
    for sql in BACKGROUND_WORK {
        run(connection, sql).await;
    }
    run(connection, "ANALYZE").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes; `make soak` runs it"]
async fn sqlite_reads_no_whole_table_of_a_million_games() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!(
        "sqlite://{}?mode=rwc",
        folder.path().join("plans.db").display()
    );
    let mut connection = connect(&url).await;
    run(
        &mut connection,
        "PRAGMA synchronous = OFF; PRAGMA cache_size = -200000",
    )
    .await;
    fill(&mut connection).await;
    look(&mut connection, false).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes; `make soak` runs it"]
async fn postgres_reads_no_whole_table_of_a_million_games() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let mut connection = connect(&postgres.url()).await;
    fill(&mut connection).await;
    run(&mut connection, "SET plan_cache_mode = force_generic_plan").await;
    look(&mut connection, true).await;
}
