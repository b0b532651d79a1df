//! The only writer: it commits writes in groups.

use super::backend::Backend;
use super::error::{StoreError, StoreResult};
use futures_util::future::BoxFuture;
use sqlx::{AnyConnection, AnyPool, Connection};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};

/// Statements to run in a transaction.
pub(super) type WriteJob =
    Box<dyn for<'c> FnOnce(&'c mut AnyConnection) -> BoxFuture<'c, StoreResult<()>> + Send>;

/// The most writes in one transaction.
const GROUP: usize = 256;
/// The most writes that wait. When there are more, their callers wait.
const QUEUE: usize = 4096;

struct PendingWrite {
    work: WriteJob,
    done: oneshot::Sender<StoreResult<()>>,
}

/// A handle on the writer.
#[derive(Clone, Debug)]
pub(super) struct WriterHandle {
    queue: mpsc::Sender<PendingWrite>,
    pool: AnyPool,
}

impl WriterHandle {
    /// Starts the writer.
    pub(super) fn start(backend: Backend, pool: AnyPool) -> WriterHandle {
        let (queue, entries) = mpsc::channel(QUEUE);
        tokio::spawn(write(backend, pool.clone(), entries));
        WriterHandle { queue, pool }
    }

    /// Runs statements and waits until they are committed.
    pub(super) async fn run(&self, work: WriteJob) -> StoreResult<()> {
        let (done, answer) = oneshot::channel();
        let entry = PendingWrite { work, done };
        self.queue
            .send(entry)
            .await
            .map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Waits for the queued writes and closes the connection.
    pub(super) async fn close(&self) {
        let _ = self.run(Box::new(|_| Box::pin(async { Ok(()) }))).await;
        self.pool.close().await;
    }
}

async fn write(backend: Backend, pool: AnyPool, mut entries: mpsc::Receiver<PendingWrite>) {
    let mut group = Vec::with_capacity(GROUP);
    while entries.recv_many(&mut group, GROUP).await > 0 {
        let begun = Instant::now();
        metrics::histogram!("hyperrook_store_group_size").record(group.len() as f64);
        let mut waiting = Vec::with_capacity(group.len());
        let result = commit(backend, &pool, group.drain(..), &mut waiting).await;
        metrics::histogram!("hyperrook_store_commit_seconds").record(begun.elapsed());
        let failure = result.err().map(|error| {
            tracing::error!(%error, "a transaction failed");
            error.to_string()
        });
        for (done, own) in waiting {
            let answer = match (own, &failure) {
                (Err(error), _) => Err(error),
                (Ok(()), Some(failure)) => Err(StoreError::Commit(failure.clone())),
                (Ok(()), None) => Ok(()),
            };
            // Whoever asked may have gone.
            let _ = done.send(answer);
        }
        if failure.is_some() {
            // Do not ask a database that is away in a busy loop.
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

type WriteResults = Vec<(oneshot::Sender<StoreResult<()>>, StoreResult<()>)>;

/// Runs a group in one transaction. A write that fails is rolled back alone.
async fn commit(
    backend: Backend,
    pool: &AnyPool,
    group: impl ExactSizeIterator<Item = PendingWrite>,
    waiting: &mut WriteResults,
) -> Result<(), sqlx::Error> {
    let mut connection = match pool.acquire().await {
        Ok(connection) => connection,
        Err(error) => {
            waiting.extend(group.map(|entry| (entry.done, Ok(()))));
            return Err(error);
        }
    };
    let begin = match backend {
        // Gets the write lock at once, so that no transaction fails half-way.
        Backend::Sqlite => "BEGIN IMMEDIATE",
        Backend::Postgres => "BEGIN",
    };
    let mut transaction = match connection.begin_with(begin).await {
        Ok(transaction) => transaction,
        Err(error) => {
            waiting.extend(group.map(|entry| (entry.done, Ok(()))));
            return Err(error);
        }
    };
    let mut broken = None;
    for entry in group {
        if broken.is_some() {
            waiting.push((entry.done, Ok(())));
            continue;
        }
        let own = match transaction.begin().await {
            Ok(mut part) => match (entry.work)(&mut part).await {
                Ok(()) => match part.commit().await {
                    Ok(()) => Ok(()),
                    Err(error) => {
                        broken = Some(error);
                        Ok(())
                    }
                },
                Err(error) => {
                    if let Err(error) = part.rollback().await {
                        broken = Some(error);
                    }
                    Err(error)
                }
            },
            Err(error) => {
                broken = Some(error);
                Ok(())
            }
        };
        waiting.push((entry.done, own));
    }
    match broken {
        None => transaction.commit().await,
        Some(error) => Err(error),
    }
}
