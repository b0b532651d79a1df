//! Mop-up evaluation: helps the side that is far ahead to trap the enemy royal piece
//! when the search cannot yet see the mate.
//!
//! In three or four dimensions a royal piece can have up to 80 cells to flee to, and the other
//! terms do not show how to catch it. These terms reward taking its cells away, guarding the cells
//! near it, driving it to a place with few cells, and approaching it with all pieces.

use crate::attacks::Attacks;
use crate::facts::Facts;
use crate::layout::{WeightLayout, mop_up};
use crate::material::{MaterialFacts, PieceTotals};
use crate::sink::TermSink;
use hyperrook_geometry::{Bits, Cell};
use hyperrook_rules::Side;
use hyperrook_rules::fast::{Pos, Rules};

/// The maximum factor by which the weights are multiplied.
const MAX_STRENGTH: i32 = 8;

/// With this many pawns on the board the terms do not count.
const MAX_PAWNS: i32 = 4;

// Every term is counted relative to a typical value, so that mop-up is worth nothing by itself.
// Otherwise a side would give pieces away to get close to the enemy's royal piece.

/// The typical distance of a piece from the royal piece, in moves of the royal piece.
const USUAL_DISTANCE: i32 = 4;
/// The maximum distance that counts.
const MAX_DISTANCE: i32 = 10;

/// Cells near the royal piece are counted in 24ths: for the edge, of the largest zone
/// of the board; for guarded cells, of the zone itself.
const ZONE_PARTS: i32 = 24;
/// The number of them that a zone typically lacks.
const USUALLY_MISSING: i32 = 6;
/// The number of them that are typically guarded.
const USUALLY_GUARDED: i32 = 8;

/// The maximum number of flight cells that count.
const MAX_FLIGHT_CELLS: i32 = 24;
/// The number of moves in which flight cells are reached.
const FLIGHT_MOVES: usize = 3;

/// Adds the mop-up terms against the royal piece of `defender`.
#[inline]
#[allow(
    clippy::too_many_arguments,
    reason = "the parts of a model and a position"
)]
pub(crate) fn add_mop_up<const W: usize, S: TermSink>(
    layout: &WeightLayout,
    facts: &Facts<W>,
    material_facts: &MaterialFacts,
    rules: &Rules<W>,
    pos: &Pos<W>,
    defender: Side,
    material: &PieceTotals,
    attacks: &Attacks<W>,
    sink: &mut S,
) {
    let strength = strength(material_facts, material, defender);
    if strength <= 0 {
        return;
    }
    let (cell, kind) = pos.royal(defender);
    if rules.definition().piece(kind).span.is_some() || facts.royal_distances.is_empty() {
        return;
    }
    let attacker = defender.other();
    let weight = layout.mop_up;
    let distances = &facts.royal_distances[cell.index()];
    let nearness =
        |from: Cell| USUAL_DISTANCE - i32::from(distances[from.index()]).min(MAX_DISTANCE);
    let (royal_cell, _) = pos.royal(attacker);
    let near = nearness(royal_cell);
    sink.add(attacker, weight + mop_up::ROYAL_NEAR, strength * near);

    let pieces = pos.side(attacker) & !facts.pawns_and_royal(pos, attacker);
    let mut pieces_near = 0;
    pieces.for_each(|piece| pieces_near += nearness(piece));
    sink.add(
        attacker,
        weight + mop_up::PIECES_NEAR,
        strength * pieces_near,
    );

    let zones = &facts.royal_zones[defender.index()][kind.index()];
    let zone = zones[cell.index()];
    let size = zone.count() as i32;
    let edge = ZONE_PARTS - size * ZONE_PARTS / facts.largest_zone - USUALLY_MISSING;
    sink.add(attacker, weight + mop_up::EDGE, strength * edge);

    let attacked = attacks.all[attacker.index()];
    let guarded = (zone & attacked).count() as i32 * ZONE_PARTS / size - USUALLY_GUARDED;
    sink.add(attacker, weight + mop_up::GUARDED, strength * guarded);

    let barred = attacked | pos.side(defender).without(cell);
    let flight_cells = flight_cells(zones, cell, barred).min(MAX_FLIGHT_CELLS);
    sink.add(
        attacker,
        weight + mop_up::CONFINED,
        strength * (MAX_FLIGHT_CELLS - flight_cells),
    );
}

/// The factor by which the weights are multiplied, from 0 to [`MAX_STRENGTH`]: it grows with the
/// defender's deficit in pieces other than pawns. Pawns lower it, because the pieces then have
/// other things to do.
pub(crate) fn strength(facts: &MaterialFacts, material: &PieceTotals, defender: Side) -> i32 {
    let own = material.pieces[defender.index()];
    let enemy = material.pieces[defender.other().index()];
    // If no piece has a value, neither side is ahead.
    if enemy - own < facts.winning_lead.max(1) {
        return 0;
    }
    // The lead is in fortieths of all pieces. The terms begin to count at about seven to six and
    // count in full at four to one. If they counted in full sooner, they would cost more pieces
    // than they win; if they began later, too few pieces would be left.
    let lead = 40 * (enemy - own) / (enemy + own);
    let pawns: i32 = material.pawns.iter().sum();
    (lead / 3).min(MAX_STRENGTH) * (MAX_PAWNS - pawns).max(0) / MAX_PAWNS
}

/// The number of other cells that a royal piece could reach in [`FLIGHT_MOVES`] if
/// nothing else moved.
fn flight_cells<const W: usize>(zones: &[Bits<W>], cell: Cell, barred: Bits<W>) -> i32 {
    let mut reached = Bits::of(cell);
    let mut frontier = reached;
    for _ in 0..FLIGHT_MOVES {
        let mut next = Bits::EMPTY;
        frontier.for_each(|at| next |= zones[at.index()]);
        frontier = next & !barred & !reached;
        if frontier.is_empty() {
            break;
        }
        reached |= frontier;
    }
    reached.count() as i32 - 1
}
