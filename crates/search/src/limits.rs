//! Limits of a search.

use hyperrook_rules::Move;
use std::time::Duration;

/// When a search stops and what it searches. The first limit that is reached counts. Without
/// any limit, and without [`SearchLimits::infinite`], a search stops at the greatest depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// The depth of the last iteration, in plies.
    pub depth_plies: Option<u32>,
    /// The most nodes to visit, by all threads together.
    pub nodes: Option<u64>,
    /// Stops when a mate in at most this number of moves is found, for or against the side to move.
    /// Heuristics that could overlook a mate are off.
    pub mate_moves: Option<u32>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<SearchClock>,
    /// The time that passes between the end of the search and the stopping of the clock.
    pub overhead: Duration,
    /// Whether to search until the control is stopped, even at the greatest depth.
    pub infinite: bool,
    /// Searches in the opponent's time, without end until the control tells that the
    /// expected move was played.
    pub ponder: bool,
    /// The moves to search at the root; all moves if empty.
    pub moves: Vec<Move>,
    /// How many lines to find, each with another first move; at least 1.
    pub lines: usize,
    /// The strength to play at.
    pub strength: Strength,
}

impl Default for SearchLimits {
    fn default() -> SearchLimits {
        SearchLimits {
            depth_plies: None,
            nodes: None,
            mate_moves: None,
            move_time: None,
            clock: None,
            overhead: Duration::from_millis(10),
            infinite: false,
            ponder: false,
            moves: Vec::new(),
            lines: 1,
            strength: Strength::Full,
        }
    }
}

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchClock {
    /// The time left.
    pub remaining: Duration,
    /// The time gained with each move.
    pub increment: Duration,
    /// Moves until more time is added; `None` if the time is for the whole game.
    pub moves_to_go: Option<u32>,
}

/// The strength to play at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Strength {
    /// As well as possible.
    #[default]
    Full,
    /// A level of [`Strength::LEVELS`].
    Level(u8),
    /// About this Elo rating at chess, within [`Strength::ELO`].
    Elo(u32),
}

impl Strength {
    /// The levels. The highest plays at full strength.
    pub const LEVELS: std::ops::RangeInclusive<u8> = 1..=8;
    /// The ratings.
    pub const ELO: std::ops::RangeInclusive<u32> = 600..=2400;
}
