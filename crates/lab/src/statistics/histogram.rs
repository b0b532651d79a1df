//! Counts of values, and their quantiles.

use super::distributions::{Z95, rank_below};
use super::ratio::Estimate;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How often each whole number was seen, with one number per game. Histograms can be merged.
///
/// ```
/// use hyperrook_lab::statistics::Histogram;
///
/// let mut lengths = Histogram::default();
/// for plies in [61, 80, 33, 140, 95] {
///     lengths.add(plies);
/// }
/// assert_eq!(lengths.quantile(0.5).unwrap().value, 80.0);
/// ```
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Histogram {
    counts: BTreeMap<u64, u64>,
}

/// Fewer games have no interval of the median: all of four lie on one side of it in one run of eight.
const FEWEST_GAMES: u64 = 5;

impl Histogram {
    /// Adds a game with this value.
    pub fn add(&mut self, value: u64) {
        *self.counts.entry(value).or_default() += 1;
    }

    /// Adds the games of another histogram.
    pub fn merge(&mut self, other: &Self) {
        for (&value, &count) in &other.counts {
            *self.counts.entry(value).or_default() += count;
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.counts.values().sum()
    }

    /// The values seen and their counts, in order.
    pub fn counts(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.counts.iter().map(|(&value, &count)| (value, count))
    }

    /// The mean; `None` without games.
    pub fn mean(&self) -> Option<f64> {
        let games = self.games();
        let sum: f64 = self.counts().map(|(v, n)| v as f64 * n as f64).sum();
        (games > 0).then(|| sum / games as f64)
    }

    /// The value that a share of all games lies below (0.5: the median), with its interval;
    /// `None` with fewer than five games or if the share is not between 0 and 1.
    ///
    /// The interval needs no assumption about the distribution: its bounds are order
    /// statistics, interpolated (A. D. Hutson, "Calculating nonparametric confidence
    /// intervals for quantiles using fractional order statistics", 1999). With too few games
    /// for a bound, the bound is the minimum or maximum value seen; that of fewer than five would
    /// miss even the median too often.
    pub fn quantile(&self, share: f64) -> Option<Estimate> {
        let games = self.games();
        if games < FEWEST_GAMES || !(share > 0.0 && share < 1.0) {
            return None;
        }
        let n = games as f64;
        let low = self.at_rank(rank_below(n, share, 0.975));
        let high = self.at_rank(rank_below(n, share, 0.025));
        Some(Estimate {
            value: self.at_rank((n + 1.0) * share),
            low,
            high,
            standard_error: (high - low) / (2.0 * Z95),
            games,
        })
    }

    /// The value of a rank, counted from 1. Values between ranks are interpolated.
    fn at_rank(&self, rank: f64) -> f64 {
        let below = self.at_whole_rank(rank.floor() as u64);
        let above = self.at_whole_rank(rank.floor() as u64 + 1);
        below + (above - below) * rank.fract()
    }

    /// The value of a rank; the minimum or maximum for ranks out of range.
    fn at_whole_rank(&self, rank: u64) -> f64 {
        let mut seen = 0;
        let found = self.counts.iter().find(|(_, count)| {
            seen += **count;
            seen >= rank
        });
        let last = self.counts.last_key_value();
        found.or(last).map_or(0.0, |(&value, _)| value as f64)
    }
}
