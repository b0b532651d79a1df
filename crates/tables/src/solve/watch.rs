//! Code that the solvers share: the tables that they need, and monitoring.

use crate::Material;
use crate::solved::SubTable;
use std::collections::BTreeMap;

/// The tables that captures, promotions and transformations lead to, by material.
pub(crate) type SubTables = BTreeMap<Material, SubTable>;

/// Receives the progress of the work, and decides whether to go on.
pub(crate) trait ProgressMonitor: Sync {
    /// Called after each part of a pass, with the pass and the share of it that is done, a number
    /// between 0 and 1. Returns false to stop.
    fn should_continue(&self, pass: usize, share: f64) -> bool;
}

/// The work was stopped.
#[derive(Debug)]
pub(crate) struct Stopped;
