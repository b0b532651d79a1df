//! The connections for reading. No read waits for long for a database that is away.

use super::error::StoreResult;
use super::health::READ_LIMIT;
use futures_util::future::BoxFuture;
use futures_util::stream::{BoxStream, StreamExt, unfold};
use sqlx::any::{
    AnyConnectOptions, AnyPoolOptions, AnyQueryResult, AnyRow, AnyStatement, AnyTypeInfo,
};
use sqlx::{Any, AnyPool, Describe, Either, Error, Execute, Executor, SqlStr};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};
use tokio::time::{Instant as Deadline, timeout_at};

/// A pool whose connections have not answered is replaced at most this often.
const MIN_REPLACE_INTERVAL: Duration = Duration::from_secs(2);

/// A pool of connections, replaced as a whole when they do not answer: those that wait
/// for a machine that is gone would wait for many minutes.
#[derive(Clone, Debug)]
pub(crate) struct Reads(Arc<ReadPool>);

#[derive(Debug)]
struct ReadPool {
    pool: RwLock<AnyPool>,
    pools: AnyPoolOptions,
    options: AnyConnectOptions,
    replaced: Mutex<Instant>,
}

impl Reads {
    /// Opens a pool.
    pub(super) async fn open(
        pools: AnyPoolOptions,
        options: AnyConnectOptions,
    ) -> StoreResult<Reads> {
        let pool = pools.clone().connect_with(options.clone()).await?;
        Ok(Reads(Arc::new(ReadPool {
            pool: RwLock::new(pool),
            pools,
            options,
            replaced: Mutex::new(Instant::now()),
        })))
    }

    /// The pool itself, for what may take long: operators' commands.
    pub(super) fn pool(&self) -> AnyPool {
        let pool = self.0.pool.read().unwrap_or_else(PoisonError::into_inner);
        pool.clone()
    }

    /// Abandons the connections of a read that has taken too long.
    fn replace(&self) {
        let mut replaced = self
            .0
            .replaced
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if replaced.elapsed() < MIN_REPLACE_INTERVAL {
            return;
        }
        *replaced = Instant::now();
        let fresh = self
            .0
            .pools
            .clone()
            .connect_lazy_with(self.0.options.clone());
        let mut pool = self.0.pool.write().unwrap_or_else(PoisonError::into_inner);
        let old = std::mem::replace(&mut *pool, fresh);
        // Other reads may still wait for one of its connections, and closing it would let them
        // fail: only one read may have been slow. They have given up after that time.
        drop(tokio::spawn(async move {
            tokio::time::sleep(READ_LIMIT).await;
            old.close().await;
        }));
    }

    fn too_late(&self) -> Error {
        self.replace();
        Error::PoolTimedOut
    }

    /// Closes all connections.
    pub(super) async fn close(&self) {
        self.pool().close().await;
    }
}

impl<'p> Executor<'p> for &'_ Reads {
    type Database = Any;

    fn fetch_many<'e, 'q: 'e, E>(
        self,
        query: E,
    ) -> BoxStream<'e, Result<Either<AnyQueryResult, AnyRow>, Error>>
    where
        E: 'q + Execute<'q, Any>,
    {
        let reads = self.clone();
        let rows = self.pool().fetch_many(query);
        let deadline = Deadline::now() + READ_LIMIT;
        unfold(Some(rows), move |rows| {
            let reads = reads.clone();
            async move {
                let mut rows = rows?;
                match timeout_at(deadline, rows.next()).await {
                    Ok(row) => Some((row?, Some(rows))),
                    Err(_) => Some((Err(reads.too_late()), None)),
                }
            }
        })
        .boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<AnyRow>, Error>>
    where
        E: 'q + Execute<'q, Any>,
    {
        let reads = self.clone();
        let row = self.pool().fetch_optional(query);
        let deadline = Deadline::now() + READ_LIMIT;
        Box::pin(async move {
            let row = timeout_at(deadline, row).await;
            row.unwrap_or_else(|_| Err(reads.too_late()))
        })
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [AnyTypeInfo],
    ) -> BoxFuture<'e, Result<AnyStatement, Error>>
    where
        'p: 'e,
    {
        let pool = self.pool();
        Box::pin(async move { pool.prepare_with(sql, parameters).await })
    }

    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, Result<Describe<Any>, Error>>
    where
        'p: 'e,
    {
        let pool = self.pool();
        Box::pin(async move { pool.describe(sql).await })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;
    use futures_util::FutureExt;

    /// A pool is replaced when one read was slow. Those who wait for its connections get them.
    #[tokio::test(flavor = "multi_thread")]
    async fn a_slow_read_lets_no_other_fail() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_folder(folder.path()).await.unwrap();
        let reads = store.reads().clone();
        let pool = reads.pool();
        let mut held = Vec::new();
        for _ in 0..pool.options().get_max_connections() {
            held.push(pool.acquire().await.unwrap());
        }
        let mut waiting = sqlx::query("SELECT 1").fetch_optional(&reads).boxed();
        assert!((&mut waiting).now_or_never().is_none());
        *reads.0.replaced.lock().unwrap() -= MIN_REPLACE_INTERVAL;
        reads.replace();
        drop(held);
        assert!(waiting.await.unwrap().is_some());
        let fresh = sqlx::query("SELECT 1").fetch_one(&reads).await;
        assert!(fresh.is_ok());
        store.close().await;
    }
}
