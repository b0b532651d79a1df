//! The only writer: it commits writes in groups.
//!
//! It has a connection of its own. After a transaction that failed the connection is
//! closed and the next transaction opens another: what a failed `COMMIT` or `ROLLBACK`
//! leaves behind cannot spoil what follows.

use super::backend::Backend;
use super::connection::connect;
use super::error::{StoreError, StoreResult, is_away};
use super::health::Health;
use super::lease::NodeIdentity;
use super::shifted_clocks::{ShiftedClock, give_back};
use super::turns::try_to_take_turn;
use crate::time::now_ms;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::any::AnyConnectOptions;
use sqlx::{AnyConnection, Connection};
use std::collections::{HashSet, VecDeque};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// Statements to run in a transaction.
pub(super) type WriteJob =
    Box<dyn for<'c> FnOnce(&'c mut AnyConnection) -> BoxFuture<'c, StoreResult<()>> + Send>;

/// The most writes in one transaction.
const MAX_GROUP: usize = 256;
/// The most writes that wait. When there are more, their callers wait.
const QUEUE: usize = 4096;
/// No write joins a transaction that has run this long: others wait, and so does the lease.
const GROUP_TIME: Duration = Duration::from_millis(250);
/// How long a caller waits for its write.
const WRITE_TIMEOUT: Duration = Duration::from_secs(3);
/// How long a caller waits while the database is known to fail.
const LITTLE_PATIENCE: Duration = Duration::from_secs(1);
/// The pause after a transaction that failed: a database that is away is not asked in a
/// busy loop.
const PAUSE: Duration = Duration::from_millis(50);

/// The pause before writes are tried again that have been put off, if nothing else is written.
const TURN_PAUSE: Duration = Duration::from_millis(5);

/// How often failures are logged while the database is away.
const OUTAGE_LOG_INTERVAL: Duration = Duration::from_secs(5);

pub(super) struct PendingWrite {
    /// The turns that it takes.
    turns: Vec<String>,
    work: WriteJob,
    done: oneshot::Sender<StoreResult<()>>,
}

/// A handle on the writer.
#[derive(Clone, Debug)]
pub(super) struct WriterHandle {
    queue: mpsc::Sender<PendingWrite>,
    health: Arc<Health>,
    /// Ends everything at once.
    abandoned: CancellationToken,
    ended: CancellationToken,
}

/// What the writer works with.
pub(super) struct Writer {
    pub(super) backend: Backend,
    pub(super) options: AnyConnectOptions,
    /// `None` after a failure, until the next transaction.
    pub(super) connection: Option<AnyConnection>,
    /// The node whose games' clocks pause while nothing can be written.
    pub(super) node: Arc<NodeIdentity>,
    /// Where clocks that were given time back are reported.
    pub(super) shifted: mpsc::UnboundedSender<Vec<ShiftedClock>>,
    /// The time up to which the running transaction gives time back.
    pub(super) given_until: Option<i64>,
    pub(super) outage_log: OutageLog,
    /// Writes that are put off, as it is the turn of another node.
    pub(super) put_off: Vec<PendingWrite>,
}

/// What was logged of an outage: its first failure, and then how many there were.
#[derive(Debug, Default)]
pub(super) struct OutageLog {
    logged: Option<Instant>,
    failures: u64,
}

impl OutageLog {
    /// Logs a transaction that failed, or counts it if another was logged a moment ago.
    fn note(&mut self, failure: &str) {
        self.failures += 1;
        match self.logged {
            None => tracing::error!(error = failure, "a transaction failed"),
            Some(logged) if logged.elapsed() < OUTAGE_LOG_INTERVAL => return,
            Some(_) => tracing::error!(
                error = failure,
                failures = self.failures,
                "transactions still fail"
            ),
        }
        self.logged = Some(Instant::now());
        self.failures = 0;
    }
}

impl WriterHandle {
    /// Starts the writer.
    pub(super) fn start(writer: Writer) -> WriterHandle {
        let (queue, entries) = mpsc::channel(QUEUE);
        let handle = WriterHandle {
            queue,
            health: Arc::default(),
            abandoned: CancellationToken::new(),
            ended: CancellationToken::new(),
        };
        tokio::spawn(writer.run(handle.clone(), entries));
        handle
    }

    /// Runs statements and waits until they are committed.
    ///
    /// # Errors
    /// [`StoreError::NoAnswer`] if that takes too long. The statements may still be
    /// committed later.
    pub(super) async fn run(&self, turns: Vec<String>, work: WriteJob) -> StoreResult<()> {
        let patience = if self.health.is_failing() {
            LITTLE_PATIENCE
        } else {
            WRITE_TIMEOUT
        };
        let waiting = async {
            let (done, answer) = oneshot::channel();
            let entry = PendingWrite { turns, work, done };
            let queued = self.queue.send(entry).await;
            queued.map_err(|_| StoreError::Closed)?;
            answer.await.map_err(|_| StoreError::NoAnswer)?
        };
        tokio::select! {
            // First: a writer that has ended drops the jobs that it had not begun.
            biased;
            () = self.abandoned.cancelled() => Err(StoreError::Closed),
            answer = timeout(patience, waiting) => answer.unwrap_or(Err(StoreError::NoAnswer)),
        }
    }

    /// Whether writes fail or hang at the moment.
    pub(super) fn is_failing(&self) -> bool {
        self.health.is_failing()
    }

    /// Lets all waiting and all later writes fail.
    pub(super) fn abandon(&self) {
        self.abandoned.cancel();
    }

    /// Waits for the queued writes and closes the connection.
    pub(super) async fn close(&self) {
        let nothing: WriteJob = Box::new(|_| Box::pin(async { Ok(()) }));
        let _ = self.run(Vec::new(), nothing).await;
        self.abandon();
        let _ = timeout(LITTLE_PATIENCE, self.ended.cancelled()).await;
    }
}

type WriteResults = Vec<(oneshot::Sender<StoreResult<()>>, StoreResult<()>)>;

impl Writer {
    async fn run(mut self, handle: WriterHandle, mut entries: mpsc::Receiver<PendingWrite>) {
        let WriterHandle {
            queue,
            health,
            abandoned,
            ended,
        } = handle;
        // The writer ends with the last of the other handles.
        drop(queue);
        let mut group = Vec::with_capacity(MAX_GROUP);
        loop {
            tokio::select! {
                count = entries.recv_many(&mut group, MAX_GROUP) => {
                    if count == 0 {
                        break;
                    }
                }
                () = tokio::time::sleep(TURN_PAUSE), if !self.put_off.is_empty() => {}
                () = abandoned.cancelled() => break,
            }
            let mut left = VecDeque::from(std::mem::take(&mut self.put_off));
            left.extend(group.drain(..));
            // Callers who have waited too long were told so.
            left.retain(|entry| !entry.done.is_closed());
            while !left.is_empty() {
                let clocks_are_due = tokio::select! {
                    clocks_are_due = self.transaction(&health, &mut left) => clocks_are_due,
                    () = abandoned.cancelled() => break,
                };
                if clocks_are_due {
                    let mut nothing = VecDeque::new();
                    tokio::select! {
                        _ = self.transaction(&health, &mut nothing) => {}
                        () = abandoned.cancelled() => break,
                    }
                }
                if health.failing_since().is_some() {
                    tokio::time::sleep(PAUSE).await;
                }
                left.retain(|entry| !entry.done.is_closed());
            }
            if abandoned.is_cancelled() {
                break;
            }
        }
        if let Some(connection) = self.connection.take() {
            let _ = timeout(LITTLE_PATIENCE, connection.close()).await;
        }
        ended.cancel();
    }

    /// How long a transaction may take.
    fn limit(&self) -> Duration {
        match self.backend {
            // The other end may be gone for good, without a word.
            Backend::Postgres => Duration::from_secs(5),
            // Disks are slow at times, and another process may be writing.
            Backend::Sqlite => Duration::from_secs(15),
        }
    }

    /// Commits the first writes of a group, as many as there is time for, and answers their
    /// callers. Returns whether clocks are to be given time back, as it took long.
    async fn transaction(&mut self, health: &Health, group: &mut VecDeque<PendingWrite>) -> bool {
        let begun = Instant::now();
        if !group.is_empty() {
            metrics::histogram!("hyperrook_store_group_size").record(group.len() as f64);
        }
        health.begin(now_ms());
        self.given_until = None;
        let mut waiting = Vec::with_capacity(group.len());
        let limit = self.limit();
        let outage = health.failing_since();
        let commit = AssertUnwindSafe(self.commit(outage, group, &mut waiting)).catch_unwind();
        let failure = match timeout(limit, commit).await {
            Ok(Ok(Ok(()))) => None,
            Ok(Ok(Err(error))) => Some(error.to_string()),
            Ok(Err(_)) => Some("a write panicked".to_owned()),
            Err(_) => Some("the database does not answer".to_owned()),
        };
        if let Some(failure) = &failure {
            self.outage_log.note(failure);
            // Dropped and not closed: that could take long, too.
            self.connection = None;
        } else {
            self.outage_log = OutageLog::default();
        }
        let clocks_are_due = health.end(failure.is_none(), self.given_until);
        metrics::histogram!("hyperrook_store_commit_seconds").record(begun.elapsed());
        for (done, own) in waiting {
            let answer = match (own, &failure) {
                (Err(error), _) => Err(error),
                (Ok(()), Some(failure)) => Err(StoreError::Commit(failure.clone())),
                (Ok(()), None) => Ok(()),
            };
            // Whoever asked may have gone.
            let _ = done.send(answer);
        }
        clocks_are_due
    }

    /// Runs a group in one transaction. A write that fails is rolled back alone, unless
    /// it fails because the database cannot work. The transaction that ends an outage
    /// first gives the time of it back, so that a flag that fell meanwhile conflicts.
    async fn commit(
        &mut self,
        outage: Option<i64>,
        group: &mut VecDeque<PendingWrite>,
        waiting: &mut WriteResults,
    ) -> Result<(), sqlx::Error> {
        if self.connection.is_none() {
            self.connection = Some(connect(self.backend, &self.options).await?);
        }
        let Some(connection) = &mut self.connection else {
            return Ok(());
        };
        let begin = match self.backend {
            // Gets the write lock at once, so that no transaction fails half-way.
            Backend::Sqlite => "BEGIN IMMEDIATE",
            Backend::Postgres => "BEGIN",
        };
        let mut transaction = connection.begin_with(begin).await?;
        let mut shifted = Vec::new();
        // A node that has lost its lease gives the time back when it takes it again.
        if let Some(since) = outage
            && let Some(node) = self.node.id_while_leased()
        {
            let now = now_ms();
            shifted = give_back(&mut transaction, &node, since, now).await?;
            self.given_until = Some(now);
        }
        let begun = Instant::now();
        let mut of_others = HashSet::new();
        'writes: while begun.elapsed() < GROUP_TIME
            && let Some(entry) = group.pop_front()
        {
            for turn in &entry.turns {
                // Nobody is asked twice, however much a person writes.
                if of_others.contains(turn)
                    || !try_to_take_turn(self.backend, &mut transaction, turn).await?
                {
                    of_others.insert(turn.clone());
                    self.put_off.push(entry);
                    continue 'writes;
                }
            }
            let mut part = transaction.begin().await?;
            let own = match (entry.work)(&mut part).await {
                Err(StoreError::Database(error)) if is_away(&error) => return Err(error),
                own => own,
            };
            match own {
                Ok(()) => part.commit().await?,
                Err(_) => part.rollback().await?,
            }
            waiting.push((entry.done, own));
        }
        transaction.commit().await?;
        if let Some(since) = outage {
            let ms = now_ms() - since;
            tracing::warn!(
                ms,
                games = shifted.len(),
                "the database can be written again"
            );
            if !shifted.is_empty() {
                let _ = self.shifted.send(shifted);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::store::{Store, StoreError};

    /// Writes a setting, and then what it is told to.
    async fn write(store: &Store, panics: bool) -> Result<(), StoreError> {
        store
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("INSERT INTO settings (name, value) VALUES ('written', 'once')")
                        .execute(connection)
                        .await?;
                    assert!(!panics, "a test");
                    Ok(())
                })
            })
            .await
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_write_that_panics_spoils_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_folder(folder.path()).await.unwrap();
        for _ in 0..2 {
            let error = write(&store, true).await.unwrap_err();
            assert!(error.is_temporary(), "{error}");
        }
        // Nothing of it was kept, so the name is free.
        write(&store, false).await.unwrap();
        assert!(store.is_usable().await);
        // A write that fails is not an outage, and does not affect others.
        let error = write(&store, false).await.unwrap_err();
        assert!(!error.is_temporary(), "{error}");
        assert!(!store.is_failing());
        store.close().await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_store_that_is_abandoned_answers_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_folder(folder.path()).await.unwrap();
        store.abandon();
        let error = write(&store, false).await.unwrap_err();
        assert!(matches!(error, StoreError::Closed), "{error}");
        store.close().await;
    }
}
