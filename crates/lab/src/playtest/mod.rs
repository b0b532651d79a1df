//! Playtests: what a game is like, from games of the engine against itself.
//!
//! [`playtest`] plays games from distinct even openings and adds them up to [`RunSums`], which
//! are small and can be added over runs. [`PlaytestReport`] tells what they say, with honest errors,
//! and [`Comparison`] what differs between two rule sets.
//!
//! From the bottom up: `measures` is the table of what is measured, `sums` holds its
//! sufficient statistics, `observe` takes them from a game, `play` plays games, `run` plays
//! those of a run by way of [`crate::jobs`], `steps` a few at a time, `files` stores and adds runs, and `report`
//! writes.

mod chances;
mod compare;
mod error;
mod files;
mod measures;
mod observe;
mod play;
pub mod report;
mod run;
mod settings;
mod steps;
mod sums;

pub use chances::winning_chances;
pub use error::PlaytestError;
pub use files::{AddedRun, JOURNAL, RunSums, SUMS, replace};
pub use measures::{
    Estimator, MEASURES, Measure, MeasureId, MeasureScope, MeasureSource, Unit, bin_plies, ply_bin,
};
pub use observe::{GameRecord, Probe, observe};
pub use play::opening_plies;
pub use report::{Comparison, DifferenceRow, PlaytestReport};
pub use run::{PlaytestEnd, PlaytestResult, PlaytestSpeed, playtest};
pub use settings::{OpeningsPart, PlaytestRun, PlaytestSettings};
pub use steps::{Playtest, StepBounds, StepEnd};
pub use sums::{FigureLayout, GameSums, REASONS, Sums};
