//! Faults of positions and definitions.

use crate::position::view;
use crate::types::{FaultInfo, PositionCheck};
use hyperrook_explain::pieces::numbers;
use hyperrook_geometry::CellSet;
use hyperrook_notation::position::{PositionTextError, parse_position};
use hyperrook_rules::{Diagnostic, Game, History, is_displayable};

/// The faults of a position text, or the position if there are none.
pub fn check(game: &Game, text: &str) -> PositionCheck {
    let mut cells = CellSet::EMPTY;
    let faults: Vec<String> = match parse_position(game, text) {
        Ok(position) => {
            return PositionCheck {
                faults: Vec::new(),
                cells: Vec::new(),
                view: Some(view(&History::new(position))),
            };
        }
        Err(PositionTextError::Position(faults)) => faults
            .into_iter()
            .map(|fault| {
                for cell in fault.cells {
                    cells.insert(cell);
                }
                fault.message
            })
            .collect(),
        Err(PositionTextError::Text(faults)) => faults.iter().map(ToString::to_string).collect(),
        Err(other) => vec![other.to_string()],
    };
    PositionCheck {
        faults,
        cells: numbers(cells),
        view: None,
    }
}

/// The faults of a definition, each with the line of the text where it is.
pub fn faults(text: &str, found: &[Diagnostic]) -> Vec<FaultInfo> {
    /// Lines are cut to this many characters.
    const SHOWN: usize = 200;
    /// What nobody sees, or what turns the text around, is often the fault.
    fn shown(c: char) -> char {
        let as_it_is = c == '\t' || is_displayable(c);
        if as_it_is {
            c
        } else {
            char::REPLACEMENT_CHARACTER
        }
    }
    let lines: Vec<&str> = text.lines().collect();
    let fault = |fault: &Diagnostic| FaultInfo {
        line: fault.line,
        column: fault.column,
        message: fault.message.clone(),
        help: fault.help.clone(),
        excerpt: fault
            .line
            .checked_sub(1)
            .and_then(|line| lines.get(line))
            .map(|line| line.chars().take(SHOWN).map(shown).collect()),
    };
    found.iter().map(fault).collect()
}
