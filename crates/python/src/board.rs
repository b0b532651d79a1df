//! Boards.

use crate::arguments::cell;
use crate::errors::{index, value};
use crate::make::make;
use crate::types::{PickleArguments, PyGame};
use hyperrook_rules::{Chart, Coordinate, Drawing, MAX_AXES};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// The board of a game: its cells, their names and their coordinates.
///
/// Cells have names (``"e4"``). Wherever a cell is expected, you can also give its number or, if
/// the board has addresses, its address.
///
/// >>> import hyperrook
/// >>> board = hyperrook.Game("riftwalker").board
/// >>> len(board), board.cells[:3]
/// (81, ['a1', 'b1', 'c1'])
/// >>> board.coordinates("e4")
/// (1, 0, 1, 1)
#[pyclass(frozen, module = "hyperrook", name = "Board")]
pub(crate) struct PyBoard {
    pub(crate) game: Py<PyGame>,
}

impl PyBoard {
    fn board(&self) -> &hyperrook_rules::Board {
        self.game.get().game.board()
    }

    fn chart(&self, name: Option<&str>) -> PyResult<&Chart> {
        chart(self.board(), name)
    }
}

/// The chart with a name; without one, the chart with the most axes.
pub(crate) fn chart<'b>(
    board: &'b hyperrook_rules::Board,
    name: Option<&str>,
) -> PyResult<&'b Chart> {
    let charts = board.charts();
    let found = match name {
        Some(name) => charts.iter().find(|chart| chart.name() == name),
        // Of equal charts, the first one.
        None => charts.iter().rev().max_by_key(|chart| chart.axes().len()),
    };
    found.ok_or_else(|| {
        let names: Vec<&str> = charts.iter().map(Chart::name).collect();
        let name: String = name.unwrap_or("").chars().take(40).collect();
        value(format!(
            "the board has no chart {name:?}; it has {}",
            names.join(", ")
        ))
    })
}

#[pymethods]
impl PyBoard {
    /// The names of all cells, in the order of their numbers.
    #[getter]
    fn cells(&self) -> Vec<String> {
        let board = self.board();
        board.cells().map(|cell| board.name(cell)).collect()
    }

    /// How the board is drawn: ``"flat"``, ``"stack"``, ``"hex"`` or ``"ring"``.
    #[getter]
    fn drawing(&self) -> &'static str {
        match self.board().drawing() {
            Drawing::Flat { .. } => "flat",
            Drawing::Stack { .. } => "stack",
            Drawing::Hex { .. } => "hex",
            Drawing::Ring { .. } => "ring",
            _ => "other",
        }
    }

    /// The charts by name, each with its axes.
    #[getter]
    fn charts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let charts = PyDict::new(py);
        for chart in self.board().charts() {
            let axes: PyResult<Vec<_>> = chart
                .axes()
                .iter()
                .map(|axis| make(py, "Axis", (&axis.name, axis.len, axis.cyclic)))
                .collect();
            let axes = PyTuple::new(py, axes?)?;
            charts.set_item(chart.name(), make(py, "Chart", (chart.name(), axes))?)?;
        }
        Ok(charts)
    }

    /// The number of a cell, from 0.
    ///
    /// >>> hyperrook.Game("chess").board.index("e4")
    /// 28
    #[pyo3(name = "index")]
    fn index_of(&self, cell: &Bound<'_, PyAny>) -> PyResult<usize> {
        Ok(self::cell(self.board(), cell)?.index())
    }

    /// The name of a cell.
    ///
    /// >>> hyperrook.Game("chess").board.name(28)
    /// 'e4'
    fn name(&self, cell: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.board().name(self::cell(self.board(), cell)?))
    }

    /// The address of a cell, the second name that cells of some games have.
    ///
    /// >>> hyperrook.Game("walkers").board.address("e4")
    /// '2212'
    fn address(&self, cell: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        Ok(self.board().address(self::cell(self.board(), cell)?))
    }

    /// The coordinates of a cell, from 0, in a chart: by default the one with the most axes.
    ///
    /// >>> board = hyperrook.Game("walkers").board
    /// >>> board.coordinates("e4")
    /// (1, 1, 0, 1)
    /// >>> board.coordinates("e4", chart="flat")
    /// (4, 3)
    #[pyo3(signature = (cell, chart = None))]
    fn coordinates<'py>(
        &self,
        py: Python<'py>,
        cell: &Bound<'py, PyAny>,
        chart: Option<&str>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let cell = self::cell(self.board(), cell)?;
        let chart = self.chart(chart)?;
        let coordinate = chart.coordinate(cell);
        PyTuple::new(py, &coordinate[..chart.axes().len()])
    }

    /// The cell with these coordinates, or ``None`` if the board has no such cell. Cyclic axes wrap
    /// around.
    ///
    /// >>> hyperrook.Game("chess").board.at((4, 3))
    /// 'e4'
    #[pyo3(signature = (coordinates, chart = None))]
    fn at(&self, coordinates: Vec<i16>, chart: Option<&str>) -> PyResult<Option<String>> {
        let chart = self.chart(chart)?;
        let coordinate = vector(chart, &coordinates)?;
        Ok(chart.at(&coordinate).map(|cell| self.board().name(cell)))
    }

    /// The cell that a step leads to, or ``None``. Cyclic axes wrap around.
    ///
    /// >>> hyperrook.Game("chess").board.step("e4", (1, 2))
    /// 'f6'
    #[pyo3(signature = (cell, vector, chart = None))]
    fn step(
        &self,
        cell: &Bound<'_, PyAny>,
        vector: Vec<i16>,
        chart: Option<&str>,
    ) -> PyResult<Option<String>> {
        let from = self::cell(self.board(), cell)?;
        let chart = self.chart(chart)?;
        let vector = self::vector(chart, &vector)?;
        let to = chart.step(from, &vector);
        Ok(to.map(|cell| self.board().name(cell)))
    }

    /// The cells one step away along an axis of a chart; with ``diagonal=True``, also along several
    /// axes at once.
    ///
    /// >>> hyperrook.Game("chess").board.neighbours("a1")
    /// ['b1', 'a2']
    #[pyo3(signature = (cell, chart = None, *, diagonal = false))]
    fn neighbours(
        &self,
        cell: &Bound<'_, PyAny>,
        chart: Option<&str>,
        diagonal: bool,
    ) -> PyResult<Vec<String>> {
        let from = self::cell(self.board(), cell)?;
        let chart = self.chart(chart)?;
        let axes = chart.axes().len();
        let mut found = Vec::new();
        for code in 0..3usize.pow(axes as u32) {
            let mut step: Coordinate = [0; MAX_AXES];
            let mut rest = code;
            for coordinate in &mut step[..axes] {
                *coordinate = [0, -1, 1][rest % 3];
                rest /= 3;
            }
            let along = step.iter().filter(|&&coordinate| coordinate != 0).count();
            if along == 0 || (along > 1 && !diagonal) {
                continue;
            }
            if let Some(to) = chart.step(from, &step) {
                found.push(to);
            }
        }
        found.sort_unstable();
        found.dedup();
        found.retain(|&to| to != from);
        Ok(found.into_iter().map(|to| self.board().name(to)).collect())
    }

    fn __len__(&self) -> usize {
        self.board().len()
    }

    fn __contains__(&self, cell: &Bound<'_, PyAny>) -> bool {
        self::cell(self.board(), cell).is_ok()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        pyo3::types::PyList::new(py, self.cells())?.call_method0("__iter__")
    }

    fn __getitem__(&self, number: isize) -> PyResult<String> {
        let len = self.board().len();
        let number = if number < 0 {
            number + len as isize
        } else {
            number
        };
        let cell = usize::try_from(number)
            .ok()
            .and_then(hyperrook_rules::Cell::new);
        match cell.filter(|cell| self.board().contains(*cell)) {
            Some(cell) => Ok(self.board().name(cell)),
            None => Err(index(format!("the board has {len} cells"))),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyBoard>) -> bool {
        self.game.get().same(other.get().game.get())
    }

    fn __hash__(&self) -> u64 {
        self.game.get().hash() ^ 1
    }

    fn __repr__(&self) -> String {
        let name = self.game.get().game.definition().name();
        format!(
            "<Board of {name}: {} cells, {}>",
            self.board().len(),
            self.drawing()
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PickleArguments<'py, (Py<PyGame>,)> {
        let restore = py.import("hyperrook._restore")?.getattr("board")?;
        Ok((restore, (self.game.clone_ref(py),)))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// A vector of a chart.
fn vector(chart: &Chart, coordinates: &[i16]) -> PyResult<Coordinate> {
    let axes = chart.axes().len();
    if coordinates.len() != axes {
        return Err(value(format!(
            "the chart {} has {axes} axes, but there are {} numbers",
            chart.name(),
            coordinates.len()
        )));
    }
    let mut vector: Coordinate = [0; MAX_AXES];
    vector[..axes].copy_from_slice(coordinates);
    Ok(vector)
}
