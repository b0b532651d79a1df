//! The queue of moves that the engine is to find.

use super::games::set_job;
use super::{JobChange, Store, StoreResult};
use sqlx::Row;

/// A move to find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuedJob {
    /// The game.
    pub game: String,
    /// The number of moves made before it.
    pub seq: i64,
    /// The level to play at.
    pub level: u8,
    /// How often it was tried, this time included.
    pub attempts: i64,
}

impl Store {
    /// Takes the oldest job that nobody works on, until `lease`.
    pub async fn take_job(&self, now: i64, lease: i64) -> StoreResult<Option<QueuedJob>> {
        self.write(move |connection| {
            Box::pin(async move {
                let row = sqlx::query(
                    "UPDATE jobs SET lease = $1, attempts = attempts + 1 WHERE game = \
                     (SELECT game FROM jobs WHERE lease <= $2 ORDER BY created LIMIT 1) \
                     AND lease <= $2 RETURNING game, seq, level, attempts",
                )
                .bind(lease)
                .bind(now)
                .fetch_optional(connection)
                .await?;
                row.map(|row| {
                    Ok(QueuedJob {
                        game: row.try_get(0)?,
                        seq: row.try_get(1)?,
                        level: u8::try_from(row.try_get::<i64, _>(2)?).unwrap_or(1),
                        attempts: row.try_get(3)?,
                    })
                })
                .transpose()
            })
        })
        .await
    }

    /// Sees to it that a job is in the queue; does nothing if none is wanted.
    pub async fn want_job(&self, game: &str, job: JobChange) -> StoreResult<()> {
        if job == JobChange::None {
            return Ok(());
        }
        let game = game.to_owned();
        self.write(move |connection| Box::pin(async move { set_job(connection, &game, job).await }))
            .await
    }

    /// Takes a job away that is of no use any more.
    pub async fn drop_job(&self, game: &str, seq: i64) -> StoreResult<()> {
        let query = sqlx::query("DELETE FROM jobs WHERE game = $1 AND seq = $2")
            .bind(game)
            .bind(seq);
        self.execute(query).await?;
        Ok(())
    }

    /// Gives a job back, so that it is tried again at once.
    pub async fn give_back_job(&self, game: &str, seq: i64) -> StoreResult<()> {
        let query = sqlx::query("UPDATE jobs SET lease = 0 WHERE game = $1 AND seq = $2")
            .bind(game)
            .bind(seq);
        self.execute(query).await?;
        Ok(())
    }

    /// The number of jobs that wait or are worked on.
    pub async fn jobs(&self) -> StoreResult<i64> {
        let row = sqlx::query("SELECT COUNT(*) FROM jobs")
            .fetch_one(self.reads())
            .await?;
        Ok(row.try_get(0)?)
    }
}
