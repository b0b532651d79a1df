//! Solving: from the ends of the game backwards, one ply a pass.
//!
//! - `ways`: how the pieces move, by cell, as bitboards;
//! - `rows`: the solver that works on whole rows at once. In pass `n` a position is won in `n`
//!   plies if some move leads to one that is lost in `n - 1`, and lost in `n` if all its moves
//!   lead to positions that are won in fewer;
//! - `begin`: what it begins with: positions that cannot be, ends of the game, and what
//!   captures and promotions lead to;
//! - `graph`: the solver for rules that are not moves of whole rows: pieces of several cells
//!   and their transformation, hops, capture in passing.

mod begin;
mod graph;
mod rows;
mod ways;

pub(crate) use graph::{of_outcome, solve_graph};
pub(crate) use rows::{JournalStart, RowSolver, SolveError, Work, can_solve_rows};

use crate::Material;
use crate::solved::SubTable;
use std::collections::BTreeMap;

/// The tables that captures, promotions and transformations lead to, by material.
pub(crate) type SubTables = BTreeMap<Material, SubTable>;

/// Is told how far the work is, and says whether to go on.
pub(crate) trait Watch: Sync {
    /// A part of a pass is done: the pass, and the share of it from 0 to 1. False to stop.
    fn go_on(&self, pass: usize, share: f64) -> bool;
}

/// The work was stopped.
#[derive(Debug)]
pub(crate) struct Stopped;
