//! Measures of the number of good moves.

use super::seen::{GameRecord, number};
use crate::playtest::measures::{FIRST_PLIES, MeasureId as M, ply_bin};
use crate::playtest::sums::GameSums;

pub(super) fn observe(record: &GameRecord, sums: &mut GameSums) {
    for probe in &record.probes {
        let good = number(probe.good);
        sums.add(M::Clarity, good, number(probe.legal));
        sums.add(M::GoodMoves, good, 1.0);
        sums.add_at(M::GoodMovesByPly, ply_bin(probe.ply), good, 1.0);
    }
    let choices = record.first_choices.iter().take(FIRST_PLIES);
    for (ply, &good) in choices.enumerate() {
        sums.add_at(M::GoodFirstMoves, ply, number(good).log2(), 1.0);
    }
}
