//! Playtests that people have asked for: the queue, how far they are, and what they found.

use super::backend::Backend;
use super::database::Store;
use super::error::StoreResult;
use super::turns::hold_person;
use sqlx::FromRow;

/// How often a step is tried.
pub const PLAYTEST_ATTEMPTS: i64 = 3;

/// A playtest that a person asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPlaytest {
    /// Its ID.
    pub id: String,
    /// Who asks.
    pub person: String,
    /// A keyed hash of the address.
    pub address: String,
    /// The hash of the definition.
    pub definition: String,
    /// The name that the game gives itself.
    pub name: String,
    /// Its name for people, with the options.
    pub title: String,
    /// A JSON object of options.
    pub options: String,
    /// How the games are played, as JSON.
    pub settings: String,
    /// The nodes for each move.
    pub nodes: i64,
    /// The games that are wanted.
    pub total: i64,
    /// The time that it may have.
    pub budget_ms: i64,
}

/// A playtest, without its sums.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct StoredPlaytest {
    /// Its ID.
    pub id: String,
    /// Who asked for it.
    pub person: String,
    /// The hash of the definition.
    pub definition: String,
    /// The name that the game gives itself.
    pub name: String,
    /// Its name for people, with the options.
    pub title: String,
    /// A JSON object of options.
    pub options: String,
    /// Why it is over; empty before.
    pub ended_by: String,
    /// The nodes for each move.
    pub nodes: i64,
    /// The games that are played.
    pub games: i64,
    /// The games that are wanted.
    pub total: i64,
    /// The time that it has had, in ms.
    pub spent_ms: i64,
    /// The time that it may have, in ms.
    pub budget_ms: i64,
    /// The end of the lease of whoever works on it.
    pub lease: i64,
    /// How often its next step was tried.
    pub attempts: i64,
    /// When it was asked for.
    pub created: i64,
    /// When it was over.
    pub ended: Option<i64>,
}

/// The columns of a [`StoredPlaytest`].
macro_rules! playtest_columns {
    () => {
        "id, person, definition, name, title, options, ended_by, nodes, games, total, spent_ms, \
         budget_ms, lease, attempts, created, ended"
    };
}

/// A playtest that a worker has taken.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct PlaytestJob {
    /// Its ID.
    pub id: String,
    /// The hash of the definition.
    pub definition: String,
    /// The name that the game gives itself.
    pub name: String,
    /// A JSON object of options.
    pub options: String,
    /// How the games are played, as JSON.
    pub settings: String,
    /// The games that are played.
    pub games: i64,
    /// The games that are wanted.
    pub total: i64,
    /// The time that it has had, in ms.
    pub spent_ms: i64,
    /// The time that it may have, in ms.
    pub budget_ms: i64,
    /// The number of the next game.
    pub next_game: i64,
    /// How many numbers in a row gave no game.
    pub failures: i64,
    /// What the games add up to; none before the first step.
    pub sums: Option<String>,
    /// The end of its lease: only a worker that knows it may go on with it.
    pub lease: i64,
}

/// How many playtests may be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaytestLimits {
    /// Of a person at the same time.
    pub at_once: i64,
    /// Of an address at the same time.
    pub of_address: i64,
    /// Of everybody at the same time.
    pub in_all: i64,
    /// Since a time.
    pub since: i64,
    /// How many of a person since then, deleted ones among them.
    pub recent: i64,
    /// How many a person may keep.
    pub kept: i64,
}

/// The result of a request for a playtest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaytestRequestResult {
    /// It waits for its turn.
    Queued,
    /// Too many of the person are being played.
    TooManyAtOnce,
    /// The person has asked for too many lately.
    TooManyRecent,
    /// The person keeps too many.
    TooManyKept,
    /// Too many wait, of this address or of everybody.
    TooManyWaiting,
}

/// The statement that takes the next step; `$lock` ends the query that finds it. People take
/// turns: the person who has waited longest is next.
macro_rules! next_playtest {
    ($lock:literal) => {
        concat!(
            "UPDATE playtests SET lease = $1, served = $2, attempts = attempts + 1 \
             WHERE lease <= $2 AND state = 'waiting' AND id = (SELECT job.id FROM playtests job \
               WHERE job.state = 'waiting' AND job.lease <= $2 AND job.attempts < $3 \
               ORDER BY (SELECT MAX(other.served) FROM playtests other \
                 WHERE other.person = job.person AND other.state = 'waiting'), \
               job.served, job.created, job.id LIMIT 1",
            $lock,
            ") RETURNING id, definition, name, options, settings, games, total, spent_ms, \
             budget_ms, next_game, failures, sums, lease"
        )
    };
}

impl Store {
    /// Asks for a playtest, unless there are too many.
    ///
    /// # Errors
    /// [`StoreError::PersonLeft`](super::StoreError::PersonLeft) if the person is deleted or banned.
    pub async fn want_playtest(
        &self,
        wanted: NewPlaytest,
        limits: PlaytestLimits,
        now: i64,
    ) -> StoreResult<PlaytestRequestResult> {
        let backend = self.backend();
        let turns = vec!["playtests".to_owned(), wanted.person.clone()];
        self.write_in_turn(turns, move |connection| {
            Box::pin(async move {
                hold_person(backend, connection, &wanted.person).await?;
                let (waiting, recent, kept): (i64, i64, i64) = sqlx::query_as(
                    "SELECT (SELECT COUNT(*) FROM playtests WHERE person = $1 \
                       AND state = 'waiting' AND attempts < $2), \
                     (SELECT COUNT(*) FROM playtests WHERE person = $1 AND created > $3), \
                     (SELECT COUNT(*) FROM playtests WHERE person = $1 \
                       AND state IN ('waiting', 'over'))",
                )
                .bind(wanted.person.clone())
                .bind(PLAYTEST_ATTEMPTS)
                .bind(limits.since)
                .fetch_one(&mut *connection)
                .await?;
                let (of_address, in_all): (i64, i64) = sqlx::query_as(
                    "SELECT (SELECT COUNT(*) FROM playtests WHERE address = $1 \
                       AND state = 'waiting' AND attempts < $2), \
                     (SELECT COUNT(*) FROM playtests WHERE state = 'waiting' AND attempts < $2)",
                )
                .bind(wanted.address.clone())
                .bind(PLAYTEST_ATTEMPTS)
                .fetch_one(&mut *connection)
                .await?;
                let refused = if waiting >= limits.at_once {
                    Some(PlaytestRequestResult::TooManyAtOnce)
                } else if recent >= limits.recent {
                    Some(PlaytestRequestResult::TooManyRecent)
                } else if kept >= limits.kept {
                    Some(PlaytestRequestResult::TooManyKept)
                } else if of_address >= limits.of_address || in_all >= limits.in_all {
                    Some(PlaytestRequestResult::TooManyWaiting)
                } else {
                    None
                };
                if let Some(refused) = refused {
                    return Ok(refused);
                }
                sqlx::query(
                    "INSERT INTO playtests (id, person, definition, name, title, options, state, \
                     settings, nodes, total, budget_ms, address, created) \
                     VALUES ($1, $2, $3, $4, $5, $6, 'waiting', $7, $8, $9, $10, $11, $12)",
                )
                .bind(wanted.id)
                .bind(wanted.person)
                .bind(wanted.definition)
                .bind(wanted.name)
                .bind(wanted.title)
                .bind(wanted.options)
                .bind(wanted.settings)
                .bind(wanted.nodes)
                .bind(wanted.total)
                .bind(wanted.budget_ms)
                .bind(wanted.address)
                .bind(now)
                .execute(connection)
                .await?;
                Ok(PlaytestRequestResult::Queued)
            })
        })
        .await
    }

    /// Whether a playtest waits for its next step: asked often, and without a write.
    pub async fn has_playtest_job(&self, now: i64) -> StoreResult<bool> {
        let found: Option<String> = sqlx::query_scalar(
            "SELECT id FROM playtests WHERE state = 'waiting' AND lease <= $1 AND attempts < $2 \
             ORDER BY lease LIMIT 1",
        )
        .bind(now)
        .bind(PLAYTEST_ATTEMPTS)
        .fetch_optional(self.reads())
        .await?;
        Ok(found.is_some())
    }

    /// Takes the playtest whose turn it is on a lease.
    pub async fn take_playtest(&self, now: i64, lease: i64) -> StoreResult<Option<PlaytestJob>> {
        let backend = self.backend();
        self.write(move |connection| {
            Box::pin(async move {
                let query = match backend {
                    Backend::Sqlite => next_playtest!(""),
                    // Workers on other machines take other jobs meanwhile.
                    Backend::Postgres => next_playtest!(" FOR UPDATE OF job SKIP LOCKED"),
                };
                let job = sqlx::query_as(query)
                    .bind(lease)
                    .bind(now)
                    .bind(PLAYTEST_ATTEMPTS)
                    .fetch_optional(connection)
                    .await?;
                Ok(job)
            })
        })
        .await
    }

    /// Extends a lease. Returns the new one; `None` if the playtest was taken, stopped or
    /// deleted.
    pub async fn keep_playtest(&self, id: &str, old: i64, until: i64) -> StoreResult<Option<i64>> {
        // The end of a lease also identifies it, so the new one must differ from the old one.
        let lease = until.max(old + 1);
        let query = sqlx::query(
            "UPDATE playtests SET lease = $1 WHERE id = $2 AND lease = $3 AND state = 'waiting'",
        )
        .bind(lease)
        .bind(id.to_owned())
        .bind(old);
        let changed = self.execute(query).await?;
        Ok((changed > 0).then_some(lease))
    }

    /// Stores what a step has found and gives the playtest back, or ends it for a reason.
    /// Returns whether it was still this worker's.
    pub async fn note_playtest_step(
        &self,
        job: PlaytestJob,
        ended: Option<(&'static str, i64)>,
    ) -> StoreResult<bool> {
        let state = if ended.is_some() { "over" } else { "waiting" };
        let query = sqlx::query(
            "UPDATE playtests SET state = $1, ended_by = $2, ended = $3, games = $4, \
             spent_ms = $5, next_game = $6, failures = $7, sums = $8, lease = 0, attempts = 0, \
             address = CASE WHEN $1 = 'over' THEN '' ELSE address END \
             WHERE id = $9 AND lease = $10 AND state = 'waiting'",
        )
        .bind(state)
        .bind(ended.map_or("", |(why, _)| why))
        .bind(ended.map(|(_, at)| at))
        .bind(job.games)
        .bind(job.spent_ms)
        .bind(job.next_game)
        .bind(job.failures)
        .bind(job.sums)
        .bind(job.id)
        .bind(job.lease);
        Ok(self.execute(query).await? > 0)
    }

    /// Ends a playtest of a person before its time. What was found until the last step
    /// stays. Returns whether it was still being played.
    pub async fn stop_playtest(&self, id: &str, person: &str, now: i64) -> StoreResult<bool> {
        let query = sqlx::query(
            "UPDATE playtests SET state = 'over', ended_by = 'stopped', ended = $1, lease = 0, \
             address = '' WHERE id = $2 AND person = $3 AND state = 'waiting'",
        )
        .bind(now)
        .bind(id.to_owned())
        .bind(person.to_owned());
        Ok(self.execute(query).await? > 0)
    }

    /// Deletes a playtest of a person. That it was asked for is known until the limits of
    /// its day are over. Returns whether there was one.
    pub async fn delete_playtest(&self, id: &str, person: &str) -> StoreResult<bool> {
        let query = sqlx::query(
            "UPDATE playtests SET state = 'deleted', definition = '', name = '', title = '', \
             options = '', settings = '', sums = NULL, lease = 0, address = '' \
             WHERE id = $1 AND person = $2 AND state IN ('waiting', 'over')",
        )
        .bind(id.to_owned())
        .bind(person.to_owned());
        Ok(self.execute(query).await? > 0)
    }

    /// A playtest.
    pub async fn playtest(&self, id: &str) -> StoreResult<Option<StoredPlaytest>> {
        let row = sqlx::query_as(concat!(
            "SELECT ",
            playtest_columns!(),
            " FROM playtests WHERE id = $1 AND state IN ('waiting', 'over')"
        ))
        .bind(id.to_owned())
        .fetch_optional(self.reads())
        .await?;
        Ok(row)
    }

    /// What the games of a playtest add up to, as JSON; none before the first step.
    pub async fn playtest_sums(&self, id: &str) -> StoreResult<Option<String>> {
        let sums: Option<Option<String>> =
            sqlx::query_scalar("SELECT sums FROM playtests WHERE id = $1")
                .bind(id.to_owned())
                .fetch_optional(self.reads())
                .await?;
        Ok(sums.flatten())
    }

    /// The playtests of a person, the last one first.
    pub async fn playtests_of(&self, person: &str, limit: i64) -> StoreResult<Vec<StoredPlaytest>> {
        let rows = sqlx::query_as(concat!(
            "SELECT ",
            playtest_columns!(),
            " FROM playtests WHERE person = $1 AND state IN ('waiting', 'over') \
             ORDER BY created DESC, id LIMIT $2"
        ))
        .bind(person.to_owned())
        .bind(limit)
        .fetch_all(self.reads())
        .await?;
        Ok(rows)
    }

    /// The playtests of a definition that its author has asked for and that are over, the
    /// last one first.
    pub async fn playtests_of_definition(
        &self,
        definition: &str,
        author: &str,
        limit: i64,
    ) -> StoreResult<Vec<StoredPlaytest>> {
        let rows = sqlx::query_as(concat!(
            "SELECT ",
            playtest_columns!(),
            " FROM playtests WHERE definition = $1 AND person = $2 AND state = 'over' \
             AND games > 0 ORDER BY created DESC, id LIMIT $3"
        ))
        .bind(definition.to_owned())
        .bind(author.to_owned())
        .bind(limit)
        .fetch_all(self.reads())
        .await?;
        Ok(rows)
    }
}
