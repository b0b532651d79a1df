//! The progress of long runs, on standard error.

use hyperrook_lab::jobs::JobsProgress;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Whether this much remaining time is called less than a minute.
pub(super) fn is_last_minute(left: Duration) -> bool {
    left.as_secs() <= 60
}

/// The remaining time in words: `25 min left`.
pub(super) fn time_left(left: Duration) -> String {
    match left.as_secs().div_ceil(60) {
        _ if is_last_minute(left) => "less than a minute left".to_owned(),
        minutes @ ..60 => format!("{minutes} min left"),
        minutes => format!("{} h {:02} min left", minutes / 60, minutes % 60),
    }
}

/// Reports the progress of a long run on standard error: on a terminal in one line that is updated,
/// otherwise in one line per minute.
pub(super) struct RunProgress {
    /// The noun for what is counted.
    what: &'static str,
    is_terminal: bool,
    /// The minute of the last line.
    last_minute: Option<u64>,
    /// Whether the last line is still updated.
    is_line_open: bool,
    /// Set when the user interrupts a run that then finishes its work in progress.
    stop: Option<Arc<AtomicBool>>,
}

impl RunProgress {
    pub(super) fn new(what: &'static str) -> RunProgress {
        RunProgress {
            what,
            is_terminal: std::io::stderr().is_terminal(),
            last_minute: None,
            is_line_open: false,
            stop: None,
        }
    }

    /// Says so when the user interrupts a run that then finishes its work in progress.
    pub(super) fn finishing(self, stop: &Arc<AtomicBool>) -> RunProgress {
        RunProgress {
            stop: Some(stop.clone()),
            ..self
        }
    }

    pub(super) fn report(&mut self, progress: &JobsProgress) {
        let is_stopped = |stop: &mut Arc<AtomicBool>| stop.load(Ordering::Relaxed);
        if self.stop.take_if(is_stopped).is_some() {
            self.end_line();
            note!("stopping after the work in progress; interrupt again to stop now");
        }
        let minute = progress.elapsed.as_secs() / 60;
        if !self.is_terminal && self.last_minute == Some(minute) {
            return;
        }
        self.last_minute = Some(minute);
        let left = progress
            .left()
            .map_or(String::new(), |left| format!(", {}", time_left(left)));
        let line = format!("{} of {} {}{left}", progress.done, progress.jobs, self.what);
        if self.is_terminal {
            note_part!("\r\x1b[K{line}");
            self.is_line_open = true;
        } else {
            note!("{line}");
        }
    }

    /// Ends the line that is updated.
    pub(super) fn end_line(&mut self) {
        if std::mem::take(&mut self.is_line_open) {
            note!();
        }
    }
}
