//! The workers that other processes run.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a worker counts as there, unless it says so again.
const WORKER_TIMEOUT: Duration = Duration::from_secs(20);
/// The most workers that are remembered.
const MAX_WORKERS: usize = 10_000;

/// A worker in another process.
#[derive(Debug)]
struct RemoteWorker {
    threads: usize,
    seen: Instant,
}

/// The workers in other processes, by their IDs.
#[derive(Debug, Default)]
pub(crate) struct Workers(Mutex<HashMap<String, RemoteWorker>>);

impl Workers {
    /// Notes that a worker is there.
    pub(super) fn note(&self, id: String, label: String, threads: usize, kinds: Vec<String>) {
        let mut workers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        workers.retain(|_, worker| now.duration_since(worker.seen) < WORKER_TIMEOUT);
        if workers.len() >= MAX_WORKERS {
            return;
        }
        let seen = now;
        if workers.insert(id, RemoteWorker { threads, seen }).is_none() {
            let kinds = kinds.join(", ");
            tracing::info!(worker = label, threads, kinds, "a worker has connected");
        }
    }

    /// How many workers are there, and how many threads they have.
    pub(crate) fn count(&self) -> (usize, usize) {
        let workers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let there = workers
            .values()
            .filter(|worker| worker.seen.elapsed() < WORKER_TIMEOUT);
        there.fold((0, 0), |(count, threads), worker| {
            (count + 1, threads.saturating_add(worker.threads))
        })
    }
}
