//! Compiled games and their positions, whatever the size of the board.

use crate::{Definition, Man, Move, Outcome, Setup, SetupFault, Side, State};
use hyperrook_geometry::{Board, Cell, CellSet};
use std::sync::Arc;
use thiserror::Error;

/// Why a valid definition cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct CompileError(pub String);

/// A move that is not legal in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the move is not legal in this position")]
pub struct IllegalMove;

/// A definition compiled into tables. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Game {
    definition: Arc<Definition>,
}

/// A valid position of a game, with everything that follows from the rules.
#[derive(Clone, Debug)]
pub struct Position {
    game: Game,
}

#[allow(clippy::todo, unused_variables)]
impl Game {
    /// Compiles a definition.
    pub fn new(definition: Definition) -> Result<Game, CompileError> {
        todo!()
    }
    /// What it was compiled from.
    pub fn definition(&self) -> &Definition {
        &self.definition
    }
    /// The board.
    pub fn board(&self) -> &Board {
        &self.definition.board
    }
    /// The starting position.
    pub fn start(&self) -> Position {
        todo!()
    }
    /// The position that a setup states, or everything that is wrong with it.
    pub fn position(&self, setup: &Setup) -> Result<Position, Vec<SetupFault>> {
        todo!()
    }
    /// Bytes that the compiled tables take.
    pub fn table_bytes(&self) -> usize {
        todo!()
    }
}

#[allow(clippy::todo, unused_variables)]
impl Position {
    /// The game it is a position of.
    pub fn game(&self) -> &Game {
        &self.game
    }
    /// The side to move.
    pub fn turn(&self) -> Side {
        todo!()
    }
    /// The man on a cell.
    pub fn man(&self, cell: Cell) -> Option<Man> {
        todo!()
    }
    /// Holds, castling and the like.
    pub fn state(&self) -> State {
        todo!()
    }
    /// Half-moves since the last capture or resetting move.
    pub fn halfmove(&self) -> u32 {
        todo!()
    }
    /// The number of the move, from 1.
    pub fn fullmove(&self) -> u32 {
        todo!()
    }
    /// The position as a setup.
    pub fn setup(&self) -> Setup {
        todo!()
    }
    /// A key that is equal for equal men, side to move and state.
    pub fn hash(&self) -> u64 {
        todo!()
    }
    /// The same key, computed anew from the men.
    pub fn recomputed_hash(&self) -> u64 {
        todo!()
    }
    /// Whether two positions are the same for repetition: men, side, state.
    pub fn same(&self, other: &Position) -> bool {
        todo!()
    }
    /// The cells of the royal man of a side.
    pub fn royal_cells(&self, side: Side) -> CellSet {
        todo!()
    }
    /// All legal moves. None if the game is over by mate, stalemate or baring;
    /// draws by count or material do not stop them.
    pub fn moves(&self) -> Vec<Move> {
        todo!()
    }
    /// The legal moves of the man on a cell (a man of several cells: on any of
    /// its cells).
    pub fn moves_from(&self, cell: Cell) -> Vec<Move> {
        todo!()
    }
    /// Whether a move is legal; quicker than looking for it among all.
    pub fn is_legal(&self, mv: Move) -> bool {
        todo!()
    }
    /// Makes a legal move.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        todo!()
    }
    /// The position after a legal move.
    pub fn after(&self, mv: Move) -> Result<Position, IllegalMove> {
        todo!()
    }
    /// The cells of the enemy men that a legal move captures.
    pub fn captures(&self, mv: Move) -> CellSet {
        todo!()
    }
    /// Whether the royal man of the side to move is attacked (threatened).
    pub fn in_check(&self) -> bool {
        todo!()
    }
    /// The enemy men that attack the royal man of the side to move.
    pub fn checkers(&self) -> CellSet {
        todo!()
    }
    /// The men of a side that attack a cell: that could capture an ordinary
    /// enemy man on it (RULES.md, section 0). For a cell with a friendly man
    /// these are its defenders. A man of several cells is given by all its cells.
    pub fn attackers(&self, cell: Cell, by: Side) -> CellSet {
        todo!()
    }
    /// The result, if the game is over; repetition is not seen here, see
    /// [`crate::History`].
    pub fn outcome(&self) -> Option<Outcome> {
        todo!()
    }
    /// The number of sequences of `depth` legal moves.
    pub fn perft(&self, depth: u32) -> u64 {
        todo!()
    }
}
