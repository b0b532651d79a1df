//! The basic types: games, positions, moves, pieces and histories. Their methods are in the files
//! with their names.

use crate::errors;
use crate::move_cache::MoveCache;
use hyperrook_catalogue::GameSource;
use hyperrook_notation::moves::{CellStyle, format_move, parse_move};
use hyperrook_notation::position::{format_position, parse_position};
use hyperrook_rules::{Definition, Game, History, Kind, Move, MoveClass, Piece, Position};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyWeakrefReference};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The function that `pickle` calls to restore a value, and its arguments.
pub(crate) type PickleArguments<'py, A> = PyResult<(Bound<'py, PyAny>, A)>;

/// A game: its rules, board and pieces. Games are immutable. A process keeps the
/// games that it has compiled, so making the same game again is cheap.
///
/// The name is that of a game that comes with Hyperrook, or the path of a definition file.
/// Options are keyword arguments.
///
/// >>> import hyperrook
/// >>> hyperrook.Game("walkers", kinging="mixed")
/// Game('walkers', kinging='mixed')
/// >>> len(hyperrook.Game("chess").start().legal_moves)
/// 20
#[pyclass(frozen, weakref, module = "hyperrook", name = "Game")]
pub(crate) struct PyGame {
    data: Arc<GameData>,
    /// The moves that exist as Python objects.
    moves: Mutex<MoveCache<PyMove>>,
}

/// The data of a Python game. Its moves keep this alive, and not the game, which keeps its moves.
pub(crate) struct GameData {
    pub(crate) source: Arc<GameSource>,
    /// The options that were given.
    pub(crate) options: Vec<(String, String)>,
    pub(crate) game: Game,
    /// The Python game with this data, as long as it exists.
    object: Mutex<Option<Py<PyWeakrefReference>>>,
}

impl Deref for PyGame {
    type Target = GameData;

    fn deref(&self) -> &GameData {
        &self.data
    }
}

impl PyGame {
    pub(crate) fn new_of(
        source: Arc<GameSource>,
        options: Vec<(String, String)>,
        game: Game,
    ) -> PyGame {
        PyGame::with(Arc::new(GameData {
            source,
            options,
            game,
            object: Mutex::default(),
        }))
    }

    fn with(data: Arc<GameData>) -> PyGame {
        PyGame {
            data,
            moves: Mutex::default(),
        }
    }

    /// Moves as a Python list.
    pub(crate) fn list_moves<'py>(
        this: &Py<PyGame>,
        py: Python<'py>,
        moves: &[Move],
    ) -> PyResult<Bound<'py, PyList>> {
        let mut failure = None;
        let list = PyGame::with_cache(this, py, |data, known| {
            let wrap = |&mv: &Move| match PyGame::known_move(py, data, known, mv) {
                Ok(object) => object.into_any(),
                Err(error) => {
                    failure = Some(error);
                    py.None()
                }
            };
            PyList::new(py, moves.iter().map(wrap))
        })?;
        failure.map_or(list, Err)
    }

    /// A move as a Python object.
    pub(crate) fn wrap_move(this: &Py<PyGame>, py: Python<'_>, mv: Move) -> PyResult<Py<PyMove>> {
        PyGame::with_cache(this, py, |data, known| {
            PyGame::known_move(py, data, known, mv)
        })?
    }

    /// The cached object of a move, or a new one.
    #[inline]
    fn known_move(
        py: Python<'_>,
        data: &Arc<GameData>,
        known: &mut MoveCache<PyMove>,
        mv: Move,
    ) -> PyResult<Py<PyMove>> {
        known.get(py, mv, || {
            let game = Arc::clone(data);
            Py::new(py, PyMove { game, mv })
        })
    }

    /// Calls a function with the cached moves.
    fn with_cache<T>(
        this: &Py<PyGame>,
        py: Python<'_>,
        work: impl FnOnce(&Arc<GameData>, &mut MoveCache<PyMove>) -> T,
    ) -> PyResult<T> {
        let game = this.get();
        // Creating objects can run the garbage collector, whose finalizers may call any code, even
        // this function, or let another thread run that does. So do not wait for the lock: without
        // it, moves are not cached.
        match game.moves.try_lock() {
            Ok(known) if known.is_empty() => {}
            Ok(mut known) => return Ok(work(&game.data, &mut known)),
            Err(_) => return Ok(work(&game.data, &mut MoveCache::default())),
        }
        game.data.remember(this.bind(py))?;
        match game.moves.try_lock() {
            Ok(mut known) => Ok(work(&game.data, &mut known)),
            Err(_) => Ok(work(&game.data, &mut MoveCache::default())),
        }
    }
}

impl GameData {
    /// Remembers the Python game with this data.
    fn remember(&self, object: &Bound<'_, PyGame>) -> PyResult<()> {
        let weak = PyWeakrefReference::new(object)?.unbind();
        *self.object.lock().unwrap_or_else(PoisonError::into_inner) = Some(weak);
        Ok(())
    }

    /// The Python game with this data: the existing one, or a new one if that is gone.
    pub(crate) fn object(self: &Arc<Self>, py: Python<'_>) -> PyResult<Py<PyGame>> {
        let weak = self.object.lock().unwrap_or_else(PoisonError::into_inner);
        let known = weak.as_ref().and_then(|weak| weak.bind(py).upgrade());
        drop(weak);
        if let Some(known) = known {
            return Ok(known.cast_into::<PyGame>()?.unbind());
        }
        let object = Bound::new(py, PyGame::with(Arc::clone(self)))?;
        self.remember(&object)?;
        Ok(object.unbind())
    }

    pub(crate) fn definition(&self) -> &Definition {
        self.game.definition()
    }

    /// Whether both games have the same rules, so that positions of one are positions of
    /// the other.
    pub(crate) fn same(&self, other: &GameData) -> bool {
        self.game.is(&other.game) || self.game.start() == other.game.start()
    }

    pub(crate) fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.definition().identity().hash(&mut hasher);
        hasher.finish()
    }

    /// The kind with a letter, in either case.
    pub(crate) fn kind(&self, letter: &str) -> PyResult<Kind> {
        let mut letters = letter.chars();
        let found = match (letters.next(), letters.next()) {
            (Some(letter), None) => self.definition().kind(letter.to_ascii_uppercase()),
            _ => None,
        };
        found.ok_or_else(|| {
            let known: Vec<String> = self
                .definition()
                .pieces()
                .iter()
                .map(|piece| piece.letter.to_string())
                .collect();
            let letter: String = letter.chars().take(40).collect();
            let known = known.join(", ");
            errors::value(format!(
                "the game has no piece {letter:?}; its pieces are {known}"
            ))
        })
    }
}

/// A move from a cell to a cell, with an optional promotion. ``str(move)`` is its text.
///
/// Moves come from positions (``position.legal_moves``, ``position.move("Nf3")``).
///
/// >>> import hyperrook
/// >>> move = hyperrook.Game("chess").start().move("Nf3")
/// >>> str(move), move.origin, move.destination
/// ('g1f3', 'g1', 'f3')
#[pyclass(frozen, module = "hyperrook", name = "Move")]
pub(crate) struct PyMove {
    pub(crate) game: Arc<GameData>,
    pub(crate) mv: Move,
}

impl PyMove {
    /// The move as people write it.
    pub(crate) fn text(&self) -> String {
        format_move(self.game.definition(), self.mv, CellStyle::Plain)
    }

    /// The class of the move.
    pub(crate) fn class(&self) -> MoveClass {
        self.mv.class()
    }

    /// The move in a position of a game with the same rules; see [`move_for`].
    pub(crate) fn for_position(&self, position: &Position) -> Option<Move> {
        move_for(&self.game.game, self.mv, position)
    }
}

/// A move of a game in a position of a game with the same rules, which may have been compiled
/// separately: its kinds may have other numbers. `None` if the rules differ or the move is not legal.
pub(crate) fn move_for(game: &Game, mv: Move, position: &Position) -> Option<Move> {
    if game.is(position.game()) {
        return Some(mv);
    }
    let definition = game.definition();
    if definition.identity() != position.game().definition().identity() {
        return None;
    }
    parse_move(position, &format_move(definition, mv, CellStyle::Plain)).ok()
}

/// A position in a game with the same rules, which may have been compiled separately: its kinds,
/// castlings and holds may have other numbers. `None` if the rules differ.
pub(crate) fn position_for(game: &Game, position: &Position) -> Option<Position> {
    let own = position.game();
    if own.is(game) {
        return Some(position.clone());
    }
    if own.definition().identity() != game.definition().identity() {
        return None;
    }
    parse_position(game, &format_position(position)).ok()
}

/// A piece of a side. ``str(piece)`` is its letter: a capital for White, a small letter for Black.
/// ``Piece(game, letter)`` makes one.
///
/// >>> import hyperrook
/// >>> piece = hyperrook.Game("chess").start()["d8"]
/// >>> str(piece), piece.name, piece.side
/// ('q', 'queen', 'black')
#[pyclass(frozen, module = "hyperrook", name = "Piece")]
pub(crate) struct PyPiece {
    pub(crate) game: Py<PyGame>,
    pub(crate) piece: Piece,
}

/// A position of a game. Positions are immutable: ``play`` returns a new one.
///
/// >>> import hyperrook
/// >>> start = hyperrook.Game("chess").start()
/// >>> start.play("e2e4").play("e5").play("Nf3").turn
/// 'black'
#[pyclass(frozen, mapping, module = "hyperrook", name = "Position")]
pub(crate) struct PyPosition {
    pub(crate) game: Py<PyGame>,
    pub(crate) inner: Position,
    /// The legal moves, computed on first use.
    moves: OnceLock<Box<[Move]>>,
}

impl PyPosition {
    pub(crate) fn new(game: Py<PyGame>, inner: Position) -> PyPosition {
        PyPosition {
            game,
            inner,
            moves: OnceLock::new(),
        }
    }

    /// The legal moves.
    pub(crate) fn known_moves(&self) -> &[Move] {
        self.moves.get_or_init(|| self.inner.moves().into())
    }

    /// The position after a move, if it is legal.
    pub(crate) fn after(&self, mv: Move) -> Option<Position> {
        let is_legal = match self.moves.get() {
            Some(moves) => moves.contains(&mv),
            None => self.inner.is_legal(mv),
        };
        if !is_legal {
            return None;
        }
        let mut after = self.inner.clone();
        after.play_known(mv);
        Some(after)
    }

    /// A move of this position.
    pub(crate) fn wrap(&self, py: Python<'_>, mv: Move) -> PyResult<Py<PyMove>> {
        PyGame::wrap_move(&self.game, py, mv)
    }
}

/// A game being played: a starting position and the moves made. Unlike a position, it detects
/// repetitions.
///
/// It starts from a position, or from the start of a game. Then ``moves`` are played.
///
/// >>> import hyperrook
/// >>> history = hyperrook.Game("chess").start().history()
/// >>> for move in "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split():
/// ...     history.play(move)
/// >>> history.outcome.reason
/// 'repetition'
#[pyclass(module = "hyperrook", name = "History")]
pub(crate) struct PyHistory {
    pub(crate) game: Py<PyGame>,
    pub(crate) inner: History,
}
