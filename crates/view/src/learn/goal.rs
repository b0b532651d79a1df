//! The task of an exercise, in a sentence.

use hyperrook_notation::words;
use hyperrook_rules::Position;

/// The sentence for a win in some moves.
pub(super) fn goal(position: &Position, moves: u32) -> String {
    let side = position.turn();
    let number = words::number(moves as usize);
    if moves == 1 {
        format!("{side} to move wins in {number}.")
    } else {
        format!("{side} to move wins in {number} moves against any defence.")
    }
}
