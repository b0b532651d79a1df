//! Making moves.

use super::board::body;
use super::castling::castling_of;
use super::double_step::{double_stepped_piece, en_passant_cell};
use super::holds::share_group;
use crate::{Definition, Move, MoveClass, Piece, Setup, Side, State};
use hyperrook_geometry::Cell;
use std::collections::BTreeSet;

/// The cells of the enemy pieces that a move captures.
pub fn captures(def: &Definition, setup: &Setup, mv: Move) -> BTreeSet<Cell> {
    let mut landed = BTreeSet::from([mv.destination()]);
    if mv.class() == MoveClass::Shift
        && let Some(piece) = setup.piece(mv.origin())
    {
        landed.extend(body(def, piece, mv.destination()).unwrap_or_default());
    }
    if mv.class() == MoveClass::EnPassant {
        landed.extend(double_stepped_piece(def, setup));
    }
    landed.retain(|&cell| {
        let piece = setup.piece(cell);
        piece.is_some_and(|piece| piece.side != setup.turn)
    });
    landed
}

/// The position after a move. The cell passed by a double step is recorded whether or not a piece
/// can capture there.
pub(super) fn make(def: &Definition, setup: &Setup, mv: Move) -> Setup {
    let side = setup.turn;
    let mut after = setup.clone();
    after.turn = side.other();
    if side == Side::Black {
        after.fullmove = setup.fullmove.saturating_add(1);
    }
    let Some(piece) = setup.piece(mv.origin()) else {
        return after;
    };

    let captured = captures(def, setup, mv);
    for &cell in &captured {
        after.put(cell, None);
    }
    for cell in body(def, piece, mv.origin()).unwrap_or_default() {
        after.put(cell, None);
    }
    let kind = mv.promotion().unwrap_or(piece.kind);
    let now = Piece { side, kind };
    for cell in body(def, now, mv.destination()).unwrap_or_default() {
        after.put(cell, Some(now));
    }
    let mut touched = captured.clone();
    touched.extend([mv.origin(), mv.destination()]);
    if mv.class() == MoveClass::Castling
        && let Some(i) = castling_of(def, setup, mv)
    {
        let castling = &def.castlings[i];
        if castling.rook_from != mv.destination() {
            after.put(castling.rook_from, None);
        }
        let rook = Piece {
            side,
            kind: castling.rook,
        };
        after.put(castling.rook_to, Some(rook));
        after.put(mv.destination(), Some(now));
        touched.extend([castling.rook_from, castling.rook_to]);
    }

    let resets = def.ends.resets.contains(&piece.kind) && mv.class() != MoveClass::Transformation;
    after.halfmove = if resets || !captured.is_empty() {
        0
    } else {
        setup.halfmove.saturating_add(1)
    };
    after.state = State {
        castling: remaining_castling_rights(def, setup.state.castling, &touched),
        en_passant: match mv.class() {
            MoveClass::DoubleStep => en_passant_cell(def, setup, mv),
            _ => None,
        },
        holds: holds(def, setup, &after),
        bound: bound(def, setup.state.bound, side, mv),
    };
    after
}

/// The castling rights that remain after pieces have left or entered some cells.
fn remaining_castling_rights(def: &Definition, before: u8, touched: &BTreeSet<Cell>) -> u8 {
    let mut rights = before;
    for (i, castling) in def.castlings.iter().enumerate() {
        if touched.contains(&castling.king_from) || touched.contains(&castling.rook_from) {
            rights &= !(1 << i);
        }
    }
    rights
}

/// The holds after a move.
fn holds(def: &Definition, before: &Setup, after: &Setup) -> u8 {
    let mut on = 0;
    for (i, hold) in def.holds.iter().enumerate() {
        let both = 0b11 << (2 * i);
        if share_group(def, after, hold) {
            on |= if share_group(def, before, hold) {
                before.state.holds & both
            } else {
                1 << (2 * i + before.turn.index())
            };
        }
    }
    on
}

/// Which sides' new royal pieces are bound after a move. A transformation binds the new piece of
/// the moving side; any other move ends the binding of the enemy's.
fn bound(def: &Definition, before: u8, side: Side, mv: Move) -> u8 {
    if mv.class() != MoveClass::Transformation {
        return before & !(1 << side.other().index());
    }
    match def.transformation {
        Some(transformation) if transformation.bound.is_some() => before | 1 << side.index(),
        _ => before,
    }
}
