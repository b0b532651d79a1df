//! What is wrong with positions and definitions that people make.

use crate::position::view;
use crate::types::{Check, Fault};
use hyperrook_explain::pieces::numbers;
use hyperrook_geometry::CellSet;
use hyperrook_notation::position::{PositionTextError, parse_position};
use hyperrook_rules::{Diagnostic, Game, History};

/// Everything that is wrong with a position text, or what it shows.
pub fn check(game: &Game, text: &str) -> Check {
    let mut cells = CellSet::EMPTY;
    let faults: Vec<String> = match parse_position(game, text) {
        Ok(position) => {
            return Check {
                faults: Vec::new(),
                cells: Vec::new(),
                view: Some(view(&History::new(position))),
            };
        }
        Err(PositionTextError::Text(faults)) => faults.iter().map(ToString::to_string).collect(),
        Err(PositionTextError::Position(faults)) => faults
            .into_iter()
            .map(|fault| {
                for cell in fault.cells {
                    cells.insert(cell);
                }
                fault.message
            })
            .collect(),
    };
    Check {
        faults,
        cells: numbers(cells),
        view: None,
    }
}

/// The faults of a definition, each with the line of the text that it is in.
pub fn faults(text: &str, found: &[Diagnostic]) -> Vec<Fault> {
    /// More of a line than this does not help.
    const SHOWN: usize = 200;
    let lines: Vec<&str> = text.lines().collect();
    let fault = |fault: &Diagnostic| Fault {
        line: fault.line,
        column: fault.column,
        message: fault.message.clone(),
        help: fault.help.clone(),
        excerpt: fault
            .line
            .checked_sub(1)
            .and_then(|line| lines.get(line))
            .map(|line| line.chars().take(SHOWN).collect()),
    };
    found.iter().map(fault).collect()
}
