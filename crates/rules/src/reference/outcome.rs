//! Results.

use super::attack::in_check;
use super::board::bare;
use super::moves::{can_bare, moves_before_baring};
use crate::{Definition, Kind, Move, Outcome, Reason, Setup, Side, Stalemate};

/// The result, if the game is over. Repetition is not seen here.
pub fn outcome(def: &Definition, setup: &Setup) -> Option<Outcome> {
    let mover = setup.turn;
    let moves = moves_before_baring(def, setup);
    let end = |winner, reason| Some(Outcome { winner, reason });
    if moves.is_empty() && in_check(def, setup) {
        return end(Some(mover.other()), Reason::Checkmate);
    }
    if let Some(outcome) = bared(def, setup, &moves) {
        return Some(outcome);
    }
    if moves.is_empty() {
        let winner = match def.ends.stalemate {
            Stalemate::Draw => None,
            Stalemate::Loss => Some(mover.other()),
            Stalemate::Win => Some(mover),
        };
        return end(winner, Reason::Stalemate);
    }
    if def.ends.moves > 0 && u64::from(setup.halfmove) >= 2 * u64::from(def.ends.moves) {
        return end(None, Reason::MoveCount);
    }
    let (white, black) = (
        others(def, setup, Side::White),
        others(def, setup, Side::Black),
    );
    if def.ends.bare_royals && white.is_empty() && black.is_empty() {
        return end(None, Reason::BareRoyals);
    }
    let weak = |pieces: &[Kind]| matches!(pieces, [kind] if def.ends.too_weak.contains(kind));
    if white.is_empty() && weak(&black) || black.is_empty() && weak(&white) {
        return end(None, Reason::TooWeak);
    }
    None
}

/// How baring ends the game, if it does, when these are the moves.
pub(super) fn bared(def: &Definition, setup: &Setup, moves: &[Move]) -> Option<Outcome> {
    let mover = setup.turn;
    if !def.ends.baring || moves.is_empty() && in_check(def, setup) {
        return None;
    }
    let end = |winner, reason| Some(Outcome { winner, reason });
    match (bare(def, setup, mover), bare(def, setup, mover.other())) {
        (true, true) => end(None, Reason::BothBare),
        (false, true) => end(Some(mover), Reason::Baring),
        (true, false) if !can_bare(def, setup, moves) => end(Some(mover.other()), Reason::Baring),
        _ => None,
    }
}

/// The kinds of a side's pieces that are not royal.
fn others(def: &Definition, setup: &Setup, side: Side) -> Vec<Kind> {
    let pieces = setup.pieces.iter().flatten();
    pieces
        .filter(|piece| piece.side == side && !def.piece(piece.kind).royal)
        .map(|piece| piece.kind)
        .collect()
}
