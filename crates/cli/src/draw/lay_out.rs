//! Chooses the layout for each kind of drawing.

use super::layout::{SheetLayout, Style};
use super::{grid, ring};
use hyperrook_geometry::{Board, Drawing};

/// The layout of a board in a style.
pub(crate) fn lay_out(board: &Board, style: &Style) -> SheetLayout {
    match board.drawing() {
        Drawing::Ring { cells, sectors } => ring::layout(board, *cells, *sectors, style),
        _ => grid::layout(board, style),
    }
}
