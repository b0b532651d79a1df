//! Copying the data of an SQLite server into an empty PostgreSQL database.
//!
//! The tables and columns are read from the schema, so that one that is added later is
//! copied, too; each table needs a [`CopyRule`]. Rows flow from a cursor into `COPY … FROM
//! STDIN`, and never more than a buffer of them is in memory. The target is changed in one
//! transaction.

use super::backend::Backend;
use super::database::{Store, file_of_url};
use super::error::{StoreError, StoreResult, damaged, not_opened};
use super::lock::DataLock;
use super::tables;
use futures_util::TryStreamExt;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteRow};
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Row, TypeInfo, ValueRef};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::str::FromStr;
use thiserror::Error;

/// Rows go to PostgreSQL in pieces of about this many bytes.
const PIECE_BYTES: usize = 256 * 1024;
/// The most rows of one `COPY`. PostgreSQL remembers them to check foreign keys at its end.
const BATCH_ROWS: u64 = 20_000;

/// Why data could not be copied to another database. The target is as it was.
#[derive(Debug, Error)]
pub enum CopyError {
    /// The source is no file of SQLite.
    #[error("the source must be an SQLite database: `sqlite:///srv/hyperrook-data/hyperrook.db`")]
    NotFromSqlite,
    /// The target is no PostgreSQL database.
    #[error("the target must be a PostgreSQL database: `postgres://user@host/name`")]
    NotToPostgres,
    /// There is no such file.
    #[error("there is no database {0}")]
    NoSource(PathBuf),
    /// The source cannot be used or read.
    #[error("the source: {0}")]
    Source(StoreError),
    /// The target cannot be used or written.
    #[error("the target: {0}")]
    Target(StoreError),
    /// The target has no tables, or those of an older version.
    #[error(
        "the target does not have the tables of this version; run `hyperrook admin migrate \
         --database URL` first"
    )]
    OldTarget,
    /// The target has data.
    #[error("the target is not empty: its table `{0}` has rows")]
    NotEmpty(String),
    /// The tables differ although the versions are equal.
    #[error("the table `{table}` has other columns in the target: {columns}")]
    Columns {
        /// The table.
        table: String,
        /// The columns that only one of the databases has.
        columns: String,
    },
    /// Nobody has said what to do with a table.
    #[error("this version does not know whether to copy the table `{0}`")]
    NoRule(String),
    /// The foreign keys of tables form a circle.
    #[error("no order of the tables satisfies their foreign keys: {0}")]
    Circle(String),
    /// PostgreSQL cannot store a value.
    #[error("the table `{table}` has a value that PostgreSQL cannot store: `{column}` {fault}")]
    Value {
        /// The table.
        table: String,
        /// The column.
        column: String,
        /// What is wrong with it.
        fault: String,
    },
    /// Rows are missing.
    #[error("the table `{table}` has {from} rows in the source, and {to} in the target")]
    Count {
        /// The table.
        table: String,
        /// Rows in the source.
        from: u64,
        /// Rows in the target.
        to: u64,
    },
}

/// A table that was copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopiedTable {
    /// Its name.
    pub name: String,
    /// Its rows, counted in both databases.
    pub rows: u64,
}

/// How far the copy of a table has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyProgress<'a> {
    /// The table.
    pub table: &'a str,
    /// Rows that were copied.
    pub copied: u64,
    /// All rows.
    pub rows: u64,
}

/// What happens to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CopyRule {
    /// It is copied. The target must not have rows of it.
    Copy,
    /// It is copied, except for a column that gets a constant.
    CopyWith(&'static str, i64),
    /// It replaces rows that the target has: a server that was started on an empty database
    /// leaves some.
    Replace,
    /// The same, except for a column that gets a constant.
    ReplaceWith(&'static str, i64),
    /// It is left out.
    LeaveOut,
}

impl CopyRule {
    /// The rule for a table.
    fn of(table: &str) -> Option<CopyRule> {
        Some(match table {
            "users" | "sessions" | "tokens" | "devices" | "definitions" | "games" | "moves"
            | "failed_sign_ins" | "keys" | "seeks" | "ratings" | "rating_history" | "totals"
            | "analyses" | "engine_turns" | "progress" | "reports" | "openings"
            | "opening_games" | "published" | "withdrawn" | "definition_uploads" | "leavers" => {
                CopyRule::Copy
            }
            // A thread of the old server may have been at work on it.
            "jobs" | "study_jobs" | "playtests" => CopyRule::CopyWith("lease", 0),
            "settings" => CopyRule::Replace,
            // No lease of the source holds in the target. The node's last beat is needed:
            // the time since then is given back to the clocks of its games.
            "nodes" => CopyRule::ReplaceWith("lease_until", 0),
            // Those who wait for an analysis have gone with the old server.
            "analysis_jobs" | "leases" | "_sqlx_migrations" => CopyRule::LeaveOut,
            _ => return None,
        })
    }

    fn replaces(self) -> bool {
        matches!(self, CopyRule::Replace | CopyRule::ReplaceWith(..))
    }

    /// The expression for the value of a column.
    fn value(self, column: &str) -> String {
        match self {
            CopyRule::CopyWith(replaced, value) | CopyRule::ReplaceWith(replaced, value)
                if replaced == column =>
            {
                format!("{value} AS {}", quoted(column))
            }
            _ => quoted(column),
        }
    }
}

/// A table to copy.
#[derive(Clone, Debug)]
struct TableToCopy {
    name: String,
    rule: CopyRule,
    columns: Vec<String>,
}

/// Copies all data of an SQLite database into an empty PostgreSQL database that has the
/// same tables. No server may run on either. `progress` is called often. Returns the tables
/// with their rows.
pub async fn copy(
    from: &str,
    to: &str,
    progress: &mut (dyn FnMut(CopyProgress<'_>) + Send),
) -> Result<Vec<CopiedTable>, CopyError> {
    if Store::backend_of(from).ok() != Some(Backend::Sqlite) {
        return Err(CopyError::NotFromSqlite);
    }
    if Store::backend_of(to).ok() != Some(Backend::Postgres) {
        return Err(CopyError::NotToPostgres);
    }
    let file = file_of_url(from).map_err(CopyError::Source)?;
    let file = file.ok_or(CopyError::NotFromSqlite)?;
    if !file.is_file() {
        return Err(CopyError::NoSource(file));
    }
    let _lock = DataLock::url(from).map_err(CopyError::Source)?;
    check_version(from).await.map_err(CopyError::Source)?;
    check_version(to).await.map_err(|error| match error {
        StoreError::OldTables => CopyError::OldTarget,
        error => CopyError::Target(error),
    })?;
    let mut source = open_source(from).await.map_err(of_source)?;
    let mut target = open_target(to).await.map_err(of_target)?;
    let copied = match copy_tables(&mut source, &mut target, progress).await {
        Ok(copied) => {
            let committed = sqlx::raw_sql("COMMIT").execute(&mut target).await;
            committed.map(|_| copied).map_err(of_target)
        }
        Err(error) => {
            // If this fails the end of the connection does the same.
            let _ = sqlx::raw_sql("ROLLBACK").execute(&mut target).await;
            Err(error)
        }
    };
    let _ = source.close().await;
    let _ = target.close().await;
    copied
}

fn of_source(error: sqlx::Error) -> CopyError {
    CopyError::Source(error.into())
}

fn of_target(error: sqlx::Error) -> CopyError {
    CopyError::Target(error.into())
}

/// Checks that the tables of a database are those of this version.
async fn check_version(url: &str) -> StoreResult<()> {
    sqlx::any::install_default_drivers();
    let connected = AnyConnection::connect(url).await;
    let mut connection = connected.map_err(|error| match Store::backend_of(url) {
        Ok(Backend::Postgres) => not_opened(error, url),
        _ => error.into(),
    })?;
    let checked = tables::check(&mut connection).await;
    let _ = connection.close().await;
    let file = || file_of_url(url).ok().flatten();
    checked.map_err(|error| damaged(error, file()))
}

/// Opens the source, and begins a transaction that sees it as it is now.
async fn open_source(url: &str) -> Result<SqliteConnection, sqlx::Error> {
    let options = SqliteConnectOptions::from_str(url)?.create_if_missing(false);
    let mut source = SqliteConnection::connect_with(&options).await?;
    let begin = "PRAGMA busy_timeout = 10000; PRAGMA query_only = ON; BEGIN";
    sqlx::raw_sql(begin).execute(&mut source).await?;
    Ok(source)
}

/// Opens the target, and begins a transaction.
async fn open_target(url: &str) -> Result<PgConnection, sqlx::Error> {
    let options = PgConnectOptions::from_str(url)?;
    let mut target = PgConnection::connect_with(&options).await?;
    // A long count in the source is no reason to end the transaction.
    let begin = "BEGIN; SET LOCAL lock_timeout = '10s'; SET LOCAL statement_timeout = 0; \
                 SET LOCAL idle_in_transaction_session_timeout = 0";
    sqlx::raw_sql(begin).execute(&mut target).await?;
    Ok(target)
}

async fn copy_tables(
    source: &mut SqliteConnection,
    target: &mut PgConnection,
    progress: &mut (dyn FnMut(CopyProgress<'_>) + Send),
) -> Result<Vec<CopiedTable>, CopyError> {
    let tables = tables_to_copy(source, target).await?;
    lock_empty(target, &tables).await?;
    let mut copied = Vec::new();
    for table in &tables {
        let rows = copy_table(source, target, table, progress).await?;
        copied.push(CopiedTable {
            name: table.name.clone(),
            rows,
        });
    }
    for table in &copied {
        let rows = count_in_target(target, &table.name).await?;
        if rows != table.rows {
            return Err(CopyError::Count {
                table: table.name.clone(),
                from: table.rows,
                to: rows,
            });
        }
    }
    set_sequences(target).await.map_err(of_target)?;
    // Without it PostgreSQL would plan queries for empty tables at first.
    let analyze = sqlx::raw_sql("ANALYZE").execute(target).await;
    analyze.map_err(of_target)?;
    Ok(copied)
}

/// The tables to copy, each after those that its foreign keys refer to.
async fn tables_to_copy(
    source: &mut SqliteConnection,
    target: &mut PgConnection,
) -> Result<Vec<TableToCopy>, CopyError> {
    let names: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_' \
         ORDER BY name",
    )
    .fetch_all(&mut *source)
    .await
    .map_err(of_source)?;
    let mut waiting = BTreeMap::new();
    for name in names {
        let rule = CopyRule::of(&name).ok_or_else(|| CopyError::NoRule(name.clone()))?;
        if rule == CopyRule::LeaveOut {
            continue;
        }
        let columns = columns_of(source, target, &name).await?;
        let parents: Vec<String> =
            sqlx::query_scalar("SELECT DISTINCT \"table\" FROM pragma_foreign_key_list($1)")
                .bind(&name)
                .fetch_all(&mut *source)
                .await
                .map_err(of_source)?;
        let table = TableToCopy {
            name: name.clone(),
            rule,
            columns,
        };
        waiting.insert(name, (table, parents));
    }
    in_order(waiting)
}

/// Puts tables in the order of their foreign keys.
fn in_order(
    mut waiting: BTreeMap<String, (TableToCopy, Vec<String>)>,
) -> Result<Vec<TableToCopy>, CopyError> {
    let mut ordered = Vec::new();
    while !waiting.is_empty() {
        let is_ready = |(_, parents): &(TableToCopy, Vec<String>)| {
            !parents.iter().any(|parent| waiting.contains_key(parent))
        };
        let ready = waiting.iter().find(|(_, entry)| is_ready(entry));
        let Some(name) = ready.map(|(name, _)| name.clone()) else {
            let names: Vec<String> = waiting.into_keys().collect();
            return Err(CopyError::Circle(names.join(", ")));
        };
        ordered.extend(waiting.remove(&name).map(|(table, _)| table));
    }
    Ok(ordered)
}

/// The columns of a table, which must be the same in both databases.
async fn columns_of(
    source: &mut SqliteConnection,
    target: &mut PgConnection,
    table: &str,
) -> Result<Vec<String>, CopyError> {
    let columns: Vec<String> =
        sqlx::query_scalar("SELECT name FROM pragma_table_info($1) ORDER BY cid")
            .bind(table)
            .fetch_all(source)
            .await
            .map_err(of_source)?;
    let others: Vec<String> = sqlx::query_scalar(
        "SELECT CAST(column_name AS TEXT) FROM information_schema.columns \
         WHERE table_schema = current_schema() AND table_name = $1",
    )
    .bind(table)
    .fetch_all(target)
    .await
    .map_err(of_target)?;
    let [ours, theirs] = [&columns, &others].map(|names| names.iter().collect::<BTreeSet<_>>());
    let differing: Vec<&str> = ours
        .symmetric_difference(&theirs)
        .map(|name| name.as_str())
        .collect();
    if differing.is_empty() {
        Ok(columns)
    } else {
        Err(CopyError::Columns {
            table: table.to_owned(),
            columns: differing.join(", "),
        })
    }
}

/// Keeps everybody else from the tables of the target until the transaction ends, and
/// checks that nobody uses them and that they are empty.
async fn lock_empty(target: &mut PgConnection, tables: &[TableToCopy]) -> Result<(), CopyError> {
    let names: Vec<String> = tables.iter().map(|table| quoted(&table.name)).collect();
    let lock = format!("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE", names.join(", "));
    let locked = sqlx::raw_sql(AssertSqlSafe(lock)).execute(&mut *target);
    locked.await.map_err(of_target)?;
    let node: Option<String> = sqlx::query_scalar(
        "SELECT label FROM nodes \
         WHERE lease_until > CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
    )
    .fetch_optional(&mut *target)
    .await
    .map_err(of_target)?;
    if let Some(node) = node {
        let database = format!("the database (by {node})");
        return Err(CopyError::Target(StoreError::InUse(database)));
    }
    for table in tables {
        if !table.rule.replaces() && count_in_target(target, &table.name).await? > 0 {
            return Err(CopyError::NotEmpty(table.name.clone()));
        }
    }
    for table in tables.iter().filter(|table| table.rule.replaces()) {
        let delete = format!("DELETE FROM {}", quoted(&table.name));
        let deleted = sqlx::raw_sql(AssertSqlSafe(delete)).execute(&mut *target);
        deleted.await.map_err(of_target)?;
    }
    Ok(())
}

async fn count_in_target(target: &mut PgConnection, table: &str) -> Result<u64, CopyError> {
    let query = AssertSqlSafe(format!("SELECT COUNT(*) FROM {}", quoted(table)));
    let rows: i64 = sqlx::query_scalar(query)
        .fetch_one(target)
        .await
        .map_err(of_target)?;
    Ok(rows.unsigned_abs())
}

/// Copies the rows of a table. Returns how many the source has.
async fn copy_table(
    source: &mut SqliteConnection,
    target: &mut PgConnection,
    table: &TableToCopy,
    progress: &mut (dyn FnMut(CopyProgress<'_>) + Send),
) -> Result<u64, CopyError> {
    let name = quoted(&table.name);
    let rows: i64 = sqlx::query_scalar(AssertSqlSafe(format!("SELECT COUNT(*) FROM {name}")))
        .fetch_one(&mut *source)
        .await
        .map_err(of_source)?;
    let rows = rows.unsigned_abs();
    let columns: Vec<String> = table.columns.iter().map(|column| quoted(column)).collect();
    let values = table.columns.iter().map(|column| table.rule.value(column));
    let values: Vec<String> = values.collect();
    let select = format!("SELECT {} FROM {name}", values.join(", "));
    let into = format!("COPY {name} ({}) FROM STDIN", columns.join(", "));
    let mut report = |copied| {
        progress(CopyProgress {
            table: &table.name,
            copied,
            rows,
        });
    };
    report(0);
    let mut cursor = sqlx::query(AssertSqlSafe(select)).fetch(source);
    let mut copied = 0;
    let mut more = true;
    while more {
        let mut batch = target.copy_in_raw(&into).await.map_err(of_target)?;
        let mut piece = Vec::new();
        for _ in 0..BATCH_ROWS {
            let Some(row) = cursor.try_next().await.map_err(of_source)? else {
                more = false;
                break;
            };
            encode_row(table, &row, &mut piece)?;
            copied += 1;
            if piece.len() >= PIECE_BYTES {
                let sent = batch.send(std::mem::take(&mut piece)).await;
                sent.map_err(of_target)?;
            }
        }
        batch.send(piece).await.map_err(of_target)?;
        batch.finish().await.map_err(of_target)?;
        if copied > 0 {
            report(copied);
        }
    }
    if copied == rows {
        Ok(rows)
    } else {
        Err(CopyError::Count {
            table: table.name.clone(),
            from: rows,
            to: copied,
        })
    }
}

/// Adds a row in the text format of `COPY`: values with tabs between them, and a new line.
fn encode_row(table: &TableToCopy, row: &SqliteRow, out: &mut Vec<u8>) -> Result<(), CopyError> {
    for (index, column) in table.columns.iter().enumerate() {
        if index > 0 {
            out.push(b'\t');
        }
        encode_value(row, index, out).map_err(|fault| CopyError::Value {
            table: table.name.clone(),
            column: column.clone(),
            fault,
        })?;
    }
    out.push(b'\n');
    Ok(())
}

/// Adds a value. Fails with what is wrong with it.
fn encode_value(row: &SqliteRow, index: usize, out: &mut Vec<u8>) -> Result<(), String> {
    let text = |error: sqlx::Error| error.to_string();
    let value = row.try_get_raw(index).map_err(text)?;
    if value.is_null() {
        out.extend_from_slice(b"\\N");
        return Ok(());
    }
    match value.type_info().name() {
        "INTEGER" => {
            let number: i64 = row.try_get(index).map_err(text)?;
            out.extend_from_slice(number.to_string().as_bytes());
        }
        "REAL" => {
            let number: f64 = row.try_get(index).map_err(text)?;
            out.extend_from_slice(number.to_string().as_bytes());
        }
        "TEXT" => {
            let value: &str = row.try_get(index).map_err(text)?;
            encode_text(value, out)?;
        }
        other => return Err(format!("is of the type {other}")),
    }
    Ok(())
}

/// Adds a text, with what `COPY` would take for something else escaped.
fn encode_text(text: &str, out: &mut Vec<u8>) -> Result<(), String> {
    for &byte in text.as_bytes() {
        match byte {
            0 => return Err("has a character of the code 0".to_owned()),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            byte => out.push(byte),
        }
    }
    Ok(())
}

/// Lets the target's sequences go on after the highest number that was copied.
async fn set_sequences(target: &mut PgConnection) -> Result<(), sqlx::Error> {
    let sequences: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT * FROM (SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT), \
         pg_get_serial_sequence(quote_ident(table_schema) || '.' || quote_ident(table_name), \
           column_name) AS sequence \
         FROM information_schema.columns WHERE table_schema = current_schema()) AS columns \
         WHERE sequence IS NOT NULL",
    )
    .fetch_all(&mut *target)
    .await?;
    for (table, column, sequence) in sequences {
        let query = format!(
            "SELECT setval($1::regclass, COALESCE(MAX({}), 0) + 1, false) FROM {}",
            quoted(&column),
            quoted(&table)
        );
        sqlx::query(AssertSqlSafe(query))
            .bind(sequence)
            .execute(&mut *target)
            .await?;
    }
    Ok(())
}

/// A name as SQL has it.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever adds a table decides whether it is copied.
    #[tokio::test]
    async fn every_table_has_a_rule() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_folder(folder.path()).await.unwrap();
        let tables: Vec<String> =
            sqlx::query_scalar("SELECT name FROM sqlite_master WHERE type = 'table'")
                .fetch_all(&store.reads().pool())
                .await
                .unwrap();
        store.close().await;
        assert!(tables.len() > 10, "{tables:?}");
        for table in tables {
            assert!(
                CopyRule::of(&table).is_some(),
                "`CopyRule::of` lacks {table}"
            );
        }
    }

    #[test]
    fn texts_are_escaped() {
        let mut out = Vec::new();
        encode_text("a\tb\\N\r\nc\u{1F409}", &mut out).unwrap();
        assert_eq!(out, "a\\tb\\\\N\\r\\nc\u{1F409}".as_bytes());
        assert!(encode_text("a\0b", &mut out).is_err());
    }

    #[test]
    fn tables_come_after_those_they_refer_to() {
        let entry = |name: &str, parents: &[&str]| {
            let table = TableToCopy {
                name: name.to_owned(),
                rule: CopyRule::Copy,
                columns: Vec::new(),
            };
            let parents = parents.iter().map(|&parent| parent.to_owned()).collect();
            (name.to_owned(), (table, parents))
        };
        let tables = [
            entry("games", &["users", "definitions"]),
            entry("definitions", &[]),
            entry("moves", &["games"]),
            entry("users", &[]),
        ];
        let ordered = in_order(tables.into()).unwrap();
        let names: Vec<&str> = ordered.iter().map(|table| table.name.as_str()).collect();
        assert_eq!(names, ["definitions", "users", "games", "moves"]);
        let circle = [entry("a", &["b"]), entry("b", &["a"])];
        assert!(matches!(in_order(circle.into()), Err(CopyError::Circle(_))));
    }
}
