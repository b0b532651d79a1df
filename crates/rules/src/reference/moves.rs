//! Legal moves.

use super::attack::{attacked, in_check, royal_attacked};
use super::board::{Standing, bare, standing, untouchable};
use super::make::{make, passer, play, same_in_group};
use super::outcome::bared;
use super::walk::{shifts, walks};
use crate::{Definition, Kind, Move, MoveClass, Piece, Setup, Side};
use hyperrook_geometry::Cell;
use std::collections::BTreeMap;

/// All legal moves, in the order of origin, destination and promotion. None if
/// the game is over by mate, stalemate or baring; draws by count or material
/// do not stop them.
pub fn legal_moves(def: &Definition, setup: &Setup) -> Vec<Move> {
    let moves = moves_before_baring(def, setup);
    if bared(def, setup, &moves).is_some() {
        Vec::new()
    } else {
        moves
    }
}

/// The number of sequences of `depth` legal moves.
pub fn perft(def: &Definition, setup: &Setup, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = legal_moves(def, setup);
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut count = 0;
    for mv in moves {
        count += perft(def, &play(def, setup, mv), depth - 1);
    }
    count
}

/// The legal moves, but for the rule that baring ends the game.
pub(super) fn moves_before_baring(def: &Definition, setup: &Setup) -> Vec<Move> {
    let mut ordinary = Vec::new();
    let mut transforming = Vec::new();
    for mv in possible_moves(def, setup) {
        if is_held_or_bound(def, setup, mv)
            || royal_attacked(def, &make(def, setup, mv), setup.turn)
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

/// Moves by the pieces' ways of moving alone, each once, in order.
fn possible_moves(def: &Definition, setup: &Setup) -> Vec<Move> {
    let mut all = Vec::new();
    for standing in standing(def, setup) {
        if standing.piece.side != setup.turn {
            continue;
        }
        if def.piece(standing.piece.kind).span.is_some() {
            shifting(def, setup, &standing, &mut all);
            transforming(def, &standing, &mut all);
        } else {
            walking(def, setup, &standing, &mut all);
        }
    }
    castling(def, setup, &mut all);
    // Two ways to one end are one move; the richer class names it.
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

fn walking(def: &Definition, setup: &Setup, standing: &Standing, all: &mut Vec<Move>) {
    let occupied = |cell: Cell| setup.piece(cell).is_some();
    let passer = passer(def, setup);
    let can_be_passed = def.has_en_passant() && !def.piece(standing.piece.kind).royal;
    for walk in walks(def, &occupied, standing.piece, standing.name) {
        let class = match setup.piece(walk.to) {
            Some(other) if other.side == standing.piece.side => continue,
            Some(other) if untouchable(def, other) || !walk.capture => continue,
            Some(_) => MoveClass::Ordinary,
            None if walk.en_passant
                && passer.is_some()
                && setup.state.en_passant == Some(walk.to) =>
            {
                MoveClass::EnPassant
            }
            None if !walk.quiet => continue,
            None if walk.passed.is_some() && can_be_passed => MoveClass::DoubleStep,
            None => MoveClass::Ordinary,
        };
        let promotion = def.promotion(standing.piece.side, standing.piece.kind, walk.to);
        if promotion.is_none_or(|promotion| promotion.optional) {
            all.push(Move::new(standing.name, walk.to, None, class));
        }
        // What a piece becomes has not gone past anything.
        let class = match class {
            MoveClass::DoubleStep => MoveClass::Ordinary,
            class => class,
        };
        for &kind in promotion.iter().flat_map(|promotion| &promotion.to) {
            all.push(Move::new(standing.name, walk.to, Some(kind), class));
        }
    }
}

/// The cell passed by a first move: the lowest, if it can go past several.
pub(super) fn passed_cell(def: &Definition, setup: &Setup, mv: Move) -> Option<Cell> {
    let piece = setup.piece(mv.origin())?;
    let occupied = |cell: Cell| setup.piece(cell).is_some();
    walks(def, &occupied, piece, mv.origin())
        .into_iter()
        .filter(|walk| walk.to == mv.destination())
        .filter_map(|walk| walk.passed)
        .min()
}

fn shifting(def: &Definition, setup: &Setup, standing: &Standing, all: &mut Vec<Move>) {
    for (to, cells, walk) in shifts(def, standing.piece, standing.name) {
        let others: Vec<Piece> = cells
            .difference(&standing.cells)
            .filter_map(|&cell| setup.piece(cell))
            .collect();
        let barred = others
            .iter()
            .any(|&other| other.side == standing.piece.side || untouchable(def, other));
        let allowed = if others.is_empty() {
            walk.quiet
        } else {
            walk.capture
        };
        if allowed && !barred && cells != standing.cells {
            all.push(Move::new(standing.name, to, None, MoveClass::Shift));
        }
    }
}

fn transforming(def: &Definition, standing: &Standing, all: &mut Vec<Move>) {
    let Some(transformation) = def.transformation else {
        return;
    };
    if standing.piece.kind == transformation.from {
        for &cell in &standing.cells {
            let kind = Some(transformation.to);
            let class = MoveClass::Transformation;
            all.push(Move::new(standing.name, cell, kind, class));
        }
    }
}

fn castling(def: &Definition, setup: &Setup, all: &mut Vec<Move>) {
    for i in 0..def.castlings.len() {
        if may_castle(def, setup, i) {
            let castling = &def.castlings[i];
            let (from, to) = (castling.king_from, castling.king_to);
            all.push(Move::new(from, to, None, MoveClass::Castling));
        }
    }
}

/// The castling that a castling move is.
pub(super) fn castling_of(def: &Definition, setup: &Setup, mv: Move) -> Option<usize> {
    (0..def.castlings.len()).find(|&i| {
        let castling = &def.castlings[i];
        castling.king_from == mv.origin()
            && castling.king_to == mv.destination()
            && may_castle(def, setup, i)
    })
}

fn may_castle(def: &Definition, setup: &Setup, i: usize) -> bool {
    let castling = &def.castlings[i];
    let enemy = setup.turn.other();
    castling.side == setup.turn
        && has_castling_pieces(def, setup, i)
        && setup.state.castling >> i & 1 != 0
        && castling
            .empty
            .iter()
            .all(|cell| setup.piece(cell).is_none())
        && !castling
            .safe
            .iter()
            .any(|cell| attacked(def, setup, cell, enemy))
}

/// Whether the pieces of a castling stand where it starts.
pub(super) fn has_castling_pieces(def: &Definition, setup: &Setup, i: usize) -> bool {
    let castling = &def.castlings[i];
    let king = setup.piece(castling.king_from);
    let rook = Piece {
        side: castling.side,
        kind: castling.rook,
    };
    king.is_some_and(|piece| piece.side == castling.side && def.piece(piece.kind).royal)
        && setup.piece(castling.rook_from) == Some(rook)
}

/// Whether a move takes a held royal piece from where it is held, or a bound one
/// from its row.
fn is_held_or_bound(def: &Definition, setup: &Setup, mv: Move) -> bool {
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

/// Whether some of these moves bares the enemy.
pub(super) fn can_bare(def: &Definition, setup: &Setup, moves: &[Move]) -> bool {
    let enemy: Side = setup.turn.other();
    moves
        .iter()
        .any(|&mv| bare(def, &make(def, setup, mv), enemy))
}
