//! Exercises: what a learner can try, with solutions known to be right.
//!
//! They are made from a seed, for any game, in bounded work; the same game, kind
//! and seed give the same exercises. Where the program has a collection of forced
//! wins of a game, some of them are taken from there.

mod capture;
mod goal;
mod mate;
mod place;
mod suites;

use crate::types::{Exercise, ExerciseKind};
use hyperrook_rules::Game;

/// The most exercises that are made at once.
pub const MAX_EXERCISES: usize = 20;

/// Exercises of a kind, at most [`MAX_EXERCISES`] of them. There may be fewer than
/// asked for: a game in which nothing is found in the work allowed has none.
pub fn exercises(game: &Game, kind: ExerciseKind, seed: u64, count: usize) -> Vec<Exercise> {
    let count = count.min(MAX_EXERCISES);
    match kind {
        ExerciseKind::Capture => capture::exercises(game, seed, count),
        ExerciseKind::Mate => mate::exercises(game, seed, count),
    }
}

/// What names an exercise.
fn id(kind: &str, seed: u64, number: usize) -> String {
    format!("{kind}-{seed}-{number}")
}
