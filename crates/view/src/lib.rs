//! Games, positions and reasons in the form that clients show.
//!
//! All functions are pure. They turn types of `hyperrook-rules` into plain data (`serde`,
//! with schemas by `utoipa`), sentences and pictures. There is no input, no output and no
//! clock, except that the engine's search for exercises reads the clock. No function knows a game by its name, so definitions of users are shown like
//! shipped games.
//!
//! - [`info`], [`summary`]: a game, its board and its pieces;
//! - [`history`], [`view`]: a position with its legal moves;
//! - [`attackers`]: who attacks what;
//! - [`read_move`]: typed moves;
//! - [`why`], [`refusal`]: reasons, with marks and arrows;
//! - [`explain`]: how a piece moves;
//! - [`check`], [`faults`]: faults of positions and definitions;
//! - [`line()`]: lines of the engine;
//! - [`board_svg`], [`board_png`], [`board_rgb`]: pictures of positions;
//! - [`read_record`], [`write_record`]: records as trees of moves;
//! - [`exercises`]: exercises for learners, made from a seed;
//! - [`lesson`], [`puzzles`]: lessons and puzzles that come with the program.
#![forbid(unsafe_code)]

mod board;
mod drawing;
mod faults;
mod game;
mod learn;
mod lessons;
mod line;
mod picture;
mod position;
mod shipped_rules;
mod tree;
mod typed;
pub mod types;

pub use board::layout;
pub use faults::{check, faults};
pub use game::{game_ref, info, summary};
pub use hyperrook_explain::{
    attackers, explain, outcome, premove_cells, refusal, refusal_of_text, why, words,
};
pub use learn::{MAX_EXERCISES, exercises};
pub use lessons::{
    LessonError, is_learning_item, lesson, lesson_texts, lessons, puzzles, read_lesson,
};
pub use line::{chances, line};
pub use picture::{
    Picture, PictureError, PieceSet, SIZES_PX, Theme, board_png, board_rgb, board_svg,
};
pub use position::{MAX_MOVES, PositionRefError, history, view};
pub use tree::{MAX_NODES, ReadTreeError, TreeError, read_record, tree, write_record};
pub use typed::read_move;
