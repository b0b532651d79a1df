//! The server's own records: texts by name, in the table `settings`.

use super::database::Store;
use super::error::StoreResult;
use sqlx::AnyConnection;

/// The setting with the server's secret.
const SECRET: &str = "secret";

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

impl Store {
    /// The secret of all servers on this database, made when it is first asked for.
    pub async fn secret(&self) -> StoreResult<String> {
        self.write(|connection| {
            Box::pin(async move {
                sqlx::query(
                    "INSERT INTO settings (name, value) VALUES ($1, $2) \
                     ON CONFLICT (name) DO NOTHING",
                )
                .bind(SECRET)
                .bind(crate::security::secret::secret())
                .execute(&mut *connection)
                .await?;
                let secret = sqlx::query_scalar("SELECT value FROM settings WHERE name = $1")
                    .bind(SECRET)
                    .fetch_one(connection)
                    .await?;
                Ok(secret)
            })
        })
        .await
    }
}
