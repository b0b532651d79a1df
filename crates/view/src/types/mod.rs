//! What the server sends to clients: plain data, with the names of its JSON.
//!
//! Cells are numbers from 0, as in [`hyperrook_geometry::Cell::index`]; the [`Layout`] has
//! their names. Pieces are letters, in upper case; [`GameInfo::pieces`] has their names and
//! drawings. Moves are move texts (`e2e4`). Times are in milliseconds.

mod game;
mod learn;
mod lesson;
mod position;
mod reasons;
mod tree;

pub use game::{
    AxisInfo, CellInfo, CellsBySide, ChartInfo, GameInfo, GameOption, GameRef, Layout, LayoutKind,
    LayoutShift, ListedGame, OptionChoice, PieceDrawing, PieceInfo, PieceShape, Ruling, ShapeRole,
};
pub use hyperrook_explain::types::{
    Arrow, ArrowRole, Attack, Attackers, CellAttacks, EndReason, Escape, ExplainedOutcome, Mark,
    MarkRole, PieceExplanation, ReachKind, ReachedCell, Reasons, RecordedResult, SideName,
};
pub use learn::{Exercise, ExerciseKind};
pub use lesson::{Lesson, LessonStep, LessonSummary, LessonTask, PuzzleInfo, TaskKind, WrongMoves};
pub use position::{
    AnalysisLine, LastMove, MoveCount, MoveInfo, MoveKind, PlacedPiece, PositionRef, PositionView,
    ResultChances, WhiteScore,
};
pub use reasons::{FaultInfo, MoveReading, PositionCheck};
pub use tree::{MoveTree, TreeNode};
