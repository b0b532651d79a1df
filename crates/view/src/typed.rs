//! Typed moves.

use crate::types::MoveReading;
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_notation::short::parse_any;
use hyperrook_rules::Position;

/// Parses a move in short notation (`Nf3`) or as a move text (`g1f3`, also with addresses),
/// or says why it is not a legal move.
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
