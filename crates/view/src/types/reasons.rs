//! Faults of definitions and positions, and how typed moves were read.

use super::PositionView;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An error in the text of a definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FaultInfo {
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
    /// Otherwise, why the text is not a legal move.
    #[schema(required = true)]
    pub refusal: Option<String>,
}

/// The check of a position that was set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PositionCheck {
    /// Everything that is wrong.
    pub faults: Vec<String>,
    /// The cells that the errors are about.
    pub cells: Vec<usize>,
    /// The position, if nothing is wrong.
    #[schema(required = true)]
    pub view: Option<PositionView>,
}
