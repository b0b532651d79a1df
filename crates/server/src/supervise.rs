//! Tasks that must not end.

use futures_util::FutureExt;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

/// The pause before a task that panicked begins again.
const RESTART_DELAY: Duration = Duration::from_secs(1);

/// Runs a task to its end. If it panics, that is logged and counted, and it begins again.
pub(crate) async fn supervise<F: Future<Output = ()>>(name: &'static str, task: impl Fn() -> F) {
    // The message of the panic itself is written by the hook for panics.
    while AssertUnwindSafe(task()).catch_unwind().await.is_err() {
        tracing::error!(
            task = name,
            "a task of the server panicked and begins again"
        );
        metrics::counter!("hyperrook_panics_total", "task" => name).increment(1);
        tokio::time::sleep(RESTART_DELAY).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[tokio::test]
    async fn a_task_that_panics_begins_again() {
        let runs = AtomicU32::new(0);
        supervise("test", || async {
            assert!(runs.fetch_add(1, Ordering::Relaxed) >= 1, "not yet");
        })
        .await;
        assert_eq!(runs.load(Ordering::Relaxed), 2);
    }
}
