//! Measures how good each first move of a game is.
//!
//! The engine plays against itself, in games that begin with each legal move of the starting
//! position. The games are played in rounds: a round has one game of each first move, and its
//! random numbers are common to them. [`compare`] plays all games as [`jobs`](crate::jobs), and
//! [`FirstMovesReport`] says which moves score better or worse than all first moves on average,
//! beyond chance.

mod choose;
mod group;
mod play;
mod report;
mod results;
mod run;
mod score;
mod settings;
#[cfg(test)]
mod tests;

pub use choose::FirstMove;
pub use report::FirstMovesReport;
pub use results::FirstMoveResults;
pub use run::{FirstMovesError, FirstMovesRun, compare};
pub use score::{ComparedScore, FirstMoveVerdict, ScoreReport};
pub use settings::FirstMovesSettings;
