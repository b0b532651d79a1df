//! The types that the others are about: games, positions, moves, pieces and histories. Their
//! methods are in the files with their names.

use crate::errors;
use hyperrook_catalogue::GameSource;
use hyperrook_notation::moves::{CellStyle, format_move, parse_move};
use hyperrook_notation::position::{format_position, parse_position};
use hyperrook_rules::{Definition, Game, History, Kind, Move, MoveClass, Piece, Position};
use pyo3::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// What `pickle` calls to make a value again, and the arguments.
pub(crate) type Reduced<'py, A> = PyResult<(Bound<'py, PyAny>, A)>;

/// A game: its rules, board and pieces. Games are immutable, and making one again costs nothing.
///
/// The name is that of a game that comes with Hyperrook, or the path of a definition file.
/// Options are keyword arguments.
///
/// >>> import hyperrook
/// >>> hyperrook.Game("walkers", kinging="mixed")
/// Game('walkers', kinging='mixed')
/// >>> len(hyperrook.Game("chess").start().legal_moves)
/// 20
#[pyclass(frozen, module = "hyperrook", name = "Game")]
pub(crate) struct PyGame {
    pub(crate) source: Arc<GameSource>,
    /// The options that were given.
    pub(crate) options: Vec<(String, String)>,
    pub(crate) game: Game,
}

impl PyGame {
    pub(crate) fn definition(&self) -> &Definition {
        self.game.definition()
    }

    /// Whether both games have the same rules, so that positions of one are positions of
    /// the other.
    pub(crate) fn same(&self, other: &PyGame) -> bool {
        self.game.is(&other.game) || self.game.start() == other.game.start()
    }

    pub(crate) fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.definition().identity().hash(&mut hasher);
        hasher.finish()
    }

    /// The kind with a letter, large or small.
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

/// A move from a cell to a cell, with an optional promotion. It prints as people write it.
///
/// Moves come from positions (``position.legal_moves``, ``position.move("Nf3")``).
///
/// >>> import hyperrook
/// >>> move = hyperrook.Game("chess").start().move("Nf3")
/// >>> str(move), move.origin, move.destination
/// ('g1f3', 'g1', 'f3')
#[pyclass(frozen, module = "hyperrook", name = "Move")]
pub(crate) struct PyMove {
    pub(crate) game: Py<PyGame>,
    pub(crate) mv: Move,
}

impl PyMove {
    /// The move as people write it.
    pub(crate) fn text(&self) -> String {
        format_move(self.game.get().definition(), self.mv, CellStyle::Plain)
    }

    /// What else it does.
    pub(crate) fn class(&self) -> MoveClass {
        self.mv.class()
    }

    /// The move in a game with the same rules, whose kinds may have other numbers.
    pub(crate) fn for_position(&self, position: &Position) -> Option<Move> {
        let own = self.game.get();
        if own.game.is(position.game()) {
            return Some(self.mv);
        }
        let game = position.game();
        if own.definition().identity() != game.definition().identity() {
            return None;
        }
        parse_move(position, &self.text()).ok()
    }
}

/// A piece of a side. It prints as its letter: a capital for White, a small letter for Black.
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

/// A position of a game. Positions are immutable: ``play`` gives a new one.
///
/// >>> import hyperrook
/// >>> start = hyperrook.Game("chess").start()
/// >>> start.play("e2e4").play("e5").play("Nf3").turn
/// 'black'
#[pyclass(frozen, module = "hyperrook", name = "Position")]
pub(crate) struct PyPosition {
    pub(crate) game: Py<PyGame>,
    pub(crate) inner: Position,
}

impl PyPosition {
    /// A move of this position.
    pub(crate) fn wrap(&self, py: Python<'_>, mv: Move) -> PyMove {
        let game = self.game.clone_ref(py);
        PyMove { game, mv }
    }

    /// The position in a game with the same rules, which was perhaps compiled a second time;
    /// `None` if the rules are others.
    pub(crate) fn of_game(&self, game: &Game) -> Option<Position> {
        let own = self.inner.game();
        if own.is(game) {
            return Some(self.inner.clone());
        }
        if own.definition().identity() != game.definition().identity() {
            return None;
        }
        parse_position(game, &format_position(&self.inner)).ok()
    }
}

/// A game being played: a starting position and the moves made. It knows repetitions.
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
