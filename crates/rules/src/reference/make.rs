//! Making moves.

use super::board::{body, royal, standing};
use super::moves;
use super::walk::walks;
use crate::{Definition, Hold, Move, MoveClass, Piece, Setup, Side, State};
use hyperrook_geometry::Cell;
use std::collections::BTreeSet;

/// The position after a legal move. The cell passed by a first move is noted
/// only if some legal move captures there.
pub fn play(def: &Definition, setup: &Setup, mv: Move) -> Setup {
    let mut after = make(def, setup, mv);
    if after.state.en_passant.is_some() {
        let captured = moves::legal_moves(def, &after)
            .iter()
            .any(|reply| reply.class() == MoveClass::EnPassant);
        if !captured {
            after.state.en_passant = None;
        }
    }
    after
}

/// The cells of the enemy pieces that a move captures.
pub fn captures(def: &Definition, setup: &Setup, mv: Move) -> BTreeSet<Cell> {
    let mut landed = BTreeSet::from([mv.destination()]);
    if mv.class() == MoveClass::Shift
        && let Some(piece) = setup.piece(mv.origin())
    {
        landed.extend(body(def, piece, mv.destination()).unwrap_or_default());
    }
    if mv.class() == MoveClass::EnPassant {
        landed.extend(passer(def, setup));
    }
    landed.retain(|&cell| {
        let piece = setup.piece(cell);
        piece.is_some_and(|piece| piece.side != setup.turn)
    });
    landed
}

/// The piece that has just passed the en passant cell.
pub(super) fn passer(def: &Definition, setup: &Setup) -> Option<Cell> {
    let passed = setup.state.en_passant?;
    let empty = |cell: Cell| setup.pieces.get(cell.index()) == Some(&None);
    if !def.has_en_passant() || !empty(passed) {
        return None;
    }
    let occupied = |cell: Cell| !empty(cell);
    for standing in standing(def, setup) {
        let kind = def.piece(standing.piece.kind);
        // A royal piece is never captured, in passing neither.
        if standing.piece.side == setup.turn || kind.royal || kind.span.is_some() {
            continue;
        }
        for origin in def.board.cells().filter(|&origin| empty(origin)) {
            if def.start.piece(origin) != Some(standing.piece) {
                continue;
            }
            let came = walks(def, &occupied, standing.piece, origin)
                .into_iter()
                .any(|walk| walk.to == standing.name && walk.passed == Some(passed));
            if came {
                return Some(standing.name);
            }
        }
    }
    None
}

/// The position after a move, with the cell passed whether or not it matters.
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
        after.pieces[cell.index()] = None;
    }
    for cell in body(def, piece, mv.origin()).unwrap_or_default() {
        after.pieces[cell.index()] = None;
    }
    let kind = mv.promotion().unwrap_or(piece.kind);
    let now = Piece { side, kind };
    for cell in body(def, now, mv.destination()).unwrap_or_default() {
        after.pieces[cell.index()] = Some(now);
    }
    let mut touched = captured.clone();
    touched.extend([mv.origin(), mv.destination()]);
    if mv.class() == MoveClass::Castling
        && let Some(i) = moves::castling_of(def, setup, mv)
    {
        let castling = &def.castlings[i];
        if castling.rook_from != mv.destination() {
            after.pieces[castling.rook_from.index()] = None;
        }
        after.pieces[castling.rook_to.index()] = Some(Piece {
            side,
            kind: castling.rook,
        });
        after.pieces[mv.destination().index()] = Some(now);
        touched.extend([castling.rook_from, castling.rook_to]);
    }

    let resets = def.ends.resets.contains(&piece.kind) && mv.class() != MoveClass::Transformation;
    after.halfmove = if resets || !captured.is_empty() {
        0
    } else {
        setup.halfmove.saturating_add(1)
    };
    after.state = State {
        castling: castling_rights(def, setup.state.castling, &touched),
        en_passant: match mv.class() {
            MoveClass::DoubleStep => moves::passed_cell(def, setup, mv),
            _ => None,
        },
        holds: holds(def, setup, &after),
        bound: bound(def, setup.state.bound, side, mv),
    };
    after
}

/// The rights that are left when pieces have gone from or come to some cells.
fn castling_rights(def: &Definition, before: u8, touched: &BTreeSet<Cell>) -> u8 {
    let mut rights = before;
    for (i, castling) in def.castlings.iter().enumerate() {
        if touched.contains(&castling.king_from) || touched.contains(&castling.rook_from) {
            rights &= !(1 << i);
        }
    }
    rights
}

/// The holds that are on after a move.
fn holds(def: &Definition, before: &Setup, after: &Setup) -> u8 {
    let mut on = 0;
    for (i, hold) in def.holds.iter().enumerate() {
        let both = 0b11 << (2 * i);
        if shared(def, after, hold) {
            on |= if shared(def, before, hold) {
                before.state.holds & both
            } else {
                1 << (2 * i + before.turn.index())
            };
        }
    }
    on
}

/// Whether the two royal pieces have the same coordinates in the hold's group.
pub(super) fn shared(def: &Definition, setup: &Setup, hold: &Hold) -> bool {
    let cell = |side| royal(def, setup, side).map(|royal| royal.name);
    match (cell(Side::White), cell(Side::Black)) {
        (Some(white), Some(black)) => same_in_group(def, hold, white, black),
        _ => false,
    }
}

/// Whether two cells have the same coordinates in the hold's group.
pub(super) fn same_in_group(def: &Definition, hold: &Hold, a: Cell, b: Cell) -> bool {
    let group = &def.groups[hold.group];
    let chart = &def.board.charts()[group.chart];
    let (a, b) = (chart.coordinate(a), chart.coordinate(b));
    group.axes.iter().all(|&axis| a[axis] == b[axis])
}

/// Whose new royal piece is bound after a move: one's own by transforming; the
/// enemy's no more by any other move.
fn bound(def: &Definition, before: u8, side: Side, mv: Move) -> u8 {
    if mv.class() != MoveClass::Transformation {
        return before & !(1 << side.other().index());
    }
    match def.transformation {
        Some(transformation) if transformation.bound.is_some() => before | 1 << side.index(),
        _ => before,
    }
}
