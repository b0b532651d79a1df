//! Seeks: games that people offer to anybody.

use super::{Store, StoreResult};
use sqlx::Row;
use sqlx::any::AnyRow;

/// A game that somebody offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSeek {
    /// Its identity.
    pub id: String,
    /// Who offers it.
    pub user: String,
    /// What is offered, as JSON.
    pub terms: String,
    /// The game's name for people.
    pub title: String,
    /// When it was made.
    pub created: i64,
    /// When it lapses.
    pub expires: i64,
}

fn seek(row: &AnyRow) -> StoreResult<StoredSeek> {
    Ok(StoredSeek {
        id: row.try_get(0)?,
        user: row.try_get(1)?,
        terms: row.try_get(2)?,
        title: row.try_get(3)?,
        created: row.try_get(4)?,
        expires: row.try_get(5)?,
    })
}

impl Store {
    /// Adds a seek.
    pub async fn add_seek(&self, row: StoredSeek) -> StoreResult<()> {
        let query = sqlx::query(
            "INSERT INTO seeks (id, user_id, wish, title, created, expires) \
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(row.id)
        .bind(row.user)
        .bind(row.terms)
        .bind(row.title)
        .bind(row.created)
        .bind(row.expires);
        self.execute(query).await?;
        Ok(())
    }

    /// The seeks that have not lapsed, oldest first.
    pub async fn seeks(&self, now: i64, limit: i64) -> StoreResult<Vec<StoredSeek>> {
        let rows = sqlx::query(
            "SELECT id, user_id, wish, title, created, expires FROM seeks WHERE expires > $1 \
             ORDER BY created LIMIT $2",
        )
        .bind(now)
        .bind(limit)
        .fetch_all(self.reads())
        .await?;
        rows.iter().map(seek).collect()
    }

    /// A seek that has not lapsed.
    pub async fn seek(&self, id: &str, now: i64) -> StoreResult<Option<StoredSeek>> {
        let row = sqlx::query(
            "SELECT id, user_id, wish, title, created, expires FROM seeks \
             WHERE id = $1 AND expires > $2",
        )
        .bind(id)
        .bind(now)
        .fetch_optional(self.reads())
        .await?;
        row.as_ref().map(seek).transpose()
    }

    /// Takes a seek of a person away; says whether there was one.
    pub async fn remove_seek(&self, id: &str, user: &str) -> StoreResult<bool> {
        let query = sqlx::query("DELETE FROM seeks WHERE id = $1 AND user_id = $2")
            .bind(id)
            .bind(user);
        Ok(self.execute(query).await? > 0)
    }

    /// Takes the seeks away that have lapsed; says how many.
    pub async fn sweep_seeks(&self, now: i64) -> StoreResult<u64> {
        self.execute(sqlx::query("DELETE FROM seeks WHERE expires <= $1").bind(now))
            .await
    }
}
