//! Transactions that look at something before they write: how much there is of it, or whether a
//! person is still here.

use super::backend::Backend;
use super::error::{StoreError, StoreResult};
use sqlx::AnyConnection;

/// Lets the transactions that name the same person or address run one after the other, so
/// that each counts what those before have added. SQLite has one writer in any case; on
/// PostgreSQL those of other nodes wait until this one is committed.
pub(super) async fn take_turns(
    backend: Backend,
    connection: &mut AnyConnection,
    name: &str,
) -> Result<(), sqlx::Error> {
    if backend == Backend::Postgres {
        sqlx::query("SELECT CAST(pg_advisory_xact_lock(hashtext($1)) AS TEXT)")
            .bind(name.to_owned())
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// Whoever is deleted or banned begins nothing, though others may not know it yet.
pub(super) async fn check_person(connection: &mut AnyConnection, person: &str) -> StoreResult<()> {
    let query = "SELECT created FROM users WHERE id = $1 AND deleted = 0 AND banned = 0";
    find_person(connection, query, person).await
}

/// Looks for a person with a query.
async fn find_person(
    connection: &mut AnyConnection,
    query: &'static str,
    person: &str,
) -> StoreResult<()> {
    let query = sqlx::query_scalar(query).bind(person.to_owned());
    let known: Option<i64> = query.fetch_optional(connection).await?;
    known.map(|_| ()).ok_or(StoreError::PersonLeft)
}

/// The same, and nobody deletes or bans the person before this transaction is committed: what a
/// request under way adds is either refused, or there in time to be deleted. Several transactions
/// can hold a person at once.
pub(super) async fn hold_person(
    backend: Backend,
    connection: &mut AnyConnection,
    person: &str,
) -> StoreResult<()> {
    if backend == Backend::Sqlite {
        return check_person(connection, person).await;
    }
    let query =
        "SELECT created FROM users WHERE id = $1 AND deleted = 0 AND banned = 0 FOR KEY SHARE";
    find_person(connection, query, person).await
}

/// Holds a person of whom something is counted: whoever counts it takes turns.
pub(super) async fn count_for_person(
    backend: Backend,
    connection: &mut AnyConnection,
    person: &str,
) -> StoreResult<()> {
    take_turns(backend, connection, person).await?;
    hold_person(backend, connection, person).await
}

/// Waits until no other transaction holds a person, who is about to be deleted or banned or to
/// get another password.
pub(super) async fn lock_person(
    backend: Backend,
    connection: &mut AnyConnection,
    person: &str,
) -> Result<(), sqlx::Error> {
    if backend == Backend::Postgres {
        sqlx::query("SELECT id FROM users WHERE id = $1 FOR UPDATE")
            .bind(person.to_owned())
            .execute(connection)
            .await?;
    }
    Ok(())
}
