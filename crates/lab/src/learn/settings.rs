//! What a run of learning may use.

use hyperrook_rules::Game;
use std::path::PathBuf;
use std::time::Duration;

/// What a run of learning may use.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnSettings {
    /// How long it may take in all, earlier parts of the same run included.
    pub time: Duration,
    /// The threads.
    pub threads: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// The nodes searched for each move of self-play; if not given, as many as a short search
    /// of the game takes.
    pub nodes: Option<u64>,
    /// The positions beside a game that are searched for each of its moves.
    pub explored: usize,
    /// The width of the hidden layer; chosen by the size of the game if not given.
    pub hidden: Option<usize>,
    /// The folder of the run: its journal, positions and networks.
    pub folder: PathBuf,
    /// The file of the network.
    pub output: PathBuf,
}

/// The greatest size of the weights of a chosen width, in bytes.
const MAX_WEIGHT_BYTES: usize = 1_400_000;

/// The width of the hidden layer for a game: 64, or 32 if the file would become too large. Wider
/// layers predict scores a little better but take longer, and did not win more games.
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
