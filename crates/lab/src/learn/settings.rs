//! The settings of a learning run.

use hyperrook_rules::Game;
use std::path::PathBuf;
use std::time::Duration;

/// The settings of a learning run.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnSettings {
    /// The total time of the run, including earlier parts of the same run.
    pub time: Duration,
    /// The number of threads.
    pub threads: usize,
    /// The random seed.
    pub seed: u64,
    /// The nodes searched for each move of self-play; `None` for the number of a short search of
    /// the game.
    pub nodes: Option<u64>,
    /// The number of explored positions for each move of a game: see
    /// [`crate::tune::SelfPlayGame::explored`].
    pub explored: usize,
    /// The width of the hidden layer; `None` for that of the network that comes with the
    /// program, or to choose it by the size of the game and the time.
    pub hidden: Option<usize>,
    /// The folder of the run: its journal, positions and networks.
    pub folder: PathBuf,
    /// The file of the network.
    pub output: PathBuf,
}

/// The maximum size of the weights for a chosen width, in bytes.
const MAX_WEIGHT_BYTES: usize = 1_400_000;

/// The width of the hidden layer for a game: 64, in runs of an hour 128, and in runs of two hours
/// 256, but less if the file would become too large. A wide layer needs millions of positions: of
/// chess, 256 units gained nothing from 650,000, and 75 Elo from six million.
pub(super) fn chosen_hidden(inputs: usize, time: Duration) -> usize {
    let mut hidden = match time.as_secs() {
        0..3_600 => 64,
        3_600..7_200 => 128,
        _ => 256,
    };
    while hidden > 32 && inputs * hidden * 2 > MAX_WEIGHT_BYTES {
        hidden /= 2;
    }
    hidden
}

/// The number of output layers for a game.
pub(super) fn chosen_buckets(game: &Game) -> usize {
    let pieces = game.definition().start().pieces.iter().flatten().count();
    if pieces > 24 { 8 } else { 4 }
}
