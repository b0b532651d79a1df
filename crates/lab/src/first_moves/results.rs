//! The results of all games.

use super::choose::FirstMove;
use crate::forced_win::ForcedWin;
use crate::jobs::half_points;
use crate::run_subject::RunSubject;
use serde::{Deserialize, Serialize};

/// The results of the games of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstMoveResults {
    /// The rules, and the program that played.
    #[serde(flatten)]
    pub subject: RunSubject,
    /// The nodes searched for each move.
    pub nodes: u64,
    /// The number of random plies after the first move.
    pub opening_plies: usize,
    /// The random seed.
    pub seed: u64,
    /// The first moves.
    pub moves: Vec<FirstMove>,
    /// The rounds. Each has the first player's half-points in the game of each first move; `None`
    /// for games that do not count.
    #[serde(deserialize_with = "half_points::<2, _, _>")]
    pub rounds: Vec<Vec<Option<u8>>>,
    /// A win that a side can force from the start, if a short search finds one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forced_win: Option<ForcedWin>,
    /// The first move of a win that the first player can force.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winning_move: Option<String>,
    /// The number of games that were too long and do not count.
    pub cut_off: u64,
    /// The number of games that repeated an opening of the same first move and do not count.
    pub repeated: u64,
}
