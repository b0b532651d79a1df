//! Background jobs, and the reports that come of them. Their table has an older name,
//! `study_jobs`, which programs of the version before still use.

use super::backend::Backend;
use super::database::Store;
use super::error::StoreResult;
use super::turns::hold_person;
use sqlx::{AnyConnection, FromRow};

/// How often a background job is tried.
pub const BACKGROUND_JOB_ATTEMPTS: i64 = 3;

/// The kind of a background job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackgroundJobKind {
    /// A report of a game or a shared analysis.
    Report,
    /// The moves of a game for the tree of openings.
    Opening,
}

impl BackgroundJobKind {
    /// As it is stored.
    fn text(self) -> &'static str {
        match self {
            BackgroundJobKind::Report => "report",
            BackgroundJobKind::Opening => "opening",
        }
    }
}

/// A background job that a worker has taken.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct BackgroundJob {
    /// A game or a shared analysis.
    pub subject: String,
    /// Who asked for it; empty if nobody did.
    pub person: String,
    /// The end of its lease: only a worker that knows it may go on with the job.
    pub lease: i64,
}

/// How far a background job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
pub struct BackgroundJobProgress {
    /// How many positions are done.
    pub done: i64,
    /// Of how many; 0 until it begins.
    pub total: i64,
    /// The end of its lease.
    pub lease: i64,
    /// How often it was tried.
    pub attempts: i64,
}

/// How many reports may wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportLimits {
    /// Of a person at the same time.
    pub waiting: i64,
    /// Of an address at the same time.
    pub of_address: i64,
    /// Of everybody.
    pub in_all: i64,
    /// Since a time.
    pub since: i64,
    /// How many of a person since then.
    pub recent: i64,
}

/// The result of a request for a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportRequestResult {
    /// It is made, or waits.
    Queued,
    /// The person has asked for too many.
    TooManyOfPerson,
    /// Too many wait, of this address or of everybody.
    TooManyWaiting,
}

/// The statement that takes the next job; `$lock` ends the query that finds it. The oldest job
/// of each address, and within it of each person, comes before anybody's second job, because
/// guests are created faster than reports. Jobs that nobody has asked for are done in their
/// order.
macro_rules! next_background_job {
    ($lock:literal) => {
        concat!(
            "UPDATE study_jobs SET lease = $1, attempts = attempts + 1, done = 0 \
             WHERE kind = $2 AND lease <= $3 AND subject = (SELECT job.subject \
               FROM study_jobs job WHERE job.kind = $2 AND job.lease <= $3 AND job.attempts < $4 \
               ORDER BY CASE WHEN job.person = '' THEN 0 ELSE (SELECT COUNT(*) FROM study_jobs other \
                 WHERE other.kind = $2 AND other.address = job.address \
                 AND other.created < job.created) END, \
               CASE WHEN job.person = '' THEN 0 ELSE (SELECT COUNT(*) FROM study_jobs other \
                 WHERE other.person = job.person AND other.kind = $2 \
                 AND other.created < job.created) END, \
               job.created, job.subject LIMIT 1",
            $lock,
            ") RETURNING subject, person, lease"
        )
    };
}

/// Asks for the moves of a finished game, in the transaction that ends it.
pub(super) async fn enqueue_opening(connection: &mut AnyConnection, game: &str) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO study_jobs (kind, subject, person, created) VALUES ('opening', $1, '', $2) \
         ON CONFLICT (kind, subject) DO NOTHING",
    )
    .bind(game.to_owned())
    .bind(crate::time::now_ms())
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes a job whose lease still holds. Returns whether it did.
pub(super) async fn finish(
    connection: &mut AnyConnection,
    kind: BackgroundJobKind,
    job: BackgroundJob,
) -> StoreResult<bool> {
    let query =
        sqlx::query("DELETE FROM study_jobs WHERE kind = $1 AND subject = $2 AND lease = $3")
            .bind(kind.text())
            .bind(job.subject)
            .bind(job.lease);
    Ok(query.execute(connection).await?.rows_affected() > 0)
}

impl Store {
    /// Whether there is a job to do. This is asked often, so it does not write.
    pub async fn has_background_job(&self, kind: BackgroundJobKind, now: i64) -> StoreResult<bool> {
        let found: Option<String> = sqlx::query_scalar(
            "SELECT subject FROM study_jobs WHERE kind = $1 AND lease <= $2 AND attempts < $3 \
             ORDER BY lease LIMIT 1",
        )
        .bind(kind.text())
        .bind(now)
        .bind(BACKGROUND_JOB_ATTEMPTS)
        .fetch_optional(self.reads())
        .await?;
        Ok(found.is_some())
    }

    /// Takes a free job on a lease. Addresses take turns, and at one address people do.
    pub async fn claim_background_job(
        &self,
        kind: BackgroundJobKind,
        now: i64,
        lease: i64,
    ) -> StoreResult<Option<BackgroundJob>> {
        let backend = self.backend();
        self.write(move |connection| {
            Box::pin(async move {
                let query = match backend {
                    Backend::Sqlite => next_background_job!(""),
                    // Workers on other machines take other jobs meanwhile.
                    Backend::Postgres => next_background_job!(" FOR UPDATE OF job SKIP LOCKED"),
                };
                let job = sqlx::query_as(query)
                    .bind(lease)
                    .bind(kind.text())
                    .bind(now)
                    .bind(BACKGROUND_JOB_ATTEMPTS)
                    .fetch_optional(connection)
                    .await?;
                Ok(job)
            })
        })
        .await
    }

    /// Says how far a job is, and extends its lease. Returns the job with the new lease;
    /// `None` if somebody else has it now.
    pub async fn note_background_job_progress(
        &self,
        kind: BackgroundJobKind,
        mut job: BackgroundJob,
        [done, total]: [i64; 2],
        lease: i64,
    ) -> StoreResult<Option<BackgroundJob>> {
        // The end of a lease also identifies it, so the new one must differ from the old one.
        let lease = lease.max(job.lease + 1);
        let query = sqlx::query(
            "UPDATE study_jobs SET done = $1, total = $2, lease = $3 \
             WHERE kind = $4 AND subject = $5 AND lease = $6",
        )
        .bind(done)
        .bind(total)
        .bind(lease)
        .bind(kind.text())
        .bind(job.subject.clone())
        .bind(job.lease);
        let changed = self.execute(query).await?;
        job.lease = lease;
        Ok((changed > 0).then_some(job))
    }

    /// Gives a job back that was not tried to the end, for nobody until a time. The attempt does
    /// not count.
    pub async fn release_background_job(
        &self,
        kind: BackgroundJobKind,
        job: BackgroundJob,
        until: i64,
    ) -> StoreResult<()> {
        let query = sqlx::query(
            "UPDATE study_jobs SET lease = $1, attempts = attempts - 1 \
             WHERE kind = $2 AND subject = $3 AND lease = $4",
        )
        .bind(until)
        .bind(kind.text())
        .bind(job.subject)
        .bind(job.lease);
        self.execute(query).await?;
        Ok(())
    }

    /// Deletes a job that leads to nothing.
    pub async fn delete_background_job(
        &self,
        kind: BackgroundJobKind,
        job: BackgroundJob,
    ) -> StoreResult<()> {
        self.write(move |connection| {
            Box::pin(async move { finish(connection, kind, job).await.map(|_| ()) })
        })
        .await
    }

    /// How far a report that somebody asked for has come.
    pub async fn background_job_progress(
        &self,
        kind: BackgroundJobKind,
        subject: &str,
    ) -> StoreResult<Option<BackgroundJobProgress>> {
        let row = sqlx::query_as(
            "SELECT done, total, lease, attempts FROM study_jobs WHERE kind = $1 AND subject = $2",
        )
        .bind(kind.text())
        .bind(subject.to_owned())
        .fetch_optional(self.reads())
        .await?;
        Ok(row)
    }

    /// Asks for a report, from an address given by a keyed hash. One that failed is tried
    /// again; one that waits stays as it is.
    ///
    /// # Errors
    /// [`StoreError::PersonLeft`](super::StoreError::PersonLeft) if the person is deleted or banned.
    pub async fn enqueue_report(
        &self,
        subject: &str,
        [person, address]: [&str; 2],
        limits: ReportLimits,
        now: i64,
    ) -> StoreResult<ReportRequestResult> {
        let (subject, person) = (subject.to_owned(), person.to_owned());
        let address = address.to_owned();
        let backend = self.backend();
        let turns = vec!["reports".to_owned(), person.clone()];
        self.write_in_turn(turns, move |connection| {
            Box::pin(async move {
                hold_person(backend, connection, &person).await?;
                let (waiting, recent): (i64, i64) = sqlx::query_as(
                    "SELECT (SELECT COUNT(*) FROM study_jobs WHERE person = $1 \
                       AND kind = 'report' AND attempts < $2), \
                     (SELECT COUNT(*) FROM reports WHERE person = $1 AND created > $3)",
                )
                .bind(person.clone())
                .bind(BACKGROUND_JOB_ATTEMPTS)
                .bind(limits.since)
                .fetch_one(&mut *connection)
                .await?;
                if waiting >= limits.waiting || recent + waiting >= limits.recent {
                    return Ok(ReportRequestResult::TooManyOfPerson);
                }
                let (of_address, in_all): (i64, i64) = sqlx::query_as(
                    "SELECT (SELECT COUNT(*) FROM study_jobs WHERE kind = 'report' \
                       AND address = $1 AND attempts < $2), \
                     (SELECT COUNT(*) FROM study_jobs WHERE kind = 'report' AND attempts < $2)",
                )
                .bind(address.clone())
                .bind(BACKGROUND_JOB_ATTEMPTS)
                .fetch_one(&mut *connection)
                .await?;
                if of_address >= limits.of_address || in_all >= limits.in_all {
                    return Ok(ReportRequestResult::TooManyWaiting);
                }
                sqlx::query(
                    "INSERT INTO study_jobs (kind, subject, person, created, address) \
                     VALUES ('report', $1, $2, $3, $5) ON CONFLICT (kind, subject) DO UPDATE SET \
                     person = $2, attempts = 0, done = 0, created = $3, address = $5 \
                     WHERE study_jobs.attempts >= $4 AND study_jobs.lease <= $3",
                )
                .bind(subject)
                .bind(person)
                .bind(now)
                .bind(BACKGROUND_JOB_ATTEMPTS)
                .bind(address)
                .execute(connection)
                .await?;
                Ok(ReportRequestResult::Queued)
            })
        })
        .await
    }

    /// Stores a report, if its job is still this worker's.
    pub async fn add_report(
        &self,
        job: BackgroundJob,
        report: String,
        now: i64,
    ) -> StoreResult<()> {
        self.write(move |connection| {
            Box::pin(async move {
                let (subject, person) = (job.subject.clone(), job.person.clone());
                if !finish(connection, BackgroundJobKind::Report, job).await? {
                    return Ok(());
                }
                sqlx::query(
                    "INSERT INTO reports (subject, person, report, created) \
                     VALUES ($1, $2, $3, $4) ON CONFLICT (subject) DO UPDATE SET \
                     person = $2, report = $3, created = $4",
                )
                .bind(subject)
                .bind(person)
                .bind(report)
                .bind(now)
                .execute(connection)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// The reports that a person has asked for: of what, when, and 1 if it is done.
    pub async fn reports_of(&self, person: &str) -> StoreResult<Vec<(String, i64, i64)>> {
        let rows = sqlx::query_as(
            "SELECT subject, created, 0 FROM study_jobs WHERE person = $1 AND kind = 'report' \
             UNION ALL SELECT subject, created, 1 FROM reports WHERE person = $1 ORDER BY 2, 1",
        )
        .bind(person.to_owned())
        .fetch_all(self.reads())
        .await?;
        Ok(rows)
    }

    /// The report of a game or an analysis, as JSON.
    pub async fn report(&self, subject: &str) -> StoreResult<Option<String>> {
        let report = sqlx::query_scalar("SELECT report FROM reports WHERE subject = $1")
            .bind(subject.to_owned())
            .fetch_optional(self.reads())
            .await?;
        Ok(report)
    }
}
