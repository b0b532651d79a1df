//! Positions and moves as they are written in puzzles.

use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_notation::position::format_position;
use hyperrook_rules::{Move, Position};

/// The ID of a puzzle: the first half of the hash of its position.
pub(super) fn id(position: &Position) -> String {
    format!("{:08x}", position.zobrist_key() >> 32)
}

pub(super) fn text(position: &Position, mv: Move) -> String {
    format_move(position.game().definition(), mv, CellStyle::Plain)
}

/// The position of a puzzle, as if nothing had been played before.
pub(super) fn fresh(position: &Position) -> String {
    format_position(position)
}
