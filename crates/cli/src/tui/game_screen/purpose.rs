//! Why the engine of a game screen searches.

/// What the engine is searching for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SearchPurpose {
    Move,
    Hint,
    /// The best lines, to show them.
    Insight,
}
