//! Castling.

use super::attack::is_attacked;
use crate::{Definition, Move, MoveClass, Piece, Setup};

/// Adds the castling moves.
pub(super) fn castling_moves(def: &Definition, setup: &Setup, all: &mut Vec<Move>) {
    for i in 0..def.castlings.len() {
        if can_castle(def, setup, i) {
            let castling = &def.castlings[i];
            let (from, to) = (castling.king_from, castling.king_to);
            all.push(Move::new(from, to, None, MoveClass::Castling));
        }
    }
}

/// The index of the castling of a castling move.
pub(super) fn castling_of(def: &Definition, setup: &Setup, mv: Move) -> Option<usize> {
    (0..def.castlings.len()).find(|&i| {
        let castling = &def.castlings[i];
        castling.king_from == mv.origin()
            && castling.king_to == mv.destination()
            && can_castle(def, setup, i)
    })
}

/// Whether the side to move can castle in this way, ignoring its safety afterwards.
fn can_castle(def: &Definition, setup: &Setup, i: usize) -> bool {
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
            .any(|cell| is_attacked(def, setup, cell, enemy))
}

/// Whether the pieces of a castling stand on their starting cells.
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
