//! Why the engine of a game screen searches.

/// The purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SearchPurpose {
    Move,
    Hint,
    /// The best lines, to show them.
    Insight,
}
