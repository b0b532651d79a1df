//! Who could capture where.

use super::board::{Standing, royal, standing, untouchable};
use super::walk::{shifts, walks};
use crate::{Definition, Setup, Side};
use hyperrook_geometry::Cell;
use std::collections::BTreeSet;

/// The cells of all pieces of a side that attack a cell: that could capture on
/// it, were an ordinary enemy piece there. What actually stands there does not
/// matter, so for a cell with a piece of `by` these are its defenders. Holds,
/// bindings, the duty to transform and the exposure of a royal piece are
/// ignored. A piece of several cells is given by all of them; no piece attacks a
/// cell it stands on.
pub fn attackers(def: &Definition, setup: &Setup, cell: Cell, by: Side) -> BTreeSet<Cell> {
    let pieces = standing(def, setup);
    let mut found = BTreeSet::new();
    for standing in &pieces {
        if standing.piece.side == by && attacks(def, setup, &pieces, standing, cell) {
            found.extend(standing.cells.iter().copied());
        }
    }
    found
}

/// Whether a cell is attacked by a side.
pub(super) fn attacked(def: &Definition, setup: &Setup, cell: Cell, by: Side) -> bool {
    !attackers(def, setup, cell, by).is_empty()
}

/// Whether the royal piece of a side is attacked, on any of its cells.
pub(super) fn royal_attacked(def: &Definition, setup: &Setup, side: Side) -> bool {
    let Some(royal) = royal(def, setup, side) else {
        return false;
    };
    let pieces = standing(def, setup);
    pieces.iter().any(|standing| {
        let mut cells = royal.cells.iter();
        standing.piece.side != side
            && cells.any(|&cell| attacks(def, setup, &pieces, standing, cell))
    })
}

/// Whether the royal piece of the side to move is attacked (threatened).
pub fn in_check(def: &Definition, setup: &Setup) -> bool {
    royal_attacked(def, setup, setup.turn)
}

/// Whether one of the pieces on the board attacks a cell.
fn attacks(
    def: &Definition,
    setup: &Setup,
    pieces: &[Standing],
    attacker: &Standing,
    target: Cell,
) -> bool {
    if attacker.cells.contains(&target) {
        return false;
    }
    let piece = attacker.piece;
    if def.piece(piece.kind).span.is_none() {
        // The ordinary piece that is thought on the target may serve as one.
        let occupied = |cell: Cell| cell == target || setup.piece(cell).is_some();
        return walks(def, &occupied, piece, attacker.name)
            .into_iter()
            .any(|walk| walk.capture && walk.to == target);
    }
    // A royal piece of several cells is judged as so many ordinary pieces.
    let judged: BTreeSet<Cell> = pieces
        .iter()
        .filter(|other| other.piece.side != piece.side && other.cells.contains(&target))
        .flat_map(|other| other.cells.iter().copied())
        .collect();
    let bars = |cell: Cell| {
        cell != target
            && !attacker.cells.contains(&cell)
            && setup.piece(cell).is_some_and(|other| {
                other.side == piece.side || untouchable(def, other) && !judged.contains(&cell)
            })
    };
    shifts(def, piece, attacker.name)
        .into_iter()
        .any(|(_, cells, walk)| {
            walk.capture && cells.contains(&target) && !cells.iter().any(|&cell| bars(cell))
        })
}
