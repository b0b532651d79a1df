//! Transactions that count something before they add to it.

use super::backend::Backend;
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
