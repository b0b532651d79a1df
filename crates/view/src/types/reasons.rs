//! Why things are as they are: checks, mates, refusals, faults.

use super::View;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Why a position is a check, a mate or another end, or why a piece cannot go where
/// someone wanted it to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Why {
    /// The reason in sentences, the main one first.
    pub sentences: Vec<String>,
    /// Cells to mark.
    pub marks: Vec<Mark>,
    /// Arrows to draw.
    pub arrows: Vec<Arrow>,
    /// For check and mate: what the side to move might try, and why it fails.
    pub escapes: Vec<Escape>,
}

/// A cell to mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct Mark {
    /// The cell.
    pub cell: usize,
    /// What it is.
    pub role: MarkRole,
}

/// What a marked cell is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum MarkRole {
    /// A piece that attacks stands there.
    Attacker,
    /// The royal piece that it is about stands there.
    Royal,
    /// A piece that is in the way stands there.
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
    /// The cells it goes through, ends included, at least two.
    pub path: Vec<usize>,
    /// What it means.
    pub role: ArrowRole,
}

/// What an arrow means.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ArrowRole {
    /// An attack on the royal piece, or on a cell that a move would open.
    Attack,
    /// The move that someone wanted to make.
    Wanted,
    /// A move that is possible instead.
    Possible,
}

/// A move that someone in check might try, and why it does not help.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Escape {
    /// The move text.
    #[serde(rename = "move")]
    pub mv: String,
    /// The name of a cell from which a piece refutes it; empty if no piece does.
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
    /// What would be right.
    pub help: Option<String>,
    /// The line of the text.
    pub excerpt: Option<String>,
}

/// A typed move as it was understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MoveReading {
    /// The move text, if it is a legal move.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Why it is not, otherwise.
    pub refusal: Option<String>,
}

/// What is wrong with a position that someone has set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Check {
    /// Everything that is wrong.
    pub faults: Vec<String>,
    /// The cells that the faults are about, each once.
    pub cells: Vec<usize>,
    /// The position, if nothing is wrong.
    pub view: Option<View>,
}
