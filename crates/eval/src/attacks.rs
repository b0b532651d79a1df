//! The cells that the pieces of both sides attack.

use hyperrook_geometry::Bits;
use hyperrook_rules::fast::{Pos, Rules};
use hyperrook_rules::{Kind, MAX_KINDS, Piece, Side};

/// The cells attacked by the pieces that have been added so far.
pub(crate) struct Attacks<const W: usize> {
    /// By side.
    pub(crate) all: [Bits<W>; 2],
    /// By side and kind.
    pub(crate) by_kind: [[Bits<W>; MAX_KINDS]; 2],
}

impl<const W: usize> Attacks<W> {
    /// An empty set of attacks.
    #[inline]
    pub(crate) fn none() -> Attacks<W> {
        Attacks {
            all: [Bits::EMPTY; 2],
            by_kind: [[Bits::EMPTY; MAX_KINDS]; 2],
        }
    }

    /// Adds the cells that the pieces of a kind attack.
    #[inline]
    pub(crate) fn add_kind(&mut self, rules: &Rules<W>, pos: &Pos<W>, side: Side, kind: Kind) {
        let (attacks, occupied) = (rules.attacks_of(Piece { side, kind }), pos.occupied());
        let mut attacked = Bits::EMPTY;
        (pos.kind(kind) & pos.side(side)).for_each(|cell| {
            attacked |= attacks.at(cell, occupied);
        });
        self.set_kind(side, kind, attacked);
    }

    /// Adds the cells that the pieces of a kind attack, if they are already known.
    #[inline]
    pub(crate) fn set_kind(&mut self, side: Side, kind: Kind, attacked: Bits<W>) {
        self.by_kind[side.index()][kind.index()] = attacked;
        self.all[side.index()] |= attacked;
    }
}
