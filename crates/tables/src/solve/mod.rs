//! Solving: backwards from the ends of the game, one ply per pass.
//!
//! - `watch`: what asks a solver to stop and hears of its progress, and the tables it needs;
//! - `decided`: what zeroing distances begin with;
//! - `pseudo_moves`: how the pieces move, by cell, as bitboards;
//! - `rows`: the solver that works on whole rows at once. In pass `n` a position is won in `n`
//!   plies if some move leads to one that is lost in `n - 1`, and lost in `n` if all its moves
//!   lead to positions that are won in fewer;
//! - `look`: one move ahead from a row;
//! - `record`: the journal of a build;
//! - `replay`: continuing an interrupted build from its journal;
//! - `parallel`: several threads;
//! - `begin`: what it begins with: positions that cannot be, ends of the game, and what
//!   captures and promotions lead to;
//! - `graph`: the solver for rules that are not moves of whole rows: pieces of several cells
//!   and their transformation, hops, capture in passing;
//! - `graph_node` and `graph_journal`: its positions and its journal;
//! - `zeroing`: the same passes for zeroing distances.

mod begin;
mod decided;
mod graph;
mod graph_journal;
mod graph_node;
mod look;
mod parallel;
mod pseudo_moves;
mod record;
mod replay;
mod rows;
mod watch;
mod zeroing;

pub(crate) use decided::{DecidedAtZero, RowZeroing};
pub(crate) use graph::{GraphTask, GraphZeroing, of_outcome, solve_graph};
pub(crate) use graph_node::MOST_ENTRIES;
pub(crate) use record::{JournalStart, SolveError};
pub(crate) use rows::{RowSolver, SolveStats, can_solve_rows};
pub(crate) use watch::{ProgressMonitor, SubTables};
