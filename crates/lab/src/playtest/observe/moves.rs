//! Measures of legal moves, checks, captures, material, and pieces that cannot move.

use super::seen::{ObservedPly, number, pieces};
use crate::playtest::measures::{MeasureId as M, PLY_BINS, ply_bin};
use crate::playtest::sums::GameSums;
use hyperrook_rules::Move;
use hyperrook_rules::fast::{Playout, Pos, Rules};

/// The counts of a game. Counts are whole numbers, so their sums do not depend on an order.
pub(super) struct MoveCounts {
    pieces_at_start: usize,
    bins: [BinCounts; PLY_BINS],
    forced: usize,
    checks: usize,
    captures: usize,
    /// The ply of the first capture, from 1.
    first_capture: Option<usize>,
    reversals: usize,
    /// The last two moves, the last one first.
    before: [Option<Move>; 2],
}

/// The positions of a range of plies.
#[derive(Clone, Copy, Default)]
struct BinCounts {
    positions: usize,
    legal: usize,
    pieces: usize,
    /// The legal moves in positions without check.
    calm_legal: usize,
    /// The pieces of the side to move in positions without check.
    own: usize,
    /// Those of them that have no legal move.
    stuck: usize,
}

impl MoveCounts {
    pub(super) fn new<const W: usize>(rules: &Rules<W>, start: &Pos<W>) -> MoveCounts {
        MoveCounts {
            pieces_at_start: pieces(rules, start).count() as usize,
            bins: [BinCounts::default(); PLY_BINS],
            forced: 0,
            checks: 0,
            captures: 0,
            first_capture: None,
            reversals: 0,
            before: [None; 2],
        }
    }

    /// Adds a ply after the opening.
    pub(super) fn add<const W: usize>(&mut self, ply: &ObservedPly<'_, W>) {
        let bin = &mut self.bins[ply_bin(ply.number)];
        let legal = ply.legal.len();
        bin.positions += 1;
        bin.legal += legal;
        bin.pieces += ply.pieces.count() as usize;
        self.forced += usize::from(legal == 1);
        match &ply.mobility {
            None => self.checks += 1,
            Some(mobility) => {
                bin.calm_legal += legal;
                bin.own += mobility.own.count() as usize;
                bin.stuck += mobility.stuck.count() as usize;
            }
        }
        if ply.captures.any() {
            self.captures += 1;
            self.first_capture.get_or_insert(ply.number + 1);
        }
        let (origin, to) = (ply.played.origin(), ply.played.destination());
        if let Some(before) = self.before[1] {
            let is_back = origin == before.destination() && to == before.origin() && origin != to;
            self.reversals += usize::from(is_back);
        }
        self.before = [Some(ply.played), self.before[0]];
    }

    pub(super) fn finish<const W: usize>(
        &self,
        rules: &Rules<W>,
        end: &Playout<W>,
        sums: &mut GameSums,
    ) {
        let mut plies = 0;
        for (at, bin) in self.bins.iter().enumerate() {
            plies += bin.positions;
            let positions = number(bin.positions);
            let (legal, calm_legal) = (number(bin.legal), number(bin.calm_legal));
            let (own, stuck) = (number(bin.own), number(bin.stuck));
            let at_start = number(bin.positions * self.pieces_at_start);
            sums.add(M::Branching, legal, positions);
            sums.add_at(M::BranchingByPly, at, legal, positions);
            sums.add_at(M::MaterialByPly, at, number(bin.pieces), at_start);
            sums.add(M::Jam, stuck, own);
            sums.add_at(M::JamByPly, at, stuck, own);
            sums.add(M::MovesPerPiece, calm_legal, own);
            sums.add_at(M::MovesPerPieceByPly, at, calm_legal, own);
        }
        sums.add(M::Forced, number(self.forced), number(plies));
        sums.add(M::Checks, number(self.checks), number(plies));
        sums.add(M::Captures, number(self.captures), number(plies));
        // A side's first move cannot go back.
        let moves = plies.saturating_sub(2);
        sums.add(M::Reversals, number(self.reversals), number(moves));
        sums.add_share(M::NoCapture, self.first_capture.is_none());
        if let Some(ply) = self.first_capture {
            sums.add(M::FirstCapture, number(ply), 1.0);
        }
        let left = pieces(rules, &end.last).count() as usize;
        let at_start = number(self.pieces_at_start);
        sums.add(M::MaterialAtEnd, number(left), at_start);
    }
}
