//! How puzzles are made.

/// How puzzles are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleSettings {
    /// The first number of the random choices.
    pub seed: u64,
    /// The nodes of the search that checks a margin.
    pub check_nodes: u64,
    /// The nodes of the search that looks for candidates in every position.
    pub scan_nodes: u64,
    /// The positions that a proof may visit.
    pub proof_positions: u64,
    /// A game is given up after this many plies.
    pub max_plies: usize,
    /// Only puzzles with one of these themes are made; all if there are none.
    pub themes: Vec<String>,
}

impl Default for PuzzleSettings {
    fn default() -> PuzzleSettings {
        PuzzleSettings {
            seed: 1,
            check_nodes: 1_000_000,
            scan_nodes: 4_000,
            proof_positions: 1_500_000,
            max_plies: 240,
            themes: Vec::new(),
        }
    }
}
