//! How weights are fitted.

/// How weights are fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitSettings {
    /// The number of passes over all samples.
    pub epochs: usize,
    /// About how far a weight can move in one pass, in centipawns.
    pub rate_cp: f32,
    /// The share of the game's result in the target; the rest is the score of the search.
    pub result_share: f32,
    /// How strongly weights are kept near their start values: the cost of a deviation by
    /// one centipawn, in samples.
    pub regularization: f32,
}
