//! Outcomes of positions.

use super::attack::in_check;
use super::baring::baring_outcome;
use super::moves::moves_before_baring;
use crate::{Definition, Kind, Outcome, Reason, Setup, Side, Stalemate};

/// The outcome, if the game is over. Repetition is not detected here.
pub fn outcome(def: &Definition, setup: &Setup) -> Option<Outcome> {
    let mover = setup.turn;
    let moves = moves_before_baring(def, setup);
    let end = |winner, reason| Some(Outcome { winner, reason });
    if moves.is_empty() && in_check(def, setup) {
        return end(Some(mover.other()), Reason::Checkmate);
    }
    if let Some(outcome) = baring_outcome(def, setup, &moves) {
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
        ordinary_kinds(def, setup, Side::White),
        ordinary_kinds(def, setup, Side::Black),
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

/// The kinds of a side's pieces that are not royal.
fn ordinary_kinds(def: &Definition, setup: &Setup, side: Side) -> Vec<Kind> {
    let pieces = setup.pieces.iter().flatten();
    pieces
        .filter(|piece| piece.side == side && !def.piece(piece.kind).royal)
        .map(|piece| piece.kind)
        .collect()
}
