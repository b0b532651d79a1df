//! Where each cell of a board goes on a sheet of characters.

use hyperrook_geometry::{Board, Cell, Drawing, Place};

/// Columns and rows of characters of one cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CellSize {
    /// Columns.
    pub(crate) width: usize,
    /// Rows.
    pub(crate) height: usize,
}

/// A way to lay a board out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Style {
    /// The size of a cell.
    pub(crate) cell: CellSize,
    /// Whether Black sits below.
    pub(crate) flipped: bool,
    /// Levels of a stack in one row.
    pub(crate) levels_in_a_row: usize,
    /// Whether a ring is a ring, not a table of its sectors.
    pub(crate) round: bool,
    /// The cell of a ring that is in the middle below.
    pub(crate) anchor: Cell,
}

impl Style {
    /// The style of text output.
    pub(crate) fn plain(board: &Board, anchor: Cell) -> Style {
        let (_, _, levels) = board.extent();
        let width = match board.drawing() {
            // Names of two characters stand beside the cells of a ring.
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

/// A coordinate beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Label {
    /// Column.
    pub(crate) x: usize,
    /// Row.
    pub(crate) y: usize,
    /// What it says.
    pub(crate) text: String,
}

/// A step of the cursor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    /// To smaller columns.
    Left,
    /// To larger columns.
    Right,
    /// To smaller rows.
    Up,
    /// To larger rows.
    Down,
}

/// Where everything is.
#[derive(Clone, Debug)]
pub(crate) struct SheetLayout {
    /// Columns in all.
    pub(crate) width: usize,
    /// Rows in all.
    pub(crate) height: usize,
    /// Columns on the left that stay when the board scrolls sideways.
    pub(crate) frozen_left: usize,
    /// Rows at the bottom that stay when the board scrolls up and down.
    pub(crate) frozen_bottom: usize,
    /// The size of a cell.
    pub(crate) cell: CellSize,
    /// Whether cells have room for their names.
    pub(crate) names_inside: bool,
    /// The left upper character of each cell.
    pub(crate) corners: Vec<(usize, usize)>,
    /// Whether each cell is of the darker sort.
    pub(crate) dark: Vec<bool>,
    /// Coordinates.
    pub(crate) labels: Vec<Label>,
    /// Columns, rows, width and height of a free space inside, if there is one.
    pub(crate) inside: Option<(usize, usize, usize, usize)>,
    /// The style it was made in.
    pub(crate) style: Style,
}

impl SheetLayout {
    /// The cell at a character of the sheet.
    pub(crate) fn cell_at(&self, x: usize, y: usize) -> Option<Cell> {
        let within = |&(cx, cy): &(usize, usize)| {
            (cx..cx + self.cell.width).contains(&x) && (cy..cy + self.cell.height).contains(&y)
        };
        self.corners.iter().position(within).map(Cell::from_index)
    }

    /// The next cell in a direction in the drawing; round to the other end
    /// where there is none.
    pub(crate) fn neighbour(&self, from: Cell, direction: Direction) -> Cell {
        let here = self.corners[from.index()];
        let along = |(x, y): (usize, usize)| match direction {
            Direction::Left | Direction::Right => (x as isize, y),
            Direction::Up | Direction::Down => (y as isize, x),
        };
        let sign = match direction {
            Direction::Left | Direction::Up => -1,
            Direction::Right | Direction::Down => 1,
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
    pub(crate) fn leap(&self, board: &Board, from: Cell, direction: Direction) -> Cell {
        let place = board.place(from);
        let (files, ranks, levels) = board.extent();
        let ahead = matches!(direction, Direction::Right | Direction::Up) != self.style.flipped;
        let sideways = matches!(direction, Direction::Left | Direction::Right);
        let turn = |value: usize, by: usize, len: usize| {
            if ahead {
                (value + by) % len
            } else {
                (value + len - by % len) % len
            }
        };
        let to = match board.drawing() {
            Drawing::Stack { .. } => {
                // Levels stand in the same order whichever way the board is turned.
                let on = matches!(direction, Direction::Right | Direction::Up);
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
        };
        board.at(to).unwrap_or(from)
    }
}
