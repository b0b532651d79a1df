//! Games.

use crate::arguments;
use crate::board::PyBoard;
use crate::errors;
use crate::learning::{PyActionSpace, PyObservationSpace, PySymmetry};
use crate::make::make;
use crate::pictures;
use crate::tables::PyTables;
use crate::types::{PickleArguments, PyGame, PyPosition};
use hyperrook_catalogue::{Catalogue, CatalogueError, GameSource, SourceOrigin};
use hyperrook_explain::words::about;
use hyperrook_notation::position::parse_position;
use hyperrook_rules::SHIPPED;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// The names of the games that come with Hyperrook.
///
/// >>> import hyperrook
/// >>> hyperrook.games()
/// ['walkers', 'sesqui', 'riftwalker', 'twoboards', 'gateway', 'chess', 'hyperchess', 'raumschach']
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    SHIPPED.iter().map(|(name, _)| *name).collect()
}

/// The games of this process, compiled once.
fn catalogue() -> &'static Catalogue {
    static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    CATALOGUE.get_or_init(Catalogue::new)
}

impl PyGame {
    fn compile(
        py: Python<'_>,
        source: Result<Arc<GameSource>, CatalogueError>,
        options: Vec<(String, String)>,
    ) -> PyResult<PyGame> {
        let source = source.map_err(|why| errors::catalogue(py, &why))?;
        let compiled = py
            .detach(|| catalogue().compile(&source, &options))
            .map_err(|why| errors::catalogue(py, &why))?;
        Ok(PyGame::new_of(compiled.source, options, compiled.game))
    }

    /// The given options, in Python syntax.
    fn arguments(&self) -> String {
        let option = |(name, value): &(String, String)| format!(", {name}='{value}'");
        self.options.iter().map(option).collect()
    }
}

/// Options from keyword arguments.
fn options(given: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<(String, String)>> {
    let mut options = Vec::new();
    for (name, value) in given.into_iter().flatten() {
        let value = if let Ok(text) = value.cast::<PyString>() {
            text.to_cow()?.into_owned()
        } else if let Ok(flag) = value.cast::<PyBool>() {
            flag.is_true().to_string()
        } else {
            value
                .extract::<i64>()
                .map_err(|_| {
                    errors::wrong_type(format!(
                        "the option {name} is a text, a number or a bool, not {}",
                        value.get_type()
                    ))
                })?
                .to_string()
        };
        options.push((name.extract()?, value));
    }
    Ok(options)
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (name, /, **options))]
    fn new(
        py: Python<'_>,
        name: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyGame> {
        let options = self::options(options)?;
        // A text, or another object that is a path.
        let name: PathBuf = name.extract()?;
        let Some(name) = name.to_str() else {
            return PyGame::compile(py, GameSource::read(&name).map(Arc::new), options);
        };
        PyGame::compile(py, catalogue().open(name), options)
    }

    /// Makes a game from the text of a definition.
    ///
    /// Raises ``DefinitionError``, whose ``faults`` have line, column, message and help.
    ///
    /// >>> try:
    /// ...     hyperrook.Game.from_toml('name = 5')
    /// ... except hyperrook.DefinitionError as error:
    /// ...     error.faults[0].line
    /// 1
    #[staticmethod]
    #[pyo3(signature = (text, /, *, file = "definition.toml", **options))]
    fn from_toml(
        py: Python<'_>,
        text: &str,
        file: &str,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyGame> {
        let options = self::options(options)?;
        let source = GameSource::parse(file, text);
        PyGame::compile(py, source.map(Arc::new), options)
    }

    /// The name.
    #[getter]
    fn name(&self) -> &str {
        self.definition().name()
    }

    /// The title, for people.
    #[getter]
    fn title(&self) -> &str {
        self.definition().title()
    }

    /// Who invented the game.
    #[getter]
    fn credit(&self) -> &str {
        self.definition().credit()
    }

    /// What the game is, in a few sentences.
    #[getter]
    fn about(&self) -> &str {
        self.definition().about()
    }

    /// The aim of the game: that of the definition, or the ways to win.
    #[getter]
    fn aim(&self) -> String {
        about::aim(self.definition())
    }

    /// Advice for players.
    #[getter]
    fn tips(&self) -> Vec<String> {
        self.definition().tips().to_vec()
    }

    /// Where the rules were published.
    #[getter]
    fn published(&self) -> &str {
        self.definition().published()
    }

    /// Notes on the rules, and rulings: decisions where the published rules are silent or where we go beyond them.
    #[getter]
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let notes = self.definition().notes().iter();
        notes
            .map(|note| {
                make(
                    py,
                    "Note",
                    (&note.title, &note.text, &note.reason, note.ruling),
                )
            })
            .collect()
    }

    /// The options of the game by name, each with its values.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let options = PyDict::new(py);
        for option in self.definition().options() {
            let made = make(
                py,
                "Option",
                (&option.name, &option.about, &option.values, &option.value),
            )?;
            options.set_item(&option.name, made)?;
        }
        Ok(options)
    }

    /// The pieces by letter.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pieces = PyDict::new(py);
        let definition = self.definition();
        for (kind, piece) in definition.kinds().zip(definition.pieces()) {
            let letter = piece.letter.to_string();
            let cells = piece.span.map_or(1, |span| span.length);
            let made = make(
                py,
                "PieceKind",
                (
                    &letter,
                    &piece.name,
                    about::piece(definition, kind),
                    piece.royal,
                    &piece.moves.text,
                    cells,
                ),
            )?;
            pieces.set_item(letter, made)?;
        }
        Ok(pieces)
    }

    /// The board.
    #[getter]
    fn board(slf: Py<Self>) -> PyBoard {
        PyBoard { game: slf }
    }

    /// The text of the definition.
    #[getter]
    fn toml(&self) -> &str {
        self.source.text()
    }

    /// A fingerprint of the rules: games with equal rules have equal identities.
    #[getter]
    fn identity(&self) -> &str {
        self.definition().identity()
    }

    /// Parts of the definition that are allowed but are probably mistakes.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let warnings = self.source.file().warnings();
        let made = warnings
            .iter()
            .map(|fault| errors::definition_fault(py, fault));
        made.collect()
    }

    /// The starting position.
    fn start(slf: Py<Self>) -> PyPosition {
        let inner = slf.get().game.start();
        PyPosition::new(slf, inner)
    }

    /// Reads a position from its text; for chess this is FEN.
    ///
    /// Raises ``PositionError``, whose ``faults`` list everything that is wrong.
    ///
    /// >>> chess = hyperrook.Game("chess")
    /// >>> chess.position("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").legal_moves[-1]
    /// Move('e1c1')
    fn position(slf: Py<Self>, py: Python<'_>, text: &str) -> PyResult<PyPosition> {
        let game = &slf.get().game;
        let inner = parse_position(game, text)
            .map_err(|why| errors::position(py, game.board(), text, &why))?;
        Ok(PyPosition::new(slf, inner))
    }

    /// How a piece moves, in sentences, and where it can go from a cell of an empty board.
    ///
    /// >>> hyperrook.Game("chess").explain("N", "a1").reaches
    /// {'c2': 'both', 'b3': 'both'}
    #[pyo3(signature = (piece, cell = None, *, side = "white"))]
    fn explain<'py>(
        &self,
        py: Python<'py>,
        piece: &str,
        cell: Option<&Bound<'py, PyAny>>,
        side: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let kind = self.kind(piece)?;
        let board = self.game.board();
        let cell = cell.map(|cell| arguments::cell(board, cell)).transpose()?;
        let side = arguments::side(side)?;
        let explained = hyperrook_explain::explain(&self.game, kind, side, cell);
        let explained = explained
            .ok_or_else(|| errors::value("the piece does not fit on the board from this cell"))?;
        let reaches = PyDict::new(py);
        for reached in &explained.reaches {
            use hyperrook_explain::types::ReachKind;
            let kind = match reached.kind {
                ReachKind::Move => "move",
                ReachKind::Capture => "capture",
                ReachKind::Both => "both",
            };
            let cell = hyperrook_rules::Cell::from_index(reached.cell);
            reaches.set_item(board.name(cell), kind)?;
        }
        let from = board.name(hyperrook_rules::Cell::from_index(explained.cell));
        make(py, "PieceExplanation", (explained.sentences, from, reaches))
    }

    /// All symmetries of the game: maps of the board onto itself that change neither the rules
    /// nor the side of a piece. The first one is the identity.
    ///
    /// >>> len(hyperrook.Game("riftwalker").symmetries())
    /// 16
    fn symmetries(slf: Py<Self>, py: Python<'_>) -> PyResult<Vec<PySymmetry>> {
        PySymmetry::all(py, &slf)
    }

    /// The actions of the game for learning: see ``ActionSpace``.
    #[pyo3(signature = (*, mirror = true))]
    fn action_space(slf: Py<Self>, py: Python<'_>, mirror: bool) -> PyResult<PyActionSpace> {
        PyActionSpace::of(py, slf, mirror)
    }

    /// The observations of the game for a network: see ``ObservationSpace``.
    #[pyo3(signature = (*, chart = None, mirror = true))]
    fn observation_space(
        slf: Py<Self>,
        py: Python<'_>,
        chart: Option<&str>,
        mirror: bool,
    ) -> PyResult<PyObservationSpace> {
        PyObservationSpace::of(py, slf, chart, mirror)
    }

    /// The endgame tables of the game in a folder: see ``Tables``.
    fn tables(slf: Py<Self>, py: Python<'_>, folder: PathBuf) -> PyResult<PyTables> {
        PyTables::new(py, slf, folder)
    }

    /// Lets the engine play the game against itself, and measures the games. It takes the arguments
    /// of ``hyperrook.playtest``.
    ///
    /// >>> report = hyperrook.Game("chess").playtest(games=2, random=True)
    /// >>> report.games
    /// 2
    #[pyo3(signature = (**settings))]
    fn playtest<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
        settings: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let play = py.import("hyperrook.playtests")?.getattr("playtest")?;
        play.call((slf,), settings)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        pictures::plain(&self.game.start())
    }

    fn __eq__(&self, other: &Bound<'_, PyGame>) -> bool {
        self.same(other.get())
    }

    fn __hash__(&self) -> u64 {
        self.hash()
    }

    fn __repr__(&self) -> String {
        let arguments = self.arguments();
        match self.source.origin() {
            SourceOrigin::Shipped => format!("Game('{}'{arguments})", self.definition().name()),
            SourceOrigin::File(path) => format!("Game({:?}{arguments})", path.display()),
            SourceOrigin::Text => format!("<Game {}{arguments}>", self.definition().name()),
        }
    }

    /// Games are pickled with their definitions, so that they can be read elsewhere.
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
    ) -> PickleArguments<'py, (String, Vec<(String, String)>)> {
        let this = slf.get();
        let restore = py.import("hyperrook._restore")?;
        let options = this.options.clone();
        if *this.source.origin() == SourceOrigin::Shipped {
            let name = this.definition().name().to_owned();
            return Ok((restore.getattr("named_game")?, (name, options)));
        }
        let text = this.source.text().to_owned();
        Ok((restore.getattr("game_of_text")?, (text, options)))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// The game that the tags of a record name, in the catalogue. A record may come from a stranger,
/// so it must not name files.
pub(crate) fn named(name: &str, options: &[(String, String)]) -> Result<PyGame, CatalogueError> {
    let source = catalogue().named(name)?;
    let compiled = catalogue().compile(&source, options)?;
    Ok(PyGame::new_of(
        compiled.source,
        options.to_vec(),
        compiled.game,
    ))
}
