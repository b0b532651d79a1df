//! Scores inside the search: centipawns, with forced ends beyond all of them.

use crate::Score;

/// An end now. An end after `n` plies is worth `n` less.
pub(crate) const MATE: i32 = 32_000;
/// The deepest that a line can go, in plies.
pub(crate) const MAX_PLY: usize = 240;
/// Scores beyond this are forced ends.
pub(crate) const FORCED: i32 = MATE - 2 * MAX_PLY as i32;
/// Evaluations are kept within this.
pub(crate) const MOST: i32 = 25_000;
/// More than any score.
pub(crate) const INFINITE: i32 = MATE + 1;

/// The score of having lost after some plies.
#[inline]
pub(crate) fn lost(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// The score of having won after some plies.
#[inline]
pub(crate) fn won(ply: usize) -> i32 {
    MATE - ply as i32
}

/// Whether a score is a forced end.
#[inline]
pub(crate) fn is_forced(score: i32) -> bool {
    score.abs() >= FORCED
}

/// A score of the root as people are told it.
pub(crate) fn score(value: i32) -> Score {
    if value >= FORCED {
        Score::Mate((MATE - value + 1) / 2)
    } else if value <= -FORCED {
        Score::Mate(-(MATE + value) / 2)
    } else {
        Score::Centipawns(value)
    }
}

/// A score of a node as it is kept in the table, where ends count from the node.
#[inline]
pub(crate) fn to_table(value: i32, ply: usize) -> i32 {
    if value >= FORCED {
        value + ply as i32
    } else if value <= -FORCED {
        value - ply as i32
    } else {
        value
    }
}

/// The other way.
#[inline]
pub(crate) fn from_table(value: i32, ply: usize) -> i32 {
    if value >= FORCED {
        value - ply as i32
    } else if value <= -FORCED {
        value + ply as i32
    } else {
        value
    }
}
