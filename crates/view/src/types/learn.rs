//! Rule pages and exercises.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

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
