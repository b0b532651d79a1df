//! Ends of the game by baring.

use super::attack::in_check;
use super::board::is_bare;
use super::make::make;
use crate::{Definition, Move, Outcome, Reason, Setup, Side};

/// The outcome by baring, if any, in a position with these moves.
pub(super) fn baring_outcome(def: &Definition, setup: &Setup, moves: &[Move]) -> Option<Outcome> {
    let mover = setup.turn;
    if !def.ends.baring || moves.is_empty() && in_check(def, setup) {
        return None;
    }
    let end = |winner, reason| Some(Outcome { winner, reason });
    match (
        is_bare(def, setup, mover),
        is_bare(def, setup, mover.other()),
    ) {
        (true, true) => end(None, Reason::BothBare),
        (false, true) => end(Some(mover), Reason::Baring),
        (true, false) if !can_bare(def, setup, moves) => end(Some(mover.other()), Reason::Baring),
        _ => None,
    }
}

/// Whether some of these moves bares the enemy.
pub(super) fn can_bare(def: &Definition, setup: &Setup, moves: &[Move]) -> bool {
    let enemy: Side = setup.turn.other();
    moves
        .iter()
        .any(|&mv| is_bare(def, &make(def, setup, mv), enemy))
}
