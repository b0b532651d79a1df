//! Browsers in which people have signed in.

use super::database::Store;
use super::error::StoreResult;
use sqlx::AnyConnection;

/// The most browsers that are known of a person.
const MAX_DEVICES: i64 = 20;

/// Notes that a person has signed in with a browser, by the hash of its secret. Of many browsers
/// the last ones are known.
pub(super) async fn add_device(
    connection: &mut AnyConnection,
    hash: String,
    user: String,
    now: i64,
) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO devices (hash, user_id, seen) VALUES ($1, $2, $3) \
         ON CONFLICT (hash, user_id) DO UPDATE SET seen = $3",
    )
    .bind(hash)
    .bind(user.clone())
    .bind(now)
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "DELETE FROM devices WHERE user_id = $1 AND hash NOT IN (SELECT hash \
         FROM devices WHERE user_id = $1 ORDER BY seen DESC, hash LIMIT $2)",
    )
    .bind(user)
    .bind(MAX_DEVICES)
    .execute(connection)
    .await?;
    Ok(())
}

impl Store {
    /// Whether a person has signed in with a browser before.
    pub async fn is_device_of(&self, hash: &str, user: &str) -> StoreResult<bool> {
        let found: Option<i64> =
            sqlx::query_scalar("SELECT seen FROM devices WHERE hash = $1 AND user_id = $2")
                .bind(hash)
                .bind(user)
                .fetch_optional(self.reads())
                .await?;
        Ok(found.is_some())
    }

    /// When the browsers of a person were last used.
    pub async fn devices_of(&self, user: &str) -> StoreResult<Vec<i64>> {
        let seen = sqlx::query_scalar("SELECT seen FROM devices WHERE user_id = $1 ORDER BY seen")
            .bind(user)
            .fetch_all(self.reads())
            .await?;
        Ok(seen)
    }
}
