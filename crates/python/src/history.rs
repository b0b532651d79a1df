//! Played games.

use crate::errors;
use crate::reasons::{self, legal_move};
use crate::types::{PickleArguments, PyGame, PyHistory, PyMove, PyPosition};
use hyperrook_notation::record::{GameResult, Record, Tags};
use hyperrook_rules::History;
use pyo3::prelude::*;
use pyo3::types::PyList;

impl PyHistory {
    fn wrap(&self, py: Python<'_>, position: &hyperrook_rules::Position) -> PyPosition {
        PyPosition::new(self.game.clone_ref(py), position.clone())
    }
}

#[pymethods]
impl PyHistory {
    #[new]
    #[pyo3(signature = (start, moves = None))]
    fn new(
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        moves: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyHistory> {
        let (game, position) = if let Ok(position) = start.cast::<PyPosition>() {
            let position = position.get();
            (position.game.clone_ref(py), position.inner.clone())
        } else {
            let game = start.cast::<PyGame>().map_err(|_| {
                let kind = start.get_type();
                errors::wrong_type(format!(
                    "a history starts from a Position or a Game, not {kind}"
                ))
            })?;
            (game.clone().unbind(), game.get().game.start())
        };
        let mut history = PyHistory {
            game,
            inner: History::new(position),
        };
        if let Some(moves) = moves {
            for mv in moves.try_iter()? {
                history.play(py, &mv?)?;
            }
        }
        Ok(history)
    }

    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// The first position.
    #[getter]
    fn start(&self, py: Python<'_>) -> PyPosition {
        self.wrap(py, self.inner.start())
    }

    /// The current position.
    #[getter]
    fn position(&self, py: Python<'_>) -> PyPosition {
        self.wrap(py, self.inner.position())
    }

    /// All positions, from the first to the current one.
    #[getter]
    fn positions(&self, py: Python<'_>) -> Vec<PyPosition> {
        let positions = self.inner.positions().iter();
        positions.map(|position| self.wrap(py, position)).collect()
    }

    /// The moves made.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyGame::list_moves(&self.game, py, self.inner.moves())
    }

    /// The moves made, in short notation (SAN).
    #[getter]
    fn short_moves(&self) -> Vec<String> {
        let moves = self.inner.positions().iter().zip(self.inner.moves());
        moves
            .map(|(position, &mv)| hyperrook_notation::short::format_short(position, mv))
            .collect()
    }

    /// Makes a move, given as a ``Move`` or as a text.
    fn play(&mut self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let mv = legal_move(py, self.inner.position(), r#move)?;
        let played = self.inner.play(mv);
        played.map_err(|error| errors::value(error.to_string()))
    }

    /// Takes back the last move and returns it; ``None`` if there is none.
    fn undo(&mut self, py: Python<'_>) -> PyResult<Option<Py<PyMove>>> {
        let mv = self.inner.undo();
        mv.map(|mv| PyGame::wrap_move(&self.game, py, mv))
            .transpose()
    }

    /// How often the current position has occurred, including this time.
    #[getter]
    fn occurrences(&self) -> u32 {
        self.inner.occurrences()
    }

    /// How the game has ended by its rules, including repetition, or ``None``.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let outcome = self.inner.outcome();
        outcome
            .map(|o| reasons::outcome(py, self.game.get(), o))
            .transpose()
    }

    /// Why a move is not legal, as a ``Refusal``, or ``None`` if it is legal. The end of the game
    /// is also a reason.
    fn why_not<'py>(
        &self,
        py: Python<'py>,
        r#move: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let text = r#move.str()?;
        reasons::why_not_in_game(py, &self.inner, &text.to_cow()?)
    }

    /// Why the position is check, mate or another end, in sentences.
    fn explain<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        reasons::explanation(py, &self.inner)
    }

    /// A copy. Moves made in one do not change the other.
    fn copy(&self, py: Python<'_>) -> PyHistory {
        PyHistory {
            game: self.game.clone_ref(py),
            inner: self.inner.clone(),
        }
    }

    /// The played game as a record: see ``Record``. ``tags`` are pairs of names and values.
    #[pyo3(signature = (tags = Vec::new(), result = None, *, short = true))]
    fn _record<'py>(
        &self,
        py: Python<'py>,
        tags: Vec<(String, String)>,
        result: Option<&str>,
        short: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut all = Tags::new();
        for (name, value) in &tags {
            all.set(name, value)
                .map_err(|error| errors::value(error.to_string()))?;
        }
        let result = match result {
            None => GameResult::of(self.inner.outcome()),
            Some(text) => crate::record::result(text)?,
        };
        let style = crate::record::style(short);
        crate::record::to_python(py, &Record::of(&self.inner, all, result, style))
    }

    fn __len__(&self) -> usize {
        self.inner.moves().len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __copy__(&self, py: Python<'_>) -> PyHistory {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyHistory {
        self.copy(py)
    }

    fn __eq__(&self, other: &Bound<'_, PyHistory>) -> bool {
        // It may be this object, which is already borrowed.
        other
            .try_borrow()
            .is_ok_and(|other| self.inner.positions() == other.inner.positions())
    }

    fn __repr__(&self) -> String {
        let name = self.inner.position().game().definition().name();
        format!("<History of {name}: {} plies>", self.inner.moves().len())
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
    ) -> PickleArguments<'py, (PyPosition, Bound<'py, PyList>)> {
        let this = slf.borrow();
        let moves = PyGame::list_moves(&this.game, py, this.inner.moves())?;
        let arguments = (this.wrap(py, this.inner.start()), moves);
        Ok((slf.get_type().into_any(), arguments))
    }
}
