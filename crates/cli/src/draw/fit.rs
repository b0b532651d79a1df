//! Chooses the layout for the available space.

use super::lay_out::lay_out;
use super::layout::{CellSize, SheetLayout, Style};
use hyperrook_geometry::{Board, Cell, Drawing};

/// The columns and rows that are available.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AvailableSpace {
    /// Columns.
    pub(crate) width: usize,
    /// Rows.
    pub(crate) height: usize,
}

/// Sizes of cells, best first. Characters are about twice as high as they are wide.
const SIZES: [CellSize; 5] = [size(7, 3), size(6, 3), size(5, 2), size(4, 2), size(3, 1)];

const fn size(width: usize, height: usize) -> CellSize {
    CellSize { width, height }
}

/// The layout with the largest cells that fits. If none fits, a layout with small cells,
/// which has to scroll.
pub(crate) fn fit(board: &Board, flipped: bool, anchor: Cell, room: AvailableSpace) -> SheetLayout {
    let (_, _, levels) = board.extent();
    let rounds: &[bool] = match board.drawing() {
        Drawing::Ring { .. } => &[true, false],
        _ => &[true],
    };
    let style = |cell, levels_in_a_row, round| Style {
        cell,
        flipped,
        levels_in_a_row,
        round,
        anchor,
    };
    let fits = |layout: &SheetLayout| layout.width <= room.width && layout.height <= room.height;
    for &round in rounds {
        for cell in SIZES {
            for in_a_row in (1..=levels).rev() {
                // Skip arrangements that leave a row of levels partly empty, if another
                // number of rows fills it.
                if levels.div_ceil(levels.div_ceil(in_a_row)) != in_a_row {
                    continue;
                }
                let layout = lay_out(board, &style(cell, in_a_row, round));
                if fits(&layout) {
                    return layout;
                }
            }
        }
    }
    let narrow = lay_out(board, &style(size(2, 1), levels, true));
    if fits(&narrow) {
        return narrow;
    }
    // Scrolling in one direction is easier than in two.
    let wide = lay_out(board, &style(size(3, 1), levels, rounds.len() == 1));
    if wide.width <= room.width || narrow.width > room.width {
        wide
    } else {
        narrow
    }
}
