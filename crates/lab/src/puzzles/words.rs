//! The ID of a puzzle, and its moves as texts.

use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_rules::{Move, Position};

/// The ID of a puzzle: the first half of the hash of its position.
pub(super) fn id(position: &Position) -> String {
    format!("{:08x}", position.zobrist_key() >> 32)
}

/// The text of a move.
pub(super) fn text(position: &Position, mv: Move) -> String {
    format_move(position.game().definition(), mv, CellStyle::Plain)
}
