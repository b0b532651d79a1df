//! Moves and pieces.

use crate::arguments::side_name;
use crate::errors::{error, value};
use crate::types::{PickleArguments, PyGame, PyMove, PyPiece};
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_rules::{Kind, Move, MoveClass, Piece};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::cmp::Ordering;

#[pymethods]
impl PyMove {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> PyResult<Py<PyGame>> {
        self.game.object(py)
    }

    /// The cell where the move starts. For a piece of several cells it is the cell that names the
    /// piece.
    #[getter]
    fn origin(&self) -> String {
        self.game.game.board().name(self.mv.origin())
    }

    /// The cell where the move ends.
    #[getter]
    fn destination(&self) -> String {
        self.game.game.board().name(self.mv.destination())
    }

    /// The letter of the piece that the moving piece becomes, or ``None``.
    #[getter]
    fn promotion(&self) -> Option<String> {
        let kind = self.mv.promotion()?;
        Some(self.game.definition().piece(kind).letter.to_string())
    }

    /// Whether the move is castling.
    #[getter]
    fn is_castling(&self) -> bool {
        self.class() == MoveClass::Castling
    }

    /// Whether the move captures en passant.
    #[getter]
    fn is_en_passant(&self) -> bool {
        self.class() == MoveClass::EnPassant
    }

    /// The move with the addresses of cells instead of their names, in games that have addresses.
    ///
    /// >>> hyperrook.Game("walkers").start().move("a4a5").address
    /// '21112121'
    #[getter]
    fn address(&self) -> String {
        format_move(self.game.definition(), self.mv, CellStyle::Address)
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.text())
    }

    fn __format__<'py>(&self, spec: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        PyString::new(spec.py(), &self.text()).call_method1("__format__", (spec,))
    }

    fn __richcmp__(
        &self,
        other: &Bound<'_, PyAny>,
        op: pyo3::basic::CompareOp,
        py: Python<'_>,
    ) -> Py<PyAny> {
        let Ok(other) = other.cast::<PyMove>() else {
            return py.NotImplemented();
        };
        let other = other.get();
        let (own, others) = (&self.game, &other.game);
        let order = if own.game.is(&others.game) {
            self.mv.bits().cmp(&other.mv.bits())
        } else if own.same(others) {
            self.text().cmp(&other.text())
        } else {
            own.definition()
                .identity()
                .cmp(others.definition().identity())
                .then(Ordering::Less)
        };
        PyBoolOf(op.matches(order)).into_py(py)
    }

    fn __hash__(&self) -> u64 {
        // Kinds can have other numbers in games with the same rules, cells cannot.
        let mv = self.mv;
        u64::from(mv.origin().byte()) | u64::from(mv.destination().byte()) << 8
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PickleArguments<'py, (Py<PyGame>, String, u8)> {
        let restore = py.import("hyperrook._core")?.getattr("_restore_move")?;
        let arguments = (self.game.object(py)?, self.text(), self.class() as u8);
        Ok((restore, arguments))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// A bool as an object.
struct PyBoolOf(bool);

impl PyBoolOf {
    fn into_py(self, py: Python<'_>) -> Py<PyAny> {
        pyo3::types::PyBool::new(py, self.0)
            .to_owned()
            .into_any()
            .unbind()
    }
}

/// Restores a pickled move.
#[pyfunction]
#[pyo3(name = "_restore_move")]
pub(crate) fn restore_move(
    py: Python<'_>,
    game: Py<PyGame>,
    text: &str,
    class: u8,
) -> PyResult<Py<PyMove>> {
    let definition = game.get().definition();
    let readings = hyperrook_notation::moves::read_move(definition, text)
        .map_err(|fault| error(py, "MoveError", (fault.to_string(),)))?;
    let classes = [
        MoveClass::Ordinary,
        MoveClass::DoubleStep,
        MoveClass::EnPassant,
        MoveClass::Castling,
        MoveClass::Shift,
        MoveClass::Transformation,
    ];
    let class = classes.get(usize::from(class)).copied();
    match (readings.first(), class) {
        (Some(reading), Some(class)) => {
            let mv = Move::new(
                reading.origin,
                reading.destination,
                reading.promotion,
                class,
            );
            PyGame::wrap_move(&game, py, mv)
        }
        _ => Err(value(format!("{text} is not a stored move"))),
    }
}

impl PyPiece {
    fn kind(&self) -> Kind {
        self.piece.kind
    }

    /// The letter of the piece, in the case of its side.
    fn text(&self) -> String {
        let letter = self.game.get().definition().piece(self.kind()).letter;
        let letter = match self.piece.side {
            hyperrook_rules::Side::White => letter.to_ascii_uppercase(),
            hyperrook_rules::Side::Black => letter.to_ascii_lowercase(),
        };
        letter.to_string()
    }
}

#[pymethods]
impl PyPiece {
    #[new]
    fn new(game: Py<PyGame>, letter: &str) -> PyResult<PyPiece> {
        let kind = game.get().kind(letter)?;
        let side = if letter.chars().all(|letter| letter.is_ascii_lowercase()) {
            hyperrook_rules::Side::Black
        } else {
            hyperrook_rules::Side::White
        };
        let piece = Piece { side, kind };
        Ok(PyPiece { game, piece })
    }

    /// The side: ``"white"`` or ``"black"``.
    #[getter]
    fn side(&self) -> &'static str {
        side_name(self.piece.side)
    }

    /// The capital letter of this kind of piece.
    #[getter]
    fn letter(&self) -> String {
        self.game
            .get()
            .definition()
            .piece(self.kind())
            .letter
            .to_string()
    }

    /// The name of this kind of piece, such as ``"knight"``.
    #[getter]
    fn name(&self) -> String {
        self.game.get().definition().piece(self.kind()).name.clone()
    }

    /// Whether the piece is royal: it must not be captured.
    #[getter]
    fn royal(&self) -> bool {
        self.game.get().definition().piece(self.kind()).royal
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<Piece {}: {} {}>", self.text(), self.side(), self.name())
    }

    fn __format__<'py>(&self, spec: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        PyString::new(spec.py(), &self.text()).call_method1("__format__", (spec,))
    }

    fn __eq__(&self, other: &Bound<'_, PyPiece>) -> bool {
        let other = other.get();
        self.text() == other.text() && self.game.get().same(other.game.get())
    }

    fn __hash__<'py>(&self, py: Python<'py>) -> PyResult<isize> {
        PyString::new(py, &self.text()).hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PickleArguments<'py, (Py<PyGame>, String)> {
        let class = py.import("hyperrook._core")?.getattr("Piece")?;
        Ok((class, (self.game.clone_ref(py), self.text())))
    }
}
