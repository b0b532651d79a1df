//! Scores inside the search: centipawns, and mate scores above them.

use crate::report::Score;

/// The score of winning now. A win in `n` plies scores `n` less.
pub(crate) const MATE: i32 = 32_000;
/// The maximum length of a line, in plies.
pub(crate) const MAX_PLY: usize = 240;
/// Scores of at least this are mate scores. This includes all games that end by a rule: baring and
/// won stalemates count as mates.
pub(crate) const MATE_IN_MAX_PLY: i32 = MATE - 2 * MAX_PLY as i32;
/// The maximum of an evaluation, in absolute value.
pub(crate) const MAX_EVAL: i32 = 25_000;
/// Higher than any score.
pub(crate) const INFINITE: i32 = MATE + 1;

/// The score of a loss at this ply.
#[inline]
pub(crate) fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// The score of a win at this ply.
#[inline]
pub(crate) fn mate_in(ply: usize) -> i32 {
    MATE - ply as i32
}

/// Whether a score is a forced win or loss.
#[inline]
pub(crate) fn is_mate_score(score: i32) -> bool {
    score.abs() >= MATE_IN_MAX_PLY
}

/// Converts a score of the root for the report.
pub(crate) fn reported(score: i32) -> Score {
    if score >= MATE_IN_MAX_PLY {
        Score::Mate((MATE - score + 1) / 2)
    } else if score <= -MATE_IN_MAX_PLY {
        // A side can lose by its own move, such as one that leaves no moves. That move counts.
        Score::Mate(-((MATE + score + 1) / 2))
    } else {
        Score::Centipawns(score)
    }
}

/// Converts a score of a node for the transposition table, where mates count from the node.
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

/// Converts a score of the transposition table for a node, where mates count from the root.
#[inline]
pub(crate) fn from_tt(score: i32, ply: usize) -> i32 {
    // A very long win by the tables stays one, wherever the entry is read.
    if score >= MATE_IN_MAX_PLY {
        (score - ply as i32).max(MATE_IN_MAX_PLY)
    } else if score <= -MATE_IN_MAX_PLY {
        (score + ply as i32).min(-MATE_IN_MAX_PLY)
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_in_moves_are_rounded_up() {
        for (plies, moves) in [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2)] {
            assert_eq!(reported(mated_in(plies)), Score::Mate(-moves), "{plies}");
            assert_eq!(reported(mate_in(plies)), Score::Mate(moves), "{plies}");
        }
    }
}
