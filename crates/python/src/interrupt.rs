//! Work that can be interrupted.

use crate::errors::error;
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The maximum time in which a signal, such as Ctrl-C, stays unnoticed.
const TICK: Duration = Duration::from_millis(20);

/// The stack of a thread: a count of move sequences recurses once for each of 255 plies.
const STACK_BYTES: usize = 16 << 20;

/// Tells work to stop.
#[derive(Clone, Default)]
pub(crate) struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Whether the work must stop.
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Runs work on a separate thread, without the interpreter's lock. If the user interrupts it, its
/// flag is set, and the interrupt is raised when the work has ended.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&StopFlag) -> T + Send + 'static,
) -> PyResult<T> {
    let flag = StopFlag::default();
    let seen = flag.clone();
    let (sender, results) = std::sync::mpsc::channel::<()>();
    let thread = spawn(py, move || {
        // Dropped at the end, which ends the wait.
        let _sender = sender;
        work(&seen)
    })?;
    wait(py, results, |()| Ok(()), || flag.set(), thread)
}

/// Starts a thread.
pub(crate) fn spawn<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<JoinHandle<T>> {
    let thread = std::thread::Builder::new()
        .name("hyperrook".to_owned())
        .stack_size(STACK_BYTES);
    thread.spawn(work).map_err(|refused| {
        error(
            py,
            "HyperrookError",
            (format!("the system refuses another thread: {refused}"),),
        )
    })
}

/// Waits for a thread that sends messages and drops its sender when it ends. Calls `stop` if a
/// signal arrives, or if handling a message fails; later messages are dropped.
pub(crate) fn wait<M: Send, T: Send>(
    py: Python<'_>,
    mut messages: Receiver<M>,
    mut on_message: impl FnMut(M) -> PyResult<()>,
    stop: impl Fn(),
    thread: JoinHandle<T>,
) -> PyResult<T> {
    let mut failure: Option<PyErr> = None;
    let mut checked = Instant::now();
    loop {
        // A receiver can be moved to another thread, but not shared.
        let receiver = &mut messages;
        match py.detach(move || receiver.recv_timeout(TICK)) {
            Ok(message) if failure.is_none() => failure = on_message(message).err(),
            Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        // Messages can come without a pause, and built-in functions do not check signals.
        if failure.is_none() && checked.elapsed() >= TICK {
            failure = py.check_signals().err();
            checked = Instant::now();
        }
        if failure.is_some() {
            stop();
        }
    }
    let result = py.detach(|| thread.join());
    match (failure, result) {
        (Some(failure), _) => Err(failure),
        (None, Ok(result)) => Ok(result),
        (None, Err(_)) => Err(error(
            py,
            "HyperrookError",
            ("the work failed by an error of Hyperrook; please report it",),
        )),
    }
}
