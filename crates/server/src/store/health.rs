//! Whether the database can be written, and since when it cannot.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A transaction that takes longer than this counts as an outage.
const OUTAGE_AFTER: Duration = Duration::from_secs(1);
/// How long a read may take.
pub(super) const READ_LIMIT: Duration = Duration::from_secs(3);

/// What the writer knows about the database.
#[derive(Debug, Default)]
pub(super) struct Health(Mutex<HealthState>);

#[derive(Debug, Default)]
struct HealthState {
    /// When the first of the transactions began that have failed since the last success.
    failing_since: Option<i64>,
    /// When the transaction began that runs now, by the server's and by the machine's clock.
    running: Option<(i64, Instant)>,
}

impl Health {
    fn lock(&self) -> std::sync::MutexGuard<'_, HealthState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether writes fail or hang at the moment.
    pub(super) fn is_failing(&self) -> bool {
        let state = self.lock();
        let hangs = |(_, begun): (i64, Instant)| begun.elapsed() > OUTAGE_AFTER;
        state.failing_since.is_some() || state.running.is_some_and(hangs)
    }

    /// When the outage began that the next transaction may end.
    pub(super) fn failing_since(&self) -> Option<i64> {
        self.lock().failing_since
    }

    /// A transaction begins.
    pub(super) fn begin(&self, now: i64) {
        self.lock().running = Some((now, Instant::now()));
    }

    /// The transaction has ended. It gave the time of an outage back up to
    /// `given_until`. Returns whether time is left to give back: the transaction
    /// succeeded, but took long.
    pub(super) fn end(&self, success: bool, given_until: Option<i64>) -> bool {
        let mut state = self.lock();
        let Some((began, begun)) = state.running.take() else {
            return false;
        };
        let hung = begun.elapsed() > OUTAGE_AFTER;
        if success && !hung {
            state.failing_since = None;
        } else if success {
            state.failing_since = Some(given_until.unwrap_or(began));
        } else {
            state.failing_since.get_or_insert(began);
        }
        success && hung
    }
}
