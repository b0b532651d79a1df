//! Measures of results, reasons and lengths.

use super::seen::number;
use crate::playtest::measures::MeasureId as M;
use crate::playtest::sums::{GameSums, REASONS};
use hyperrook_rules::Side;
use hyperrook_rules::fast::Playout;

pub(super) fn finish<const W: usize>(end: &Playout<W>, sums: &mut GameSums) {
    sums.add_share(M::Unfinished, end.outcome.is_none());
    let Some(outcome) = end.outcome else { return };
    let score = match outcome.winner {
        Some(Side::White) => 1.0,
        Some(Side::Black) => 0.0,
        None => 0.5,
    };
    sums.add(M::WhiteScore, score, 1.0);
    sums.add_share(M::WhiteWins, outcome.winner == Some(Side::White));
    sums.add_share(M::BlackWins, outcome.winner == Some(Side::Black));
    sums.add_share(M::Draws, outcome.winner.is_none());
    for (at, &reason) in REASONS.iter().enumerate() {
        let is_this = f64::from(u8::from(reason == outcome.reason));
        sums.add_at(M::EndReason, at, is_this, 1.0);
    }
    sums.add(M::Length, number(end.plies as usize), 1.0);
    sums.length = Some(u64::from(end.plies));
}
