//! Positions.

use crate::arguments::{self, side_name, within};
use crate::engine;
use crate::errors;
use crate::interrupt::{self, StopFlag};
use crate::learning::stoppable_playout;
use crate::pictures;
use crate::reasons::{self, legal_move};
use crate::types::{PickleArguments, PyGame, PyHistory, PyMove, PyPiece, PyPosition};
use hyperrook_explain::pieces::standing;
use hyperrook_notation::position::format_position;
use hyperrook_notation::short::{format_short, format_short_all, parse_any};
use hyperrook_rules::fast::SplitMix64;
use hyperrook_rules::{Cell, CellSet, History, Move, Position};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

impl PyPosition {
    fn with(&self, py: Python<'_>, inner: Position) -> PyPosition {
        let game = self.game.clone_ref(py);
        PyPosition::new(game, inner)
    }

    fn cell(&self, given: &Bound<'_, PyAny>) -> PyResult<Cell> {
        arguments::cell(self.inner.game().board(), given)
    }

    fn names(&self, cells: CellSet) -> Vec<String> {
        let board = self.inner.game().board();
        cells.iter().map(|cell| board.name(cell)).collect()
    }

    fn numbers(&self, cells: &[Bound<'_, PyAny>]) -> PyResult<Vec<usize>> {
        cells
            .iter()
            .map(|given| Ok(self.cell(given)?.index()))
            .collect()
    }

    fn moves_of<'py>(&self, py: Python<'py>, moves: &[Move]) -> PyResult<Bound<'py, PyList>> {
        PyGame::list_moves(&self.game, py, moves)
    }
}

/// Counts sequences of moves until the flag is set.
fn perft(position: &Position, depth: u8, stop: &StopFlag) -> u64 {
    /// This many sequences are counted so quickly that the flag need not be checked.
    const AT_ONCE: usize = 300_000;
    if depth <= 2 {
        return position.perft(depth);
    }
    let moves = position.moves();
    if depth == 3 && moves.len().pow(3) <= AT_ONCE {
        return position.perft(depth);
    }
    let mut count = 0;
    for mv in moves {
        if stop.is_set() {
            break;
        }
        if let Ok(after) = position.after(mv) {
            count += perft(&after, depth - 1, stop);
        }
    }
    count
}

#[pymethods]
impl PyPosition {
    /// Reads a position from its text, as ``game.position(text)`` does.
    #[staticmethod]
    fn from_text(py: Python<'_>, game: Py<PyGame>, text: &str) -> PyResult<PyPosition> {
        let parsed = hyperrook_notation::position::parse_position(&game.get().game, text);
        let board = game.get().game.board();
        let inner = parsed.map_err(|why| errors::position(py, board, text, &why))?;
        Ok(PyPosition::new(game, inner))
    }

    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// The position in one line; for chess this is FEN.
    ///
    /// >>> hyperrook.Game("sesqui").start().text
    /// 'PPNKRBPP4ppbrknpp4PPBRQNPP4ppnqrbpp4 w - 0 1'
    #[getter]
    fn text(&self) -> String {
        format_position(&self.inner)
    }

    /// The side to move: ``"white"`` or ``"black"``.
    #[getter]
    fn turn(&self) -> &'static str {
        side_name(self.inner.turn())
    }

    /// The number of the move, from 1.
    #[getter]
    fn fullmove(&self) -> u32 {
        self.inner.fullmove()
    }

    /// Plies without a move that begins the move count anew: in most games a capture or a pawn
    /// move.
    #[getter]
    fn halfmove(&self) -> u32 {
        self.inner.halfmove()
    }

    /// All pieces by cell. A piece of several cells is on each of them.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pieces = PyDict::new(py);
        let board = self.inner.game().board();
        for cell in board.cells() {
            if let Some(piece) = self.inner.piece(cell) {
                let game = self.game.clone_ref(py);
                pieces.set_item(board.name(cell), PyPiece { game, piece })?;
            }
        }
        Ok(pieces)
    }

    fn __getitem__(&self, py: Python<'_>, cell: &Bound<'_, PyAny>) -> PyResult<Option<PyPiece>> {
        let game = || self.game.clone_ref(py);
        let piece = self.inner.piece(self.cell(cell)?);
        Ok(piece.map(|piece| PyPiece {
            game: game(),
            piece,
        }))
    }

    /// The legal moves. There are none if the game has ended by mate, stalemate or baring. A
    /// position that is drawn by the move count still has legal moves.
    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.moves_of(py, self.known_moves())
    }

    /// The legal moves of the piece on a cell.
    ///
    /// >>> [str(move) for move in hyperrook.Game("chess").start().moves_from("b1")]
    /// ['b1a3', 'b1c3']
    fn moves_from<'py>(
        &self,
        py: Python<'py>,
        cell: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        self.moves_of(py, &self.inner.moves_from(self.cell(cell)?))
    }

    /// Reads a legal move from its text: ``"g1f3"``, or ``"Nf3"`` in short notation. Cells can be
    /// written as names or as addresses.
    ///
    /// Raises ``IllegalMoveError``, whose ``why`` explains why the move is not legal.
    #[pyo3(name = "move")]
    fn parse(&self, py: Python<'_>, text: &Bound<'_, PyString>) -> PyResult<Py<PyMove>> {
        self.wrap(py, legal_move(py, &self.inner, text)?)
    }

    /// The position after a move, which is a ``Move`` or a text.
    fn play(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        // A move of this game needs only one test of legality.
        if let Ok(mv) = r#move.cast::<PyMove>()
            && let Some(mv) = mv.get().for_position(&self.inner)
            && let Some(after) = self.after(mv)
        {
            return Ok(self.with(py, after));
        }
        let mv = legal_move(py, &self.inner, r#move)?;
        let after = self.inner.after(mv);
        let after = after.map_err(|error| errors::value(error.to_string()))?;
        Ok(self.with(py, after))
    }

    /// Whether a move, which is a ``Move`` or a text, is legal.
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(mv) = r#move.cast::<PyMove>() {
            let mv = mv.get().for_position(&self.inner);
            return Ok(mv.is_some_and(|mv| self.inner.is_legal(mv)));
        }
        let text = r#move
            .cast::<PyString>()
            .map_err(|_| errors::not_a_move(r#move))?;
        Ok(parse_any(&self.inner, &text.to_cow()?).is_ok())
    }

    /// Why a move is not legal, as a ``Refusal``, or ``None`` if it is.
    ///
    /// If the game is over here, the reason of every refusal is ``game_over``, and the sentences
    /// say how it has ended. A position that is drawn by the move count or because neither side
    /// can win still has legal moves; they are not refused.
    ///
    /// >>> start = hyperrook.Game("chess").start()
    /// >>> why = start.why_not("a1a3")
    /// >>> why.reason, why.text
    /// ('blocked', 'The rook on a1 cannot reach a3: the pawn on a2 stands in the way.')
    fn why_not<'py>(
        &self,
        py: Python<'py>,
        r#move: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        if self.is_legal(r#move)? {
            return Ok(None);
        }
        let history = History::new(self.inner.clone());
        reasons::why_not(py, &history, &r#move.str()?.to_cow()?)
    }

    /// Why the position is check, mate or another end, in sentences.
    fn explain<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        reasons::explanation(py, &History::new(self.inner.clone()))
    }

    /// A legal move in short notation (SAN): ``"Nf3"``.
    fn short(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(format_short(
            &self.inner,
            legal_move(py, &self.inner, r#move)?,
        ))
    }

    /// All legal moves by their short notation.
    ///
    /// >>> hyperrook.Game("chess").start().short_moves["Nf3"]
    /// Move('g1f3')
    #[getter]
    fn short_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let moves = PyDict::new(py);
        for (mv, text) in format_short_all(&self.inner) {
            moves.set_item(text, self.wrap(py, mv)?)?;
        }
        Ok(moves)
    }

    /// The cells of the enemy pieces that a legal move captures.
    fn captures(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let mv = legal_move(py, &self.inner, r#move)?;
        Ok(self.names(self.inner.captures(mv)))
    }

    /// Whether a legal move captures something.
    fn is_capture(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        let mv = legal_move(py, &self.inner, r#move)?;
        Ok(!self.inner.captures(mv).is_empty())
    }

    /// Whether a legal move gives check.
    fn gives_check(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        let mv = legal_move(py, &self.inner, r#move)?;
        Ok(self.inner.after(mv).is_ok_and(|after| after.in_check()))
    }

    /// The cells of the pieces of a side that attack a cell, that is, could capture an ordinary
    /// enemy piece on it. Without a side, the attackers of both sides.
    ///
    /// >>> hyperrook.Game("chess").start().attackers("f3", "white")
    /// ['g1', 'e2', 'g2']
    #[pyo3(signature = (cell, side = None))]
    fn attackers(&self, cell: &Bound<'_, PyAny>, side: Option<&str>) -> PyResult<Vec<String>> {
        let cell = self.cell(cell)?;
        let by = |side| self.inner.attackers(cell, side);
        let found = match side {
            Some(name) => by(arguments::side(name)?),
            None => by(hyperrook_rules::Side::White) | by(hyperrook_rules::Side::Black),
        };
        Ok(self.names(found))
    }

    /// Whether the royal piece of the side to move is attacked.
    #[getter]
    fn is_check(&self) -> bool {
        self.inner.in_check()
    }

    /// The cells of the pieces that attack the royal piece of the side to move.
    #[getter]
    fn checkers(&self) -> Vec<String> {
        self.names(self.inner.checkers())
    }

    /// The cells of the royal piece of a side.
    fn royal(&self, side: &str) -> PyResult<Vec<String>> {
        Ok(self.names(self.inner.royal_cells(arguments::side(side)?)))
    }

    /// How the game has ended, or ``None``. Only a ``History`` detects repetition.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let outcome = self.inner.outcome();
        outcome
            .map(|o| reasons::outcome(py, self.game.get(), o))
            .transpose()
    }

    /// Counts the sequences of ``depth`` legal moves. ``depth`` is 0 to 255. Ctrl-C stops the
    /// count.
    ///
    /// >>> hyperrook.Game("chess").start().perft(3)
    /// 8902
    fn perft(&self, py: Python<'_>, depth: &Bound<'_, PyAny>) -> PyResult<u64> {
        let depth = arguments::perft_depth(depth)?;
        let position = self.inner.clone();
        if depth <= 2 {
            return Ok(position.perft(depth));
        }
        interrupt::run(py, move |stop| perft(&position, depth, stop))
    }

    /// Plays random moves until the game is over or ``plies`` plies are made (at most 1,000,000).
    /// Returns the number of plies made, and the outcome or ``None``. Equal seeds give equal
    /// games. Ctrl-C stops a long playout.
    ///
    /// >>> plies, outcome = hyperrook.Game("chess").start().playout(seed=7)
    #[pyo3(signature = (*, plies = 10_000, seed = 0))]
    fn playout<'py>(
        &self,
        py: Python<'py>,
        plies: i64,
        seed: u64,
    ) -> PyResult<(u32, Option<Bound<'py, PyAny>>)> {
        /// This many plies are made so quickly that signals need not be checked.
        const AT_ONCE: u32 = 10_000;
        let plies = within("plies", plies, 0..=1_000_000)? as u32;
        let mut random = SplitMix64::new(seed);
        let inner = &self.inner;
        let (plies, outcome) = if plies <= AT_ONCE {
            py.detach(|| {
                inner.playout(plies, &mut |n| {
                    (random.next_u64() % n.max(1) as u64) as usize
                })
            })
        } else {
            let inner = inner.clone();
            interrupt::run(py, move |stop| {
                stoppable_playout(&inner, plies, &mut random, stop)
            })?
        };
        let outcome = outcome.map(|o| reasons::outcome(py, self.game.get(), o));
        Ok((plies, outcome.transpose()?))
    }

    /// The static evaluation for White, in centipawns, with its terms.
    fn evaluate<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let engine = engine::shared(py, &self.inner);
        engine::evaluation(py, &engine, &self.inner)
    }

    /// The worth of each piece that is not royal where it stands, by the name of its cell: how much
    /// better its side is evaluated with it than without it, in centipawns.
    ///
    /// >>> import hyperrook
    /// >>> worths = hyperrook.Game("chess").start().piece_worths()
    /// >>> worths["d1"] > worths["a1"] > worths["a2"]
    /// True
    fn piece_worths<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let engine = engine::shared(py, &self.inner);
        engine::piece_worths(py, &engine, &self.inner)
    }

    /// A history that starts here.
    fn history(&self, py: Python<'_>) -> PyHistory {
        PyHistory {
            game: self.game.clone_ref(py),
            inner: History::new(self.inner.clone()),
        }
    }

    /// Whether the other position counts as a repetition of this one: the same pieces, side to move
    /// and state. The move counts may differ.
    fn same(&self, other: &Bound<'_, PyPosition>) -> bool {
        let other = other.get();
        self.game.get().same(other.game.get()) && self.inner.same(&other.inner)
    }

    /// The position as text with one line per rank, and an empty line between levels.
    fn __str__(&self) -> String {
        let definition = self.inner.game().definition();
        let board = definition.board();
        let (files, ranks, levels) = board.extent();
        let mut text = String::new();
        for level in 0..levels {
            if level > 0 {
                text.push('\n');
            }
            for rank in (0..ranks).rev() {
                let mut line = String::new();
                for file in 0..files {
                    let place = hyperrook_rules::Place { level, rank, file };
                    let sign = match board.at(place) {
                        None => ' ',
                        Some(cell) => self.inner.piece(cell).map_or('.', |piece| {
                            let letter = definition.piece(piece.kind).letter;
                            match piece.side {
                                hyperrook_rules::Side::White => letter,
                                hyperrook_rules::Side::Black => letter.to_ascii_lowercase(),
                            }
                        }),
                    };
                    line.push(sign);
                    line.push(' ');
                }
                text.push_str(line.trim_end());
                text.push('\n');
            }
        }
        text.trim_end().to_owned()
    }

    /// The position as a picture (SVG).
    ///
    /// The cells of ``last_move`` are tinted, the cells in ``marks`` are marked, and ``below`` is
    /// the side at the bottom. ``theme`` is ``"light"`` or ``"dark"``, ``pieces`` is
    /// ``"outlined"`` or ``"solid"``.
    #[pyo3(signature = (*, size = 420, last_move = None, marks = Vec::new(), below = "white",
        theme = "light", pieces = "outlined", coordinates = true), text_signature = "($self, *, \
        size=420, last_move=None, marks=(), below='white', theme='light', pieces='outlined', \
        coordinates=True)")]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn svg(
        &self,
        size: i64,
        last_move: Option<&Bound<'_, PyMove>>,
        marks: Vec<Bound<'_, PyAny>>,
        below: &str,
        theme: &str,
        pieces: &str,
        coordinates: bool,
    ) -> PyResult<String> {
        let last = last_cells(last_move);
        let (below, marks) = (arguments::side(below)?, self.numbers(&marks)?);
        let picture = pictures::picture(theme, pieces, below, coordinates, last, marks)?;
        pictures::svg(&self.inner, &picture, size)
    }

    /// The position as a picture (PNG): see ``svg``.
    #[pyo3(signature = (*, size = 420, last_move = None, marks = Vec::new(), below = "white",
        theme = "light", pieces = "outlined", coordinates = true), text_signature = "($self, *, \
        size=420, last_move=None, marks=(), below='white', theme='light', pieces='outlined', \
        coordinates=True)")]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn png<'py>(
        &self,
        py: Python<'py>,
        size: i64,
        last_move: Option<&Bound<'_, PyMove>>,
        marks: Vec<Bound<'_, PyAny>>,
        below: &str,
        theme: &str,
        pieces: &str,
        coordinates: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let last = last_cells(last_move);
        let (below, marks) = (arguments::side(below)?, self.numbers(&marks)?);
        let picture = pictures::picture(theme, pieces, below, coordinates, last, marks)?;
        let inner = &self.inner;
        let bytes = py.detach(|| pictures::png(inner, &picture, size))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The position as a picture: width, height, and red, green and blue of each pixel.
    fn _pixels<'py>(
        &self,
        py: Python<'py>,
        size: i64,
        last_move: Option<&Bound<'py, PyMove>>,
    ) -> PyResult<(u32, u32, Bound<'py, PyBytes>)> {
        let last = last_cells(last_move);
        let inner = &self.inner;
        let (width, height, bytes) = py.detach(|| pictures::pixels(inner, last, size))?;
        Ok((width, height, PyBytes::new(py, &bytes)))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        pictures::plain(&self.inner)
    }

    /// The cells of each piece, by the cell that names the piece. That cell comes first in the
    /// list. Only pieces of several cells have more than one.
    fn bodies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let bodies = PyDict::new(py);
        let board = self.inner.game().board();
        for piece in standing(&self.inner) {
            let cells: Vec<String> = piece
                .cells()
                .into_iter()
                .map(|c| board.name(Cell::from_index(c)))
                .collect();
            bodies.set_item(board.name(piece.name), cells)?;
        }
        Ok(bodies)
    }

    fn __eq__(&self, other: &Bound<'_, PyPosition>) -> bool {
        self.inner == other.get().inner
    }

    fn __hash__(&self) -> u64 {
        self.inner.zobrist_key()
    }

    fn __repr__(&self) -> String {
        let name = self.inner.game().definition().name();
        format!("<Position of {name}: {}>", self.text())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PickleArguments<'py, (Py<PyGame>, String)> {
        let class = py.import("hyperrook._core")?.getattr("Position")?;
        let restore = class.getattr("from_text")?;
        Ok((restore, (self.game.clone_ref(py), self.text())))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// The cells of a move, for pictures.
fn last_cells(last_move: Option<&Bound<'_, PyMove>>) -> Vec<usize> {
    last_move.map_or(Vec::new(), |mv| {
        let mv = mv.get().mv;
        vec![mv.origin().index(), mv.destination().index()]
    })
}
