//! Moves that a side might try: those of the pieces' move rules, without regard to legality.

use crate::pieces::{PieceOnBoard, standing};
use hyperrook_geometry::Cell;
use hyperrook_notation::moves::Reading;
use hyperrook_notation::paths::each_piece_path;
use hyperrook_rules::{Definition, Position};
use std::collections::BTreeSet;

/// A move that a piece could make if the safety of its royal piece did not matter.
#[derive(Clone, Copy, Debug)]
pub(super) struct EscapeAttempt {
    /// The piece.
    pub(super) piece: PieceOnBoard,
    /// The move.
    pub(super) reading: Reading,
    /// Whether it captures.
    pub(super) captures: bool,
}

/// All moves that the side to move might try, legal or not: by piece, then by destination. Castling
/// is left out, because it is never an answer to a check.
pub(super) fn tries(position: &Position) -> Vec<EscapeAttempt> {
    let pieces = standing(position).into_iter();
    let own = pieces.filter(|piece| piece.piece.side == position.turn());
    own.flat_map(|piece| tries_of(position, piece)).collect()
}

/// All moves that one piece might try.
pub(super) fn tries_of(position: &Position, piece: PieceOnBoard) -> Vec<EscapeAttempt> {
    let definition = position.game().definition();
    let mut ends = BTreeSet::new();
    each_piece_path(definition, piece.piece, piece.name, &mut |end, path| {
        if ends.contains(&end) {
            return;
        }
        let path = path();
        let starts =
            !path.term.initial || definition.start().piece(piece.name) == Some(piece.piece);
        let occupied = |cell: Cell| position.piece(cell).is_some() && !piece.body.contains(cell);
        if !starts || path.incomplete || !path.is_open(occupied) {
            return;
        }
        let allowed = match takes(position, &piece, end) {
            None => false,
            Some(true) => path.term.capture,
            Some(false) => {
                let passed = position.state().en_passant == Some(end);
                path.term.quiet || path.term.en_passant && passed
            }
        };
        if allowed {
            ends.insert(end);
        }
    });
    let mut tries: Vec<EscapeAttempt> = ends
        .into_iter()
        .map(|end| EscapeAttempt {
            piece,
            reading: Reading {
                origin: piece.name,
                destination: end,
                promotion: promotion(definition, &piece, end),
            },
            captures: takes(position, &piece, end) == Some(true),
        })
        .collect();
    if let Some(change) = definition.transformation()
        && change.from == piece.piece.kind
    {
        tries.extend(piece.body.iter().map(|cell| EscapeAttempt {
            piece,
            reading: Reading {
                origin: piece.name,
                destination: cell,
                promotion: Some(change.to),
            },
            captures: false,
        }));
    }
    tries
}

/// Whether a piece that comes to a cell captures there; `None` if it cannot land.
fn takes(position: &Position, piece: &PieceOnBoard, end: Cell) -> Option<bool> {
    let definition = position.game().definition();
    let body = definition.body(piece.piece.kind, end)?;
    let mut captures = false;
    for cell in body.iter().filter(|&cell| !piece.body.contains(cell)) {
        let Some(other) = position.piece(cell) else {
            continue;
        };
        let kind = definition.piece(other.kind);
        if other.side == piece.piece.side || kind.royal && kind.span.is_some() {
            return None;
        }
        captures = true;
    }
    Some(captures)
}

/// The kind that a piece must become on a cell, if it must: the first choice.
fn promotion(
    definition: &Definition,
    piece: &PieceOnBoard,
    end: Cell,
) -> Option<hyperrook_rules::Kind> {
    let promotion = definition.promotion(piece.piece.side, piece.piece.kind, end)?;
    if promotion.optional {
        return None;
    }
    promotion.to.first().copied()
}
