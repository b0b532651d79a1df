//! Reasons and rules in words: why a position is check, mate or another end, why a move is refused,
//! which pieces attack which cells, and how a piece moves.
//!
//! Everything is made from definitions and positions, so it works for every game, including your
//! own. [`types`] are plain data; [`words`] are sentences.
//!
//! - [`why`]: why a position is a check, a mate or another end;
//! - [`refusal`], [`refusal_of_text`]: why a move is not legal, with marks and arrows.
//!   The reason itself is a [`hyperrook_notation::refusal::Refusal`];
//! - [`attackers`]: which pieces attack each cell;
//! - [`explain`]: how a piece moves;
//! - [`premove_cells`]: where a piece may be able to go after the enemy's next move;
//! - [`restrictions`]: whose royal piece is held or bound;
//! - [`outcome`], [`outcome_sentence`]: how a game ended by its rules.
//!
//! ```
//! use hyperrook_notation::position::parse_position;
//! use hyperrook_rules::{Game, GameFile, History};
//!
//! let chess = GameFile::shipped("chess").unwrap();
//! let game = Game::new(chess.define(&[]).unwrap()).unwrap();
//! let mate = parse_position(&game, "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1").unwrap();
//! let why = hyperrook_explain::why(&History::new(mate));
//! assert!(why.sentences[0].contains("the queen on g7"), "{:?}", why.sentences);
//! ```
#![forbid(unsafe_code)]

mod attacks;
mod end_reason;
mod lone_piece;
mod outcome;
pub mod pieces;
mod premoves;
pub mod types;
mod why;
pub mod words;

pub use attacks::{attackers, confined_cells};
pub use end_reason::EndReason;
pub use lone_piece::{LonePiece, central_cell, explain, lone_piece};
pub use outcome::{outcome, outcome_sentence};
pub use premoves::premove_cells;
pub use why::{refusal, refusal_of_text, restrictions, why};
