//! What solvers share: the tables that they need, and whether to go on.

use crate::Material;
use crate::solved::SubTable;
use std::collections::BTreeMap;

/// The tables that captures, promotions and transformations lead to, by material.
pub(crate) type SubTables = BTreeMap<Material, SubTable>;

/// Is told how far the work is, and says whether to go on.
pub(crate) trait ProgressMonitor: Sync {
    /// A part of a pass is done: the pass, and the share of it from 0 to 1. False to stop.
    fn should_continue(&self, pass: usize, share: f64) -> bool;
}

/// The work was stopped.
#[derive(Debug)]
pub(crate) struct Stopped;
