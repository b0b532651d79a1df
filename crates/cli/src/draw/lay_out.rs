//! Chooses the layout for each kind of drawing.

use super::layout::{SheetLayout, Style};
use super::{grid, hex, ring};
use hyperrook_geometry::{Board, Drawing};

/// The layout of a board in a style.
pub(crate) fn lay_out(board: &Board, style: &Style) -> SheetLayout {
    match board.drawing() {
        Drawing::Ring { cells, sectors } => ring::layout(board, *cells, *sectors, style),
        Drawing::Hex { shift, .. } => hex::layout(board, *shift, style),
        _ => grid::layout(board, style),
    }
}
