//! What a search says.

use hyperrook_rules::Move;
use std::time::Duration;

/// The worth of a position to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Centipawns: 100 is a pawn, or the game's least piece.
    Centipawns(i32),
    /// A forced end: the side to move wins in so many of its moves, or, if it
    /// is negative, has lost after so many of the opponent's. Baring and won
    /// stalemates count as mates.
    Mate(i32),
}

/// Whether a score is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is.
    Exact,
    /// It is at least that.
    Lower,
    /// It is at most that.
    Upper,
}

/// A line of the best moves, and how it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Which of the best lines it is, from 1.
    pub line: usize,
    /// The iteration, in plies.
    pub depth_plies: u32,
    /// The deepest that any variation went, in plies.
    pub selective_depth_plies: u32,
    /// What the line is worth to the side to move.
    pub score: Score,
    /// Whether that is exact.
    pub bound: Bound,
    /// Positions visited so far, over all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the hash table is, in thousandths.
    pub hash_permille: u32,
    /// The moves, legal one after another from the position searched.
    pub moves: Vec<Move>,
}

impl Info {
    /// Positions visited a second.
    pub fn nodes_per_second(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        u64::try_from(u128::from(self.nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Report {
    /// The move chosen; `None` if there is no legal move (among those asked for).
    pub best: Option<Move>,
    /// The answer that is expected, to ponder on.
    pub ponder: Option<Move>,
    /// The last complete lines, best first.
    pub lines: Vec<Info>,
    /// Positions visited, over all threads.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}
