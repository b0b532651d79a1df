//! Why things are as they are: checks, mates, refusals, faults.

use super::View;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Why a position is check, mate or another end, or why a move is not possible.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Why {
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

/// A fault in the text of a definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// How to put it right.
    #[schema(required = true)]
    pub help: Option<String>,
    /// The line of the text.
    #[schema(required = true)]
    pub excerpt: Option<String>,
}

/// How a typed move was understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MoveReading {
    /// The move text, if it is a legal move.
    #[serde(rename = "move")]
    #[schema(required = true)]
    pub mv: Option<String>,
    /// Why the text is not a legal move, otherwise.
    #[schema(required = true)]
    pub refusal: Option<String>,
}

/// What is wrong with a position that was set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Check {
    /// Everything that is wrong.
    pub faults: Vec<String>,
    /// The cells that the faults concern.
    pub cells: Vec<usize>,
    /// The position, if nothing is wrong.
    #[schema(required = true)]
    pub view: Option<View>,
}
