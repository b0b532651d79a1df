//! Exercises.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An exercise with a known solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Exercise {
    /// The same game, kind and seed give the same exercise with the same ID.
    pub id: String,
    /// The kind of exercise.
    pub kind: ExerciseKind,
    /// A heading.
    pub title: String,
    /// The position text.
    pub position: String,
    /// What to do, in a sentence.
    pub goal: String,
    /// One line for each first move that solves the exercise. If the exercise takes several
    /// moves, the line goes on with best play by both sides, as far as it is known.
    pub solutions: Vec<Vec<String>>,
    /// How many moves the solver makes.
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
