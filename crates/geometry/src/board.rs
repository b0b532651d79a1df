//! A board: its cells, how they are drawn, and their names.

use crate::{
    Cell, CellSet, Chart, ChartError, ChartSpec, FaultList, HexShift, MAX_CELLS, Place, PlaceAxis,
};
use std::collections::BTreeSet;
use std::ops::Range;
use thiserror::Error;

/// How a board is drawn. The drawing also gives the cells their names.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Drawing {
    /// One grid: cells are file and rank, `e4`. `blocks` gives the files and ranks of one inner
    /// board if the grid is a board of boards.
    Flat {
        /// Number of files, 1 to 26.
        files: usize,
        /// Number of ranks, at least 1.
        ranks: usize,
        /// Files and ranks of one inner board.
        blocks: Option<(usize, usize)>,
    },
    /// Several grids, one for each level: cells are level, file and rank, `xb4`.
    Stack {
        /// Number of files, 1 to 26.
        files: usize,
        /// Number of ranks, at least 1.
        ranks: usize,
        /// The letters of the levels from the lowest.
        levels: Vec<char>,
    },
    /// One grid of hexagons: cells are file and rank, `e4`. Files or ranks are shifted, so the grid
    /// leans, and each cell has up to six neighbours.
    Hex {
        /// Number of files, 1 to 26.
        files: usize,
        /// Number of ranks, at least 1.
        ranks: usize,
        /// Whether files or ranks are shifted.
        shift: HexShift,
    },
    /// A ring: cells are sector and number in the sector from 1, `b2`, with
    /// sectors a, b, c… of equal size. Cell 0 is `a1`.
    Ring {
        /// Number of cells.
        cells: usize,
        /// Number of sectors, which divides the number of cells.
        sectors: usize,
    },
}

/// The description of a board, from which [`Board::new`] makes it.
#[derive(Clone, Debug)]
pub struct BoardSpec {
    /// The drawing.
    pub drawing: Drawing,
    /// Names or boxes (`a1..c3`) of places that are not cells, separated by spaces.
    pub missing: String,
    /// The charts, at least one.
    pub charts: Vec<ChartSpec>,
}

/// Why a board cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// A size is out of range.
    #[error("{what} is {found}; it must be {wanted}")]
    Size {
        /// The name of the size.
        what: &'static str,
        /// The value found.
        found: usize,
        /// The allowed values, in words.
        wanted: &'static str,
    },
    /// The letters of the levels are not all different.
    #[error("the levels `{0}` must be different letters")]
    Levels(String),
    /// A name in `missing` is not a place of the drawing.
    #[error("`{0}` is not a cell or box of cells of this board")]
    Missing(String),
    /// A chart is faulty.
    #[error("chart `{name}`: {error}")]
    Chart {
        /// The chart's name.
        name: String,
        /// What is wrong with it.
        error: ChartError,
    },
}

/// A set of cells with a drawing and charts.
#[derive(Clone, Debug)]
pub struct Board {
    drawing: Drawing,
    places: Vec<Place>,
    /// Cell at (level, rank, file), row by row; `None` where the place has no cell.
    cells: Vec<Option<Cell>>,
    charts: Vec<Chart>,
}

impl Board {
    /// Makes a board. The error lists everything that is wrong with the description.
    pub fn new(spec: &BoardSpec) -> Result<Board, FaultList<BoardError>> {
        let mut errors = check_sizes(&spec.drawing);
        if !errors.is_empty() {
            return Err(errors.into());
        }
        let mut board = Board {
            drawing: spec.drawing.clone(),
            places: Vec::new(),
            cells: Vec::new(),
            charts: Vec::new(),
        };
        let mut missing = vec![false; board.grid_len()];
        // A word may come many times; it is read once.
        let words: BTreeSet<&str> = spec.missing.split_whitespace().collect();
        for word in words {
            match board.box_of(word) {
                Some((from, to)) => {
                    for row in board.rows_between(from, to) {
                        missing[row].fill(true);
                    }
                }
                None => errors.push(BoardError::Missing(word.to_owned())),
            }
        }
        let count = missing.iter().filter(|&&gone| !gone).count();
        if count == 0 || count > MAX_CELLS {
            errors.push(BoardError::Size {
                what: "the number of cells",
                found: count,
                wanted: "1 to 256",
            });
            return Err(errors.into());
        }
        for (index, &gone) in missing.iter().enumerate() {
            if gone {
                board.cells.push(None);
            } else {
                board.cells.push(Cell::new(board.places.len()));
                board.places.push(board.grid_place(index));
            }
        }
        for chart in &spec.charts {
            match Chart::new(chart, &board.places) {
                Ok(chart) => board.charts.push(chart),
                Err(error) => {
                    errors.push(BoardError::Chart {
                        name: chart.name.clone(),
                        error,
                    });
                }
            }
        }
        if errors.is_empty() {
            Ok(board)
        } else {
            Err(errors.into())
        }
    }

    /// How the board is drawn.
    pub fn drawing(&self) -> &Drawing {
        &self.drawing
    }

    /// The number of cells.
    #[allow(clippy::len_without_is_empty)] // a board is never empty
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// All cells in rising order.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + use<> {
        (0..self.len()).map(Cell::from_index)
    }

    /// Whether the board has a cell.
    pub fn contains(&self, cell: Cell) -> bool {
        cell.index() < self.len()
    }

    /// All cells as a set.
    pub fn all(&self) -> CellSet {
        self.cells().collect()
    }

    /// The charts, in the order of the spec; the first is the default one.
    pub fn charts(&self) -> &[Chart] {
        &self.charts
    }

    /// Files, ranks and levels of the drawing (for a ring: the number of cells, 1, 1).
    pub fn extent(&self) -> (usize, usize, usize) {
        match &self.drawing {
            Drawing::Flat { files, ranks, .. } | Drawing::Hex { files, ranks, .. } => {
                (*files, *ranks, 1)
            }
            Drawing::Stack {
                files,
                ranks,
                levels,
            } => (*files, *ranks, levels.len()),
            Drawing::Ring { cells, .. } => (*cells, 1, 1),
        }
    }

    /// Where a cell is drawn. A cell that the board does not have gives the place of the first one;
    /// see [`Board::contains`].
    pub fn place(&self, cell: Cell) -> Place {
        let place = self.places.get(cell.index()).or(self.places.first());
        place.copied().unwrap_or_default()
    }

    /// Whether an axis of a chart, given by its index, numbers the files, the ranks or the levels of
    /// the drawing: the coordinate of each cell is that of its place.
    pub fn axis_in_drawing(&self, chart: &Chart, axis: usize) -> Option<PlaceAxis> {
        let numbers = |place_axis: &PlaceAxis| {
            self.cells().all(|cell| {
                let coordinate = chart.coordinate(cell).get(axis).copied();
                coordinate.and_then(|coordinate| usize::try_from(coordinate).ok())
                    == Some(place_axis.of(self.place(cell)))
            })
        };
        PlaceAxis::ALL.into_iter().find(numbers)
    }

    /// The cell drawn at a place, if there is one.
    pub fn at(&self, place: Place) -> Option<Cell> {
        let (files, ranks, levels) = self.extent();
        (place.file < files && place.rank < ranks && place.level < levels)
            .then(|| self.cells[self.grid_index(place)])
            .flatten()
    }

    /// The name of a cell in the drawing: `e4`, `xb4`, or `b2` on a ring. A cell that the board
    /// does not have is named by its number: `#200`.
    pub fn name(&self, cell: Cell) -> String {
        if self.contains(cell) {
            self.place_name(self.place(cell))
        } else {
            format!("{cell:?}")
        }
    }

    /// The name of a place in the drawing, whether or not it is a cell. Outside
    /// the drawing, files and levels without a letter are written `?`.
    pub fn place_name(&self, place: Place) -> String {
        let file = |n: usize| match u8::try_from(n) {
            Ok(n @ 0..26) => char::from(b'a' + n),
            _ => '?',
        };
        match &self.drawing {
            Drawing::Flat { .. } | Drawing::Hex { .. } => {
                format!("{}{}", file(place.file), place.rank.saturating_add(1))
            }
            Drawing::Stack { levels, .. } => {
                format!(
                    "{}{}{}",
                    levels.get(place.level).unwrap_or(&'?'),
                    file(place.file),
                    place.rank.saturating_add(1)
                )
            }
            Drawing::Ring { cells, sectors } => {
                let size = cells / sectors;
                format!("{}{}", file(place.file / size), place.file % size + 1)
            }
        }
    }

    /// The cell with this name: in the drawing, or as an address in a chart
    /// that has addresses (`2212`).
    pub fn cell(&self, name: &str) -> Option<Cell> {
        // Charts can have addresses of different lengths, so the whole text decides, not a prefix.
        let mut charts = self.charts.iter();
        if let Some(cell) = charts.find_map(|chart| chart.at_address(name)) {
            return Some(cell);
        }
        match self.cell_prefix(name) {
            Some((cell, "")) => Some(cell),
            _ => None,
        }
    }

    /// Reads a cell from the front of a text; returns it and the rest.
    pub fn cell_prefix<'t>(&self, text: &'t str) -> Option<(Cell, &'t str)> {
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return self.charts.iter().find_map(|chart| {
                let digits = chart.address_len()?;
                let address = text.get(..digits)?;
                Some((chart.at_address(address)?, &text[digits..]))
            });
        }
        let (place, rest) = self.place_prefix(text)?;
        Some((self.at(place)?, rest))
    }

    /// The cell's address in the first chart that has addresses.
    pub fn address(&self, cell: Cell) -> Option<String> {
        self.charts.iter().find_map(|chart| chart.address(cell))
    }

    /// The cells of a cell name or of a box `corner..corner` of the drawing (on a ring: a run of
    /// cells). Missing cells of a box are skipped. `None` if the text is neither, or if no cell is
    /// left.
    pub fn region(&self, word: &str) -> Option<CellSet> {
        if let Some(cell) = self.cell(word) {
            return Some(CellSet::of(cell));
        }
        let (from, to) = self.box_of(word)?;
        let rows = self.rows_between(from, to);
        let places = rows.flat_map(|row| &self.cells[row]);
        let cells: CellSet = places.copied().flatten().collect();
        cells.any().then_some(cells)
    }

    /// The lowest and the highest place of a name or box, whether or not they are cells.
    fn box_of(&self, word: &str) -> Option<(Place, Place)> {
        let whole = |text: &str| match self.place_prefix(text) {
            Some((place, "")) => Some(place),
            _ => None,
        };
        let (from, to) = match word.split_once("..") {
            Some((from, to)) => (whole(from)?, whole(to)?),
            None => (whole(word)?, whole(word)?),
        };
        let rises = from.level <= to.level && from.rank <= to.rank && from.file <= to.file;
        rises.then_some((from, to))
    }

    /// The rows of places of a box, as ranges of the grid.
    fn rows_between(&self, from: Place, to: Place) -> impl Iterator<Item = Range<usize>> {
        (from.level..=to.level).flat_map(move |level| {
            (from.rank..=to.rank).map(move |rank| {
                let place = |file| self.grid_index(Place { level, rank, file });
                place(from.file)..place(to.file) + 1
            })
        })
    }

    /// Reads a place name from the front of a text; returns it and the rest.
    fn place_prefix<'t>(&self, text: &'t str) -> Option<(Place, &'t str)> {
        let (files, ranks, _) = self.extent();
        let mut rest = text;
        let mut letter = || {
            let c = rest.chars().next()?;
            rest = &rest[c.len_utf8()..];
            Some(c)
        };
        let level = match &self.drawing {
            Drawing::Stack { levels, .. } => {
                let c = letter()?;
                levels.iter().position(|&level| level == c)?
            }
            _ => 0,
        };
        let file = match letter()? {
            c @ 'a'..='z' => c as usize - 'a' as usize,
            _ => return None,
        };
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = rest.split_at(digits);
        if number.starts_with('0') || number.len() > 3 {
            return None;
        }
        let number: usize = number.parse().ok()?;
        let place = match &self.drawing {
            Drawing::Ring { cells, sectors } => {
                let size = cells / sectors;
                if number > size {
                    return None;
                }
                Place {
                    file: file * size + number - 1,
                    rank: 0,
                    level: 0,
                }
            }
            _ => Place {
                file,
                rank: number - 1,
                level,
            },
        };
        (place.file < files && place.rank < ranks).then_some((place, rest))
    }

    fn grid_len(&self) -> usize {
        let (files, ranks, levels) = self.extent();
        files * ranks * levels
    }

    fn grid_index(&self, place: Place) -> usize {
        let (files, ranks, _) = self.extent();
        (place.level * ranks + place.rank) * files + place.file
    }

    fn grid_place(&self, index: usize) -> Place {
        let (files, ranks, _) = self.extent();
        Place {
            level: index / files / ranks,
            rank: index / files % ranks,
            file: index % files,
        }
    }
}

/// Maximum size of one side of a drawing.
const MAX_SIDE: usize = 256;
/// Maximum number of places of a drawing, whether or not they are cells: all of them are drawn and
/// written in position texts.
const MAX_PLACES: usize = 4096;

fn check_sizes(drawing: &Drawing) -> Vec<BoardError> {
    let mut errors = check_sides(drawing);
    if !errors.is_empty() {
        return errors;
    }
    // The sides are sound, so that this cannot overflow.
    let places = match drawing {
        Drawing::Flat { files, ranks, .. } | Drawing::Hex { files, ranks, .. } => files * ranks,
        Drawing::Stack {
            files,
            ranks,
            levels,
        } => files * ranks * levels.len(),
        Drawing::Ring { cells, .. } => *cells,
    };
    if places > MAX_PLACES {
        errors.push(BoardError::Size {
            what: "the number of places",
            found: places,
            wanted: "1 to 4096",
        });
    }
    errors
}

fn check_sides(drawing: &Drawing) -> Vec<BoardError> {
    let mut errors = Vec::new();
    let mut size = |what, found, max: usize, wanted| {
        if found == 0 || found > max {
            errors.push(BoardError::Size {
                what,
                found,
                wanted,
            });
        }
    };
    match drawing {
        Drawing::Flat {
            files,
            ranks,
            blocks,
        } => {
            size("files", *files, 26, "1 to 26");
            size("ranks", *ranks, MAX_SIDE, "1 to 256");
            if let Some((width, height)) = blocks {
                size(
                    "the width of a block",
                    *width,
                    *files,
                    "1 to the number of files",
                );
                size(
                    "the height of a block",
                    *height,
                    *ranks,
                    "1 to the number of ranks",
                );
            }
        }
        Drawing::Stack {
            files,
            ranks,
            levels,
        } => {
            size("files", *files, 26, "1 to 26");
            size("ranks", *ranks, MAX_SIDE, "1 to 256");
            size("the number of levels", levels.len(), 52, "1 to 52");
            let mut sorted = levels.clone();
            sorted.sort_unstable();
            sorted.dedup();
            if sorted.len() < levels.len() || !levels.iter().all(char::is_ascii_alphabetic) {
                errors.push(BoardError::Levels(levels.iter().collect()));
            }
        }
        Drawing::Hex { files, ranks, .. } => {
            size("files", *files, 26, "1 to 26");
            size("ranks", *ranks, MAX_SIDE, "1 to 256");
        }
        Drawing::Ring { cells, sectors } => {
            size("the number of cells", *cells, MAX_CELLS, "1 to 256");
            size("the number of sectors", *sectors, 26, "1 to 26");
            if *sectors > 0 && cells % sectors != 0 {
                errors.push(BoardError::Size {
                    what: "the number of sectors",
                    found: *sectors,
                    wanted: "a divisor of the number of cells",
                });
            }
        }
    }
    errors
}
