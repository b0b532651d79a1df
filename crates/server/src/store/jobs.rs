//! The queue of moves that the engine is to find.

use super::database::Store;
use super::error::StoreResult;
use super::games::set_job;
use crate::game::change::EngineJob;
use sqlx::FromRow;

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

#[derive(FromRow)]
struct JobRow {
    game: String,
    seq: i64,
    level: i64,
    attempts: i64,
}

impl From<JobRow> for QueuedJob {
    fn from(row: JobRow) -> QueuedJob {
        QueuedJob {
            game: row.game,
            seq: row.seq,
            level: u8::try_from(row.level).unwrap_or(1),
            attempts: row.attempts,
        }
    }
}

impl Store {
    /// Takes the oldest free job on a lease until `lease`.
    pub async fn take_job(&self, now: i64, lease: i64) -> StoreResult<Option<QueuedJob>> {
        self.write(move |connection| {
            Box::pin(async move {
                let row: Option<JobRow> = sqlx::query_as(
                    "UPDATE jobs SET lease = $1, attempts = attempts + 1 WHERE game = \
                     (SELECT game FROM jobs WHERE lease <= $2 ORDER BY created LIMIT 1) \
                     AND lease <= $2 RETURNING game, seq, level, attempts",
                )
                .bind(lease)
                .bind(now)
                .fetch_optional(connection)
                .await?;
                Ok(row.map(QueuedJob::from))
            })
        })
        .await
    }

    /// Puts a job into the queue, unless it is there.
    pub async fn want_job(&self, game: &str, job: EngineJob) -> StoreResult<()> {
        let game = game.to_owned();
        self.write(move |connection| {
            Box::pin(async move { set_job(connection, &game, Some(job)).await })
        })
        .await
    }

    /// Deletes a job that is of no use any more.
    pub async fn drop_job(&self, game: &str, seq: i64) -> StoreResult<()> {
        let query = sqlx::query("DELETE FROM jobs WHERE game = $1 AND seq = $2")
            .bind(game)
            .bind(seq);
        self.execute(query).await?;
        Ok(())
    }

    /// Ends the lease of a job, so that it is tried again at once.
    pub async fn give_back_job(&self, game: &str, seq: i64) -> StoreResult<()> {
        let query = sqlx::query("UPDATE jobs SET lease = 0 WHERE game = $1 AND seq = $2")
            .bind(game)
            .bind(seq);
        self.execute(query).await?;
        Ok(())
    }

    /// The number of jobs that wait or are worked on.
    pub async fn jobs(&self) -> StoreResult<i64> {
        let count = sqlx::query_scalar("SELECT COUNT(*) FROM jobs")
            .fetch_one(self.reads())
            .await?;
        Ok(count)
    }
}
