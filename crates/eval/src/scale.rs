//! How much of an advantage counts, by the pieces that are left to win with.

use crate::model::Model;
use hyperrook_rules::fast::Pos;
use hyperrook_rules::{Kind, Side};

/// The whole of an advantage.
pub(crate) const SCALE: i32 = 64;

/// The part of [`SCALE`] that is for having pieces left to win with.
const LACKING: i32 = 16;

/// The part of [`SCALE`] that an advantage without pawns counts at the least.
const LEAST: i32 = 16;

/// The pieces that surely catch a royal piece without the help of pawns, in
/// centipawns for each cell of its neighbourhood: a rook and two light pieces in
/// chess. Found in Gateway, where ten weak pieces are often too few.
const FORCE_PER_CELL: i32 = 110;

/// The pieces of both sides that are not royal, by side.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Balance {
    /// How many pawns.
    pub(crate) pawns: [i32; 2],
    /// The derived values of the others, in centipawns.
    pub(crate) force: [i32; 2],
}

impl<const W: usize> Model<W> {
    /// Counts the pieces of a position.
    #[inline]
    pub(crate) fn balance(&self, pos: &Pos<W>) -> Balance {
        let mut balance = Balance::default();
        for &kind in &self.order {
            let k = kind.index();
            for side in Side::BOTH {
                let pieces = pos.kind(kind) & pos.side(side);
                let pieces = pieces.count() as i32;
                if self.facts.promotes[k] {
                    balance.pawns[side.index()] += pieces
                } else {
                    balance.force[side.index()] += pieces * self.worth[k]
                }
            }
        }
        balance
    }

    /// How much of an advantage counts, in parts of [`SCALE`]: little where the
    /// side ahead has no pawns left and is hardly ahead in pieces, and less the fewer
    /// pieces it has left to win with, least of all without pawns. Having fewer
    /// against it counts nothing by itself: told otherwise, the side ahead gives
    /// more than it takes to exchange pieces.
    pub(crate) fn scale(&self, balance: &Balance, parts: i32) -> i32 {
        if parts == 0 {
            return SCALE;
        }
        let ahead = if parts > 0 { Side::White } else { Side::Black };
        let pawns = balance.pawns[ahead.index()];
        let force = balance.force[ahead.index()];
        let against = balance.force[ahead.other().index()];
        if self.has_pawns && pawns == 0 && force - against < self.enough {
            return SCALE / 4;
        }
        // Half of the starting pieces, or some pawns, are enough for all of it.
        let reserve = force * 4 * LACKING / self.full + pawns * LACKING / 6;
        let counts = SCALE - LACKING + reserve.min(LACKING);
        if !self.has_pawns || pawns > 0 {
            return counts;
        }
        let force = force.min(self.needed);
        counts * (LEAST + (SCALE - LEAST) * force / self.needed) / SCALE
    }
}

/// The material that wins without pawns: more than a light piece.
pub(crate) fn enough(order: &[Kind], promotes: &[bool], worth: &[i32]) -> i32 {
    let pieces = order.iter().filter(|kind| !promotes[kind.index()]);
    let light = pieces.map(|kind| worth[kind.index()]).min();
    light.map_or(0, |light| light * 5 / 4)
}

/// The pieces that surely win without pawns where so many cells are near a royal
/// piece at the most, its own included.
pub(crate) fn needed(widest: i32) -> i32 {
    widest.max(1) * FORCE_PER_CELL
}
