//! Measures of legal moves, checks, captures, material, and pieces that cannot move.

use super::seen::{ObservedGame, ObservedPly, number, pieces};
use crate::playtest::measures::{MeasureId as M, ply_bin};
use crate::playtest::sums::GameSums;
use hyperrook_geometry::CellSet;

pub(super) fn observe(seen: &ObservedGame<'_>, sums: &mut GameSums) {
    let at_start = number(pieces(seen.record.history.start()).len());
    let mut first_capture = None;
    for ply in &seen.plies {
        let bin = ply_bin(ply.number);
        let legal = number(ply.legal.len());
        sums.add(M::Branching, legal, 1.0);
        sums.add_at(M::BranchingByPly, bin, legal, 1.0);
        sums.add(M::Forced, f64::from(u8::from(ply.legal.len() == 1)), 1.0);
        sums.add(M::Checks, f64::from(u8::from(ply.in_check)), 1.0);
        let captures = ply.captures.any();
        sums.add(M::Captures, f64::from(u8::from(captures)), 1.0);
        if captures && first_capture.is_none() {
            first_capture = Some(ply.number + 1);
        }
        let on_board = pieces(ply.position);
        sums.add_at(M::MaterialByPly, bin, number(on_board.len()), at_start);
        if !ply.in_check {
            let own: Vec<_> = on_board
                .iter()
                .filter(|(piece, _)| piece.side == ply.turn)
                .collect();
            let movable: CellSet = movable(ply);
            let stuck = own
                .iter()
                .filter(|(_, cell)| !movable.contains(*cell))
                .count();
            let (stuck, own) = (number(stuck), number(own.len()));
            sums.add(M::Jam, stuck, own);
            sums.add_at(M::JamByPly, bin, stuck, own);
            sums.add(M::MovesPerPiece, legal, own);
            sums.add_at(M::MovesPerPieceByPly, bin, legal, own);
        }
    }
    for pair in seen.plies.windows(3) {
        let (before, now) = (pair[0].played, pair[2].played);
        let is_back = now.origin() == before.destination() && now.destination() == before.origin();
        sums.add(
            M::Reversals,
            f64::from(u8::from(is_back && before.origin() != now.origin())),
            1.0,
        );
    }
    sums.add_share(M::NoCapture, first_capture.is_none());
    if let Some(ply) = first_capture {
        sums.add(M::FirstCapture, number(ply), 1.0);
    }
    let left = pieces(seen.record.history.position()).len();
    sums.add(M::MaterialAtEnd, number(left), at_start);
}

/// The cells of the pieces that have a legal move.
pub(super) fn movable(ply: &ObservedPly<'_>) -> CellSet {
    let mut movable = CellSet::EMPTY;
    for mv in &ply.legal {
        movable.insert(mv.origin());
    }
    movable
}
