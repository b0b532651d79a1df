//! The board with the cells on which pieces promote. On a board with ranks they are on the last
//! ones, so they are shown only for a piece that can promote. A ring has no last rank, so they are
//! always shown.

use super::{CellMark, PROMOTION_SIGN, Scene, letters, plain};
use hyperrook_geometry::{CellSet, Drawing};
use hyperrook_rules::{Definition, Piece, Position, Side};

/// A position as lines of text, and what the marks of promotion cells mean, if there are any.
pub(crate) fn plain_position(position: &Position, flipped: bool) -> (String, Option<String>) {
    let definition = position.game().definition();
    let promotion = promotion_cells(definition, None);
    let mut scene = Scene::plain(letters(position));
    scene.marks.add(CellMark::Promotion, promotion);
    let text = plain(definition, &scene, flipped);
    (text, promotion_legend(promotion))
}

/// The cells on which a piece can promote, or on a ring those on which any piece can.
pub(crate) fn promotion_cells(definition: &Definition, chosen: Option<Piece>) -> CellSet {
    let board = definition.board();
    let cells_of = |piece: Piece| definition.promotion_cells(piece.side, piece.kind);
    let is_ring = matches!(board.drawing(), Drawing::Ring { .. });
    if let Some(piece) = chosen {
        return cells_of(piece);
    }
    if !is_ring {
        return CellSet::default();
    }
    let kinds = definition.kinds();
    let pieces = kinds.flat_map(|kind| Side::BOTH.map(|side| Piece { side, kind }));
    pieces.flat_map(cells_of).collect()
}

/// Explains the sign of promotion cells, if any are shown.
fn promotion_legend(cells: CellSet) -> Option<String> {
    cells
        .any()
        .then(|| format!("{PROMOTION_SIGN} pieces promote here"))
}
