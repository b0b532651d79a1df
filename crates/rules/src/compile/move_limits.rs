//! Upper limits of the number of moves.

use crate::Kind;

/// The maximum number of legal moves of a position, by [`MoveLimits`]. With more, a position could keep
/// a program busy for seconds.
pub(crate) const MAX_MOVES: usize = 16_384;

/// For each kind, the maximum number of moves of a piece, or of the best piece that it can become,
/// from the best cell of an empty board.
#[derive(Clone, Debug, Default)]
pub(crate) struct MoveLimits {
    pub(crate) of_kinds: Vec<usize>,
    pub(crate) castlings: usize,
}

impl MoveLimits {
    /// The maximum number of moves of a side with these pieces, and in all positions that follow.
    pub(crate) fn of(&self, kinds: impl Iterator<Item = Kind>) -> usize {
        kinds.map(|kind| self.of_kinds[kind.index()]).sum::<usize>() + self.castlings
    }
}
