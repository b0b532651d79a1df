//! Charts: coordinate systems over the cells of a board.

use crate::{Cell, Place};
use std::str::FromStr;
use thiserror::Error;

/// The maximum number of axes of a chart.
pub const MAX_AXES: usize = 8;

/// The coordinates of a cell in a chart, from 0: one for each axis.
pub type Coordinate = [i16; MAX_AXES];

/// The dot product of two vectors: positive if they point to the same side, 0 if they are at right
/// angles.
pub fn dot(a: &Coordinate, b: &Coordinate) -> i32 {
    a.iter()
        .zip(b)
        .map(|(&a, &b)| i32::from(a) * i32::from(b))
        .sum()
}

/// The vectors whose coordinates other than 0 have these sizes, in every order along these axes and
/// with every sign, sorted. `None` if there are more than `max`, or more sizes than axes. They are
/// counted before they are made.
pub fn vectors_of_sizes(sizes: &[i16], axes: &[usize], max: usize) -> Option<Vec<Coordinate>> {
    let mut sizes: Vec<i16> = sizes.iter().map(|size| size.abs()).collect();
    sizes.retain(|&size| size != 0);
    sizes.sort_unstable();
    if sizes.len() > axes.len() {
        return None;
    }
    let mut count: usize = 1;
    for (i, size) in sizes.iter().enumerate() {
        // Each has a free axis and a sign. Equal sizes can exchange their axes.
        let equal = sizes[..=i].iter().filter(|&other| other == size).count();
        count = count.saturating_mul(2 * (axes.len() - i)) / equal;
    }
    if count > max {
        return None;
    }
    let mut vectors = Vec::with_capacity(count);
    add_orders(&sizes, axes, [0; MAX_AXES], &mut vectors);
    vectors.sort_unstable();
    Some(vectors)
}

/// Adds the vectors with these sorted sizes, each once.
fn add_orders(sizes: &[i16], axes: &[usize], vector: Coordinate, vectors: &mut Vec<Coordinate>) {
    let Some((&axis, others)) = axes.split_first() else {
        vectors.push(vector);
        return;
    };
    if sizes.len() < axes.len() {
        add_orders(sizes, others, vector, vectors);
    }
    for (i, &size) in sizes.iter().enumerate() {
        if i > 0 && sizes[i - 1] == size {
            continue;
        }
        let left = [&sizes[..i], &sizes[i + 1..]].concat();
        for value in [size, -size] {
            let mut longer = vector;
            if let Some(coordinate) = longer.get_mut(axis) {
                *coordinate = value;
            }
            add_orders(&left, others, longer, vectors);
        }
    }
}

/// The source of an axis: a sum of coordinates of the drawing, divided and
/// reduced from left to right, as in `rank / 3`, `file % 3` or `file + rank`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxisSource {
    terms: Vec<(i16, Base)>,
    steps: Vec<(SourceStep, i16)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Base {
    File,
    Rank,
    Level,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SourceStep {
    Divide,
    Remainder,
}

impl AxisSource {
    fn value(&self, place: Place) -> i16 {
        let sum = self.terms.iter().map(|&(sign, base)| {
            sign * match base {
                Base::File => place.file,
                Base::Rank => place.rank,
                Base::Level => place.level,
            } as i16
        });
        self.steps
            .iter()
            .fold(sum.sum(), |value: i16, &(step, n)| match step {
                SourceStep::Divide => value.div_euclid(n),
                SourceStep::Remainder => value.rem_euclid(n),
            })
    }
}

/// Why a text is not an [`AxisSource`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct AxisSourceError(String);

impl FromStr for AxisSource {
    type Err = AxisSourceError;

    fn from_str(text: &str) -> Result<AxisSource, AxisSourceError> {
        let fault = || {
            AxisSourceError(format!(
                "`{text}` is not an axis; write `file`, `rank` or `level` (on a ring `cell`), sums \
                 or differences of them, then `/ n` or `% n`: `rank / 3`, `file % 3`, `file + rank`"
            ))
        };
        let spaced = ["+", "-", "/", "%"]
            .iter()
            .fold(text.to_owned(), |t, op| t.replace(op, &format!(" {op} ")));
        let mut words = spaced.split_whitespace();
        let base = |word: Option<&str>| {
            Ok(match word {
                Some("file" | "cell") => Base::File,
                Some("rank") => Base::Rank,
                Some("level") => Base::Level,
                _ => return Err(fault()),
            })
        };
        let mut source = AxisSource {
            terms: vec![(1, base(words.next())?)],
            steps: Vec::new(),
        };
        while let Some(op) = words.next() {
            match op {
                "+" | "-" if source.steps.is_empty() => {
                    let sign = if op == "+" { 1 } else { -1 };
                    source.terms.push((sign, base(words.next())?));
                }
                "/" | "%" => {
                    let word = words.next().unwrap_or("");
                    let is_number = |c: char| c.is_ascii_digit();
                    if word.is_empty() || !word.chars().all(is_number) {
                        return Err(fault());
                    }
                    let n = word.parse().ok().filter(|n| (1..=256).contains(n));
                    let n = n.ok_or_else(|| {
                        AxisSourceError(format!(
                            "`{text}` is not an axis; the number after `{op}` must be 1 to 256, \
                             not {word}"
                        ))
                    })?;
                    let step = if op == "/" {
                        SourceStep::Divide
                    } else {
                        SourceStep::Remainder
                    };
                    source.steps.push((step, n));
                }
                _ => return Err(fault()),
            }
        }
        if source.terms.len() > 8 {
            return Err(fault());
        }
        Ok(source)
    }
}

/// The description of an axis.
#[derive(Clone, Debug)]
pub struct AxisSpec {
    /// The axis' name, used to select axes and to explain moves.
    pub name: String,
    /// The source of its coordinate.
    pub source: AxisSource,
    /// Whether the axis is cyclic: its first coordinate follows its last.
    pub cyclic: bool,
}

/// The description of a chart.
#[derive(Clone, Debug)]
pub struct ChartSpec {
    /// The chart's name.
    pub name: String,
    /// Its axes, 1 to [`MAX_AXES`].
    pub axes: Vec<AxisSpec>,
    /// Whether cells have addresses: their coordinates from 1, one digit per axis.
    pub addressed: bool,
}

/// Why a chart cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ChartError {
    /// Too few or too many axes.
    #[error("it has {0} axes; 1 to 8 are possible")]
    Axes(usize),
    /// Two cells have the same coordinates.
    #[error("the cells {0} and {1} (counted from 0) have the same coordinates; add an axis")]
    SameCoordinates(usize, usize),
    /// An axis of an addressed chart is too long for one digit.
    #[error("axis `{0}` has more than nine coordinates, so cells have no address of digits")]
    Address(String),
}

/// One axis of a [`Chart`].
#[derive(Clone, Debug)]
pub struct Axis {
    /// Its name.
    pub name: String,
    /// The number of its coordinates.
    pub len: usize,
    /// Whether the axis is cyclic: its first coordinate follows its last.
    pub cyclic: bool,
}

/// A coordinate system: a different coordinate for each cell of a board.
#[derive(Clone, Debug)]
pub struct Chart {
    name: String,
    axes: Vec<Axis>,
    addressed: bool,
    coordinates: Vec<Coordinate>,
    cells: CellTable,
}

/// Finds cells by their coordinates.
#[derive(Clone, Debug)]
enum CellTable {
    /// The cell at each coordinate, first axis slowest.
    Dense(Vec<Option<Cell>>),
    /// The coordinates that have a cell, in rising order.
    Sparse(Vec<(Coordinate, Cell)>),
}

impl Chart {
    pub(crate) fn new(spec: &ChartSpec, places: &[Place]) -> Result<Chart, ChartError> {
        if spec.axes.is_empty() || spec.axes.len() > MAX_AXES {
            return Err(ChartError::Axes(spec.axes.len()));
        }
        let mut coordinates = vec![[0; MAX_AXES]; places.len()];
        let mut axes = Vec::new();
        for (a, axis) in spec.axes.iter().enumerate() {
            let values: Vec<i16> = places
                .iter()
                .map(|&place| axis.source.value(place))
                .collect();
            // Differences such as `file - rank` start below 0.
            let low = values.iter().copied().min().unwrap_or(0).min(0);
            let high = values.iter().copied().max().unwrap_or(0);
            for (coordinate, value) in coordinates.iter_mut().zip(values) {
                coordinate[a] = value - low;
            }
            let len = (high - low) as usize + 1;
            if spec.addressed && len > 9 {
                return Err(ChartError::Address(axis.name.clone()));
            }
            axes.push(Axis {
                name: axis.name.clone(),
                len,
                cyclic: axis.cyclic,
            });
        }
        let mut chart = Chart {
            name: spec.name.clone(),
            axes,
            addressed: spec.addressed,
            coordinates,
            cells: CellTable::Sparse(Vec::new()),
        };
        let mut by_coordinate = std::collections::BTreeMap::new();
        for (i, coordinate) in chart.coordinates.iter().enumerate() {
            if let Some(j) = by_coordinate.insert(*coordinate, i) {
                return Err(ChartError::SameCoordinates(j, i));
            }
        }
        let lengths = chart.axes.iter().map(|axis| axis.len);
        let size = lengths.fold(1, usize::saturating_mul);
        // Redundant axes (a cube chart of hexagons) make tables sparse. With up to 2,048
        // coordinates per axis, dense ones would be huge.
        chart.cells = if size <= 1 << 20 {
            let mut cells = vec![None; size];
            for (coordinate, i) in by_coordinate {
                cells[chart.index(&coordinate)] = Cell::new(i);
            }
            CellTable::Dense(cells)
        } else {
            let cells = by_coordinate.into_iter();
            CellTable::Sparse(cells.map(|(at, i)| (at, Cell::from_index(i))).collect())
        };
        Ok(chart)
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its axes.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The coordinates of a cell. Axes that the chart does not have are 0, and so is every
    /// coordinate of a cell that the board does not have.
    pub fn coordinate(&self, cell: Cell) -> Coordinate {
        let coordinate = self.coordinates.get(cell.index());
        coordinate.copied().unwrap_or_default()
    }

    /// The cell with these coordinates; cyclic axes wrap.
    pub fn at(&self, coordinate: &Coordinate) -> Option<Cell> {
        let mut wrapped = *coordinate;
        for (value, axis) in wrapped.iter_mut().zip(&self.axes) {
            if axis.cyclic {
                *value = value.rem_euclid(axis.len as i16);
            } else if *value < 0 || *value >= axis.len as i16 {
                return None;
            }
        }
        match &self.cells {
            CellTable::Dense(cells) => cells.get(self.index(&wrapped)).copied().flatten(),
            CellTable::Sparse(cells) => {
                // Coordinates of axes that the chart does not have are 0 in the table.
                for value in wrapped.iter_mut().skip(self.axes.len()) {
                    *value = 0;
                }
                let found = cells.binary_search_by_key(&wrapped, |&(at, _)| at);
                found.ok().map(|index| cells[index].1)
            }
        }
    }

    /// The cell a vector away from a cell, if the board has it.
    pub fn step(&self, from: Cell, vector: &Coordinate) -> Option<Cell> {
        let mut to = *self.coordinates.get(from.index())?;
        for (value, add) in to.iter_mut().zip(vector) {
            *value = value.saturating_add(*add);
        }
        self.at(&to)
    }

    /// Whether the board has every cell of the box between a cell and a vector from it. A vector
    /// along one axis has no box.
    pub fn has_box(&self, from: Cell, vector: &Coordinate) -> bool {
        if vector.iter().filter(|&&value| value != 0).count() < 2 {
            return true;
        }
        // After a whole round along a cyclic axis, the box has all its coordinates. Along the other
        // axes a box on the board is never longer than they are. So few cells are looked at.
        let mut far = *vector;
        for (value, axis) in far.iter_mut().zip(&self.axes) {
            if axis.cyclic {
                let round = axis.len as i16 - 1;
                *value = (*value).clamp(-round, round);
            }
        }
        // Count through the cells of the box like an odometer.
        let mut corner: Coordinate = [0; MAX_AXES];
        loop {
            if self.step(from, &corner).is_none() {
                return false;
            }
            let turn = (0..MAX_AXES).find(|&axis| {
                let turned = corner[axis] != far[axis];
                corner[axis] = if turned {
                    corner[axis] + far[axis].signum()
                } else {
                    0
                };
                turned
            });
            if turn.is_none() {
                return true;
            }
        }
    }

    /// The number of digits of an address, if the chart has addresses.
    pub fn address_len(&self) -> Option<usize> {
        self.addressed.then_some(self.axes.len())
    }

    /// The address of a cell, if the chart has addresses.
    pub fn address(&self, cell: Cell) -> Option<String> {
        let len = self.address_len()?;
        let coordinate = self.coordinates.get(cell.index())?;
        Some(
            coordinate[..len]
                .iter()
                .map(|c| (c + 1).to_string())
                .collect(),
        )
    }

    /// The cell at an address of exactly [`Chart::address_len`] digits.
    pub fn at_address(&self, address: &str) -> Option<Cell> {
        let mut coordinate = [0; MAX_AXES];
        if self.address_len()? != address.len() {
            return None;
        }
        for (value, (digit, axis)) in coordinate.iter_mut().zip(address.bytes().zip(&self.axes)) {
            if !(b'1'..=b'9').contains(&digit) || usize::from(digit - b'0') > axis.len {
                return None;
            }
            *value = i16::from(digit - b'1');
        }
        self.at(&coordinate)
    }

    fn index(&self, coordinate: &Coordinate) -> usize {
        let pairs = self.axes.iter().zip(coordinate);
        pairs.fold(0, |index, (axis, &value)| index * axis.len + value as usize)
    }
}
