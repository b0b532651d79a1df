//! Measures of results, reasons and lengths.

use super::seen::{ObservedGame, number};
use crate::playtest::measures::{MeasureId as M, VARIETY_MOVES};
use crate::playtest::sums::{GameSums, REASONS};
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_rules::Side;

pub(super) fn observe(seen: &ObservedGame<'_>, sums: &mut GameSums) {
    let history = &seen.record.history;
    sums.add_share(M::Unfinished, seen.outcome.is_none());
    if let Some(outcome) = seen.outcome {
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
        let plies = history.moves().len();
        sums.add(M::Length, number(plies), 1.0);
        sums.length = Some(plies as u64);
    }
    let definition = history.position().game().definition();
    let first = seen.plies.iter().take(VARIETY_MOVES);
    sums.first_moves = first
        .map(|ply| format_move(definition, ply.played, CellStyle::Plain))
        .collect();
}
