//! Whether a setup is a valid position.

use super::attack::is_in_check;
use super::board::placed_pieces;
use super::castling::has_castling_pieces;
use super::double_step::double_stepped_piece;
use super::holds::share_group;
use crate::{Definition, Piece, Setup, Side};

/// Whether a setup is a valid position of the game.
pub fn is_possible(def: &Definition, setup: &Setup) -> bool {
    faults(def, setup).is_empty()
}

/// The reasons why a setup is not a valid position of the game, in a few words each.
pub fn faults(def: &Definition, setup: &Setup) -> Vec<&'static str> {
    if setup.pieces.len() != def.board.len() {
        return vec!["another number of cells"];
    }
    let exists = |piece: &Piece| piece.kind.index() < def.pieces.len();
    if !setup.pieces.iter().flatten().all(exists) {
        return vec!["a piece that the game does not have"];
    }
    let mut faults = Vec::new();
    pieces(def, setup, &mut faults);
    state(def, setup, &mut faults);
    if is_in_check(def, setup, setup.turn.other()) {
        faults.push("the side not to move is in check");
    }
    if setup.fullmove == 0 {
        faults.push("moves are counted from 1");
    }
    faults
}

fn pieces(def: &Definition, setup: &Setup, faults: &mut Vec<&'static str>) {
    let placed = placed_pieces(def, setup);
    for side in Side::BOTH {
        let royal = placed
            .iter()
            .filter(|placed| placed.piece.side == side && def.piece(placed.piece.kind).royal);
        if royal.count() != 1 {
            faults.push("a side without exactly one royal piece");
        }
    }
    for side in Side::BOTH {
        for kind in def.kinds().filter(|&kind| def.piece(kind).span.is_some()) {
            let piece = Piece { side, kind };
            let cells = setup.pieces.iter().filter(|&&other| other == Some(piece));
            let whole = placed.iter().filter(|placed| placed.piece == piece);
            if cells.count() != whole.map(|placed| placed.cells.len()).sum::<usize>() {
                faults.push("a piece of several cells that is not whole");
            }
        }
    }
    for cell in def.board.cells() {
        let Some(piece) = setup.piece(cell) else {
            continue;
        };
        let promotion = def.promotion(piece.side, piece.kind, cell);
        // It may just have become this kind here, if that kind promotes again later.
        let is_new = def.promotions.iter().any(|promotion| {
            promotion.to.contains(&piece.kind) && promotion.cells[piece.side.index()].contains(cell)
        });
        if promotion.is_some_and(|promotion| !promotion.optional) && !is_new {
            faults.push("a piece that must have promoted");
        }
    }
}

fn state(def: &Definition, setup: &Setup, faults: &mut Vec<&'static str>) {
    let state = setup.state;
    for i in 0..8 {
        if state.castling >> i & 1 != 0
            && (i >= def.castlings.len() || !has_castling_pieces(def, setup, i))
        {
            faults.push("castling without its pieces at home");
        }
    }
    for i in 0..4 {
        let on = state.holds >> (2 * i) & 0b11;
        let shares = def
            .holds
            .get(i)
            .is_some_and(|hold| share_group(def, setup, hold));
        if shares && on != 0b01 && on != 0b10 {
            faults.push("royal pieces together of whom not exactly one holds");
        }
        if !shares && on != 0 {
            faults.push("a hold over royal pieces that are apart");
        }
    }
    for side in Side::BOTH {
        let new_royal = def
            .transformation
            .filter(|transformation| transformation.bound.is_some())
            .map(|transformation| Piece {
                side,
                kind: transformation.to,
            });
        if state.bound(side) && !new_royal.is_some_and(|piece| setup.pieces.contains(&Some(piece)))
        {
            faults.push("a bound piece that is not there");
        }
    }
    if state.bound > 0b11 {
        faults.push("a bound piece of no side");
    }
    if state.en_passant.is_some() && double_stepped_piece(def, setup).is_none() {
        faults.push("no piece has just passed the en passant cell");
    }
}
