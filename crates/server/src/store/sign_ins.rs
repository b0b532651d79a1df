//! Wrong passwords, by a hash of the name that was given.

use super::database::Store;
use super::error::StoreResult;
use sqlx::FromRow;

/// How long wrong passwords are remembered, in ms.
pub(super) const REMEMBERED_MS: i64 = 3_600_000;

/// Wrong passwords for a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
pub struct FailedSignIns {
    /// How many there were, one soon after the other.
    pub count: i64,
    /// When the last one was given.
    pub last: i64,
}

impl Store {
    /// The wrong passwords for a name.
    pub async fn failed_sign_ins(
        &self,
        name: &str,
        now: i64,
    ) -> StoreResult<Option<FailedSignIns>> {
        let failed =
            sqlx::query_as("SELECT count, last FROM failed_sign_ins WHERE name = $1 AND last > $2")
                .bind(name)
                .bind(now - REMEMBERED_MS)
                .fetch_optional(self.reads())
                .await?;
        Ok(failed)
    }

    /// Counts a wrong password for a name.
    pub async fn note_failed_sign_in(&self, name: &str, now: i64) -> StoreResult<()> {
        let query = sqlx::query(
            "INSERT INTO failed_sign_ins (name, count, last) VALUES ($1, 1, $2) \
             ON CONFLICT (name) DO UPDATE SET last = $2, \
             count = CASE WHEN failed_sign_ins.last > $3 \
               THEN failed_sign_ins.count + 1 ELSE 1 END",
        )
        .bind(name.to_owned())
        .bind(now)
        .bind(now - REMEMBERED_MS);
        self.execute(query).await?;
        Ok(())
    }

    /// Forgets the wrong passwords for a name: somebody has given the right one.
    pub async fn forget_failed_sign_ins(&self, name: &str) -> StoreResult<()> {
        let query =
            sqlx::query("DELETE FROM failed_sign_ins WHERE name = $1").bind(name.to_owned());
        self.execute(query).await?;
        Ok(())
    }
}
