//! Double steps.

use super::board::placed_pieces;
use super::walk::open_paths;
use crate::{Definition, Move, Setup};
use hyperrook_geometry::Cell;

/// The cell of the piece that has just passed the en passant cell.
pub(super) fn double_stepped_piece(def: &Definition, setup: &Setup) -> Option<Cell> {
    let passed = setup.state.en_passant?;
    let empty = |cell: Cell| setup.pieces.get(cell.index()) == Some(&None);
    if !def.has_en_passant() || !empty(passed) {
        return None;
    }
    let occupied = |cell: Cell| !empty(cell);
    for placed in placed_pieces(def, setup) {
        let kind = def.piece(placed.piece.kind);
        // A royal piece is never captured, not even in passing.
        if placed.piece.side == setup.turn || kind.royal || kind.span.is_some() {
            continue;
        }
        for origin in def.board.cells().filter(|&origin| empty(origin)) {
            if def.start.piece(origin) != Some(placed.piece) {
                continue;
            }
            let came = open_paths(def, &occupied, placed.piece, origin)
                .into_iter()
                .any(|path| path.to == placed.name && path.passed == Some(passed));
            if came {
                return Some(placed.name);
            }
        }
    }
    None
}

/// The cell passed by a double step: the lowest, if there are several.
pub(super) fn en_passant_cell(def: &Definition, setup: &Setup, mv: Move) -> Option<Cell> {
    let piece = setup.piece(mv.origin())?;
    let occupied = |cell: Cell| setup.piece(cell).is_some();
    open_paths(def, &occupied, piece, mv.origin())
        .into_iter()
        .filter(|path| path.to == mv.destination())
        .filter_map(|path| path.passed)
        .min()
}
