//! The values of the pieces of a game, measured in three ways, with errors.
//!
//! - *Handicap matches*, in the manner of H. G. Muller: the engine plays against itself from
//!   starting positions in which one side lacks a piece and the other side another one.
//!   `design` chooses the matches; `handicap` turns their results into values.
//! - *Regression* of results on the difference in pieces, over quiet positions of games that
//!   start from unequal armies: `regression`.
//! - *The evaluation* of the engine: `army`.
//!
//! All values are in hundredths of the *unit*, the least valuable kind of the starting
//! position. [`measure`] plays all games as [`jobs`](crate::jobs). It returns [`ValuesSums`],
//! which can be merged with those of other runs, and a [`ValuesReport`].

mod army;
mod design;
mod handicap;
mod play;
mod regression;
mod report;
mod run;
mod settings;
mod sums;
#[cfg(test)]
mod tests;

pub use army::ArmyError;
pub use design::ValueHandicap;
pub use report::{KindValue, MatchReport, MeasuredValue, Misfit, ValuesReport};
pub use run::{ValuesError, ValuesEvent, ValuesRun, measure};
pub use settings::ValuesSettings;
pub use sums::{GameRows, MatchSums, PieceBalance, ValuesSums};
