//! Attacks: which pieces could capture on a cell.

use super::board::{StandingPiece, cannot_be_captured, placed_pieces, royal};
use super::walk::{open_paths, shifts};
use crate::{Definition, Setup, Side};
use hyperrook_geometry::Cell;
use std::collections::BTreeSet;

/// The cells of all pieces of a side that attack a cell: pieces that could capture an ordinary
/// enemy piece there. What actually stands there does not matter, so the attackers of a cell with a
/// piece of `by` are its defenders. Holds, bindings, the duty to transform and the safety of the
/// royal piece are ignored. A piece of several cells is listed with all its cells. No piece attacks
/// a cell that it stands on.
pub fn attackers(def: &Definition, setup: &Setup, cell: Cell, by: Side) -> BTreeSet<Cell> {
    let pieces = placed_pieces(def, setup);
    let mut found = BTreeSet::new();
    for placed in &pieces {
        if placed.piece.side == by && attacks(def, setup, &pieces, placed, cell) {
            found.extend(placed.cells.iter().copied());
        }
    }
    found
}

/// Whether a cell is attacked by a side.
pub(super) fn is_attacked(def: &Definition, setup: &Setup, cell: Cell, by: Side) -> bool {
    !attackers(def, setup, cell, by).is_empty()
}

/// Whether the royal piece of a side is attacked, on any of its cells.
pub(super) fn is_in_check(def: &Definition, setup: &Setup, side: Side) -> bool {
    let Some(royal) = royal(def, setup, side) else {
        return false;
    };
    let pieces = placed_pieces(def, setup);
    pieces.iter().any(|placed| {
        let mut cells = royal.cells.iter();
        placed.piece.side != side && cells.any(|&cell| attacks(def, setup, &pieces, placed, cell))
    })
}

/// Whether the side to move is in check.
pub fn in_check(def: &Definition, setup: &Setup) -> bool {
    is_in_check(def, setup, setup.turn)
}

/// Whether one of the pieces on the board attacks a cell.
fn attacks(
    def: &Definition,
    setup: &Setup,
    pieces: &[StandingPiece],
    attacker: &StandingPiece,
    target: Cell,
) -> bool {
    if attacker.cells.contains(&target) {
        return false;
    }
    let piece = attacker.piece;
    if def.piece(piece.kind).span.is_none() {
        // The ordinary enemy piece assumed on the target can serve as a hurdle.
        let occupied = |cell: Cell| cell == target || setup.piece(cell).is_some();
        return open_paths(def, &occupied, piece, attacker.name)
            .into_iter()
            .any(|path| path.capture && path.to == target);
    }
    // If a royal piece of several cells stands on the target, it counts as ordinary
    // pieces on all its cells.
    let royal_target: BTreeSet<Cell> = pieces
        .iter()
        .filter(|other| other.piece.side != piece.side && other.cells.contains(&target))
        .flat_map(|other| other.cells.iter().copied())
        .collect();
    let blocks = |cell: Cell| {
        cell != target
            && !attacker.cells.contains(&cell)
            && setup.piece(cell).is_some_and(|other| {
                other.side == piece.side
                    || cannot_be_captured(def, other) && !royal_target.contains(&cell)
            })
    };
    shifts(def, piece, attacker.name)
        .into_iter()
        .any(|(_, cells, path)| {
            path.capture && cells.contains(&target) && !cells.iter().any(|&cell| blocks(cell))
        })
}
