//! Reasons as plain data, for clients that show them. Cells are numbers from 0, as
//! [`hyperrook_geometry::Cell::index`] gives them.

pub use crate::end_reason::EndReason;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One of the two sides.
// `hyperrook_rules::Side` as JSON: the rules do without JSON and schemas.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = Side)]
pub enum SideName {
    /// The side that moves first.
    White,
    /// The other side.
    Black,
}

impl SideName {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> SideName {
        match self {
            SideName::White => SideName::Black,
            SideName::Black => SideName::White,
        }
    }

    /// `White` or `Black`.
    pub fn name(self) -> &'static str {
        match self {
            SideName::White => "White",
            SideName::Black => "Black",
        }
    }
}

impl From<hyperrook_rules::Side> for SideName {
    fn from(side: hyperrook_rules::Side) -> SideName {
        match side {
            hyperrook_rules::Side::White => SideName::White,
            hyperrook_rules::Side::Black => SideName::Black,
        }
    }
}

impl From<SideName> for hyperrook_rules::Side {
    fn from(side: SideName) -> hyperrook_rules::Side {
        match side {
            SideName::White => hyperrook_rules::Side::White,
            SideName::Black => hyperrook_rules::Side::Black,
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Outcome)]
pub struct ExplainedOutcome {
    /// Who has won.
    pub result: RecordedResult,
    /// Why.
    pub reason: EndReason,
    /// The same in a sentence.
    pub text: String,
}

/// Who has won, as it stands at the end of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[schema(as = GameResult)]
pub enum RecordedResult {
    /// White has won.
    #[serde(rename = "1-0")]
    White,
    /// Black has won.
    #[serde(rename = "0-1")]
    Black,
    /// A draw.
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// Nobody has won, and the game is not a draw: it was aborted.
    #[serde(rename = "*")]
    None,
}

/// The attackers of each cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Attackers {
    /// One entry for each cell.
    pub cells: Vec<CellAttacks>,
}

/// The pieces that attack one cell: that could capture an enemy piece on it. For the
/// side whose piece stands there they are its defenders.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CellAttacks {
    /// White's attackers.
    pub white: Vec<Attack>,
    /// Black's attackers.
    pub black: Vec<Attack>,
}

/// A piece that attacks a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Attack {
    /// Where the piece stands; for a piece of several cells, the one that names it.
    pub from: usize,
    /// The cells that it passes over, in order; empty for a leap.
    pub via: Vec<usize>,
}

/// Why a position is check, mate or another end, or why a move is not possible.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Reasons {
    /// The reason in sentences, the main one first.
    pub sentences: Vec<String>,
    /// Cells to mark.
    pub marks: Vec<Mark>,
    /// Arrows to draw.
    pub arrows: Vec<Arrow>,
    /// For check and mate: the moves that the side to move might try, and why they fail.
    pub escapes: Vec<Escape>,
}

/// A cell to mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct Mark {
    /// The cell.
    pub cell: usize,
    /// Its meaning.
    pub role: MarkRole,
}

/// The meaning of a marked cell.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum MarkRole {
    /// An attacking piece stands there.
    Attacker,
    /// The attacked royal piece stands there.
    Royal,
    /// A piece that blocks the move stands there.
    Blocker,
    /// The royal piece could go there.
    Escape,
    /// The royal piece could go there if the cell were not attacked.
    Refuted,
    /// A piece stands there that may not leave: held or bound.
    Held,
}

/// An arrow to draw.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct Arrow {
    /// The cells from its start to its end, at least two.
    pub path: Vec<usize>,
    /// Its meaning.
    pub role: ArrowRole,
}

/// The meaning of an arrow.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ArrowRole {
    /// An attack on the royal piece, or on a cell that it would move to.
    Attack,
    /// The move that is not possible.
    Wanted,
    /// A move that is possible instead.
    Possible,
}

/// A move out of check, and why it fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Escape {
    /// The move text.
    #[serde(rename = "move")]
    pub mv: String,
    /// The name of the cell of the piece that refutes it; empty if there is none.
    pub refuted_by: String,
    /// Why it fails, in a sentence.
    pub sentence: String,
}

/// How a piece moves from a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PieceExplanation {
    /// How it moves, one sentence each.
    pub sentences: Vec<String>,
    /// The cell it stands on; for a piece of several cells, the one that names it.
    pub cell: usize,
    /// The cells it reaches on an otherwise empty board.
    pub reaches: Vec<ReachedCell>,
}

/// A cell that a piece reaches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReachedCell {
    /// The cell.
    pub cell: usize,
    /// Each way to get there: the cells that must be empty, in order. A leap
    /// has one way with no cells.
    pub ways: Vec<Vec<usize>>,
    /// Whether it moves or captures there.
    pub kind: ReachKind,
}

/// How a piece reaches a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReachKind {
    /// It moves there without capturing.
    Move,
    /// It captures there.
    Capture,
    /// It does both.
    Both,
}
