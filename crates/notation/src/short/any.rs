//! Moves in either notation.

use super::{ShortError, parse_short};
use crate::moves::{MoveTextError, parse_move, read_move};
use hyperrook_rules::{Move, Position};
use thiserror::Error;

/// Why a text is not a move, in short notation or as a move text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AnyMoveError {
    /// It is a move text, but not of a legal move.
    #[error(transparent)]
    Text(MoveTextError),
    /// It is not a move text, and this is wrong with it as short notation.
    #[error(transparent)]
    Short(ShortError),
}

impl AnyMoveError {
    /// What is wrong, for messages that name the text before.
    pub fn reason(&self) -> String {
        match self {
            AnyMoveError::Text(error) => error.to_string(),
            AnyMoveError::Short(error) => error.reason(),
        }
    }

    /// Whether the text is a null move, by which records of other programs pass.
    pub(crate) fn is_null_move(&self) -> bool {
        matches!(self, AnyMoveError::Short(ShortError::NullMove { .. }))
    }
}

/// Reads a move in short notation (`Nf3`) or as a move text (`g1f3`).
///
/// # Errors
/// If it is neither. A text that names two cells is treated as a move text.
pub fn parse_any(position: &Position, text: &str) -> Result<Move, AnyMoveError> {
    let short = match parse_short(position, text) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    if read_move(position.game().definition(), text).is_err() {
        return Err(AnyMoveError::Short(short));
    }
    parse_move(position, text).map_err(AnyMoveError::Text)
}
