//! What the server says to a client: plain data, named as in its JSON.
//!
//! Cells are numbers from 0, as [`hyperrook_geometry::Cell::index`] gives them; their
//! names stand in the [`Layout`]. Pieces are letters, upper case as in White's
//! position text; their names and drawings stand in [`GameInfo::pieces`]. Moves are
//! move texts (`e2e4`). Times are in milliseconds.

mod game;
mod learn;
mod position;
mod reasons;
mod tree;

pub use game::{
    AxisInfo, CellInfo, ChartInfo, Drawing, GameInfo, GameOption, GameRef, Layout, LayoutKind,
    OptionChoice, Piece, Role, Ruling, Shape, Summary,
};
pub use hyperrook_explain::types::{
    Arrow, ArrowRole, Attack, Attackers, CellAttacks, EndReason, Escape, Explanation, GameResult,
    Mark, MarkRole, Outcome, ReachKind, Reached, Side, Why,
};
pub use learn::{Exercise, ExerciseKind};
pub use position::{
    LastMove, Line, MoveCount, MoveInfo, MoveKind, PlacedPiece, Score, View, Where,
};
pub use reasons::{Check, Fault, MoveReading};
pub use tree::{Node, Tree};
