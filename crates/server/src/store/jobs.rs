//! The queue of moves that the engine is to find.

use super::backend::Backend;
use super::database::Store;
use super::error::StoreResult;
use super::games::set_job;
use crate::game::model::StoredGame;
use sqlx::FromRow;

/// A move to find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuedJob {
    /// The game.
    pub game: String,
    /// Who plays against the engine.
    pub person: String,
    /// The number of moves made before it.
    pub seq: i64,
    /// The number of the last entry in the game's log.
    pub log: i64,
    /// The level to play at.
    pub level: u8,
    /// How often it was tried, this time included.
    pub attempts: i64,
}

#[derive(FromRow)]
struct JobRow {
    game: String,
    person: String,
    network: String,
    seq: i64,
    log: i64,
    level: i64,
    attempts: i64,
}

impl From<JobRow> for QueuedJob {
    fn from(row: JobRow) -> QueuedJob {
        QueuedJob {
            game: row.game,
            person: row.person,
            seq: row.seq,
            log: row.log,
            level: u8::try_from(row.level).unwrap_or(1),
            attempts: row.attempts,
        }
    }
}

/// The statement that takes the next job; `$lock` ends the query that finds it.
macro_rules! next_job {
    ($lock:literal) => {
        concat!(
            "UPDATE jobs SET lease = $1, attempts = attempts + 1 WHERE lease <= $2 AND \
             game = (SELECT job.game FROM jobs job \
               WHERE job.lease <= $2 AND (SELECT COUNT(*) FROM jobs other \
                 WHERE other.person = job.person AND other.lease > $2) < $3 \
               ORDER BY CASE WHEN job.network = '' \
                 THEN (SELECT COUNT(*) FROM jobs other \
                   WHERE other.person = job.person AND other.lease > $2) \
                 ELSE (SELECT COUNT(*) FROM jobs other \
                   WHERE other.network = job.network AND other.lease > $2) END, \
                 COALESCE((SELECT served FROM engine_turns WHERE engine_turns.person = \
                   CASE WHEN job.network = '' THEN job.person ELSE job.network END), 0), \
                 COALESCE((SELECT served FROM engine_turns \
                   WHERE engine_turns.person = job.person), 0), job.created, job.game LIMIT 1",
            $lock,
            ") RETURNING game, person, network, seq, log, level, attempts"
        )
    };
}

impl Store {
    /// Takes a free job on a lease until `lease`. People take turns. The next one is the person for
    /// whom the fewest moves are being found at the moment, and among equals the one who was served
    /// longest ago. A person's oldest job comes first. People of one address who have no turns of
    /// their own (`Account::has_own_turns`) count as one person and take turns among themselves,
    /// because anybody can create many such accounts. At most `at_once` moves are found for one
    /// person at the same time.
    pub async fn claim_job(
        &self,
        now: i64,
        lease: i64,
        at_once: i64,
    ) -> StoreResult<Option<QueuedJob>> {
        let backend = self.backend();
        self.write(move |connection| {
            Box::pin(async move {
                let query = match backend {
                    Backend::Sqlite => next_job!(""),
                    // Workers on other machines take other jobs meanwhile.
                    Backend::Postgres => next_job!(" FOR UPDATE OF job SKIP LOCKED"),
                };
                let row: Option<JobRow> = sqlx::query_as(query)
                    .bind(lease)
                    .bind(now)
                    .bind(at_once)
                    .fetch_optional(&mut *connection)
                    .await?;
                let Some(row) = row else { return Ok(None) };
                let served = [&row.person, &row.network];
                for name in served.into_iter().filter(|name| !name.is_empty()) {
                    sqlx::query(
                        "INSERT INTO engine_turns (person, served) VALUES ($1, $2) \
                         ON CONFLICT (person) DO UPDATE SET served = $2",
                    )
                    .bind(name.clone())
                    .bind(now)
                    .execute(&mut *connection)
                    .await?;
                }
                Ok(Some(QueuedJob::from(row)))
            })
        })
        .await
    }

    /// Forgets whose turns were before a time. Returns how many.
    pub async fn forget_engine_turns(&self, before: i64) -> StoreResult<u64> {
        self.execute(sqlx::query("DELETE FROM engine_turns WHERE served < $1").bind(before))
            .await
    }

    /// Puts the job of a game into the queue, if the engine is to move and it is not there.
    pub async fn enqueue_job(&self, game: &StoredGame) -> StoreResult<()> {
        let Some(job) = game.engine_job() else {
            return Ok(());
        };
        let (id, person) = (game.id.clone(), game.first_person().map(str::to_owned));
        self.write(move |connection| {
            Box::pin(async move { set_job(connection, &id, person, Some(job)).await })
        })
        .await
    }

    /// Deletes a job that is of no use any more.
    pub async fn delete_job(&self, game: &str, log: i64) -> StoreResult<()> {
        let query = sqlx::query("DELETE FROM jobs WHERE game = $1 AND log = $2")
            .bind(game.to_owned())
            .bind(log);
        self.execute(query).await?;
        Ok(())
    }

    /// Ends the lease of a job, so that it is tried again at once.
    pub async fn release_job(&self, game: &str, log: i64) -> StoreResult<()> {
        let query = sqlx::query("UPDATE jobs SET lease = 0 WHERE game = $1 AND log = $2")
            .bind(game.to_owned())
            .bind(log);
        self.execute(query).await?;
        Ok(())
    }

    /// Lets a job wait for a while. The attempt does not count.
    pub async fn postpone_job(&self, game: &str, log: i64, until: i64) -> StoreResult<()> {
        let query = sqlx::query(
            "UPDATE jobs SET lease = $1, attempts = attempts - 1 WHERE game = $2 AND log = $3",
        )
        .bind(until)
        .bind(game.to_owned())
        .bind(log);
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
