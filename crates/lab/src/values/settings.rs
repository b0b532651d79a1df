//! What influences the games of a run.

/// What influences the games of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValuesSettings {
    /// The nodes searched for each move.
    pub nodes: u64,
    /// The seed of everything random. Another seed gives other games.
    pub seed: u64,
}
