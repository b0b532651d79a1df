//! The task of an exercise, in a sentence.

use hyperrook_rules::Position;

/// The numbers that are written as words.
const WORDS: [&str; 11] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
];

/// The sentence for a win in some moves.
pub(super) fn goal(position: &Position, moves: u32) -> String {
    let side = position.turn();
    let word = usize::try_from(moves).ok().and_then(|n| WORDS.get(n));
    let number = word.map_or_else(|| moves.to_string(), |&word| word.to_owned());
    if moves == 1 {
        format!("{side} to move wins in {number}.")
    } else {
        format!("{side} to move wins in {number} moves against any defence.")
    }
}
