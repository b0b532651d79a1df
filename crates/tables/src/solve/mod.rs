//! Solving: backwards from the ends of the game, one ply per pass.
//!
//! - `watch`: code that the solvers share;
//! - `pseudo_moves`: how the pieces move, by cell, as bitboards;
//! - `rows`: the solver that works on whole rows at once. In pass `n` a position is won in `n`
//!   plies if some move leads to one that is lost in `n - 1`, and lost in `n` if all its moves
//!   lead to positions that are won in fewer;
//! - `record`: the journal of a build;
//! - `replay`: continuing an interrupted build from its journal;
//! - `parallel`: several threads;
//! - `begin`: the start: impossible positions, ends of the game, and the values of captures and
//!   promotions;
//! - `graph`: the solver for moves that do not map whole rows to whole rows: pieces of several
//!   cells and their transformation, hops, capture in passing.

mod begin;
mod graph;
mod parallel;
mod pseudo_moves;
mod record;
mod replay;
mod rows;
mod watch;

pub(crate) use graph::{of_outcome, solve_graph};
pub(crate) use record::{JournalStart, SolveError};
pub(crate) use rows::{RowSolver, SolveStats, can_solve_rows};
pub(crate) use watch::{ProgressMonitor, SubTables};
