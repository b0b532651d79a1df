//! Scores inside the search: centipawns, and beyond them mate scores.

use crate::report::Score;

/// The score of winning now. A win in `n` plies scores `n` less.
pub(crate) const MATE: i32 = 32_000;
/// The longest line, in plies.
pub(crate) const MAX_PLY: usize = 240;
/// Scores from this on are mate scores. All games that end by a rule count: baring and
/// won stalemates are mates, too.
pub(crate) const MATE_IN_MAX_PLY: i32 = MATE - 2 * MAX_PLY as i32;
/// Evaluations are kept within this.
pub(crate) const MAX_EVAL: i32 = 25_000;
/// Greater than any score.
pub(crate) const INFINITE: i32 = MATE + 1;

/// The score of having lost at a ply.
#[inline]
pub(crate) fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// The score of having won at a ply.
#[inline]
pub(crate) fn mate_in(ply: usize) -> i32 {
    MATE - ply as i32
}

/// Whether a score is a forced win or loss.
#[inline]
pub(crate) fn is_mate_score(score: i32) -> bool {
    score.abs() >= MATE_IN_MAX_PLY
}

/// A score of the root for the report.
pub(crate) fn reported(score: i32) -> Score {
    if score >= MATE_IN_MAX_PLY {
        Score::Mate((MATE - score + 1) / 2)
    } else if score <= -MATE_IN_MAX_PLY {
        Score::Mate(-(MATE + score) / 2)
    } else {
        Score::Centipawns(score)
    }
}

/// A score of a node for the transposition table, where mates count from the node.
#[inline]
pub(crate) fn to_tt(score: i32, ply: usize) -> i32 {
    if score >= MATE_IN_MAX_PLY {
        score + ply as i32
    } else if score <= -MATE_IN_MAX_PLY {
        score - ply as i32
    } else {
        score
    }
}

/// A score of the transposition table for a node, where mates count from the root.
#[inline]
pub(crate) fn from_tt(score: i32, ply: usize) -> i32 {
    if score >= MATE_IN_MAX_PLY {
        score - ply as i32
    } else if score <= -MATE_IN_MAX_PLY {
        score + ply as i32
    } else {
        score
    }
}
