//! The places of the cells of a board on a sheet of characters.

use hyperrook_geometry::{Board, Cell, Drawing, Place};

/// The size of a cell in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CellSize {
    /// Columns.
    pub(crate) width: usize,
    /// Rows.
    pub(crate) height: usize,
}

/// The style of a layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Style {
    /// The size of a cell.
    pub(crate) cell: CellSize,
    /// Whether Black is at the bottom.
    pub(crate) flipped: bool,
    /// The number of levels of a stack in one row.
    pub(crate) levels_in_a_row: usize,
    /// Whether to draw a ring as a ring, and not as a table of its sectors.
    pub(crate) round: bool,
    /// The cell of a ring that is in the middle of the bottom.
    pub(crate) anchor: Cell,
}

impl Style {
    /// The style for text output.
    pub(crate) fn plain(board: &Board, anchor: Cell) -> Style {
        let (_, _, levels) = board.extent();
        let width = match board.drawing() {
            // Cells of a ring have names of two characters beside them.
            Drawing::Ring { .. } => 3,
            _ => 2,
        };
        Style {
            cell: CellSize { width, height: 1 },
            flipped: false,
            levels_in_a_row: levels,
            round: true,
            anchor,
        }
    }
}

/// A coordinate at the edge of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SheetLabel {
    /// Column.
    pub(crate) x: usize,
    /// Row.
    pub(crate) y: usize,
    /// Its text.
    pub(crate) text: String,
}

/// The direction of an arrow key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ArrowDirection {
    /// Towards smaller columns.
    Left,
    /// Towards larger columns.
    Right,
    /// Towards smaller rows.
    Up,
    /// Towards larger rows.
    Down,
}

/// The places of cells and coordinates on a sheet.
#[derive(Clone, Debug)]
pub(crate) struct SheetLayout {
    /// The number of columns.
    pub(crate) width: usize,
    /// The number of rows.
    pub(crate) height: usize,
    /// The number of columns on the left that do not scroll.
    pub(crate) frozen_left: usize,
    /// The number of rows at the bottom that do not scroll.
    pub(crate) frozen_bottom: usize,
    /// The size of a cell.
    pub(crate) cell: CellSize,
    /// Whether cells have room for their names.
    pub(crate) names_inside: bool,
    /// For each cell, column and row of its upper left character.
    pub(crate) corners: Vec<(usize, usize)>,
    /// For each cell, whether it is dark.
    pub(crate) dark: Vec<bool>,
    /// The coordinates.
    pub(crate) labels: Vec<SheetLabel>,
    /// Column, row, width and height of the free space inside a ring, if there is one.
    pub(crate) inside: Option<(usize, usize, usize, usize)>,
    /// The style of the layout.
    pub(crate) style: Style,
}

impl SheetLayout {
    /// The cell at a column and row of the sheet.
    pub(crate) fn cell_at(&self, x: usize, y: usize) -> Option<Cell> {
        let within = |&(cx, cy): &(usize, usize)| {
            (cx..cx + self.cell.width).contains(&x) && (cy..cy + self.cell.height).contains(&y)
        };
        self.corners.iter().position(within).map(Cell::from_index)
    }

    /// The next cell of the drawing in a direction; at an edge, the cell at the opposite
    /// edge.
    pub(crate) fn neighbour(&self, from: Cell, direction: ArrowDirection) -> Cell {
        let here = self.corners[from.index()];
        let along = |(x, y): (usize, usize)| match direction {
            ArrowDirection::Left | ArrowDirection::Right => (x as isize, y),
            ArrowDirection::Up | ArrowDirection::Down => (y as isize, x),
        };
        let sign = match direction {
            ArrowDirection::Left | ArrowDirection::Up => -1,
            ArrowDirection::Right | ArrowDirection::Down => 1,
        };
        let (start, line) = along(here);
        let row = self.corners.iter().enumerate().filter_map(|(i, &corner)| {
            let (at, across) = along(corner);
            (across == line).then_some(((at - start) * sign, i))
        });
        let row: Vec<(isize, usize)> = row.collect();
        let ahead = row.iter().filter(|(distance, _)| *distance > 0).min();
        let found = ahead.or_else(|| row.iter().min());
        found.map_or(from, |&(_, i)| Cell::from_index(i))
    }

    /// The corresponding cell of the next level, inner board or sector.
    pub(crate) fn leap(&self, board: &Board, from: Cell, direction: ArrowDirection) -> Cell {
        let place = board.place(from);
        let (files, ranks, levels) = board.extent();
        let ahead =
            matches!(direction, ArrowDirection::Right | ArrowDirection::Up) != self.style.flipped;
        let sideways = matches!(direction, ArrowDirection::Left | ArrowDirection::Right);
        let turn = |value: usize, by: usize, len: usize| {
            if ahead {
                (value + by) % len
            } else {
                (value + len - by % len) % len
            }
        };
        let to = match board.drawing() {
            Drawing::Stack { .. } => {
                // The order of levels does not change when the board is turned.
                let on = matches!(direction, ArrowDirection::Right | ArrowDirection::Up);
                let by = if sideways {
                    1
                } else {
                    self.style.levels_in_a_row
                };
                let level = place.level + levels * by;
                Place {
                    level: if on { level + by } else { level - by } % levels,
                    ..place
                }
            }
            Drawing::Ring { cells, sectors } => Place {
                file: turn(place.file, cells / sectors, files),
                ..place
            },
            Drawing::Flat { blocks, .. } => {
                let (width, height) = blocks.unwrap_or((files.div_ceil(2), ranks.div_ceil(2)));
                if sideways {
                    Place {
                        file: turn(place.file, width, files),
                        ..place
                    }
                } else {
                    Place {
                        rank: turn(place.rank, height, ranks),
                        ..place
                    }
                }
            }
            _ => place,
        };
        board.at(to).unwrap_or(from)
    }
}
