//! Exercises with verified solutions.
//!
//! They are made from a seed, for any game, with bounded work. The same game, kind and seed
//! give the same exercises. If the program has a suite of forced wins for the game, some
//! exercises come from there.

mod capture;
mod goal;
mod id;
mod mate;
mod place;
mod suites;

use crate::types::{Exercise, ExerciseKind};
use hyperrook_rules::Game;

/// The greatest number of exercises for one request.
pub const MAX_EXERCISES: usize = 20;

/// Exercises of a kind, at most [`MAX_EXERCISES`]. There can be fewer than requested, or
/// none, if the search for them fails within its bounds.
pub fn exercises(game: &Game, kind: ExerciseKind, seed: u64, count: usize) -> Vec<Exercise> {
    let count = count.min(MAX_EXERCISES);
    match kind {
        ExerciseKind::Capture => capture::exercises(game, seed, count),
        ExerciseKind::Mate => mate::exercises(game, seed, count),
    }
}
