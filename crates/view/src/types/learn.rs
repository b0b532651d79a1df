//! Rule pages and exercises.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a piece moves from a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Explanation {
    /// How it moves and what is special about it.
    pub sentences: Vec<String>,
    /// The cell it stands on; for a piece of several cells, the one that names it.
    pub cell: usize,
    /// The cells it can come to on an otherwise empty board.
    pub reaches: Vec<Reached>,
}

/// A cell that a piece can come to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Reached {
    /// The cell.
    pub cell: usize,
    /// Each way to get there: the cells that must be empty, in order. A leap
    /// has one way with no cells.
    pub ways: Vec<Vec<usize>>,
    /// Whether it moves or captures there.
    pub kind: ReachKind,
}

/// What a piece can do on a cell that it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReachKind {
    /// Only move to it when it is empty.
    Move,
    /// Only capture on it.
    Capture,
    /// Either.
    Both,
}

/// A task with a known solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Exercise {
    /// The same for the same game, kind and seed.
    pub id: String,
    /// What sort of task.
    pub kind: ExerciseKind,
    /// A heading.
    pub title: String,
    /// The position text.
    pub position: String,
    /// What is to be done, in a sentence.
    pub goal: String,
    /// First moves that solve it, and for tasks of several moves how it goes on
    /// with best play from both sides, as far as it is known: a line for each.
    pub solutions: Vec<Vec<String>>,
    /// How many moves of one's own it takes.
    pub moves_to_win: u32,
}

/// What sort of task an exercise is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExerciseKind {
    /// Take a piece that can be taken.
    Capture,
    /// Win by force.
    Mate,
}
