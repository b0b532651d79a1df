//! The score of a first move, or of all first moves of a kind of piece.

use crate::statistics::{Difference, Estimate};
use serde::{Deserialize, Serialize};

/// How a score compares with the mean of all first moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FirstMoveVerdict {
    /// It is better beyond chance.
    ClearlyGood,
    /// It is worse beyond chance.
    ClearlyBad,
    /// It may be equal.
    Unclear,
}

/// A score compared with the mean of all first moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparedScore {
    /// The score minus the mean score of all first moves.
    pub difference: Difference,
    /// The probability of the difference, adjusted for the number of moves and pieces.
    pub adjusted_p: f64,
    /// What follows from it.
    pub verdict: FirstMoveVerdict,
}

/// The results of a first move, or of all first moves of a kind of piece. All results are those of
/// the first player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoreReport {
    /// The move with those that are symmetric to it, or the moves of the kind that are compared: only
    /// their games count in the row of a kind.
    pub moves: Vec<String>,
    /// The moves of the kind that have too few games to be compared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// The name of the piece that moves.
    pub piece: String,
    /// The number of games that count.
    pub games: u64,
    /// How many of them are won.
    pub won: u64,
    /// How many of them are drawn.
    pub drawn: u64,
    /// How many of them are lost.
    pub lost: u64,
    /// Points per game. For a kind: the mean of its moves.
    pub score: Option<Estimate>,
    /// The comparison with all first moves; `None` if there are no others, or too few games.
    pub comparison: Option<ComparedScore>,
    /// The Elo of the first player's score minus that of the mean score of all first moves, and the
    /// standard error.
    pub elo: Option<[f64; 2]>,
}
