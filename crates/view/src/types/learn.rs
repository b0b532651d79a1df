//! Rule pages and exercises.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a piece moves from a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Explanation {
    /// How it moves, one sentence each.
    pub sentences: Vec<String>,
    /// The cell it stands on; for a piece of several cells, the one that names it.
    pub cell: usize,
    /// The cells it reaches on an otherwise empty board.
    pub reaches: Vec<Reached>,
}

/// A cell that a piece reaches.
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

/// An exercise with a known solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Exercise {
    /// The same for the same game, kind and seed.
    pub id: String,
    /// The kind of exercise.
    pub kind: ExerciseKind,
    /// A heading.
    pub title: String,
    /// The position text.
    pub position: String,
    /// What to do, in a sentence.
    pub goal: String,
    /// First moves that solve it, and for tasks of several moves how it goes on
    /// with best play from both sides, as far as it is known: a line for each.
    pub solutions: Vec<Vec<String>>,
    /// The number of moves that the solver makes.
    pub moves_to_win: u32,
}

/// The kind of exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExerciseKind {
    /// Find a capture that wins material.
    Capture,
    /// Win by force.
    Mate,
}
