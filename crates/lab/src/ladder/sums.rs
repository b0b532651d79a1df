//! The sums of the games of a ladder. Sums of several runs can be merged.

use crate::matches::stats::Pentanomial;
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
    /// Pairs by half-points of the higher rung.
    pub pairs: Pentanomial,
    /// Pairs by half-points of White.
    pub white: Pentanomial,
    /// Pairs by the number of draws.
    pub draws: [u64; 3],
    /// The number of pairs in which a game was too long.
    pub cut_off: u64,
}

impl RungMatch {
    pub(super) fn new(lower: usize, higher: usize) -> RungMatch {
        RungMatch {
            lower,
            higher,
            pairs: [0; 5],
            white: [0; 5],
            draws: [0; 3],
            cut_off: 0,
        }
    }

    /// The number of pairs that count.
    pub fn count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Whether the higher rung won all games.
    pub fn is_one_sided(&self) -> bool {
        self.count() > 0 && self.pairs[4] == self.count()
    }
}

impl LadderSums {
    /// Adds the games of other runs.
    ///
    /// # Errors
    /// If the games cannot be added; then nothing changes.
    pub fn merge(&mut self, other: &LadderSums) -> Result<(), RunMergeError> {
        self.subject.check_same(&other.subject)?;
        let is_alike = self.matches.len() == other.matches.len();
        if self.rungs != other.rungs || !is_alike {
            return Err(RunMergeError::Settings("the rungs"));
        }
        check_other_seeds(&self.seeds, &other.seeds)?;
        self.seeds.extend(&other.seeds);
        for (own, theirs) in self.matches.iter_mut().zip(&other.matches) {
            for (own, theirs) in [
                (&mut own.pairs[..], &theirs.pairs[..]),
                (&mut own.white[..], &theirs.white[..]),
                (&mut own.draws[..], &theirs.draws[..]),
            ] {
                own.iter_mut().zip(theirs).for_each(|(own, n)| *own += n);
            }
            own.cut_off += theirs.cut_off;
        }
        self.repeated += other.repeated;
        self.without_opening += other.without_opening;
        Ok(())
    }
}
