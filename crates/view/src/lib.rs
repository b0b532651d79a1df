//! Games, positions and reasons as a client shows them.
//!
//! Everything here is a pure function from the types of `hyperrook-rules` to plain
//! data (`serde`, with schemas by `utoipa`), sentences and pictures. There is no
//! input, no output and no clock, and nothing knows a game by name: a definition
//! of a user's own is shown like those that come with the program.
//!
//! - [`info`], [`summary`]: a game, its board and its men;
//! - [`history`], [`view`]: a position with its legal moves;
//! - [`attackers`]: who attacks what;
//! - [`read_move`]: typed moves.
#![forbid(unsafe_code)]

mod attacks;
mod board;
mod drawing;
mod game;
mod men;
mod outcome;
mod position;
mod typed;
pub mod types;
pub mod words;

pub use attacks::attackers;
pub use board::layout;
pub use game::{game_ref, info, summary};
pub use outcome::{ended, outcome};
pub use position::{MAX_MOVES, WhereError, history, view};
pub use typed::read_move;
