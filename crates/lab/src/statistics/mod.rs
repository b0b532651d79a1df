//! Estimates with valid errors.
//!
//! The unit of all estimates is the game: games are independent, moves of a game are not. A
//! [`RatioSums`] holds the sums for a ratio or a mean over games, a [`Histogram`] the counts for a
//! quantile. Both are small, and those of two runs can be merged. [`difference`] compares two of
//! them, [`GameBlocks`] many alternatives, and [`holm`] corrects for multiple comparisons. [`elo`](elo()) and the distributions are
//! used by the whole crate.
//!
//! `tests` checks by simulation that 95 % intervals cover the truth about 95 times in a hundred.

mod blocks;
mod difference;
mod distributions;
mod elo;
mod histogram;
mod linear;
mod ratio;
#[cfg(test)]
mod tests;

pub use blocks::{Combination, GameBlocks};
pub use difference::{Difference, difference, holm};
pub(crate) use distributions::student_inflation;
pub use distributions::{Z95, chi_squared_p, normal, student_quantile, two_sided_p};
pub use elo::{elo, elo_slope, score_of};
pub use histogram::Histogram;
pub(crate) use linear::{Matrix, inverse, maximum};
pub use ratio::{Estimate, RatioSums};
