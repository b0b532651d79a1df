//! What a search is asked for.

use hyperrook_rules::Move;
use std::time::Duration;

/// When a search ends, and what it looks at. Several limits may be set; the
/// first that is reached counts. With none of them, and not
/// [`Limits::infinite`], a search ends when it can learn no more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The deepest iteration, in plies.
    pub depth_plies: Option<u32>,
    /// The most positions to visit, over all threads.
    pub nodes: Option<u64>,
    /// Ends when a mate in at most so many moves is found, for or against the
    /// side to move. Rules that could overlook a mate are off.
    pub mate_moves: Option<u32>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Time that passes between the search's answer and the stopping of the
    /// clock.
    pub overhead: Duration,
    /// Goes on until it is told to stop, even when it can learn no more.
    pub infinite: bool,
    /// Thinks in the opponent's time: as infinite, until the control says that
    /// the expected move was played.
    pub ponder: bool,
    /// Looks only at these first moves; at all of them if it is empty.
    pub moves: Vec<Move>,
    /// How many of the best first moves to give a line each; at least 1.
    pub lines: usize,
    /// How well to play.
    pub strength: Strength,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
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
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time gained with each move.
    pub increment: Duration,
    /// Moves until more time comes; `None` if the time is for all the game.
    pub moves_to_go: Option<u32>,
}

/// How well to play.
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
    /// The levels there are; the highest plays at full strength.
    pub const LEVELS: std::ops::RangeInclusive<u8> = 1..=8;
    /// The ratings there are.
    pub const ELO: std::ops::RangeInclusive<u32> = 600..=2400;
}
