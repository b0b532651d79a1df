//! Analyses that people wait for, where several nodes share the work: the queue.
//!
//! All times are the database's, so that nodes and workers need not agree on theirs.

use super::backend::Backend;
use super::database::Store;
use super::error::StoreResult;
use super::nodes::{database_now, now_query};
use super::turns::hold_person;
use sqlx::{AnyConnection, FromRow};
use std::collections::HashMap;

/// How often an analysis is begun.
pub const ANALYSIS_ATTEMPTS: i64 = 3;

/// An analysis that a person asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAnalysisJob {
    /// Its ID.
    pub id: String,
    /// The node whose client asks.
    pub node: String,
    /// Who asks: a person, or `#` and the socket of somebody unknown.
    pub person: String,
    /// A keyed hash of the address.
    pub address: String,
    /// Whose turn it takes: the person's, or that of the address.
    pub turns: String,
    /// What is to be analysed, as JSON.
    pub wish: String,
}

/// How many analyses may wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalysisJobLimits {
    /// Of an address.
    pub of_address: i64,
    /// Of everybody.
    pub in_all: i64,
}

/// Result of queuing an analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisJobRequest {
    /// Whether it waits now. If not, too many wait already.
    pub queued: bool,
    /// What the same person had asked for before, which has ended.
    pub replaced: Vec<String>,
}

/// An analysis that a worker has taken.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct AnalysisJob {
    /// Its ID.
    pub id: String,
    /// The node whose client asks.
    pub node: String,
    /// What is to be analysed, as JSON.
    pub wish: String,
    /// The end of its lease: only a worker that knows it may go on with it.
    pub lease: i64,
    /// When the worker began.
    pub begun: i64,
    /// How often it was begun, this time included: lines of earlier times are not shown.
    pub attempts: i64,
}

/// How far an analysis of a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnalysisJobState {
    /// It waits; this many are served before it.
    Waiting(usize),
    /// A worker has it.
    Running,
    /// It was begun too often.
    Failed,
}

/// The statement that takes the next analysis; `$lock` ends the query that finds it. People for
/// whom the fewest analyses run come first, and among equals the one who was served longest
/// ago. Analyses whose node is gone get no turn. Rows that nodes of an earlier version wrote
/// share one turn.
macro_rules! next_analysis {
    ($lock:literal) => {
        concat!(
            "UPDATE analysis_jobs SET lease = $2, begun = $1, attempts = attempts + 1 \
             WHERE lease <= $1 AND id = (SELECT job.id FROM analysis_jobs job \
               WHERE job.lease <= $1 AND job.attempts < $3 AND job.node IN \
                 (SELECT nodes.id FROM nodes WHERE nodes.lease_until > $1) \
               ORDER BY (SELECT COUNT(*) FROM analysis_jobs other \
                 WHERE other.turns = job.turns AND other.lease > $1), \
               COALESCE((SELECT served FROM engine_turns \
                 WHERE engine_turns.person = 'analysis ' || job.turns), 0), \
               job.created, job.id LIMIT 1",
            $lock,
            ") RETURNING id, node, wish, lease, begun, attempts, turns"
        )
    };
}

#[derive(FromRow)]
struct ClaimedRow {
    id: String,
    node: String,
    wish: String,
    lease: i64,
    begun: i64,
    attempts: i64,
    turns: String,
}

/// An analysis that waits.
#[derive(FromRow)]
struct WaitingRow {
    id: String,
    turns: String,
    /// How many with the same turns run, and when one of them was last begun.
    running: i64,
    served: i64,
}

/// The order in which those who wait are served, given in the order in which they came.
fn in_turns(mut waiting: Vec<WaitingRow>, now: i64) -> Vec<String> {
    let mut order = Vec::with_capacity(waiting.len());
    while let Some(next) =
        (0..waiting.len()).min_by_key(|&place| (waiting[place].running, waiting[place].served))
    {
        let next = waiting.remove(next);
        let turn = now.saturating_add(order.len() as i64);
        for other in &mut waiting {
            if other.turns == next.turns {
                other.served = turn;
            }
        }
        order.push(next.id);
    }
    order
}

async fn delete(connection: &mut AnyConnection, id: String) -> StoreResult<()> {
    sqlx::query("DELETE FROM analysis_jobs WHERE id = $1")
        .bind(id)
        .execute(connection)
        .await?;
    Ok(())
}

impl Store {
    async fn database_now(&self) -> StoreResult<i64> {
        let now = sqlx::query_scalar(now_query(self.backend()));
        Ok(now.fetch_one(self.reads()).await?)
    }

    /// Asks for an analysis, which ends what the same person has asked for on any node.
    ///
    /// # Errors
    /// [`StoreError::PersonLeft`](super::StoreError::PersonLeft) if the person is deleted or banned.
    pub async fn want_analysis(
        &self,
        wanted: NewAnalysisJob,
        limits: AnalysisJobLimits,
    ) -> StoreResult<AnalysisJobRequest> {
        let backend = self.backend();
        let turns = vec!["analyses".to_owned(), wanted.person.clone()];
        self.write_in_turn(turns, move |connection| {
            Box::pin(async move {
                if !wanted.person.starts_with('#') {
                    hold_person(backend, connection, &wanted.person).await?;
                }
                let now = database_now(backend, connection).await?;
                let replaced: Vec<String> =
                    sqlx::query_scalar("DELETE FROM analysis_jobs WHERE person = $1 RETURNING id")
                        .bind(wanted.person.clone())
                        .fetch_all(&mut *connection)
                        .await?;
                let (of_address, in_all): (i64, i64) = sqlx::query_as(
                    "SELECT (SELECT COUNT(*) FROM analysis_jobs \
                       WHERE address = $1 AND lease <= $2), \
                     (SELECT COUNT(*) FROM analysis_jobs WHERE lease <= $2)",
                )
                .bind(wanted.address.clone())
                .bind(now)
                .fetch_one(&mut *connection)
                .await?;
                let queued = of_address < limits.of_address && in_all < limits.in_all;
                if queued {
                    sqlx::query(
                        "INSERT INTO analysis_jobs (id, node, person, address, turns, wish, created) \
                         VALUES ($1, $2, $3, $4, $5, $6, $7)",
                    )
                    .bind(wanted.id)
                    .bind(wanted.node)
                    .bind(wanted.person)
                    .bind(wanted.address)
                    .bind(wanted.turns)
                    .bind(wanted.wish)
                    .bind(now)
                    .execute(connection)
                    .await?;
                }
                Ok(AnalysisJobRequest { queued, replaced })
            })
        })
        .await
    }

    /// Takes the analysis whose turn it is, on a lease that lasts `lease_ms`.
    pub async fn claim_analysis(&self, lease_ms: i64) -> StoreResult<Option<AnalysisJob>> {
        // This is asked often, so it does not write at first.
        let waits: Option<String> =
            sqlx::query_scalar("SELECT id FROM analysis_jobs WHERE lease <= $1 LIMIT 1")
                .bind(self.database_now().await?)
                .fetch_optional(self.reads())
                .await?;
        if waits.is_none() {
            return Ok(None);
        }
        let backend = self.backend();
        self.write(move |connection| {
            Box::pin(async move {
                let now = database_now(backend, connection).await?;
                let query = match backend {
                    Backend::Sqlite => next_analysis!(""),
                    // Workers on other machines take others meanwhile.
                    Backend::Postgres => next_analysis!(" FOR UPDATE OF job SKIP LOCKED"),
                };
                let row: Option<ClaimedRow> = sqlx::query_as(query)
                    .bind(now)
                    .bind(now + lease_ms)
                    .bind(ANALYSIS_ATTEMPTS)
                    .fetch_optional(&mut *connection)
                    .await?;
                let Some(row) = row else { return Ok(None) };
                sqlx::query(
                    "INSERT INTO engine_turns (person, served) VALUES ($1, $2) \
                     ON CONFLICT (person) DO UPDATE SET served = $2",
                )
                .bind(format!("analysis {}", row.turns))
                .bind(now)
                .execute(connection)
                .await?;
                Ok(Some(AnalysisJob {
                    id: row.id,
                    node: row.node,
                    wish: row.wish,
                    lease: row.lease,
                    begun: row.begun,
                    attempts: row.attempts,
                }))
            })
        })
        .await
    }

    /// Extends a lease. Returns the new one; `None` if the analysis has ended, or another
    /// worker has it.
    pub async fn keep_analysis(
        &self,
        id: &str,
        old: i64,
        lease_ms: i64,
    ) -> StoreResult<Option<i64>> {
        let (id, backend) = (id.to_owned(), self.backend());
        self.write(move |connection| {
            Box::pin(async move {
                let now = database_now(backend, connection).await?;
                // The end of a lease also identifies it, so the new one must differ from the
                // old one.
                let lease = (now + lease_ms).max(old + 1);
                let done = sqlx::query(
                    "UPDATE analysis_jobs SET lease = $1 \
                     WHERE id = $2 AND lease = $3 AND lease > $4",
                )
                .bind(lease)
                .bind(id)
                .bind(old)
                .bind(now)
                .execute(connection)
                .await?;
                Ok((done.rows_affected() > 0).then_some(lease))
            })
        })
        .await
    }

    /// How many analyses wait, and how many run that began before a time: those end first.
    pub async fn waiting_analyses(&self, begun: i64) -> StoreResult<(i64, i64)> {
        let row = sqlx::query_as(
            "SELECT (SELECT COUNT(*) FROM analysis_jobs WHERE lease <= $1 AND attempts < $2), \
             (SELECT COUNT(*) FROM analysis_jobs WHERE lease > $1 AND begun < $3)",
        )
        .bind(self.database_now().await?)
        .bind(ANALYSIS_ATTEMPTS)
        .bind(begun);
        Ok(row.fetch_one(self.reads()).await?)
    }

    /// Deletes an analysis that has ended, if it is still this worker's.
    pub async fn finish_analysis(&self, id: &str, lease: i64) -> StoreResult<()> {
        let query = sqlx::query("DELETE FROM analysis_jobs WHERE id = $1 AND lease = $2")
            .bind(id.to_owned())
            .bind(lease);
        self.execute(query).await?;
        Ok(())
    }

    /// Gives an analysis back that was not searched to the end. The attempt does not count.
    pub async fn release_analysis(&self, id: &str, lease: i64) -> StoreResult<()> {
        let query = sqlx::query(
            "UPDATE analysis_jobs SET lease = 0, attempts = attempts - 1 \
             WHERE id = $1 AND lease = $2",
        )
        .bind(id.to_owned())
        .bind(lease);
        self.execute(query).await?;
        Ok(())
    }

    /// Deletes analyses that nobody wants any more.
    pub async fn delete_analysis_jobs(&self, ids: Vec<String>) -> StoreResult<()> {
        self.write(move |connection| {
            Box::pin(async move {
                for id in ids {
                    delete(connection, id).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// How far the analyses are that clients of a node have asked for.
    pub async fn analyses_of_node(
        &self,
        node: &str,
    ) -> StoreResult<HashMap<String, AnalysisJobState>> {
        let now = self.database_now().await?;
        let rows: Vec<(String, i64, i64)> =
            sqlx::query_as("SELECT id, lease, attempts FROM analysis_jobs WHERE node = $1")
                .bind(node.to_owned())
                .fetch_all(self.reads())
                .await?;
        let mut waits = false;
        let mut states = HashMap::new();
        for (id, lease, attempts) in rows {
            let state = if lease > now {
                AnalysisJobState::Running
            } else if attempts >= ANALYSIS_ATTEMPTS {
                AnalysisJobState::Failed
            } else {
                waits = true;
                AnalysisJobState::Waiting(0)
            };
            states.insert(id, state);
        }
        if waits {
            let waiting: Vec<WaitingRow> = sqlx::query_as(
                "SELECT job.id, job.turns, (SELECT COUNT(*) FROM analysis_jobs other \
                   WHERE other.turns = job.turns AND other.lease > $1) AS running, \
                 COALESCE((SELECT served FROM engine_turns \
                   WHERE engine_turns.person = 'analysis ' || job.turns), 0) AS served \
                 FROM analysis_jobs job WHERE job.lease <= $1 AND job.attempts < $2 \
                 AND job.node IN (SELECT nodes.id FROM nodes WHERE nodes.lease_until > $1) \
                 ORDER BY job.created, job.id",
            )
            .bind(now)
            .bind(ANALYSIS_ATTEMPTS)
            .fetch_all(self.reads())
            .await?;
            for (place, id) in in_turns(waiting, now).into_iter().enumerate() {
                if let Some(AnalysisJobState::Waiting(own)) = states.get_mut(&id) {
                    *own = place;
                }
            }
        }
        Ok(states)
    }

    /// Deletes the analyses of nodes that are gone. Returns how many.
    pub async fn forget_analyses_of_lost_nodes(&self) -> StoreResult<u64> {
        let query = sqlx::query(
            "DELETE FROM analysis_jobs WHERE node NOT IN \
             (SELECT id FROM nodes WHERE lease_until > $1)",
        )
        .bind(self.database_now().await?);
        self.execute(query).await
    }
}
