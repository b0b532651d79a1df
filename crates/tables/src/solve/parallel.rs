//! Work in parts, on several threads.

use super::watch::{ProgressMonitor, Stopped};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Runs a function on every part of the work, on several threads, until it returns false.
pub(super) fn in_parallel<T: Send>(
    threads: usize,
    pass: usize,
    all: usize,
    watch: &dyn ProgressMonitor,
    parts: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> bool + Sync,
) -> Result<(), Stopped> {
    let parts = Mutex::new(parts);
    let done = AtomicUsize::new(0);
    let stopped = AtomicBool::new(false);
    let run = || {
        while !stopped.load(Ordering::Relaxed) {
            let part = parts
                .lock()
                .unwrap_or_else(|poisoned| poisoned.into_inner())
                .next();
            let Some(part) = part else { return };
            if !work(part) {
                stopped.store(true, Ordering::Relaxed);
                return;
            }
            let done = 1 + done.fetch_add(1, Ordering::Relaxed);
            if !watch.should_continue(pass, done as f64 / all.max(1) as f64) {
                stopped.store(true, Ordering::Relaxed);
            }
        }
    };
    if threads <= 1 || all <= 1 {
        run();
    } else {
        std::thread::scope(|scope| {
            for _ in 0..threads.min(all) {
                scope.spawn(run);
            }
        });
    }
    if stopped.into_inner() {
        Err(Stopped)
    } else {
        Ok(())
    }
}
