//! The versions of the tables.

use super::backend::Backend;
use super::error::{StoreError, StoreResult};
use sqlx::migrate::{Migration, Migrator};
use sqlx::{AnyConnection, FromRow, Row};
use std::path::PathBuf;

/// The migrations in `migrations`, in order.
///
/// A migration whose name begins with `expand` only adds things that programs without it do not
/// need. They keep running on tables that have it, and can even be started on them. So servers
/// of two versions can run on one database while it is brought up to date. Any other migration
/// needs all servers to be stopped.
static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");
/// The migration that adds the table `nodes`.
const NODES: i64 = 2;
/// The lock in PostgreSQL that servers of versions before 0.2 hold.
const OLD_LOCK: i64 = 0x6879_7065_7272_6f6f;

/// The beginning of the names of migrations that do not disturb servers without them.
const EXPAND: &str = "expand";

/// A migration that was applied.
#[derive(FromRow)]
struct Applied {
    version: i64,
    description: String,
}

/// The migrations that were applied; `None` if there are no tables yet.
async fn applied(connection: &mut AnyConnection) -> StoreResult<Option<Vec<Applied>>> {
    // No query asks both databases whether a table exists. So read the table and see whether
    // that fails: nothing else happens in this transaction.
    let applied =
        sqlx::query_as("SELECT version, description FROM _sqlx_migrations ORDER BY version")
            .fetch_all(connection)
            .await;
    match applied {
        Ok(applied) => Ok(Some(applied)),
        Err(sqlx::Error::Database(error)) if is_missing_table(&*error) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn is_missing_table(error: &dyn sqlx::error::DatabaseError) -> bool {
    error.code().is_some_and(|code| code == "42P01") || error.message().contains("no such table")
}

/// The migrations that are missing.
fn missing(applied: &[Applied]) -> StoreResult<Vec<&'static Migration>> {
    let too_new = |applied: &Applied| {
        !MIGRATIONS.version_exists(applied.version) && !applied.description.starts_with(EXPAND)
    };
    if applied.iter().any(too_new) {
        return Err(StoreError::NewTables);
    }
    let known = |version| applied.iter().any(|applied| applied.version == version);
    Ok(MIGRATIONS
        .iter()
        .filter(|migration| !known(migration.version))
        .collect())
}

/// Checks that the tables are those of this version, or of one that it can run on.
pub(super) async fn check(connection: &mut AnyConnection) -> StoreResult<()> {
    let applied = applied(connection).await?.unwrap_or_default();
    if missing(&applied)?.is_empty() {
        Ok(())
    } else {
        Err(StoreError::OldTables)
    }
}

/// Brings the tables up to date. If asked to, copies an SQLite database that has tables
/// of an older version first, to a file beside it.
pub(super) async fn migrate(
    backend: Backend,
    connection: &mut AnyConnection,
    with_copy: bool,
) -> StoreResult<()> {
    let applied = applied(connection).await?.unwrap_or_default();
    let missing = missing(&applied)?;
    if missing.is_empty() {
        return Ok(());
    }
    if let Some(last) = applied.last() {
        match backend {
            Backend::Sqlite if with_copy => copy(connection, last.version).await?,
            Backend::Sqlite => {}
            Backend::Postgres => {
                let expand = |migration: &&Migration| migration.description.starts_with(EXPAND);
                if !missing.iter().all(expand) {
                    refuse_running_servers(connection, &applied).await?;
                }
            }
        }
        let versions: Vec<i64> = missing.iter().map(|migration| migration.version).collect();
        tracing::info!(?versions, "bringing the tables of the database up to date");
    }
    let mut migrator = Migrator::with_migrations(MIGRATIONS.iter().cloned().collect());
    // A newer version may have added what this one does not miss.
    migrator.set_ignore_missing(true);
    migrator.run_direct(None, connection, false).await?;
    Ok(())
}

/// Brings the tables of a copy up to date. A database without them is no copy, even if it is
/// empty: that is what a backup on a full disk leaves.
pub(super) async fn migrate_copy(connection: &mut AnyConnection) -> StoreResult<()> {
    let applied = applied(connection).await?.unwrap_or_default();
    let first = MIGRATIONS.iter().next();
    let has_first = |first: &Migration| {
        let mut all = applied.iter();
        all.any(|it| it.version == first.version && it.description == first.description)
    };
    if !first.is_some_and(has_first) {
        return Err(StoreError::ForeignTables);
    }
    migrate(Backend::Sqlite, connection, false).await
}

/// Creates the tables of an empty PostgreSQL database. Tables of an older version are
/// brought up to date by a command: other servers may be running on them.
pub(super) async fn create(connection: &mut AnyConnection) -> StoreResult<()> {
    match applied(connection).await? {
        None => migrate(Backend::Postgres, connection, false).await,
        Some(applied) if applied.is_empty() => migrate(Backend::Postgres, connection, false).await,
        Some(_) => check(connection).await,
    }
}

/// Copies an SQLite database before its tables are brought up to date. An older copy of
/// the same version is replaced: that migration did not succeed.
async fn copy(connection: &mut AnyConnection, version: i64) -> StoreResult<()> {
    let row = sqlx::query("SELECT file FROM pragma_database_list WHERE name = 'main'")
        .fetch_one(&mut *connection)
        .await?;
    let file: String = row.try_get(0)?;
    if file.is_empty() {
        // It is in memory.
        return Ok(());
    }
    let to = PathBuf::from(format!("{file}.before-migration-{version:04}"));
    let failed = |error: String| StoreError::Copy {
        to: to.clone(),
        error,
    };
    if to.exists() {
        std::fs::remove_file(&to).map_err(|error| failed(error.to_string()))?;
    }
    let copied = sqlx::query("VACUUM INTO $1")
        .bind(to.to_string_lossy().into_owned())
        .execute(connection)
        .await;
    copied.map_err(|error| failed(error.to_string()))?;
    let synced = std::fs::File::open(&to).and_then(|file| file.sync_all());
    synced.map_err(|error| failed(error.to_string()))?;
    tracing::info!(copy = %to.display(), "copied the database before an upgrade");
    Ok(())
}

/// Refuses to change the tables under a server.
async fn refuse_running_servers(
    connection: &mut AnyConnection,
    applied: &[Applied],
) -> StoreResult<()> {
    if applied.iter().any(|applied| applied.version == NODES) {
        let node: Option<String> = sqlx::query_scalar(
            "SELECT label FROM nodes \
             WHERE lease_until > CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
        )
        .fetch_optional(&mut *connection)
        .await?;
        if let Some(node) = node {
            return Err(StoreError::TablesInUse(node));
        }
    }
    // A server of a version without leases holds a lock instead.
    let free: i32 = sqlx::query_scalar("SELECT CAST(pg_try_advisory_lock($1) AS INT)")
        .bind(OLD_LOCK)
        .fetch_one(&mut *connection)
        .await?;
    if free != 1 {
        return Err(StoreError::InUse("the database".to_owned()));
    }
    sqlx::query("SELECT pg_advisory_unlock($1)")
        .bind(OLD_LOCK)
        .execute(connection)
        .await?;
    Ok(())
}
