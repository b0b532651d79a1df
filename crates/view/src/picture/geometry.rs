//! The geometry of a picture. A cell is a square of 100 units; `y` increases downwards.

use hyperrook_geometry::{Cell, Drawing, HexShift, Place};
use hyperrook_rules::{Definition, Side};
use std::f64::consts::TAU;

/// The side length of a cell.
pub(super) const CELL: f64 = 100.0;
/// The gap between inner boards of a board of boards.
const BLOCK_GAP: f64 = 22.0;
/// The gap between levels.
const LEVEL_GAP: f64 = 90.0;
/// The space for coordinates, on each side that has some.
const LABELS: f64 = 64.0;
/// The margin around everything.
const MARGIN: f64 = 26.0;
/// The distance between the inner and outer edge of a ring.
const RING_WIDTH: f64 = 128.0;

/// The distance between the middles of neighbouring hexagons.
const HEX: f64 = 112.0;
/// The distance from the middle of a hexagon to a corner: the half of `HEX`, divided by the
/// cosine of 30 degrees.
pub(super) const HEX_RADIUS: f64 = 64.663;

/// The shape of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Outline {
    /// A square, by its upper left corner.
    Square(f64, f64),
    /// A segment of a ring between two angles, counterclockwise from the right.
    Arc(f64, f64),
    /// A hexagon, by the angle of a corner.
    Hexagon(f64),
}

/// The colour of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shade {
    /// The lighter colour of the chequered pattern.
    Light,
    /// The darker colour.
    Dark,
    /// The third colour of a board of hexagons.
    Middle,
}

impl Shade {
    fn chequered(dark: bool) -> Shade {
        if dark { Shade::Dark } else { Shade::Light }
    }
}

/// A place of the drawing.
#[derive(Clone, Copy, Debug)]
pub(super) struct DrawnPlace {
    /// The cell, if there is one.
    pub(super) cell: Option<Cell>,
    /// Its shape.
    pub(super) outline: Outline,
    /// The centre.
    pub(super) middle: (f64, f64),
    /// Its colour.
    pub(super) shade: Shade,
}

/// A coordinate.
#[derive(Clone, Debug)]
pub(super) struct CoordinateLabel {
    /// The centre.
    pub(super) at: (f64, f64),
    /// The text.
    pub(super) text: String,
    /// The size; 1 means letters 14 units high.
    pub(super) scale: f64,
}

/// A ring.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ring {
    /// The centre.
    pub(super) middle: (f64, f64),
    /// The inner edge.
    pub(super) inner: f64,
    /// The outer edge.
    pub(super) outer: f64,
    /// The angle at which the first sector starts.
    pub(super) start: f64,
    /// The number of sectors.
    pub(super) sectors: usize,
}

/// The geometry of a whole picture.
#[derive(Clone, Debug)]
pub(super) struct BoardGeometry {
    /// Width and height.
    pub(super) size: (f64, f64),
    /// All places.
    pub(super) places: Vec<DrawnPlace>,
    /// Left, top, width and height of each frame.
    pub(super) frames: Vec<(f64, f64, f64, f64)>,
    /// The ring, if the board is a ring.
    pub(super) ring: Option<Ring>,
    /// The coordinates.
    pub(super) labels: Vec<CoordinateLabel>,
    /// For each cell, the index of its place.
    pub(super) of_cell: Vec<usize>,
}

impl BoardGeometry {
    /// The geometry of a board with a side at the bottom.
    pub(super) fn new(definition: &Definition, below: Side, labelled: bool) -> BoardGeometry {
        let mut geometry = match definition.board().drawing() {
            Drawing::Ring { cells, sectors } => ring(definition, *cells, *sectors, below),
            Drawing::Hex { shift, .. } => hexagons(definition, *shift, below, labelled),
            _ => grids(definition, below, labelled),
        };
        geometry.of_cell = vec![0; definition.board().len()];
        for (i, place) in geometry.places.iter().enumerate() {
            if let Some(cell) = place.cell {
                geometry.of_cell[cell.index()] = i;
            }
        }
        geometry
    }

    /// The place of a cell.
    pub(super) fn place(&self, cell: Cell) -> &DrawnPlace {
        &self.places[self.of_cell[cell.index()]]
    }

    fn empty() -> BoardGeometry {
        BoardGeometry {
            size: (0.0, 0.0),
            places: Vec::new(),
            frames: Vec::new(),
            ring: None,
            labels: Vec::new(),
            of_cell: Vec::new(),
        }
    }
}

/// The geometry of one or several grids.
fn grids(definition: &Definition, below: Side, labelled: bool) -> BoardGeometry {
    let board = definition.board();
    let (files, ranks, levels) = board.extent();
    let (block_files, block_ranks) = match board.drawing() {
        Drawing::Flat {
            blocks: Some((width, height)),
            ..
        } => (*width, *height),
        _ => (files, ranks),
    };
    let letters: Vec<char> = match board.drawing() {
        Drawing::Stack { levels, .. } => levels.clone(),
        _ => Vec::new(),
    };
    let flipped = below == Side::Black;
    // The distances of columns from the left and of rows from the top.
    let column = |file: usize| {
        let at = if flipped { files - 1 - file } else { file };
        let gaps = if flipped {
            (files - 1) / block_files - file / block_files
        } else {
            file / block_files
        };
        CELL * at as f64 + BLOCK_GAP * gaps as f64
    };
    let row = |rank: usize| {
        let at = if flipped { rank } else { ranks - 1 - rank };
        let gaps = if flipped {
            rank / block_ranks
        } else {
            (ranks - 1) / block_ranks - rank / block_ranks
        };
        CELL * at as f64 + BLOCK_GAP * gaps as f64
    };
    let width = CELL * files as f64 + BLOCK_GAP * ((files - 1) / block_files) as f64;
    let height = CELL * ranks as f64 + BLOCK_GAP * ((ranks - 1) / block_ranks) as f64;
    let left = MARGIN + if labelled { LABELS } else { 0.0 };
    let top = MARGIN + if labelled && levels > 1 { LABELS } else { 0.0 };
    let mut geometry = BoardGeometry::empty();
    for level in 0..levels {
        let x0 = left + (width + LEVEL_GAP) * level as f64;
        for first_rank in (0..ranks).step_by(block_ranks) {
            for first_file in (0..files).step_by(block_files) {
                let last_file = (first_file + block_files).min(files) - 1;
                let last_rank = (first_rank + block_ranks).min(ranks) - 1;
                let x = column(first_file).min(column(last_file));
                let y = row(first_rank).min(row(last_rank));
                let wide = CELL * (last_file - first_file + 1) as f64;
                let high = CELL * (last_rank - first_rank + 1) as f64;
                geometry.frames.push((x0 + x, top + y, wide, high));
            }
        }
        for rank in 0..ranks {
            for file in 0..files {
                let (x, y) = (x0 + column(file), top + row(rank));
                geometry.places.push(DrawnPlace {
                    cell: board.at(Place { level, rank, file }),
                    outline: Outline::Square(x, y),
                    middle: (x + CELL / 2.0, y + CELL / 2.0),
                    shade: Shade::chequered((level + rank + file).is_multiple_of(2)),
                });
            }
        }
        let mut label = |x: f64, y: f64, text: String, scale: f64| {
            geometry.labels.push(CoordinateLabel {
                at: (x, y),
                text,
                scale,
            });
        };
        for file in 0..files {
            // A grid has at most 26 files.
            let name = char::from(b'a' + file as u8).to_string();
            let x = x0 + column(file) + CELL / 2.0;
            label(x, top + height + LABELS / 2.0, name, 2.1);
        }
        if level == 0 {
            for rank in 0..ranks {
                let y = top + row(rank) + CELL / 2.0;
                label(left - LABELS / 2.0, y, (rank + 1).to_string(), 2.1);
            }
        }
        if let Some(letter) = letters.get(level) {
            let x = x0 + width / 2.0;
            label(x, top - LABELS / 2.0, letter.to_string(), 2.8);
        }
    }
    let all = width * levels as f64 + LEVEL_GAP * (levels - 1) as f64;
    let under = if labelled { LABELS } else { 0.0 };
    geometry.size = (left + all + MARGIN, top + height + under + MARGIN);
    geometry
}

/// The geometry of a board of hexagons. Each file has its letter at its end nearest to the
/// viewer, and each rank its number on the left.
fn hexagons(
    definition: &Definition,
    shift: HexShift,
    below: Side,
    labelled: bool,
) -> BoardGeometry {
    let board = definition.board();
    let (files, ranks, _) = board.extent();
    let sign = if below == Side::Black { -1.0 } else { 1.0 };
    let at = |place: Place| {
        let (x, y) = shift.middle(place);
        (sign * HEX * x, -sign * HEX * y)
    };
    let places: Vec<(Place, Cell)> = board
        .cells()
        .map(|cell| (board.place(cell), cell))
        .collect();
    let bound = |pick: fn((f64, f64)) -> f64, by: fn(f64, f64) -> f64| {
        let values = places.iter().map(|(place, _)| pick(at(*place)));
        values.reduce(by).unwrap_or_default()
    };
    let (left, right) = (bound(|p| p.0, f64::min), bound(|p| p.0, f64::max));
    let (top, bottom) = (bound(|p| p.1, f64::min), bound(|p| p.1, f64::max));
    let edge = HEX_RADIUS + MARGIN + if labelled { LABELS * 0.8 } else { 0.0 };
    let moved = |(x, y): (f64, f64)| (x - left + edge, y - top + edge);
    // Shifted files have corners on the left and right, shifted ranks above and below.
    let turn = match shift {
        HexShift::Files => 0.0,
        HexShift::Ranks => TAU / 12.0,
    };
    let mut geometry = BoardGeometry::empty();
    geometry.size = (right - left + 2.0 * edge, bottom - top + 2.0 * edge);
    for &(place, cell) in &places {
        geometry.places.push(DrawnPlace {
            cell: Some(cell),
            outline: Outline::Hexagon(turn),
            middle: moved(at(place)),
            shade: [Shade::Dark, Shade::Light, Shade::Middle][shift.colour(place)],
        });
    }
    let mut label = |place: Option<Place>, (dx, dy): (f64, f64), text: String| {
        let Some(place) = place else { return };
        let (x, y) = moved(at(place));
        geometry.labels.push(CoordinateLabel {
            at: (x + dx, y + dy),
            text,
            scale: 1.9,
        });
    };
    let far = HEX_RADIUS + LABELS * 0.45;
    for file in 0..files {
        let of = places.iter().map(|(place, _)| *place);
        let of = of.filter(|place| place.file == file);
        let end = match below {
            Side::White => of.min(),
            Side::Black => of.max(),
        };
        // A grid has at most 26 files.
        let name = char::from(b'a' + file as u8).to_string();
        label(end, (0.0, far), name);
    }
    for rank in 0..ranks {
        let of = places.iter().map(|(place, _)| *place);
        let of = of.filter(|place| place.rank == rank);
        let end = match below {
            Side::White => of.min_by_key(|place| place.file),
            Side::Black => of.max_by_key(|place| place.file),
        };
        let by = match shift {
            HexShift::Files => (-far * 0.84, -far * 0.54),
            HexShift::Ranks => (-far, 0.0),
        };
        label(end, by, (rank + 1).to_string());
    }
    geometry
}

/// The geometry of a ring. Cells go round it counterclockwise. The starting cell of the
/// royal piece of the side at the bottom is in the middle of the bottom.
fn ring(definition: &Definition, cells: usize, sectors: usize, below: Side) -> BoardGeometry {
    let board = definition.board();
    let inner = (CELL * cells as f64 / TAU - RING_WIDTH / 2.0).max(CELL / 2.0);
    let outer = inner + RING_WIDTH;
    let half = outer + LABELS * 1.5 + MARGIN;
    let step = TAU / cells as f64;
    let royal = |cell: &Cell| {
        let piece = definition.start().piece(*cell);
        piece.is_some_and(|piece| piece.side == below && definition.piece(piece.kind).royal)
    };
    let anchor = board.cells().find(royal).unwrap_or_default();
    // The middle of this cell is at the bottom.
    let start = 0.75 * TAU - (anchor.index() as f64 + 0.5) * step;
    let point = |radius: f64, angle: f64| {
        let (sin, cos) = angle.sin_cos();
        (half + radius * cos, half - radius * sin)
    };
    let mut geometry = BoardGeometry::empty();
    geometry.size = (2.0 * half, 2.0 * half);
    geometry.ring = Some(Ring {
        middle: (half, half),
        inner,
        outer,
        start,
        sectors,
    });
    let size = cells / sectors.max(1);
    for cell in 0..cells {
        let from = start + step * cell as f64;
        geometry.places.push(DrawnPlace {
            cell: board.at(Place {
                level: 0,
                rank: 0,
                file: cell,
            }),
            outline: Outline::Arc(from, from + step),
            middle: point((inner + outer) / 2.0, from + step / 2.0),
            shade: Shade::chequered(cell.is_multiple_of(2)),
        });
        geometry.labels.push(CoordinateLabel {
            at: point(outer + LABELS * 0.45, from + step / 2.0),
            text: (cell % size + 1).to_string(),
            scale: 1.5,
        });
    }
    for sector in 0..sectors {
        let middle = start + step * size as f64 * (sector as f64 + 0.5);
        geometry.labels.push(CoordinateLabel {
            at: point(inner - LABELS * 0.7, middle),
            // A ring has at most 26 sectors.
            text: char::from(b'a' + sector as u8).to_string(),
            scale: 3.4,
        });
    }
    geometry
}
