//! `go perft`: counts move sequences for each first move until it is stopped.

use crate::text::move_text;
use hyperrook_rules::Position;
use hyperrook_search::Control;

/// Writes the number of move sequences for each first move, and the sum.
pub(super) fn perft(
    position: &Position,
    depth: u8,
    control: &Control,
    write: &mut dyn FnMut(&str),
) {
    let mut total = u64::from(depth == 0);
    let mut moves: Vec<_> = position
        .moves()
        .into_iter()
        .map(|mv| (move_text(position.game(), mv), mv))
        .collect();
    moves.sort();
    for (text, mv) in moves {
        if depth == 0 {
            break;
        }
        // A legal move of the position can always be played.
        let Ok(after) = position.after(mv) else {
            continue;
        };
        let Some(below) = count(&after, depth - 1, control) else {
            write("info string perft was stopped");
            return;
        };
        write(&format!("{text}: {below}"));
        total += below;
    }
    write("");
    write(&format!("Nodes searched: {total}"));
}

/// The number of move sequences; `None` if stopped.
fn count(position: &Position, depth: u8, control: &Control) -> Option<u64> {
    /// Subtrees of this depth are counted without checking the control. They have about 100,000
    /// sequences at most, so that a stop takes effect soon.
    const BULK_DEPTH: u8 = 2;
    if control.is_stopped() {
        return None;
    }
    if depth <= BULK_DEPTH {
        return Some(position.perft(depth));
    }
    let moves = position.moves().into_iter();
    let after = moves.filter_map(|mv| position.after(mv).ok());
    after
        .map(|after| count(&after, depth - 1, control))
        .sum::<Option<u64>>()
}
