//! Compiles a definition into the tables that moves are generated from.
//!
//! From the bottom up: `paths` applies one move term to one cell, `term_paths`
//! does so for every term and cell and shares what is equal, `unique_moves`
//! refuses moves that could not be told apart, `forward` and `reverse` turn the
//! paths into attack tables, `span` handles pieces of several cells,
//! `piece_paths` shows the paths to other crates, `rules` holds everything that
//! is compiled, and `build` puts it together.

mod attack_classes;
mod automorphism;
mod build;
mod forward;
mod meaning;
mod most_moves;
mod move_limits;
mod paths;
mod piece_paths;
mod reverse;
mod rules;
mod span;
mod term_paths;
mod unique_moves;
mod zobrist;

pub use automorphism::Automorphism;
pub(crate) use automorphism::AutomorphismProver;
pub(crate) use forward::{ForwardTable, TablePool};
pub(crate) use meaning::write_meaning;
pub(crate) use move_limits::MAX_MOVES;
pub use piece_paths::{MovePath, PiecePaths};
pub(crate) use reverse::{ReverseEntry, ReverseTable};
pub(crate) use rules::{DoubleStep, PieceTables};
pub use rules::{PieceAttacks, Rules};
