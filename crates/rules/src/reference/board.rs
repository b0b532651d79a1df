//! The pieces on the board.

use crate::{Definition, Piece, Setup, Side};
use hyperrook_geometry::Cell;
use std::collections::BTreeSet;

/// A piece on the board, with all the cells it stands on.
#[derive(Clone, Debug)]
pub(super) struct StandingPiece {
    pub(super) piece: Piece,
    /// The cell that names it: its only one, or the lowest along its span.
    pub(super) name: Cell,
    pub(super) cells: BTreeSet<Cell>,
}

/// Every piece on the board. Cells that do not form a complete piece of several cells are ignored.
pub(super) fn placed_pieces(def: &Definition, setup: &Setup) -> Vec<StandingPiece> {
    let mut all = Vec::new();
    for name in def.board.cells() {
        let Some(piece) = setup.piece(name) else {
            continue;
        };
        let Some(cells) = body(def, piece, name) else {
            continue;
        };
        if cells.iter().all(|&cell| setup.piece(cell) == Some(piece)) {
            all.push(StandingPiece { piece, name, cells });
        }
    }
    all
}

/// The cells of a piece that is named by `name`, if the board has them all.
pub(super) fn body(def: &Definition, piece: Piece, name: Cell) -> Option<BTreeSet<Cell>> {
    let Some(span) = def.piece(piece.kind).span else {
        return Some(BTreeSet::from([name]));
    };
    let chart = &def.board.charts()[span.chart];
    let mut cells = BTreeSet::new();
    for along in 0..span.length {
        let mut coordinate = chart.coordinate(name);
        coordinate[span.axis] += along as i16;
        cells.insert(chart.at(&coordinate)?);
    }
    // On a short cyclic axis the piece would overlap itself.
    (cells.len() == span.length).then_some(cells)
}

/// The royal piece of a side, if there is one.
pub(super) fn royal(def: &Definition, setup: &Setup, side: Side) -> Option<StandingPiece> {
    placed_pieces(def, setup)
        .into_iter()
        .find(|placed| placed.piece.side == side && def.piece(placed.piece.kind).royal)
}

/// Whether no other piece may land on the cells of this piece: a royal piece of several
/// cells.
pub(super) fn cannot_be_captured(def: &Definition, piece: Piece) -> bool {
    def.piece(piece.kind).royal && def.piece(piece.kind).span.is_some()
}

/// Whether a side has nothing but its royal piece.
pub(super) fn is_bare(def: &Definition, setup: &Setup, side: Side) -> bool {
    setup
        .pieces
        .iter()
        .flatten()
        .all(|piece| piece.side != side || def.piece(piece.kind).royal)
}
