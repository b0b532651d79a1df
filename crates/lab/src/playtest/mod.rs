//! Playtests: what a game is like, from games of the engine against itself.
//!
//! [`playtest`] plays games from distinct even openings and adds them up to [`RunSums`], which are
//! small and can be added over runs. [`PlaytestReport`] describes the results, with statistical
//! errors, and [`Comparison`] the differences between two rule sets.
//!
//! From the bottom up: `measures` is the table of measures, `sums` holds their sufficient
//! statistics, `observe` computes them for a game, `play` plays games, `run` plays the games of a
//! run with [`crate::jobs`], `steps` plays a few at a time, `files` stores and adds runs, and
//! `report` writes the reports.

mod chances;
mod compare;
mod error;
mod files;
mod folder;
mod measures;
mod observe;
mod opening_key;
mod play;
pub mod report;
mod run;
mod settings;
mod steps;
mod sums;

pub use crate::forced_win::ForcedWin;
pub use chances::winning_chances;
pub use error::PlaytestError;
pub use files::{AddedRun, JOURNAL, RunSums, SUMS, replace};
pub use folder::PlaytestFolder;
pub use measures::{
    Estimator, MEASURES, Measure, MeasureId, MeasureScope, MeasureSource, Unit, bin_plies, ply_bin,
};
pub use observe::{GameObserver, GameRecord, ObservedGame, Probe};
pub use play::opening_plies;
pub(crate) use report::format::with_error;
pub use report::{Comparison, DifferenceRow, PlaytestReport};
pub use run::{PlaytestEnd, PlaytestResult, PlaytestSpeed, playtest};
pub use settings::{OpeningsPart, PlaytestRun, PlaytestSettings};
pub use steps::{Playtest, StepBounds, StepEnd};
pub use sums::{FigureLayout, GameSums, REASONS, Sums};
