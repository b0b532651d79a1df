//! Neural networks that evaluate positions, for every game of `hyperrook-rules`.
//!
//! A [`Network`] has one hidden layer. Its inputs say which piece stands on which cell, and what
//! else a position records. The layer is computed twice, from the perspective of each side, and one
//! of several output layers, chosen by the number of pieces, turns both into a score. All weights
//! are small integers.
//!
//! From the bottom up: `header` describes a network, `network` holds the weights, `file` reads and
//! writes them, `inputs` numbers the inputs of a position, `model` joins a network to a game and
//! evaluates in the slow and obvious way, `evaluator` evaluates fast, from position to position of
//! a search, and `shipped` lists the networks of the program.
#![forbid(unsafe_code)]

mod evaluator;
mod file;
mod header;
mod inputs;
mod model;
mod network;
mod shipped;

pub use evaluator::NetworkEvaluator;
pub use file::{MAX_FILE_BYTES, NetworkError};
pub use header::NetworkHeader;
pub use inputs::Inputs;
pub use model::{NetworkMismatch, NetworkModel};
pub use network::{ACTIVATION_ONE, Network, OUTPUT_ONE};
pub use shipped::{is_chosen, is_shipped_for_other_rules, shipped, use_network, usual};

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
