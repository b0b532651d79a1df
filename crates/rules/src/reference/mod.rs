//! The slow, obvious twin of the move generator.
//!
//! It is written from the rules and the [`Definition`] alone, without tables, bitboards or
//! shortcuts to legality. A move is legal if the royal piece cannot be captured after it, which is
//! found by making the move on a copy. The reference shares only the types of its interface with
//! the fast generator, so a fault in one of them shows as a difference between the two.
//!
//! A [`Setup`] need not be valid. No function here panics on an impossible one; pieces and cells
//! that do not exist are ignored. [`faults`] lists what is wrong with a setup.

mod attack;
mod baring;
mod board;
mod castling;
mod double_step;
mod holds;
mod make;
mod moves;
mod outcome;
mod play;
mod valid;
mod walk;

pub use attack::{attackers, in_check};
pub use make::captures;
pub use moves::legal_moves;
pub use outcome::outcome;
pub use play::{perft, play};
pub use valid::{faults, is_possible};

#[cfg(doc)]
use crate::{Definition, Setup};
