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
    /// The width of the hidden layer; `None` to choose it by the size of the game.
    pub hidden: Option<usize>,
    /// The folder of the run: its journal, positions and networks.
    pub folder: PathBuf,
    /// The file of the network.
    pub output: PathBuf,
}

/// The maximum size of the weights for a chosen width, in bytes.
const MAX_WEIGHT_BYTES: usize = 1_400_000;

/// The width of the hidden layer for a game: 64, or 32 if the file would become too large. Wider
/// layers predict scores slightly better, but they take longer and did not win more games.
pub(super) fn chosen_hidden(inputs: usize) -> usize {
    if inputs * 64 * 2 <= MAX_WEIGHT_BYTES {
        64
    } else {
        32
    }
}

/// The number of output layers for a game.
pub(super) fn chosen_buckets(game: &Game) -> usize {
    let pieces = game.definition().start().pieces.iter().flatten().count();
    if pieces > 24 { 8 } else { 4 }
}
