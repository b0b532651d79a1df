//! Limits of a search.

use hyperrook_rules::Move;
use std::time::Duration;

/// When a search stops, and what it searches. The first limit reached counts. Without any limit and
/// without [`SearchLimits::infinite`], a search stops at the maximum depth.
///
/// ```
/// use hyperrook_search::SearchLimits;
/// use std::time::Duration;
///
/// let limits = SearchLimits::default()
///     .depth_plies(12)
///     .move_time(Duration::from_secs(2));
/// assert_eq!(limits.depth_plies, Some(12));
/// assert_eq!(limits.nodes, None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchLimits {
    /// The depth of the last iteration, in plies.
    pub depth_plies: Option<u32>,
    /// The maximum number of nodes to visit, by all threads together. Each further thread may visit
    /// one more.
    pub nodes: Option<u64>,
    /// Stops when a mate in at most this number of moves is found, for or against the side to move.
    /// Heuristics that could miss a mate are off.
    pub mate_moves: Option<u32>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<SearchClock>,
    /// The time that passes between the end of the search and the stop of the clock.
    pub overhead: Duration,
    /// Whether to search until the control is stopped, even at the maximum depth.
    pub infinite: bool,
    /// Searches in the opponent's time, until the control reports that the expected move was
    /// played; then the limits apply.
    pub ponder: bool,
    /// The moves to search at the root; all moves if empty.
    pub moves: Vec<Move>,
    /// The number of lines to find, each with a different first move; at least 1.
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

/// Setters. A value that is not required can be given plainly or as an `Option`.
impl SearchLimits {
    /// Sets [`SearchLimits::depth_plies`].
    #[must_use]
    pub fn depth_plies(mut self, depth_plies: impl Into<Option<u32>>) -> SearchLimits {
        self.depth_plies = depth_plies.into();
        self
    }

    /// Sets [`SearchLimits::nodes`].
    #[must_use]
    pub fn nodes(mut self, nodes: impl Into<Option<u64>>) -> SearchLimits {
        self.nodes = nodes.into();
        self
    }

    /// Sets [`SearchLimits::mate_moves`].
    #[must_use]
    pub fn mate_moves(mut self, mate_moves: impl Into<Option<u32>>) -> SearchLimits {
        self.mate_moves = mate_moves.into();
        self
    }

    /// Sets [`SearchLimits::move_time`].
    #[must_use]
    pub fn move_time(mut self, move_time: impl Into<Option<Duration>>) -> SearchLimits {
        self.move_time = move_time.into();
        self
    }

    /// Sets [`SearchLimits::clock`].
    #[must_use]
    pub fn clock(mut self, clock: impl Into<Option<SearchClock>>) -> SearchLimits {
        self.clock = clock.into();
        self
    }

    /// Sets [`SearchLimits::overhead`].
    #[must_use]
    pub fn overhead(mut self, overhead: Duration) -> SearchLimits {
        self.overhead = overhead;
        self
    }

    /// Sets [`SearchLimits::infinite`].
    #[must_use]
    pub fn infinite(mut self, infinite: bool) -> SearchLimits {
        self.infinite = infinite;
        self
    }

    /// Sets [`SearchLimits::ponder`].
    #[must_use]
    pub fn ponder(mut self, ponder: bool) -> SearchLimits {
        self.ponder = ponder;
        self
    }

    /// Sets [`SearchLimits::moves`].
    #[must_use]
    pub fn moves(mut self, moves: impl Into<Vec<Move>>) -> SearchLimits {
        self.moves = moves.into();
        self
    }

    /// Sets [`SearchLimits::lines`].
    #[must_use]
    pub fn lines(mut self, lines: usize) -> SearchLimits {
        self.lines = lines;
        self
    }

    /// Sets [`SearchLimits::strength`].
    #[must_use]
    pub fn strength(mut self, strength: Strength) -> SearchLimits {
        self.strength = strength;
        self
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
