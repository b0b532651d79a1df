//! Measures how much skill a game rewards: a ladder of players, each of which searches twice as
//! many nodes as the one below.
//!
//! The lowest rung moves at random. The others are the engine with 1, 2, 4, … times a number
//! of nodes. Neighbours and next neighbours play pairs of games, and one fit over all of them
//! gives the Elo of every rung: `fit`. The more Elo between the bottom and the top, the
//! deeper the game, as far as the engine understands it. [`climb`] plays all games as
//! [`jobs`](crate::jobs).

mod fit;
mod report;
mod run;
mod sums;
#[cfg(test)]
mod tests;

pub use report::{LadderReport, RungReport, StepReport};
pub use run::{LadderError, LadderRun, LadderSettings, climb};
pub use sums::{LadderSums, RungMatch};
