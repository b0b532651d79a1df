//! The data that the threads of a search share.

use crate::chances::RootChances;
use crate::features::Features;
use crate::insufficient::InsufficientMaterial;
use crate::moves_in_search::MovesInSearch;
use crate::params::SearchParams;
use crate::root_moves::RootState;
use crate::transposition_table::TranspositionTable;
use hyperrook_eval::{Accumulator, Model};
use hyperrook_network::NetworkModel;
use hyperrook_rules::fast::{PieceValues, Pos, Rules};
use hyperrook_tables::Tables;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};

/// The data of a search that all threads share and do not change.
pub(crate) struct SearchJob<'s, const W: usize> {
    pub(crate) rules: &'s Rules<W>,
    pub(crate) model: &'s Model<W>,
    pub(crate) network: Option<&'s NetworkModel<'s>>,
    pub(crate) tables: Option<&'s Tables>,
    pub(crate) values: &'s PieceValues,
    pub(crate) insufficient: &'s InsufficientMaterial,
    pub(crate) tt: &'s TranspositionTable,
    pub(crate) shared: &'s SharedState,
    pub(crate) features: Features,
    /// The parameters as the search uses them: see [`SearchParams::applied`].
    pub(crate) params: &'s SearchParams,
    /// Converts scores into chances.
    pub(crate) chances: RootChances,
    pub(crate) pos: &'s Pos<W>,
    pub(crate) accumulator: Accumulator,
    /// Keys of the positions of the game before this one.
    pub(crate) game_keys: Vec<u64>,
    /// The maximum number of moves of a position in this search.
    pub(crate) max_moves: usize,
    /// The last iteration, in plies.
    pub(crate) max_depth: i32,
    /// The number of best moves to find.
    pub(crate) multi_pv: usize,
    /// How many of them the caller wants to be told of. A weak level finds more, to choose among them.
    pub(crate) shown_lines: usize,
    /// Whether the caller named the moves among which to choose.
    pub(crate) has_named_moves: bool,
}

/// The state that the threads share and change.
#[derive(Debug)]
pub(crate) struct SharedState {
    /// Tells all threads to stop at their next check.
    pub(crate) stop: AtomicBool,
    /// Nodes visited, by thread.
    pub(crate) nodes: Vec<AtomicU64>,
    /// How many nodes no thread has taken yet, if there is a limit.
    nodes_left: Option<AtomicU64>,
    /// The moves that the threads are searching at the moment, if there are several threads.
    pub(crate) moves_in_search: MovesInSearch,
    /// The deepest iteration that a thread has completed, if there are several threads.
    completed_depth: AtomicI32,
    /// The result of that iteration.
    completed: Mutex<Option<RootState>>,
}

impl SharedState {
    /// The initial state of a search by this many threads, and at most this many nodes.
    pub(crate) fn new(threads: usize, node_limit: Option<u64>) -> SharedState {
        SharedState {
            nodes_left: node_limit.map(AtomicU64::new),
            stop: AtomicBool::new(false),
            nodes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
            moves_in_search: MovesInSearch::new(threads),
            completed_depth: AtomicI32::new(0),
            completed: Mutex::new(None),
        }
    }

    /// Publishes a completed iteration, unless another thread has already completed one of this
    /// depth.
    pub(crate) fn publish_iteration(&self, root: &RootState) {
        if self.nodes.len() > 1
            && let Ok(mut completed) = self.completed.lock()
            && root.depth > completed.as_ref().map_or(0, |completed| completed.depth)
        {
            match &mut *completed {
                Some(completed) => completed.copy_from(root),
                none => *none = Some(root.clone()),
            }
            self.completed_depth.store(root.depth, Ordering::Relaxed);
        }
    }

    /// Whether some thread has completed an iteration of this depth.
    pub(crate) fn is_completed(&self, depth: i32) -> bool {
        self.completed_depth.load(Ordering::Relaxed) >= depth
    }

    /// Adopts the deepest iteration of another thread, if it is deeper. Returns whether the
    /// thread should go on from there; false if the search is stopped.
    pub(crate) fn adopt_iteration(&self, root: &mut RootState) -> bool {
        if self.stop.load(Ordering::Relaxed) {
            return false;
        }
        let Ok(completed) = self.completed.lock() else {
            return false;
        };
        match &*completed {
            Some(completed) if completed.depth > root.depth => {
                root.copy_from(completed);
                true
            }
            _ => false,
        }
    }

    /// Takes some of the nodes that are left: a thread may visit so many until it asks again. None
    /// if the limit is reached. Several threads take smaller shares towards the end, so that they
    /// reach it together.
    pub(crate) fn take_nodes(&self) -> u64 {
        let Some(nodes_left) = &self.nodes_left else {
            return MAX_NODES_BETWEEN_CHECKS;
        };
        let share = |left: u64| {
            let share = match self.nodes.len() {
                1 => left,
                threads => left.div_ceil(2 * threads as u64),
            };
            share.min(MAX_NODES_BETWEEN_CHECKS)
        };
        let take = |left: u64| Some(left - share(left));
        match nodes_left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take) {
            Ok(left) | Err(left) => share(left),
        }
    }

    /// Nodes visited by all threads.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.iter().map(|n| n.load(Ordering::Relaxed)).sum()
    }
}

/// The maximum number of nodes between two checks whether to stop.
const MAX_NODES_BETWEEN_CHECKS: u64 = 512;

/// How much a search may still do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchPace {
    /// It goes on.
    Full,
    /// The first iteration takes long: quiescence should search only recaptures.
    OnlyRecaptures,
    /// The first iteration should end soon: quiescence should search no captures.
    NoCaptures,
    /// It must stop.
    Stop,
}

/// Watches the limits of a search other than the number of nodes. The main thread calls it from time to time.
pub(crate) trait LimitCheck {
    /// How to go on.
    fn pace(&self) -> SearchPace;
}

/// The other threads leave the decision to the main thread.
impl LimitCheck for () {
    fn pace(&self) -> SearchPace {
        SearchPace::Full
    }
}
