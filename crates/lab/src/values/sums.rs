//! The sums of the games of a run. Sums of several runs can be merged.

use super::design::ValueHandicap;
use crate::jobs::half_points;
use crate::matches::stats::Pentanomial;
use crate::played_pairs::PlayedPairs;
use crate::run_subject::{RunMergeError, RunSubject, check_other_seeds};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeSet;

/// The sums of the games of one or more runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct ValuesSums {
    /// The rules, and the program that played.
    #[serde(flatten)]
    pub subject: RunSubject,
    /// The letters of all kinds, in the order of the differences.
    pub kinds: String,
    /// The nodes searched for each move.
    pub nodes: u64,
    /// The seeds of the runs.
    pub seeds: BTreeSet<u64>,
    /// The handicap matches.
    pub matches: Vec<MatchSums>,
    /// The games of unequal armies.
    pub games: Vec<GameRows>,
    /// The number of games of unequal armies that were too long.
    pub cut_off: u64,
    /// The number of games with the opening of another game, which do not count.
    pub repeated: u64,
    /// The number of jobs for which no position or no even opening was found.
    pub without_opening: u64,
}

/// The results of a handicap match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchSums {
    /// The armies.
    #[serde(flatten)]
    pub handicap: ValueHandicap,
    /// Half-points of the first army in pairs of games.
    #[serde(deserialize_with = "half_points::<4, _, _>")]
    pub pairs: PlayedPairs<usize>,
}

impl MatchSums {
    /// The number of pairs of games by half-points of the first army.
    pub fn pentanomial(&self) -> Pentanomial {
        self.pairs.histogram(|points| points)
    }
}

/// A game of unequal armies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRows {
    /// The Zobrist key of the opening.
    pub opening: u64,
    /// White's half-points.
    #[serde(deserialize_with = "half_points::<2, _, _>")]
    pub result: u8,
    /// Its quiet positions.
    pub rows: Vec<PieceBalance>,
}

/// The pieces of a quiet position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceBalance {
    /// By kind, White's pieces minus Black's; 0 for royal kinds.
    #[serde(rename = "d")]
    pub differences: Vec<i8>,
    /// Whether White is to move.
    #[serde(rename = "w")]
    pub white_to_move: bool,
}

// The derived functions, and a check of what they read: `remote` gives them to the type itself.
impl Serialize for ValuesSums {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        ValuesSums::serialize(self, to)
    }
}

impl<'de> Deserialize<'de> for ValuesSums {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<ValuesSums, D::Error> {
        let sums = ValuesSums::deserialize(from)?;
        let kinds = sums.kinds.chars().count();
        for game in &sums.games {
            game.check(kinds).map_err(D::Error::custom)?;
        }
        Ok(sums)
    }
}

impl GameRows {
    /// The error if a position does not have a difference for each kind.
    pub(super) fn check(&self, kinds: usize) -> Result<(), String> {
        let mut lengths = self.rows.iter().map(|row| row.differences.len());
        match lengths.find(|&length| length != kinds) {
            None => Ok(()),
            Some(length) => Err(format!(
                "a position counts {length} kinds of pieces, but the game has {kinds}"
            )),
        }
    }
}

impl ValuesSums {
    /// Adds the games of other runs, without those with known openings.
    ///
    /// # Errors
    /// If the games cannot be added; then nothing changes.
    pub fn merge(&mut self, other: &ValuesSums) -> Result<(), RunMergeError> {
        self.subject.check_same(&other.subject)?;
        // Rules do not depend on the order of the kinds, but the differences of pieces do.
        if self.kinds != other.kinds {
            return Err(RunMergeError::Settings("the order of the pieces"));
        }
        if self.nodes != other.nodes {
            return Err(RunMergeError::Settings("nodes"));
        }
        let armies = |sums: &ValuesSums| -> Vec<ValueHandicap> {
            sums.matches.iter().map(|m| m.handicap.clone()).collect()
        };
        if armies(self) != armies(other) {
            return Err(RunMergeError::Settings("the handicap matches"));
        }
        check_other_seeds(&self.seeds, &other.seeds)?;
        self.seeds.extend(&other.seeds);
        for (own, theirs) in self.matches.iter_mut().zip(&other.matches) {
            self.repeated += 2 * own.pairs.merge(&theirs.pairs);
        }
        let known: BTreeSet<u64> = self.games.iter().map(|game| game.opening).collect();
        for game in &other.games {
            if known.contains(&game.opening) {
                self.repeated += 1;
            } else {
                self.games.push(game.clone());
            }
        }
        for (own, theirs) in [
            (&mut self.cut_off, other.cut_off),
            (&mut self.repeated, other.repeated),
            (&mut self.without_opening, other.without_opening),
        ] {
            *own = own.saturating_add(theirs);
        }
        Ok(())
    }

    /// The games of handicap matches that count.
    pub fn handicap_games(&self) -> u64 {
        let pairs = self.matches.iter().map(|m| m.pairs.count());
        2 * pairs.sum::<u64>()
    }
}
