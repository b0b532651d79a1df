//! The sums of the games of a ladder. Sums of several runs can be merged.

use crate::forced_win::ForcedWin;
use crate::jobs::half_points;
use crate::matches::stats::Pentanomial;
use crate::played_pairs::PlayedPairs;
use crate::run_subject::{RunMergeError, RunSubject, check_other_seeds};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The sums of the games of one or more runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LadderSums {
    /// The rules, and the program that played.
    #[serde(flatten)]
    pub subject: RunSubject,
    /// The nodes of each rung; 0 for the random mover, which is the first.
    pub rungs: Vec<u64>,
    /// The seeds of the runs.
    pub seeds: BTreeSet<u64>,
    /// The matches.
    pub matches: Vec<RungMatch>,
    /// A win that a side can force from the start, if a short search finds one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forced_win: Option<ForcedWin>,
    /// The number of games with the opening of another game, which do not count.
    pub repeated: u64,
    /// The number of pairs for which no opening was found.
    pub without_opening: u64,
}

/// The results of two rungs against each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RungMatch {
    /// The number of the lower rung.
    pub lower: usize,
    /// The number of the higher rung.
    pub higher: usize,
    /// Half-points of the higher rung in pairs of games: first in the game in which it has White.
    #[serde(deserialize_with = "half_points::<2, _, _>")]
    pub pairs: PlayedPairs<[usize; 2]>,
}

impl RungMatch {
    pub(super) fn new(lower: usize, higher: usize) -> RungMatch {
        RungMatch {
            lower,
            higher,
            pairs: PlayedPairs::default(),
        }
    }

    /// The number of pairs by half-points of the higher rung.
    pub fn pentanomial(&self) -> Pentanomial {
        self.pairs
            .histogram(|[as_white, as_black]| as_white + as_black)
    }

    /// The number of pairs by half-points of White.
    pub fn white(&self) -> Pentanomial {
        self.pairs
            .histogram(|[as_white, as_black]| as_white + 2 - as_black)
    }

    /// The number of pairs by their number of draws.
    pub fn draws(&self) -> [u64; 3] {
        self.pairs
            .histogram(|points| points.iter().filter(|&&points| points == 1).count())
    }

    /// Whether the higher rung won all games.
    pub fn is_one_sided(&self) -> bool {
        self.pairs.count() > 0 && self.pairs.results().all(|points| points == [2, 2])
    }
}

impl LadderSums {
    /// Adds the games of other runs, without those with known openings.
    ///
    /// # Errors
    /// If the games cannot be added; then nothing changes.
    pub fn merge(&mut self, other: &LadderSums) -> Result<(), RunMergeError> {
        self.subject.check_same(&other.subject)?;
        let rungs = |sums: &LadderSums| -> Vec<[usize; 2]> {
            sums.matches.iter().map(|m| [m.lower, m.higher]).collect()
        };
        if self.rungs != other.rungs || rungs(self) != rungs(other) {
            return Err(RunMergeError::Settings("the rungs"));
        }
        check_other_seeds(&self.seeds, &other.seeds)?;
        self.seeds.extend(&other.seeds);
        for (own, theirs) in self.matches.iter_mut().zip(&other.matches) {
            let repeated = own.pairs.merge(&theirs.pairs).saturating_mul(2);
            self.repeated = self.repeated.saturating_add(repeated);
        }
        self.repeated = self.repeated.saturating_add(other.repeated);
        self.without_opening = self.without_opening.saturating_add(other.without_opening);
        Ok(())
    }
}
