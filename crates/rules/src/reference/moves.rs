//! Legal moves.

use super::attack::{in_check, is_in_check};
use super::baring::baring_outcome;
use super::board::{StandingPiece, cannot_be_captured, placed_pieces};
use super::castling::castling_moves;
use super::double_step::double_stepped_piece;
use super::holds::same_in_group;
use super::make::make;
use super::walk::{open_paths, shifts};
use crate::{Definition, Kind, Move, MoveClass, Piece, Setup};
use hyperrook_geometry::Cell;
use std::collections::BTreeMap;

/// All legal moves, in the order of origin, destination and promotion. There are none after
/// checkmate, stalemate or baring; draws by move count or material do not end them.
pub fn legal_moves(def: &Definition, setup: &Setup) -> Vec<Move> {
    let moves = moves_before_baring(def, setup);
    if baring_outcome(def, setup, &moves).is_some() {
        Vec::new()
    } else {
        moves
    }
}

/// The legal moves, even if baring has ended the game.
pub(super) fn moves_before_baring(def: &Definition, setup: &Setup) -> Vec<Move> {
    let mut ordinary = Vec::new();
    let mut transforming = Vec::new();
    for mv in possible_moves(def, setup) {
        if breaks_hold_or_binding(def, setup, mv)
            || is_in_check(def, &make(def, setup, mv), setup.turn)
        {
            continue;
        }
        if mv.class() == MoveClass::Transformation {
            transforming.push(mv);
        } else {
            ordinary.push(mv);
        }
    }
    let has_piece_to_transform = def.transformation.is_some_and(|transformation| {
        let piece = Piece {
            side: setup.turn,
            kind: transformation.from,
        };
        setup.pieces.contains(&Some(piece))
    });
    if has_piece_to_transform && (in_check(def, setup) || ordinary.is_empty()) {
        transforming
    } else {
        ordinary
    }
}

/// The moves that the pieces can make, ignoring safety and bindings. Each is listed once, in order.
fn possible_moves(def: &Definition, setup: &Setup) -> Vec<Move> {
    let mut all = Vec::new();
    for placed in placed_pieces(def, setup) {
        if placed.piece.side != setup.turn {
            continue;
        }
        if def.piece(placed.piece.kind).span.is_some() {
            shift_moves(def, setup, &placed, &mut all);
            transformation_moves(def, &placed, &mut all);
        } else {
            ordinary_moves(def, setup, &placed, &mut all);
        }
    }
    castling_moves(def, setup, &mut all);
    // Moves with the same origin, destination and promotion are the same move. The class with more
    // effects counts.
    let mut unique = BTreeMap::new();
    for mv in all {
        let promotion = mv.promotion().map(Kind::index);
        let entry = unique
            .entry((mv.origin(), mv.destination(), promotion))
            .or_insert(mv);
        if mv.class() > entry.class() {
            *entry = mv;
        }
    }
    unique.into_values().collect()
}

/// Adds the moves of a piece of one cell.
fn ordinary_moves(def: &Definition, setup: &Setup, placed: &StandingPiece, all: &mut Vec<Move>) {
    let occupied = |cell: Cell| setup.piece(cell).is_some();
    let passed_piece = double_stepped_piece(def, setup);
    let can_be_passed = def.has_en_passant() && !def.piece(placed.piece.kind).royal;
    for path in open_paths(def, &occupied, placed.piece, placed.name) {
        let class = match setup.piece(path.to) {
            Some(other) if other.side == placed.piece.side => continue,
            Some(other) if cannot_be_captured(def, other) || !path.capture => continue,
            Some(_) => MoveClass::Ordinary,
            None if path.en_passant
                && passed_piece.is_some()
                && setup.state.en_passant == Some(path.to) =>
            {
                MoveClass::EnPassant
            }
            None if !path.quiet => continue,
            None if path.passed.is_some() && can_be_passed => MoveClass::DoubleStep,
            None => MoveClass::Ordinary,
        };
        let promotion = def.promotion(placed.piece.side, placed.piece.kind, path.to);
        if promotion.is_none_or(|promotion| promotion.optional) {
            all.push(Move::new(placed.name, path.to, None, class));
        }
        // A piece that promotes cannot be captured in passing.
        let class = match class {
            MoveClass::DoubleStep => MoveClass::Ordinary,
            class => class,
        };
        for &kind in promotion.iter().flat_map(|promotion| &promotion.to) {
            all.push(Move::new(placed.name, path.to, Some(kind), class));
        }
    }
}

/// Adds the shifts of a piece of several cells.
fn shift_moves(def: &Definition, setup: &Setup, placed: &StandingPiece, all: &mut Vec<Move>) {
    for (to, cells, path) in shifts(def, placed.piece, placed.name) {
        let ordinary_kinds: Vec<Piece> = cells
            .difference(&placed.cells)
            .filter_map(|&cell| setup.piece(cell))
            .collect();
        let barred = ordinary_kinds
            .iter()
            .any(|&other| other.side == placed.piece.side || cannot_be_captured(def, other));
        let allowed = if ordinary_kinds.is_empty() {
            path.quiet
        } else {
            path.capture
        };
        if allowed && !barred && cells != placed.cells {
            all.push(Move::new(placed.name, to, None, MoveClass::Shift));
        }
    }
}

/// Adds the transformations of a piece of several cells.
fn transformation_moves(def: &Definition, placed: &StandingPiece, all: &mut Vec<Move>) {
    let Some(transformation) = def.transformation else {
        return;
    };
    if placed.piece.kind == transformation.from {
        for &cell in &placed.cells {
            let kind = Some(transformation.to);
            let class = MoveClass::Transformation;
            all.push(Move::new(placed.name, cell, kind, class));
        }
    }
}

/// Whether a move takes a held royal piece out of its part of the board, or a bound one off
/// its row.
fn breaks_hold_or_binding(def: &Definition, setup: &Setup, mv: Move) -> bool {
    let side = setup.turn;
    let royal = |piece: Piece| def.piece(piece.kind).royal;
    if !setup.piece(mv.origin()).is_some_and(royal) || mv.class() == MoveClass::Transformation {
        return false;
    }
    let held = def.holds.iter().enumerate().any(|(i, hold)| {
        setup.state.holds(i, side.other())
            && !same_in_group(def, hold, mv.origin(), mv.destination())
    });
    held || setup.state.bound(side) && leaves_row(def, mv)
}

/// Whether a move ends outside the row on which the old royal piece stood.
fn leaves_row(def: &Definition, mv: Move) -> bool {
    let from = def.transformation.map(|transformation| transformation.from);
    let Some(span) = from.and_then(|kind| def.piece(kind).span) else {
        return false;
    };
    let chart = &def.board.charts()[span.chart];
    let (a, b) = (
        chart.coordinate(mv.origin()),
        chart.coordinate(mv.destination()),
    );
    (0..chart.axes().len()).any(|axis| axis != span.axis && a[axis] != b[axis])
}
