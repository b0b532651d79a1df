//! Studying games by playing them.
//!
//! [`mod@bench`] says how fast the search is.
//!
//! [`mod@matches`] plays two programs against each other and says how much stronger
//! one is, with what certainty.
//! [`tune`] plays games of the engine against itself and fits the weights of its
//! evaluation to them. [`simple_opponent`] is an engine to measure it against.
#![forbid(unsafe_code)]

pub mod bench;
pub mod matches;
pub mod simple_opponent;
pub mod tune;
