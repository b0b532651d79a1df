//! Output that several commands share.

use super::stop::{STOPPED, stopped};
use crate::error::{CommandError, CommandResult};
use crate::texts;
use hyperrook_lab::files::replace_file;
use hyperrook_lab::jobs::{JobsEnd, JobsError, JobsProgress};
use hyperrook_rules::Game;
use serde::Serialize;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Writes a value as JSON, with a line break at its end.
pub(super) fn json(out: &mut dyn Write, value: &serde_json::Value) -> CommandResult {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}

/// The options of a game that are not at their defaults, as `name=value`.
pub(super) fn options_text(definition: &hyperrook_rules::Definition) -> String {
    definition
        .changed_options()
        .map(|option| format!(" {}={}", option.name, option.value))
        .collect()
}

/// Refuses a game that is over before the first move: there is nothing to play.
pub(super) fn check_start(game: &Game) -> CommandResult {
    let start = game.start();
    let Some(outcome) = start.outcome() else {
        return Ok(());
    };
    let status = texts::status(&start, Some(outcome));
    Err(CommandError::Data(format!(
        "the game is over at the start: {status}"
    )))
}

/// The folder of a run if the arguments name none: the game and its changed options, with this
/// ending.
pub(super) fn default_folder(definition: &hyperrook_rules::Definition, ending: &str) -> PathBuf {
    let options = options_text(definition).replace(' ', "-");
    PathBuf::from(format!("{}{options}{ending}", definition.name()))
}

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

/// The error of a run of jobs.
pub(super) fn jobs_failed(error: JobsError) -> CommandError {
    match error {
        JobsError::File(path, error) => CommandError::file(&path, error),
        error => CommandError::Data(error.to_string()),
    }
}

/// The error if a run was stopped before its end, after a note of how to continue it.
pub(super) fn check_complete(end: JobsEnd) -> CommandResult {
    match end {
        JobsEnd::Stopped => Err(stopped(&format!(
            "{STOPPED}. The results are those of the games so far"
        ))),
        JobsEnd::Complete | JobsEnd::Enough => Ok(()),
    }
}

/// Writes a file of a run. The old file stays until the new one is complete.
pub(super) fn write_whole(path: &Path, text: &str) -> CommandResult {
    let failed = |error| CommandError::file(path, error);
    replace_file(path, text.as_bytes()).map_err(failed)
}

/// A value as JSON for a file.
pub(super) fn json_text(value: &impl Serialize) -> CommandResult<String> {
    Ok(serde_json::to_string(value)? + "\n")
}

/// Refuses the folder of a run of another command, whose reports would be overwritten.
pub(super) fn check_folder(folder: &Path, journal: &str) -> CommandResult {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Ok(());
    };
    for name in entries.flatten().map(|entry| entry.file_name()) {
        let name = name.to_string_lossy();
        if name.ends_with(".journal") && name != journal {
            return Err(CommandError::Data(format!(
                "{} holds another run ({name}): choose another folder with --out",
                folder.display()
            )));
        }
    }
    Ok(())
}

/// Writes the results of a run into its folder: the sums, and the report for programs and people.
pub(super) fn write_run(
    folder: &Path,
    sums_name: &str,
    sums: &impl Serialize,
    report: &impl Serialize,
    markdown: &str,
) -> CommandResult {
    write_whole(&folder.join(sums_name), &json_text(sums)?)?;
    write_whole(&folder.join("report.json"), &json_text(report)?)?;
    write_whole(&folder.join("report.md"), markdown)
}

/// Reads the sums of other runs: files, or folders that have one of this name.
pub(super) fn read_all_sums<T: serde::de::DeserializeOwned>(
    runs: &[PathBuf],
    file_name: &str,
) -> CommandResult<Vec<T>> {
    let sums = |run: &PathBuf| {
        if run.is_dir() {
            check_kind_of_run(run, file_name)?;
            read_sums(&run.join(file_name))
        } else {
            read_sums(run)
        }
    };
    runs.iter().map(sums).collect()
}

/// The error if a folder has the results of a playtest where those of another command are wanted.
fn check_kind_of_run(folder: &Path, wanted: &str) -> CommandResult {
    const PLAYTEST: &str = "sums.json";
    if folder.join(wanted).exists() || !folder.join(PLAYTEST).exists() {
        return Ok(());
    }
    Err(CommandError::Data(format!(
        "{} is the folder of a playtest: it has {PLAYTEST}, but no {wanted}",
        folder.display()
    )))
}

/// Reads a file of sums.
pub(super) fn read_sums<T: serde::de::DeserializeOwned>(path: &Path) -> CommandResult<T> {
    let text = crate::load::read(path)?;
    serde_json::from_str(&text).map_err(|error| {
        CommandError::Data(format!(
            "{} is not a file of results that this version can add: {error}\n\
             If an earlier version wrote it, run its command again: the games are in the journal",
            path.display()
        ))
    })
}
