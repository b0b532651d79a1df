//! The server's own records: texts by name, in the table `settings`.

use super::error::StoreResult;
use sqlx::AnyConnection;

/// A setting, if it was ever written.
pub(super) async fn read(
    connection: &mut AnyConnection,
    name: &'static str,
) -> StoreResult<Option<String>> {
    let value = sqlx::query_scalar("SELECT value FROM settings WHERE name = $1")
        .bind(name)
        .fetch_optional(connection)
        .await?;
    Ok(value)
}

/// Writes a setting.
pub(super) async fn write(
    connection: &mut AnyConnection,
    name: &'static str,
    value: String,
) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO settings (name, value) VALUES ($1, $2) \
         ON CONFLICT (name) DO UPDATE SET value = $2",
    )
    .bind(name)
    .bind(value)
    .execute(connection)
    .await?;
    Ok(())
}

/// Writes a setting unless it was ever written. Returns its value.
pub(super) async fn write_once(
    connection: &mut AnyConnection,
    name: &'static str,
    value: String,
) -> StoreResult<String> {
    sqlx::query("INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
        .bind(name)
        .bind(value)
        .execute(&mut *connection)
        .await?;
    let value = sqlx::query_scalar("SELECT value FROM settings WHERE name = $1")
        .bind(name)
        .fetch_one(connection)
        .await?;
    Ok(value)
}
