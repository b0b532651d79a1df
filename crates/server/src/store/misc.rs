//! Names of people, shared analyses, and the server's own records.

use super::database::Store;
use super::error::StoreResult;

/// The setting with the time at which the server was last known to run.
const ALIVE: &str = "alive";

impl Store {
    /// The name of a person, whatever has become of them.
    pub async fn name_of(&self, user: &str) -> StoreResult<Option<(String, bool)>> {
        let row: Option<(String, i64)> =
            sqlx::query_as("SELECT name, guest FROM users WHERE id = $1")
                .bind(user)
                .fetch_optional(self.reads())
                .await?;
        Ok(row.map(|(name, guest)| (name, guest != 0)))
    }

    /// Adds an analysis.
    pub async fn add_analysis(
        &self,
        id: &str,
        user: Option<String>,
        tree: String,
        now: i64,
    ) -> StoreResult<()> {
        let query = sqlx::query(
            "INSERT INTO analyses (id, user_id, tree, created) VALUES ($1, $2, $3, $4)",
        )
        .bind(id)
        .bind(user)
        .bind(tree)
        .bind(now);
        self.execute(query).await?;
        Ok(())
    }

    /// A stored analysis.
    pub async fn analysis(&self, id: &str) -> StoreResult<Option<String>> {
        let tree = sqlx::query_scalar("SELECT tree FROM analyses WHERE id = $1")
            .bind(id)
            .fetch_optional(self.reads())
            .await?;
        Ok(tree)
    }

    /// Records that the server is alive.
    pub async fn record_heartbeat(&self, now: i64) -> StoreResult<()> {
        self.write(move |connection| {
            Box::pin(async move {
                put_alive(connection, now).await?;
                Ok(())
            })
        })
        .await
    }

    /// Resumes after a stop: gives all running clocks the time back for which the server
    /// was down, and ends the leases of jobs. Returns the time given back, in ms.
    pub async fn resume(&self, now: i64) -> StoreResult<i64> {
        self.write(move |connection| {
            Box::pin(async move {
                let alive: Option<String> =
                    sqlx::query_scalar("SELECT value FROM settings WHERE name = $1")
                        .bind(ALIVE)
                        .fetch_optional(&mut *connection)
                        .await?;
                let alive = alive.and_then(|text| text.parse().ok()).unwrap_or(now);
                let down = (now - alive).max(0);
                if down > 0 {
                    // A clock that started after the last heartbeat gets back only the
                    // time that it ran.
                    sqlx::query(
                        "UPDATE games SET \
                         deadline = deadline + CASE WHEN running_since IS NULL \
                           OR running_since <= $1 THEN $2 ELSE $3 - running_since END, \
                         running_since = CASE WHEN running_since <= $1 \
                           THEN running_since + $2 ELSE $3 END \
                         WHERE state <> 'over' AND deadline IS NOT NULL \
                         AND (running_since IS NULL OR running_since < $3)",
                    )
                    .bind(alive)
                    .bind(down)
                    .bind(now)
                    .execute(&mut *connection)
                    .await?;
                }
                sqlx::query("UPDATE jobs SET lease = 0")
                    .execute(&mut *connection)
                    .await?;
                put_alive(connection, now).await?;
                Ok(down)
            })
        })
        .await
    }
}

async fn put_alive(connection: &mut sqlx::AnyConnection, now: i64) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO settings (name, value) VALUES ($1, $2) \
         ON CONFLICT (name) DO UPDATE SET value = $2",
    )
    .bind(ALIVE)
    .bind(now.to_string())
    .execute(connection)
    .await?;
    Ok(())
}
