//! Transactions that look at something before they write: how much there is of it, or whether a
//! person is still here.

use super::backend::Backend;
use super::error::{StoreError, StoreResult};
use sqlx::AnyConnection;

/// Lets the transactions that name the same person or address run one after the other, so
/// that each counts what those before have added. SQLite has one writer in any case; on
/// PostgreSQL it is another node's turn until its transaction is committed. Returns whether it is
/// this one's turn. It never waits: a transaction has the writes of many people, and two nodes
/// that took their turns in different orders would wait for each other.
pub(super) async fn try_to_take_turn(
    backend: Backend,
    connection: &mut AnyConnection,
    name: &str,
) -> Result<bool, sqlx::Error> {
    if backend == Backend::Sqlite {
        return Ok(true);
    }
    let query = "SELECT CAST(pg_try_advisory_xact_lock(hashtext($1)) AS INT)";
    let query = sqlx::query_scalar(query).bind(name.to_owned());
    let is_taken: i32 = query.fetch_one(connection).await?;
    Ok(is_taken == 1)
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
/// request under way adds is either refused, or there in time to be deleted. Whoever holds a person
/// takes the person's turn, so that no two nodes wait for each other.
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
