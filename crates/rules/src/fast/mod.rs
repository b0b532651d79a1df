//! Positions on boards of one width, and their moves: the fast path.
//!
//! Search and evaluation are written for [`Pos`] and [`Rules`], which are generic
//! over the width `W` of the bitboards (at most `64 * W` cells). They are entered
//! through [`crate::Position::visit`], which chooses the width once. Other code uses
//! [`crate::Position`], which checks its arguments. Here they are trusted: moves are legal,
//! cells and kinds are those of the game, and rules and positions belong together. Others may
//! give wrong answers or panic.
//!
//! - `pos`: the position itself;
//! - `attack`: who attacks a cell;
//! - `check_info`: checks and pins against the royal piece, computed once a position;
//! - `context`: what several questions about one position have in common;
//! - `sink`: what becomes of the moves that are generated;
//! - `generate`: legal moves;
//! - `special`: shifts of pieces of several cells, transformation, castling, capture
//!   in passing;
//! - `move_group`: tactical and quiet moves, for a search;
//! - `see`: static exchange evaluation;
//! - `make`: making a move, and observers of it;
//! - `perft` and `playout`: counting and playing sequences of moves;
//! - `setup`: positions from setups, with everything that is wrong with one;
//! - `ending`: baring and outcomes.

mod attack;
mod check_info;
mod context;
mod ending;
mod generate;
mod make;
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
pub use context::MoveContext;
pub use make::Observer;
pub use move_group::MoveGroup;
pub use pos::Pos;
pub use see::PieceValues;
