//! The positions of the solver for any rules, and the moves between them.

use crate::value::Code;
use hyperrook_rules::Setup;

/// A move within a table: the number of the position after it, and whether it resets the move
/// count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct GraphMove(pub(super) u32);

/// The most entries of a table that is solved position by position. Moves have 31 bits for the number
/// of a position, and positions without an entry are numbered, too.
pub(crate) const MOST_ENTRIES: usize = 1 << 30;

impl GraphMove {
    /// The bit that says that the move count is reset.
    const ZEROES: u32 = 1 << 31;

    pub(super) fn new(to: usize, zeroes: bool) -> GraphMove {
        GraphMove(to as u32 | if zeroes { GraphMove::ZEROES } else { 0 })
    }

    pub(super) fn to(self) -> usize {
        (self.0 & !GraphMove::ZEROES) as usize
    }

    pub(super) fn zeroes(self) -> bool {
        self.0 & GraphMove::ZEROES != 0
    }
}

/// What is known of a position before the passes.
#[derive(Default)]
pub(super) struct GraphNode {
    /// Its value if the game is over, or that it is not a position; else the value of the moves out
    /// of the table.
    pub(super) code: Code,
    pub(super) is_over: bool,
    pub(super) moves: Vec<GraphMove>,
    /// Moves to positions that the index does not have, and whether they reset the count.
    pub(super) others: Vec<(Setup, bool)>,
}
