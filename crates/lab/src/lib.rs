//! Studies games by playing them.
//!
//! - [`mod@bench`] measures the speed of the search.
//! - [`mod@matches`] plays two engines against each other and estimates the difference in
//!   strength.
//! - [`statistics`] computes estimates over games, with their intervals.
//! - [`jobs`] runs long series of games on threads, with a journal.
//! - [`mod@learn`] finds a network for a game by self-play.
//! - [`mod@playtest`] measures what a game is like, from games of the engine.
//! - [`values`] measures the values of pieces, [`ladder`] how much skill a game rewards.
//! - [`first_moves`] measures how good each first move is.
//! - [`openings`] plays games of the engine for the tree of openings.
//! - [`puzzles`] finds puzzles in games of the engine.
//! - [`files`] writes files completely or not at all.
//! - [`tune`] plays games of the engine against itself and fits the weights of its
//!   evaluation. [`spsa`] tunes the search parameters.
//! - [`simple_opponent`] is an engine to measure the search against.
#![forbid(unsafe_code)]

pub mod bench;
mod contest;
mod engine_signature;
pub mod files;
pub mod first_moves;
mod forced_win;
pub mod jobs;
pub mod ladder;
pub mod learn;
mod line_journal;
pub mod matches;
mod number_text;
pub mod openings;
mod played_pairs;
pub mod playtest;
pub mod puzzles;
mod run_subject;
mod seeds;
pub mod simple_opponent;
pub mod spsa;
pub mod statistics;
pub mod tune;
pub mod values;

pub use played_pairs::PlayedPairs;
pub use run_subject::{RunEvaluation, RunMergeError, RunSubject};
