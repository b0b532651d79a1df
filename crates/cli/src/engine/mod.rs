//! The engine beside those who show it: a thread that thinks while the keys are
//! looked at, and the words for what it finds.

mod words;

pub(crate) use words::{line, parse_seconds, score, seconds, share, white, with_bound};

use hyperrook_search::{Limits, Settings, Strength};
use std::time::Duration;

/// Who chooses a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ComputerPlayer {
    /// The engine.
    Engine(Limits),
    /// The simple opponent.
    Simple {
        /// How many plies it looks ahead.
        plies: u32,
        /// The seed of its choices.
        seed: u64,
    },
}

/// Size of the hash table of terminal games, in MiB: the machine is shared with
/// whatever else the player is doing.
const HASH_MIB: usize = 32;

/// What the engine may use in terminal games.
pub(crate) fn terminal_settings() -> Settings {
    Settings {
        hash_mib: HASH_MIB,
        ..Settings::default()
    }
}

/// To play at a level.
pub(crate) fn to_play(level: u8, move_time: Duration) -> Limits {
    Limits {
        move_time: Some(move_time),
        strength: Strength::Level(level),
        ..Limits::default()
    }
}

/// To find the best lines in some time.
pub(crate) fn to_advise(lines: usize, move_time: Duration) -> Limits {
    Limits {
        move_time: Some(move_time),
        lines,
        ..Limits::default()
    }
}

/// To find the best lines until told to stop.
pub(crate) fn to_analyse(lines: usize) -> Limits {
    Limits {
        infinite: true,
        lines,
        ..Limits::default()
    }
}
