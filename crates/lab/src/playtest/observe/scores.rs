//! The course of the winning chances: lead, drama, decision.

use super::seen::{GameRecord, number};
use crate::playtest::chances::winning_chances;
use crate::playtest::measures::{MeasureId as M, PLY_BINS, TENTHS, bin_plies, ply_bin};
use crate::playtest::sums::GameSums;
use hyperrook_rules::{Outcome, Side};
use hyperrook_search::ChancesModel;

/// The minimum chances of a side that leads.
const LEAD_CHANCE: f64 = 0.6;
/// The maximum chances before a comeback.
const COMEBACK_CHANCE: f64 = 0.25;
/// The minimum chances of a side in a decided game.
const DECIDED_CHANCE: f64 = 0.9;

pub(super) fn observe(
    record: &GameRecord,
    outcome: Option<Outcome>,
    model: &ChancesModel,
    sums: &mut GameSums,
) {
    if record.scores.is_empty() {
        return;
    }
    let white: Vec<f64> = record
        .scores
        .iter()
        .map(|&cp| winning_chances(model, cp))
        .collect();
    let mut leader = None;
    let mut changes = 0.0;
    for (i, &p) in white.iter().enumerate() {
        let uncertainty = 4.0 * p * (1.0 - p);
        sums.add(M::Uncertainty, uncertainty, 1.0);
        let bin = ply_bin(record.opening_plies + i);
        sums.add_at(M::UncertaintyByPly, bin, uncertainty, 1.0);
        let ahead = if p >= LEAD_CHANCE {
            Some(Side::White)
        } else {
            (p <= 1.0 - LEAD_CHANCE).then_some(Side::Black)
        };
        if ahead.is_some() && ahead != leader {
            changes += f64::from(u8::from(leader.is_some()));
            leader = ahead;
        }
    }
    sums.add(M::LeadChanges, changes, 1.0);
    let Some(outcome) = outcome else { return };
    let result = match outcome.winner {
        Some(Side::White) => 1.0,
        Some(Side::Black) => 0.0,
        None => 0.5,
    };
    for &p in &white {
        let tenth = ((p * TENTHS as f64) as usize).min(TENTHS - 1);
        sums.add_at(M::Calibration, tenth, result, 1.0);
    }
    let winners: Option<Vec<f64>> = outcome.winner.map(|side| {
        let of_winner = |&p: &f64| if side == Side::White { p } else { 1.0 - p };
        white.iter().map(of_winner).collect()
    });
    let decided = winners.as_ref().map(|chances| {
        let undecided = chances.iter().rposition(|&p| p < DECIDED_CHANCE);
        record.opening_plies + undecided.map_or(0, |at| at + 1)
    });
    for bin in 0..PLY_BINS {
        let is_decided = decided.is_some_and(|ply| bin_plies(bin).1.is_none_or(|end| ply < end));
        sums.add_at(M::DecidedByPly, bin, f64::from(u8::from(is_decided)), 1.0);
    }
    if let (Some(chances), Some(decided)) = (winners, decided) {
        let lowest = chances.iter().copied().fold(1.0, f64::min);
        sums.add(M::Drama, (1.0 - 2.0 * lowest).max(0.0), 1.0);
        sums.add_share(M::Comebacks, lowest <= COMEBACK_CHANCE);
        let plies = record.history.moves().len().max(1);
        sums.add(M::DecidedAt, number(decided) / number(plies), 1.0);
    }
}
