//! Positions: pieces, moves and the state of the game.

use super::{ExplainedOutcome, GameRef, SideName};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A position: a game, a start, and the moves made from there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PositionRef {
    /// The game.
    pub game: GameRef,
    /// The position text of the start; by default the start of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 4096)]
    pub position: Option<String>,
    /// The moves made from there, as move texts or in short notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 2000)]
    pub moves: Vec<String>,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PlacedPiece {
    /// The cells that it stands on: one, or several for a spanning piece. The cell that
    /// names the piece comes first.
    pub cells: Vec<usize>,
    /// The side that it belongs to.
    pub side: SideName,
    /// Its letter, in upper case for both sides.
    pub letter: String,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MoveInfo {
    /// The move text: `e7e8q`.
    pub text: String,
    /// The same in short notation: `e8=Q+`.
    pub short: String,
    /// Where the piece starts; for a spanning piece, the cell that names it.
    pub from: usize,
    /// Where the piece ends; for a spanning piece, the cell that will name it.
    pub to: usize,
    /// All cells on which a spanning piece will stand.
    #[schema(required = true)]
    pub cells_after: Option<Vec<usize>>,
    /// The upper-case letter of the piece that it promotes to.
    #[schema(required = true)]
    pub promotion: Option<String>,
    /// The cells of the enemy pieces that are captured.
    pub captures: Vec<usize>,
    /// What kind of move it is.
    pub kind: MoveKind,
}

/// The kind of move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MoveKind {
    /// Any other move, including captures and promotions.
    Move,
    /// Castling: the royal piece and another piece move.
    Castle,
    /// A capture en passant.
    InPassing,
    /// A spanning piece becomes a piece of one cell.
    Transform,
    /// A spanning piece moves as a whole.
    Shift,
}

/// A position with its legal moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PositionView {
    /// The position text.
    pub position: String,
    /// The side to move.
    pub side: SideName,
    /// The number of plies since the start.
    pub ply: usize,
    /// All pieces.
    pub pieces: Vec<PlacedPiece>,
    /// All legal moves; none if the game is over.
    pub moves: Vec<MoveInfo>,
    /// If the side to move is in check, the cells of its royal piece.
    pub check: Vec<usize>,
    /// The cells of royal pieces that are held or bound.
    pub bound: Vec<usize>,
    /// Sentences that say why these pieces may not move freely.
    #[serde(default)]
    pub restrictions: Vec<String>,
    /// The last move, if there is one.
    #[schema(required = true)]
    pub last: Option<LastMove>,
    /// How the game has ended by its rules, if it has.
    #[schema(required = true)]
    pub outcome: Option<ExplainedOutcome>,
    /// The count of moves towards a draw.
    pub fifty: MoveCount,
    /// How often the position has occurred, including now.
    pub repetitions: u32,
}

/// The last move.
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

/// The count of moves without one that begins it anew: in most games a capture or a pawn move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MoveCount {
    /// The number of full moves counted so far.
    pub count: u32,
    /// The number at which the game is drawn; 0 if it never is.
    pub limit: u32,
}

/// One line of an analysis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AnalysisLine {
    /// 1 for the best line.
    pub rank: usize,
    /// Depth searched, in plies.
    pub depth: u32,
    /// The score, positive if White is better.
    pub score: WhiteScore,
    /// The chances of both sides with this score.
    pub chances: ResultChances,
    /// The moves as move texts.
    pub moves: Vec<String>,
    /// The moves in short notation.
    pub short: Vec<String>,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Time taken so far.
    pub time_ms: u64,
}

/// The chances of a win for White, of a draw and of a win for Black, in thousandths: how games
/// of the engine against itself ended after such scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ResultChances {
    /// Of a win for White.
    pub white: u32,
    /// Of a draw.
    pub draw: u32,
    /// Of a win for Black.
    pub black: u32,
}

/// A score, positive if White is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WhiteScore {
    /// Centipawns.
    Cp(i32),
    /// The number of moves until mate; negative if Black mates.
    Mate(i32),
}
