//! Positions: pieces, moves, checks, attacks, ends.

use super::{GameRef, Outcome, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A position to look at: a game, where it starts, and the moves made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Where {
    /// The game.
    pub game: GameRef,
    /// The position text to start from; the game's start if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 4096)]
    pub position: Option<String>,
    /// The moves made from there, as move texts or in short notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PlacedPiece {
    /// Where it stands: one cell, or all the cells of a piece that spans several. The
    /// cell that names the piece comes first.
    pub cells: Vec<usize>,
    /// Whose it is.
    pub side: Side,
    /// Its letter, upper case for either side.
    pub letter: String,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MoveInfo {
    /// The move text: `e7e8q`.
    pub text: String,
    /// The same in short notation: `e8=Q+`.
    pub short: String,
    /// Where the piece starts; for a piece of several cells, the one that names it.
    pub from: usize,
    /// Where it ends; for a piece of several cells, the one that names it then.
    pub to: usize,
    /// All cells on which a piece of several cells will stand.
    #[schema(required = true)]
    pub cells_after: Option<Vec<usize>>,
    /// The upper-case letter of the piece that it promotes to.
    #[schema(required = true)]
    pub promotion: Option<String>,
    /// The cells of the enemy pieces that are captured.
    pub captures: Vec<usize>,
    /// What sort of move it is.
    pub kind: MoveKind,
}

/// The kind of move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MoveKind {
    /// An ordinary move, also a capture or a promotion.
    Move,
    /// Castling: a royal piece and another piece move.
    Castle,
    /// A capture en passant.
    InPassing,
    /// A piece of several cells becomes a piece of one.
    Transform,
    /// A piece of several cells moves as a whole.
    Shift,
}

/// A position with its legal moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct View {
    /// The position text.
    pub position: String,
    /// The side to move.
    pub side: Side,
    /// The number of plies since the start of this history.
    pub ply: usize,
    /// All pieces.
    pub pieces: Vec<PlacedPiece>,
    /// All legal moves; none if the game is over.
    pub moves: Vec<MoveInfo>,
    /// The cells of the royal piece of the side to move if it is in check.
    pub check: Vec<usize>,
    /// The cells of royal pieces that are held or bound.
    pub bound: Vec<usize>,
    /// The move that led here, if the history has one.
    #[schema(required = true)]
    pub last: Option<LastMove>,
    /// How the game ended by its rules, if it has.
    #[schema(required = true)]
    pub outcome: Option<Outcome>,
    /// The moves counted towards a draw by the fifty-move rule.
    pub fifty: MoveCount,
    /// How often the position has occurred, this time included.
    pub repetitions: u32,
}

/// A move that has been made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LastMove {
    /// Where the piece started.
    pub from: usize,
    /// Where it ended.
    pub to: usize,
    /// The move text.
    pub text: String,
    /// The same in short notation.
    pub short: String,
}

/// Moves without a capture or a pawn move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MoveCount {
    /// The full moves counted so far.
    pub count: u32,
    /// The number at which the game is a draw; 0 if it never is.
    pub limit: u32,
}

/// One line of an analysis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Line {
    /// 1 for the best line.
    pub rank: usize,
    /// Depth searched, in plies.
    pub depth: u32,
    /// The score, from White's side.
    pub score: Score,
    /// The moves as move texts.
    pub moves: Vec<String>,
    /// The moves in short notation.
    pub short: Vec<String>,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Time taken so far.
    pub time_ms: u64,
}

/// A score, positive if White is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// Mate in this many moves, negative if Black mates.
    Mate(i32),
}
