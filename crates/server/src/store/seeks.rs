//! Seeks: games that people offer to anybody.

use super::database::Store;
use super::error::{StoreError, StoreResult};
use crate::game::new_game::NewGame;
use sqlx::FromRow;

/// A game that somebody offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSeek {
    /// Its identity.
    pub id: String,
    /// Who offers it.
    pub user: String,
    /// The game that is offered.
    pub new_game: NewGame,
    /// The game's name for people.
    pub title: String,
    /// When it was made.
    pub created: i64,
    /// When it expires.
    pub expires: i64,
}

/// A row of the table `seeks`.
#[derive(FromRow)]
struct SeekRow {
    id: String,
    user_id: String,
    /// A [`NewGame`] as JSON.
    wish: String,
    title: String,
    created: i64,
    expires: i64,
}

impl TryFrom<SeekRow> for StoredSeek {
    type Error = StoreError;

    fn try_from(row: SeekRow) -> StoreResult<StoredSeek> {
        Ok(StoredSeek {
            new_game: serde_json::from_str(&row.wish)?,
            id: row.id,
            user: row.user_id,
            title: row.title,
            created: row.created,
            expires: row.expires,
        })
    }
}

impl Store {
    /// Adds a seek.
    pub async fn add_seek(&self, seek: StoredSeek) -> StoreResult<()> {
        let query = sqlx::query(
            "INSERT INTO seeks (id, user_id, wish, title, created, expires) \
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(seek.id)
        .bind(seek.user)
        .bind(serde_json::to_string(&seek.new_game)?)
        .bind(seek.title)
        .bind(seek.created)
        .bind(seek.expires);
        self.execute(query).await?;
        Ok(())
    }

    /// The seeks that have not expired, oldest first. One that cannot be read is left out
    /// and logged.
    pub async fn seeks(&self, now: i64, limit: i64) -> StoreResult<Vec<StoredSeek>> {
        let rows: Vec<SeekRow> = sqlx::query_as(
            "SELECT id, user_id, wish, title, created, expires FROM seeks WHERE expires > $1 \
             ORDER BY created LIMIT $2",
        )
        .bind(now)
        .bind(limit)
        .fetch_all(self.reads())
        .await?;
        let seek = |row: SeekRow| {
            let id = row.id.clone();
            StoredSeek::try_from(row)
                .inspect_err(|error| tracing::error!(seek = id, %error, "a seek cannot be read"))
                .ok()
        };
        Ok(rows.into_iter().filter_map(seek).collect())
    }

    /// A seek that has not expired.
    pub async fn seek(&self, id: &str, now: i64) -> StoreResult<Option<StoredSeek>> {
        let row: Option<SeekRow> = sqlx::query_as(
            "SELECT id, user_id, wish, title, created, expires FROM seeks \
             WHERE id = $1 AND expires > $2",
        )
        .bind(id)
        .bind(now)
        .fetch_optional(self.reads())
        .await?;
        row.map(StoredSeek::try_from).transpose()
    }

    /// Deletes a seek of a person. Returns whether there was one.
    pub async fn remove_seek(&self, id: &str, user: &str) -> StoreResult<bool> {
        let query = sqlx::query("DELETE FROM seeks WHERE id = $1 AND user_id = $2")
            .bind(id)
            .bind(user);
        Ok(self.execute(query).await? > 0)
    }

    /// Deletes the seeks that have expired. Returns how many.
    pub async fn delete_expired_seeks(&self, now: i64) -> StoreResult<u64> {
        self.execute(sqlx::query("DELETE FROM seeks WHERE expires <= $1").bind(now))
            .await
    }
}
