//! Symmetries, for augmentation.

use super::mirror::symmetries;
use crate::arguments;
use crate::errors::value;
use crate::types::{PickleArguments, PyGame, PyPosition};
use hyperrook_rules::Automorphism;
use pyo3::prelude::*;

/// A symmetry of a game: a map of the board onto itself that leaves the rules unchanged.
///
/// >>> import hyperrook
/// >>> game = hyperrook.Game("riftwalker")
/// >>> symmetry = game.symmetries()[1]
/// >>> other = symmetry.position(game.start())
/// >>> len(other.legal_moves) == len(game.start().legal_moves)
/// True
#[pyclass(frozen, module = "hyperrook", name = "Symmetry")]
pub(crate) struct PySymmetry {
    pub(super) game: Py<PyGame>,
    pub(super) map: Automorphism,
}

impl PySymmetry {
    pub(crate) fn all(py: Python<'_>, game: &Py<PyGame>) -> PyResult<Vec<PySymmetry>> {
        let compiled = &game.get().game;
        let found = py.detach(|| symmetries(compiled));
        let wrap = |map| PySymmetry {
            game: game.clone_ref(py),
            map,
        };
        Ok(found.into_iter().map(wrap).collect())
    }
}

#[pymethods]
impl PySymmetry {
    /// For each cell, by its number, the number of its image.
    #[getter]
    fn cells(&self) -> Vec<usize> {
        self.map
            .cells()
            .iter()
            .map(|&cell| usize::from(cell))
            .collect()
    }

    /// Whether every cell is its own image.
    #[getter]
    fn is_identity(&self) -> bool {
        self.map.is_identity()
    }

    /// The image of a cell.
    fn cell(&self, cell: &Bound<'_, PyAny>) -> PyResult<String> {
        let board = self.game.get().game.board();
        Ok(board.name(self.map.map(arguments::cell(board, cell)?)))
    }

    /// The image of a position.
    fn position(&self, py: Python<'_>, position: &Bound<'_, PyPosition>) -> PyResult<PyPosition> {
        let position = super::arrays::own_position(self.game.get(), &position.get().inner)?;
        let setup = self.map.setup(&position.setup());
        let inner = self.game.get().game.position(&setup);
        let inner = inner.map_err(|faults| value(faults.to_string()))?;
        Ok(PyPosition::new(self.game.clone_ref(py), inner))
    }

    fn __eq__(&self, other: &Bound<'_, PySymmetry>) -> bool {
        let other = other.get();
        self.map == other.map && self.game.get().same(other.game.get())
    }

    fn __hash__(&self) -> u64 {
        let mix = |hash: u64, &cell: &u8| hash.wrapping_mul(31).wrapping_add(u64::from(cell));
        self.map.cells().iter().fold(7, mix)
    }

    fn __repr__(&self) -> String {
        let name = self.game.get().definition().name();
        let moved = self.map.cells().iter().enumerate();
        let moved = moved.filter(|&(from, &to)| from != usize::from(to)).count();
        format!("<Symmetry of {name}: moves {moved} cells>")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PickleArguments<'py, (Py<PyGame>, Vec<usize>)> {
        let restore = py.import("hyperrook._restore")?.getattr("symmetry")?;
        Ok((restore, (self.game.clone_ref(py), self.cells())))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}
