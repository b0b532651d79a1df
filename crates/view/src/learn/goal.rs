//! The task of an exercise, in a sentence.

use hyperrook_rules::Position;

/// The sentence for a win in some moves.
pub(super) fn goal(position: &Position, moves: u32) -> String {
    let side = position.turn();
    match moves {
        1 => format!("{side} wins with one move."),
        _ => format!("{side} wins in {moves} moves, whatever the answer."),
    }
}
