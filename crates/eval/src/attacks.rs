//! The cells that the pieces of both sides attack.

use hyperrook_geometry::Bits;
use hyperrook_rules::fast::{Pos, Rules};
use hyperrook_rules::{Kind, Piece, Side};
use smallvec::SmallVec;

/// The cells attacked by the pieces that have been added so far, by side.
pub(crate) struct Attacks<const W: usize> {
    pub(crate) all: [Bits<W>; 2],
    pub(crate) by_royal: [Bits<W>; 2],
    pub(crate) by_pawns: [Bits<W>; 2],
    /// The attacks of all pieces that are not royal.
    pub(crate) by_others: [Bits<W>; 2],
    /// The number of pieces that attack the enemy royal zone.
    pub(crate) royal_attackers: [usize; 2],
    /// The cells that pieces of a kind attack and from which, if nothing stood between, they would
    /// attack the enemy royal piece. With the index of the kind by value.
    pub(crate) possible_checks: [SmallVec<[(usize, Bits<W>); 6]>; 2],
}

impl<const W: usize> Attacks<W> {
    /// The attacks of the royal pieces alone.
    #[inline]
    pub(crate) fn by_royal_pieces(rules: &Rules<W>, pos: &Pos<W>) -> Attacks<W> {
        let mut by_royal = [Bits::EMPTY; 2];
        for side in Side::BOTH {
            let (cell, kind) = pos.royal(side);
            by_royal[side.index()] =
                rules.attacked_from(Piece { side, kind }, cell, pos.occupied());
        }
        Attacks {
            all: by_royal,
            by_royal,
            by_pawns: [Bits::EMPTY; 2],
            by_others: [Bits::EMPTY; 2],
            royal_attackers: [0; 2],
            possible_checks: Default::default(),
        }
    }
}

/// The cells that the pieces of a kind attack.
#[inline]
pub(crate) fn attacked_by_kind<const W: usize>(
    rules: &Rules<W>,
    pos: &Pos<W>,
    side: Side,
    kind: Kind,
) -> Bits<W> {
    let (attacks, occupied) = (rules.attacks_of(Piece { side, kind }), pos.occupied());
    let mut attacked = Bits::EMPTY;
    (pos.kind(kind) & pos.side(side)).for_each(|cell| attacked |= attacks.at(cell, occupied));
    attacked
}
