//! The engine in the terminal: its settings and limits, and texts about its results.

mod network;
mod words;

pub(crate) use network::{network, use_network};
pub(crate) use words::{
    chances, line, parse_seconds, pawns, score, seconds, share, white, white_chances, with_bound,
};

use hyperrook_search::{EngineSettings, SearchLimits, Strength};
use std::time::Duration;

/// The program that finds the computer's moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ComputerPlayer {
    /// The engine.
    Engine(SearchLimits),
    /// The simple opponent.
    Simple {
        /// The depth of its search, in plies.
        plies: u32,
        /// The seed of its choices.
        seed: u64,
    },
}

/// The size of the hash table of terminal games, in MiB. It is small because other programs
/// run on the same machine.
const HASH_MIB: usize = 32;

/// The settings of the engine in terminal games.
pub(crate) fn terminal_settings() -> EngineSettings {
    EngineSettings {
        hash_mib: HASH_MIB,
        tables: crate::tables::of_user(),
        ..EngineSettings::default()
    }
}

/// The limits for playing at a level.
pub(crate) fn to_play(level: u8, move_time: Duration) -> SearchLimits {
    SearchLimits::default()
        .move_time(move_time)
        .strength(Strength::Level(level))
}

/// The limits for finding the best lines in some time.
pub(crate) fn to_advise(lines: usize, move_time: Duration) -> SearchLimits {
    SearchLimits::default().move_time(move_time).lines(lines)
}

/// The limits for finding the best lines until the search is stopped.
pub(crate) fn to_analyse(lines: usize) -> SearchLimits {
    SearchLimits::default().infinite(true).lines(lines)
}
