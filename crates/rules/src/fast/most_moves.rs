//! An upper limit of the number of moves.

use super::pos::Pos;
use crate::Side;
use crate::compile::Rules;

impl<const W: usize> Pos<W> {
    /// The maximum number of legal moves of a side in this position and in those that follow from it.
    pub fn most_moves(&self, rules: &Rules<W>) -> usize {
        let sides = Side::BOTH.map(|side| {
            let pieces = self.side(side).iter().filter_map(|cell| self.piece(cell));
            rules.move_limits.of(pieces.map(|piece| piece.kind))
        });
        sides[0].max(sides[1])
    }
}
