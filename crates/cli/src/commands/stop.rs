//! How a signal stops a long run.

use crate::error::{CommandError, CommandResult};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// What a long run that can be continued says if a signal stopped it.
pub(super) const STOPPED: &str = "stopped; run the same command to continue";

/// The number of the signal that set the flag of [`stop_flag`].
static STOPPED_BY: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Default::default);

/// The time after the first signal in which others are part of it: `timeout` sends one to the program and
/// one to its process group.
const SAME_SIGNAL: Duration = Duration::from_millis(300);

/// A flag that is set when a signal asks the program to stop. A later signal ends it immediately.
pub(super) fn stop_flag() -> CommandResult<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let ends_at_next = Arc::new(AtomicBool::new(false));
    let mut signals = signal_hook::iterator::Signals::new(stop_signals())?;
    let flag = ends_at_next.clone();
    std::thread::spawn(move || {
        if signals.forever().next().is_some() {
            std::thread::sleep(SAME_SIGNAL);
            flag.store(true, Ordering::Relaxed);
        }
    });
    for signal in stop_signals() {
        let number = signal as usize;
        signal_hook::flag::register_conditional_shutdown(
            signal,
            128 + signal,
            ends_at_next.clone(),
        )?;
        // The number comes before the flag, so that whoever sees the flag finds it.
        signal_hook::flag::register_usize(signal, STOPPED_BY.clone(), number)?;
        signal_hook::flag::register(signal, stop.clone())?;
    }
    Ok(stop)
}

/// The end of a command that a signal has stopped, after a message.
pub(super) fn stopped(message: &str) -> CommandError {
    note!("{message}");
    CommandError::Signal(STOPPED_BY.load(Ordering::Relaxed) as u8)
}

/// The end of a command whose results are written: [`stopped`] if a signal has stopped it.
pub(super) fn check_stopped(stop: &AtomicBool, message: &str) -> CommandResult {
    if stop.load(Ordering::Relaxed) {
        return Err(stopped(message));
    }
    Ok(())
}

/// The signals that ask a long run to stop: not those that the program was told to ignore, so that
/// `nohup` works.
pub(super) fn stop_signals() -> impl Iterator<Item = i32> {
    let ignored = ignored_signals();
    [SIGINT, SIGTERM, SIGHUP]
        .into_iter()
        .filter(move |signal| ignored & (1 << (signal - 1)) == 0)
}

/// The signals that the program was told to ignore, as bits; 0 where the system does not say.
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}
