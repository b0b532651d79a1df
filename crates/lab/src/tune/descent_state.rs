//! The state of a descent between two passes.

/// The state between two passes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DescentState {
    /// The number of passes made.
    pub(super) epoch: usize,
    pub(super) weights: Vec<[f32; 2]>,
    /// The moments of Adam.
    pub(super) mean: Vec<[f32; 2]>,
    pub(super) square: Vec<[f32; 2]>,
    /// The smallest error on the validation samples, and the weights that have it.
    pub(super) best: (f32, Vec<[f32; 2]>),
}
