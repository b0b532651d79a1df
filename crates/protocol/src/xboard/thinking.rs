//! A running search and its purpose.

use hyperrook_rules::Move;
use hyperrook_search::{Control, Info, SearchReport};
use std::time::Instant;

/// The running search.
pub(super) struct Thinking {
    pub(super) number: u64,
    pub(super) control: Control,
    pub(super) purpose: Purpose,
    pub(super) begun: Instant,
    /// The last line found.
    pub(super) last: Option<Info>,
    /// The result of a search that ended before it may be reported.
    pub(super) finished: Option<SearchReport>,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The engine's move.
    Move,
    /// The answer to the expected move, on the opponent's time.
    Ponder(Move),
    /// Analysis until it is left.
    Analyse,
    /// A hint for the opponent.
    Hint,
}
