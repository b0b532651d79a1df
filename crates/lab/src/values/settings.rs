//! The settings of a run.

/// The settings that influence the games of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValuesSettings {
    /// The nodes searched for each move.
    pub nodes: u64,
    /// The random seed. Another seed gives other games.
    pub seed: u64,
}
