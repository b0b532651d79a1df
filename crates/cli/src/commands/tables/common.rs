//! What the commands on tables share.

use crate::commands::stop::{STOPPED, stopped};
use crate::error::{CommandError, CommandResult};
use crate::{texts, words};
use hyperrook_rules::Position;
use hyperrook_tables::{BuildError, Material, TableError, Tables};
use std::fmt::Display;

pub(super) fn failed(error: impl Display) -> CommandError {
    CommandError::Data(error.to_string())
}

/// The error of reading or writing a table.
pub(super) fn table_failed(error: TableError) -> CommandError {
    match error {
        TableError::Io { path, error } => CommandError::file(&path, error),
        error => failed(error),
    }
}

/// The error of building tables.
pub(super) fn build_failed(error: BuildError) -> CommandError {
    match error {
        BuildError::Stopped => stopped(STOPPED),
        BuildError::File(error) => table_failed(error),
        error => failed(error),
    }
}

/// Says that a table is missing.
pub(super) fn no_table(tables: &Tables, material: &Material) -> CommandError {
    let text = material.text(tables.game().definition());
    CommandError::Data(format!(
        "there is no table of {text} in {}; build it with `hyperrook tables build`",
        tables.folder().display()
    ))
}

/// The length of a win, in moves of the winner. Where a bare side has lost, a win can have no moves.
pub(super) fn moves(plies: u16) -> String {
    words::count(usize::from(plies.div_ceil(2)), "move")
}

/// Best play from a position, in short notation.
pub(super) fn line(tables: &Tables, position: &Position) -> CommandResult<String> {
    let line = tables.line(position).map_err(table_failed)?;
    let mut words = Vec::new();
    let mut position = position.clone();
    for mv in line {
        words.push(texts::short(&position, mv));
        position.play(mv).map_err(failed)?;
    }
    Ok(words.join(" "))
}
