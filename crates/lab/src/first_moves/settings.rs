//! The settings of a run.

use hyperrook_rules::Move;

/// The settings that influence the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstMovesSettings {
    /// The first moves; empty for all legal ones.
    pub moves: Vec<Move>,
    /// The nodes searched for each move.
    pub nodes: u64,
    /// The number of random plies after the first move. It should be even, so that both sides make
    /// equally many.
    pub opening_plies: usize,
    /// The random seed. Another seed gives other games.
    pub seed: u64,
}

impl Default for FirstMovesSettings {
    fn default() -> FirstMovesSettings {
        FirstMovesSettings {
            moves: Vec::new(),
            nodes: 1_000,
            opening_plies: 6,
            seed: 1,
        }
    }
}
