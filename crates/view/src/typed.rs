//! Moves as people type them.

use crate::types::MoveReading;
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_notation::short::parse_any;
use hyperrook_rules::Position;

/// Reads a move in short notation (`Nf3`) or as a move text (`g1f3`, addresses
/// too), or says why it is none.
pub fn read_move(position: &Position, text: &str) -> MoveReading {
    match parse_any(position, text) {
        Ok(mv) => MoveReading {
            mv: Some(format_move(
                position.game().definition(),
                mv,
                CellStyle::Plain,
            )),
            refusal: None,
        },
        Err(error) => MoveReading {
            mv: None,
            refusal: Some(error.to_string()),
        },
    }
}
