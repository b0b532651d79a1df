//! Positions on boards of one width, and their moves: the fast path, for engines.
//!
//! Search and evaluation are written for [`Pos`] and [`Rules`], which are generic
//! over the width `W` of the bitboards (at most `64 * W` cells). They are entered
//! through [`Position::visit`](crate::Position::visit), which chooses the width once:
//! everything that keeps positions, such as a stack or a table, lives inside one visit.
//!
//! Arguments are trusted: moves must be legal, cells and kinds must exist in the game, and rules
//! and positions must belong together. Otherwise results can be wrong, and calls can panic.
//! [`crate::Position`] checks its arguments.
//!
//! These types keep no history. To detect repetition, store the keys of earlier positions
//! ([`Pos::zobrist_key`], which is also [`Position::zobrist_key`](crate::Position::zobrist_key)).
//!
//! `examples/alphabeta.rs` is a small engine.

mod attack;
mod check_info;
mod context;
mod ending;
mod generate;
mod make;
mod most_moves;
mod move_group;
mod perft;
mod playout;
mod pos;
mod see;
mod setup;
mod sink;
mod special;

pub use crate::compile::{PieceAttacks, Rules};
pub use crate::random::SplitMix64;
pub use context::{MoveContext, PossibleChecks};
pub use make::Observer;
pub use move_group::MoveGroup;
pub use playout::Playout;
pub use pos::Pos;
pub use see::PieceValues;
