//! What several commands share.

use super::stop::{STOPPED, stopped};
use crate::error::{CommandError, CommandResult};
use crate::texts;
use hyperrook_lab::jobs::{JobsEnd, JobsError};
use hyperrook_rules::Game;
use std::io::Write;

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

/// The error of a run of jobs whose results are where this option says.
pub(super) fn jobs_failed(error: JobsError, option: &str) -> CommandError {
    match error {
        JobsError::File(path, error) => CommandError::file(&path, error),
        // These messages end with the advice to choose another place.
        JobsError::InUse(_) | JobsError::OtherRules(_) | JobsError::OtherSettings { .. } => {
            CommandError::Data(format!("{error} with {option}"))
        }
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
