//! A setup: a stated position, valid or not.

use crate::{Piece, Side};
use hyperrook_geometry::{Cell, MAX_CELLS};

/// The parts of a position besides the pieces and the counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct State {
    /// Castlings still possible: bit `i` for `Definition::castlings[i]`.
    pub castling: u8,
    /// The cell just passed by a piece that can be captured in passing.
    pub en_passant: Option<Cell>,
    /// Holds in force: bit `2 * i + side` for `Definition::holds[i]`, where `side` is the side that
    /// holds.
    pub holds: u8,
    /// Sides whose new royal piece is bound: bit `side`.
    pub bound: u8,
}

impl State {
    /// Whether `side` holds the enemy by hold `index` of the definition.
    pub fn holds(self, index: usize, side: Side) -> bool {
        index < 4 && self.holds >> (2 * index + side.index()) & 1 != 0
    }

    /// Whether the new royal piece of `side` is bound to its row.
    pub fn bound(self, side: Side) -> bool {
        self.bound >> side.index() & 1 != 0
    }
}

/// A position as stated in a text or built in an editor. It may be impossible;
/// [`crate::Game::position`] turns it into a valid position or names every fault.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Setup {
    /// The piece on each cell. A piece of several cells stands on all of them.
    pub pieces: Vec<Option<Piece>>,
    /// The side to move.
    pub turn: Side,
    /// Castling rights, en passant cell, holds and bindings.
    pub state: State,
    /// Half-moves since the last capture or resetting move.
    pub halfmove: u32,
    /// The number of the move, from 1. It goes up after each move of Black.
    pub fullmove: u32,
}

impl Setup {
    /// An empty board of this many cells, White to move. No board has more than [`MAX_CELLS`]
    /// cells: a larger number is reduced to `MAX_CELLS + 1`, and every game rejects such a setup.
    pub fn empty(cells: usize) -> Setup {
        Setup {
            pieces: vec![None; cells.min(MAX_CELLS + 1)],
            turn: Side::White,
            state: State::default(),
            halfmove: 0,
            fullmove: 1,
        }
    }

    /// The piece on a cell; `None` for a cell that the setup does not have.
    pub fn piece(&self, cell: Cell) -> Option<Piece> {
        self.pieces.get(cell.index()).copied().flatten()
    }

    /// Puts a piece on a cell, or clears the cell. Does nothing if the setup does not have the
    /// cell.
    ///
    /// ```
    /// use hyperrook_rules::{Game, Piece, Setup, Side};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let game = Game::shipped("chess").expect("a shipped game");
    /// let definition = game.definition();
    /// let cell = |name| game.board().cell(name).expect("a cell of the board");
    /// let piece = |side, letter| definition.kind(letter).map(|kind| Piece { side, kind });
    /// let mut setup = Setup::empty(game.board().len());
    /// setup.put(cell("e1"), piece(Side::White, 'K'));
    /// setup.put(cell("d1"), piece(Side::White, 'Q'));
    /// setup.put(cell("e8"), piece(Side::Black, 'K'));
    /// let position = game.position(&setup)?;
    /// assert_eq!(position.turn(), Side::White);
    /// # Ok(())
    /// # }
    /// ```
    pub fn put(&mut self, cell: Cell, piece: Option<Piece>) {
        if let Some(place) = self.pieces.get_mut(cell.index()) {
            *place = piece;
        }
    }
}

/// One reason why a [`Setup`] is not a valid position of its game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct SetupFault {
    /// The type of the fault.
    pub kind: SetupFaultKind,
    /// The cells at fault, if any.
    pub cells: Vec<Cell>,
    /// What is wrong, and what would be right.
    pub message: String,
}

/// The types of faults that a [`Setup`] can have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SetupFaultKind {
    /// The setup has more or fewer cells than the board.
    CellCount,
    /// A piece has a kind that the game does not have.
    UnknownKind,
    /// A side does not have exactly one royal piece.
    RoyalCount,
    /// A piece of several cells does not stand on all its cells.
    BrokenSpan,
    /// A piece stands where it would have had to promote.
    UnpromotedPiece,
    /// A castling right without its pieces, or one that the game does not have.
    CastlingRights,
    /// An en passant cell that no piece can have passed in the last move.
    EnPassant,
    /// Holds that contradict the places of the royal pieces.
    Holds,
    /// A binding of a royal piece that has not transformed.
    Binding,
    /// The number of the move is 0.
    MoveNumber,
    /// The side to move already attacks the other side's royal piece.
    OpponentInCheck,
    /// So many pieces that a position that follows could have too many legal moves.
    TooManyMoves,
}
