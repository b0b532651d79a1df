//! The slow, obvious twin of the move generator.
//!
//! It is written from the rules and the [`Definition`] alone: no tables, no
//! sets of bits on the way, no shortcuts to legality. To see whether a move is
//! legal it makes the move on a copy and looks whether the royal piece can be
//! captured there. It shares nothing with the fast generator but the types in
//! which both are asked and answer, so that a fault in one shows as a
//! difference between the two.
//!
//! A [`Setup`] need not be valid: no function here panics on an impossible one
//! whose pieces and cells exist. [`faults`] says what is wrong with it.

mod attack;
mod board;
mod make;
mod moves;
mod outcome;
mod valid;
mod walk;

pub use attack::{attackers, in_check};
pub use make::{captures, play};
pub use moves::{legal_moves, perft};
pub use outcome::outcome;
pub use valid::{faults, is_possible};

#[cfg(doc)]
use crate::{Definition, Setup};
