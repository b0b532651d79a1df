//! The outlines of the cells of a board, for heat maps.

use hyperrook_geometry::{Board, Cell, Drawing};

/// A board as outlines.
pub(super) struct Outlines {
    pub(super) width: f64,
    pub(super) height: f64,
    /// The corners of each cell.
    pub(super) cells: Vec<Vec<(f64, f64)>>,
    /// The names of parts of the board, and their places.
    pub(super) labels: Vec<(f64, f64, String)>,
}

/// The side of a square cell.
const CELL: f64 = 20.0;
/// The gap between levels and between inner boards.
const GAP: f64 = 8.0;
/// The height of a label.
const LABEL: f64 = 16.0;
/// The approximate width of a letter of a label.
const LETTER: f64 = 8.0;
/// The maximum width of several levels side by side.
const ROW: f64 = 560.0;

/// The outlines of the cells of a board, with White at the bottom.
pub(super) fn outlines(board: &Board) -> Outlines {
    let mut outlines = match board.drawing() {
        Drawing::Hex { shift, .. } => {
            let corners = |cell: Cell| hexagon(shift.middle(board.place(cell)), *shift);
            let cells: Vec<Vec<(f64, f64)>> = board.cells().map(corners).collect();
            // The cells of the first file and rank have names.
            let is_edge = |cell: &Cell| {
                let place = board.place(*cell);
                place.file == 0 || place.rank == 0
            };
            let name = |cell: Cell| {
                let (x, y) = hexagon_middle(shift.middle(board.place(cell)));
                (x - LETTER, y + 4.0, board.name(cell))
            };
            Outlines {
                width: 0.0,
                height: 0.0,
                cells,
                labels: board.cells().filter(is_edge).map(name).collect(),
            }
        }
        Drawing::Ring { cells, sectors } => {
            let of = |cell: Cell| wedge(board.place(cell).file, *cells);
            let size = (cells / sectors.max(&1)).max(1);
            let is_first = |cell: &Cell| board.place(*cell).file.is_multiple_of(size);
            let name = |cell: Cell| {
                let outline = of(cell);
                let (x, y) = (
                    (outline[0].0 + outline[4].0) / 2.0,
                    (outline[0].1 + outline[4].1) / 2.0,
                );
                // Inside the ring.
                (0.85 * x - LETTER, 0.85 * y + 4.0, board.name(cell))
            };
            Outlines {
                width: 0.0,
                height: 0.0,
                cells: board.cells().map(of).collect(),
                labels: board.cells().filter(is_first).map(name).collect(),
            }
        }
        Drawing::Flat { blocks, .. } => {
            grid(board, blocks.unwrap_or((usize::MAX, usize::MAX)), &[])
        }
        Drawing::Stack { levels, .. } => grid(board, (usize::MAX, usize::MAX), levels),
        _ => grid(board, (usize::MAX, usize::MAX), &[]),
    };
    outlines.fit();
    outlines
}

impl Outlines {
    /// Moves everything to the origin and finds the size.
    fn fit(&mut self) {
        let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
        let tops = self.labels.iter().map(|(x, y, _)| (*x, *y - LABEL));
        let ends = self
            .labels
            .iter()
            .map(|(x, y, text)| (*x + LETTER * text.len() as f64, *y + 4.0));
        for (x, y) in self.cells.iter().flatten().copied().chain(tops).chain(ends) {
            low = (low.0.min(x), low.1.min(y));
            high = (high.0.max(x), high.1.max(y));
        }
        let moved =
            |point: &mut (f64, f64)| *point = (point.0 - low.0 + 1.0, point.1 - low.1 + 1.0);
        self.cells.iter_mut().flatten().for_each(moved);
        for (x, y, _) in &mut self.labels {
            (*x, *y) = (*x - low.0 + 1.0, *y - low.1 + 1.0);
        }
        (self.width, self.height) = (high.0 - low.0 + 2.0, high.1 - low.1 + 2.0);
    }
}

fn square(x: f64, y: f64) -> Vec<(f64, f64)> {
    vec![(x, y), (x + CELL, y), (x + CELL, y + CELL), (x, y + CELL)]
}

/// Grids side by side and below each other, the highest level last.
fn grid(board: &Board, blocks: (usize, usize), levels: &[char]) -> Outlines {
    let (files, ranks, count) = board.extent();
    let along = |at: usize, block: usize| at as f64 * CELL + (at / block) as f64 * GAP;
    let (width, height) = (
        along(files - 1, blocks.0) + CELL,
        along(ranks - 1, blocks.1) + CELL,
    );
    let in_a_row = ((ROW / (width + 2.0 * GAP)) as usize).clamp(1, count);
    let label = if levels.is_empty() { 0.0 } else { LABEL };
    let origin = |level: usize| {
        let (column, row) = (level % in_a_row, level / in_a_row);
        (
            column as f64 * (width + 2.0 * GAP),
            // The names of the files are below the first row.
            row as f64 * (height + label + LABEL + GAP) + label,
        )
    };
    let corners = |cell: Cell| {
        let place = board.place(cell);
        let (x, y) = origin(place.level);
        square(
            x + along(place.file, blocks.0),
            y + height - CELL - along(place.rank, blocks.1),
        )
    };
    let name = |(level, letter): (usize, &char)| {
        let (x, y) = origin(level);
        (x, y - 4.0, format!("level {letter}"))
    };
    // The names of files and ranks are at the first level.
    let (x, y) = origin(0);
    let label_of_file = |file: usize| {
        let letter = char::from(b'a' + (file % 26) as u8).to_string();
        (
            x + along(file, blocks.0) + CELL / 2.0 - LETTER / 2.0,
            y + height + LABEL,
            letter,
        )
    };
    let label_of_rank = |rank: usize| {
        let number = (rank + 1).to_string();
        let left = LETTER * number.len() as f64 + 6.0;
        (x - left, y + height - along(rank, blocks.1) - 5.0, number)
    };
    let names = levels.iter().enumerate().map(name);
    let labels = names
        .chain((0..files).map(label_of_file))
        .chain((0..ranks).map(label_of_rank));
    Outlines {
        width: 0.0,
        height: 0.0,
        cells: board.cells().map(corners).collect(),
        labels: labels.collect(),
    }
}

/// The distance of neighbouring hexagons.
const HEXAGON: f64 = 1.2 * CELL;

/// The centre of a hexagon.
fn hexagon_middle((x, y): (f64, f64)) -> (f64, f64) {
    (HEXAGON * x, -HEXAGON * y)
}

/// A hexagon around a centre; the distance of neighbours is 1.
fn hexagon((x, y): (f64, f64), shift: hyperrook_geometry::HexShift) -> Vec<(f64, f64)> {
    let turn = match shift {
        hyperrook_geometry::HexShift::Files => 0.0,
        hyperrook_geometry::HexShift::Ranks => 0.5,
    };
    let radius = 1.0 / 3.0_f64.sqrt();
    let size = HEXAGON;
    let (x, y) = hexagon_middle((x, y));
    let corner = |i: i32| {
        let angle = std::f64::consts::FRAC_PI_3 * (f64::from(i) + turn);
        (
            x + size * radius * angle.cos(),
            y - size * radius * angle.sin(),
        )
    };
    (0..6).map(corner).collect()
}

/// A cell of a ring, counted counterclockwise from the right.
fn wedge(at: usize, cells: usize) -> Vec<(f64, f64)> {
    let outer = (CELL * cells as f64 / std::f64::consts::TAU).max(2.0 * CELL) + CELL / 2.0;
    let inner = outer - 1.4 * CELL;
    let angle = |part: f64| std::f64::consts::TAU * (at as f64 + part) / cells as f64;
    let point = |radius: f64, part: f64| (radius * angle(part).cos(), -radius * angle(part).sin());
    vec![
        point(inner, 0.0),
        point(outer, 0.0),
        point(outer, 0.5),
        point(outer, 1.0),
        point(inner, 1.0),
        point(inner, 0.5),
    ]
}
