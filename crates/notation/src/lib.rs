//! The texts that people exchange: positions, moves, a short notation for
//! moves, and game records.
//!
//! - [`position`]: `board side state halfmove fullmove`, or FEN for games with
//!   castling or capture in passing.
//! - [`moves`]: origin, destination and promotion (`e4e5`, `i20i21q`), with
//!   plain cell names or addresses (`22122312`).
//! - [`short`]: `Nf3`, `exd5`, `O-O`, `e8=Q+`, as people write moves.
//! - [`record`]: whole games with comments and variations, in the spirit of PGN;
//!   for chess it is PGN.
//! - [`puzzle`]: positions with one right move.
//! - [`refusal`]: why a move is not legal.
//! - [`paths`]: the paths of a piece over the board, from the move rules, for explanations.
//! - [`words`]: lists and foreign texts in messages.
//!
//! `docs/texts.md` describes all of them with examples. Everything that is
//! written can be read back, and no text makes a reader panic.
#![forbid(unsafe_code)]

mod fault;
pub mod moves;
pub mod paths;
pub mod position;
pub mod puzzle;
mod reading;
pub mod record;
pub mod refusal;
pub mod short;
pub mod words;

pub use fault::TextFault;

/// The library of games, positions and moves.
pub use hyperrook_rules as rules;

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
