//! Results of a search.

use hyperrook_rules::Move;
use std::time::Duration;

/// The score of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Centipawns: 100 is the value of a pawn, or of the game's least valuable piece.
    Centipawns(i32),
    /// A forced win: the number of moves of the side to move until it wins. If negative, a forced
    /// loss: the number of full moves, one of each side, until it has lost, rounded up; 0 if it has
    /// lost already. Baring and won stalemates count as mates.
    Mate(i32),
}

/// The chances of the side to move, in thousandths, which add up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances {
    /// The chance of a win.
    pub win: u32,
    /// The chance of a draw.
    pub draw: u32,
    /// The chance of a loss.
    pub loss: u32,
}

impl Chances {
    /// A certain win.
    pub const WIN: Chances = Chances {
        win: 1_000,
        draw: 0,
        loss: 0,
    };
    /// A certain draw.
    pub const DRAW: Chances = Chances {
        win: 0,
        draw: 1_000,
        loss: 0,
    };
    /// A certain loss.
    pub const LOSS: Chances = Chances {
        win: 0,
        draw: 0,
        loss: 1_000,
    };

    /// The chances of the opponent.
    #[must_use]
    pub fn reversed(self) -> Chances {
        Chances {
            win: self.loss,
            draw: self.draw,
            loss: self.win,
        }
    }
}

/// How a score relates to the true score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The score is exact.
    Exact,
    /// The true score is at least the given one.
    Lower,
    /// The true score is at most the given one.
    Upper,
}

/// A principal variation, and how it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The rank of the line among the best ones, from 1.
    pub line: usize,
    /// The depth of the iteration, in plies.
    pub depth_plies: u32,
    /// The length of the longest variation searched, in plies.
    pub selective_depth_plies: u32,
    /// The score for the side to move.
    pub score: Score,
    /// The chances of the side to move with this score, fitted to games of the engine against
    /// itself.
    pub chances: Chances,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Nodes visited so far by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the hash table is, in thousandths.
    pub hash_permille: u32,
    /// The moves of the line, which can be played from the position searched.
    pub moves: Vec<Move>,
}

impl Info {
    /// Nodes visited per second.
    pub fn nodes_per_second(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        u64::try_from(u128::from(self.nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SearchReport {
    /// The move to play. `None` if there is no legal move, or none among the requested ones.
    pub best: Option<Move>,
    /// The expected reply, to ponder on.
    pub ponder: Option<Move>,
    /// The last complete lines, best first.
    pub lines: Vec<Info>,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}
