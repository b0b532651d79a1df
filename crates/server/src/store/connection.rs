//! Connections to a database.

use super::backend::Backend;
use sqlx::any::AnyConnectOptions;
use sqlx::{AnyConnection, Connection};

/// Opens a connection.
pub(super) async fn connect(
    backend: Backend,
    options: &AnyConnectOptions,
) -> Result<AnyConnection, sqlx::Error> {
    let mut connection = AnyConnection::connect_with(options).await?;
    prepare(backend, &mut connection).await?;
    Ok(connection)
}

/// Settings of a new connection.
pub(super) async fn prepare(
    backend: Backend,
    connection: &mut AnyConnection,
) -> Result<(), sqlx::Error> {
    let settings = match backend {
        // FULL: an acknowledged move survives a power failure. What is deleted is
        // overwritten: the name of a deleted person does not stay in the file.
        Backend::Sqlite => {
            "PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
             PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON;"
        }
        // A transaction of a node that is gone must not hold its locks for long.
        Backend::Postgres => {
            "SET idle_in_transaction_session_timeout = '2s'; SET lock_timeout = '4s';"
        }
    };
    sqlx::raw_sql(settings).execute(connection).await?;
    Ok(())
}
