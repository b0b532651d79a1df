//! The meaning of a move text before it is compared with a position.

use hyperrook_geometry::Cell;
use hyperrook_rules::{Kind, Move, Position};

/// One way to read a move text: origin, destination and promotion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Where the piece starts.
    pub origin: Cell,
    /// Where it ends.
    pub destination: Cell,
    /// What it becomes.
    pub promotion: Option<Kind>,
}

impl Reading {
    /// The legal move that this reading means, if there is one.
    pub(crate) fn legal(&self, position: &Position) -> Option<Move> {
        position.moves_from(self.origin).into_iter().find(|mv| {
            mv.origin() == self.origin
                && mv.destination() == self.destination
                && mv.promotion() == self.promotion
        })
    }
}
