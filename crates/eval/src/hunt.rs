//! The hunt: what brings a side that is far ahead nearer to the end.
//!
//! Nothing in the other terms says how to catch a royal piece that has no
//! defenders left, and a search does not see that far: in three or four
//! dimensions it has up to 80 cells to flee to. So a side that is far ahead is
//! told to take room away from it, to guard the cells near it, to drive it to
//! where these are few, and to come near with all its pieces.

use crate::model::Model;
use crate::scale::Balance;
use crate::terms::{Attacks, Tally};
use hyperrook_geometry::{Bits, Cell};
use hyperrook_rules::Side;
use hyperrook_rules::fast::{Pos, Rules};

/// A hunt at its fiercest, in parts of which each weight counts.
pub(crate) const FIERCE: i32 = 8;

/// The weights of the hunt, in this order.
pub(crate) const PARTS: usize = 5;
pub(crate) const NEAR: usize = 0;
pub(crate) const EDGE: usize = 1;
pub(crate) const CONFINED: usize = 2;
pub(crate) const GUARDED: usize = 3;
pub(crate) const PIECES_NEAR: usize = 4;

/// So many pawns on the board leave no room for a hunt.
const PAWNS: i32 = 4;

// Each part is counted against what is usual, so that a hunt is worth nothing by
// itself: else a side would give pieces away for the chance of one.

/// Moves from the hunted piece that count as usual, and as far.
const USUAL_MOVES: i32 = 4;
const FAR_MOVES: i32 = 10;

/// Cells near the hunted piece are counted in parts of the most that are near any
/// cell, guarded ones in parts of those near it.
const ZONE_PARTS: i32 = 24;

/// So many of them are usually missing, and usually guarded.
const USUALLY_MISSING: i32 = 6;
const USUALLY_GUARDED: i32 = 8;

/// Cells that are room enough.
const ROOMY: i32 = 24;

/// Moves that a royal piece's room is looked at for.
const FLIGHT_MOVES: usize = 3;

impl<const W: usize> Model<W> {
    /// The hunt of a side's royal piece.
    #[inline]
    pub(crate) fn hunt<T: Tally>(
        &self,
        rules: &Rules<W>,
        pos: &Pos<W>,
        hunted: Side,
        balance: &Balance,
        attacks: &Attacks<W>,
        tally: &mut T,
    ) {
        let fierceness = self.fierceness(balance, hunted);
        if fierceness <= 0 {
            return;
        }
        let (cell, kind) = pos.royal(hunted);
        if rules.definition().piece(kind).span.is_some() || self.facts.apart.is_empty() {
            return;
        }
        let hunter = hunted.other();
        let (from, _) = pos.royal(hunter);
        let apart = &self.facts.apart[cell.index()];
        let nearness = |from: Cell| USUAL_MOVES - i32::from(apart[from.index()]).min(FAR_MOVES);
        let weight = self.layout.hunt;
        tally.add(hunter, weight + NEAR, fierceness * nearness(from));
        let (pieces, mut pieces_near) = (pos.side(hunter) & !self.pawns_and_royal(pos, hunter), 0);
        pieces.for_each(|piece| pieces_near += nearness(piece));
        tally.add(hunter, weight + PIECES_NEAR, fierceness * pieces_near);
        let zones = &self.facts.zones[hunted.index()][kind.index()];
        let zone = zones[cell.index()];
        let near = zone.count() as i32;
        tally.add(
            hunter,
            weight + EDGE,
            fierceness * (ZONE_PARTS - near * ZONE_PARTS / self.widest - USUALLY_MISSING),
        );
        let guarded = (zone & attacks.all[hunter.index()]).count() as i32;
        tally.add(
            hunter,
            weight + GUARDED,
            fierceness * (guarded * ZONE_PARTS / near - USUALLY_GUARDED),
        );
        let barred = attacks.all[hunter.index()] | pos.side(hunted).without(cell);
        let room = room(zones, cell, barred).min(ROOMY);
        tally.add(hunter, weight + CONFINED, fierceness * (ROOMY - room));
    }

    /// How far the hunted side is behind in pieces that are no pawns, 0 to
    /// [`FIERCE`]: nothing where the other side has hardly more. While there
    /// are pawns, they decide, and the pieces have other things to do.
    fn fierceness(&self, balance: &Balance, hunted: Side) -> i32 {
        let mine = balance.force[hunted.index()];
        let theirs = balance.force[hunted.other().index()];
        // Where no piece is worth anything, nobody is ahead.
        if theirs - mine < self.enough.max(1) {
            return 0;
        }
        // A lead is in fortieths of all pieces. From about seven to six on, fully from
        // four to one: a hunt that is fierce sooner costs more pieces than it wins,
        // and one that begins later finds too few left to hunt with.
        let lead = 40 * (theirs - mine) / (theirs + mine);
        let pawns: i32 = balance.pawns.iter().sum();
        (lead / 3).min(FIERCE) * (PAWNS - pawns).max(0) / PAWNS
    }
}

/// The cells that a royal piece could come to in some moves if the others stood
/// still.
fn room<const W: usize>(zones: &[Bits<W>], cell: Cell, barred: Bits<W>) -> i32 {
    let mut reached = Bits::of(cell);
    let mut edge = reached;
    for _ in 0..FLIGHT_MOVES {
        let mut next = Bits::EMPTY;
        edge.for_each(|at| next |= zones[at.index()]);
        edge = next & !barred & !reached;
        if edge.is_empty() {
            break;
        }
        reached |= edge;
    }
    reached.count() as i32 - 1
}
