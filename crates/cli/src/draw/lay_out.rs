//! Lays boards out: each kind of drawing in its way.

use super::layout::{SheetLayout, Style};
use super::{grid, ring};
use hyperrook_geometry::{Board, Drawing};

/// Lays a board out.
pub(crate) fn lay_out(board: &Board, style: &Style) -> SheetLayout {
    match board.drawing() {
        Drawing::Ring { cells, sectors } => ring::layout(board, *cells, *sectors, style),
        _ => grid::layout(board, style),
    }
}
