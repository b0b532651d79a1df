//! Memory that a search thread works with. It is kept between searches: a search of a few hundred
//! nodes would spend most of its time on allocating it.

use crate::history::HistoryTables;
use crate::move_picker::ScoredMove;
use crate::score::MAX_PLY;
use crate::stack::{NodeMoves, STACK_OFFSET, StackEntry};
use hyperrook_rules::Move;

/// The maximum number of moves for which a list reserves memory. Longer lists grow when needed.
const MAX_RESERVED_MOVES: usize = 2_048;
/// The number of move lists in use at a time: with a singular search, a ply can have two nodes.
const MOVE_LISTS: usize = 2 * MAX_PLY + 4;
/// The number of cached evaluations.
const EVAL_CACHE_LEN: usize = 1 << 14;

/// The state that one thread keeps between searches.
#[derive(Debug)]
pub(crate) struct ThreadState {
    pub(crate) histories: HistoryTables,
    pub(crate) buffers: SearchBuffers,
}

impl ThreadState {
    /// The state of a thread before the first search.
    pub(crate) fn new(cells: usize, kinds: usize) -> ThreadState {
        ThreadState {
            histories: HistoryTables::new(cells, kinds),
            buffers: SearchBuffers::default(),
        }
    }
}

/// Working memory. Except for the cached evaluations, its content has no meaning between searches.
#[derive(Debug, Default)]
pub(crate) struct SearchBuffers {
    /// Stack entries by ply, starting [`STACK_OFFSET`] plies before the root.
    pub(crate) stack: Vec<StackEntry>,
    /// The principal variation from each ply.
    pub(crate) pv: Vec<Vec<Move>>,
    /// Unused lists of moves.
    pub(crate) free_lists: Vec<Vec<ScoredMove>>,
    /// Unused lists of moves by what was done with them.
    pub(crate) free_node_moves: Vec<NodeMoves>,
    /// Evaluations with the keys of their positions. They are valid as long as the evaluation does
    /// not change.
    eval_cache: Vec<(u64, i32)>,
    /// Logarithms of small numbers, for reductions.
    pub(crate) log_table: Vec<f32>,
}

impl SearchBuffers {
    /// Prepares the memory for a search of positions with at most this many moves.
    pub(crate) fn prepare(&mut self, max_moves: usize) {
        let reserved = max_moves.min(MAX_RESERVED_MOVES);
        self.stack.clear();
        self.stack
            .resize(MAX_PLY + STACK_OFFSET + 4, StackEntry::default());
        self.pv
            .resize_with(MAX_PLY + 2, || Vec::with_capacity(MAX_PLY + 2));
        self.pv.iter_mut().for_each(Vec::clear);
        // A search that was stopped has not returned all lists.
        self.free_lists.resize_with(MOVE_LISTS, Vec::new);
        for list in &mut self.free_lists {
            list.clear();
            list.reserve(reserved);
        }
        self.free_node_moves
            .resize_with(MOVE_LISTS, NodeMoves::default);
        for moves in &mut self.free_node_moves {
            moves.clear();
            moves.quiet.reserve(reserved);
            moves.tactical.reserve(reserved);
        }
        self.eval_cache.resize(EVAL_CACHE_LEN, (0, 0));
        if self.log_table.is_empty() {
            self.log_table = (0..256).map(|n: u32| (n.max(1) as f32).ln()).collect();
        }
    }

    /// Forgets all evaluations.
    pub(crate) fn forget_evaluations(&mut self) {
        self.eval_cache.clear();
    }

    /// The cached evaluation of the position with a key.
    #[inline]
    pub(crate) fn cached_eval(&self, key: u64) -> Option<i32> {
        let (cached_key, cached) = self.eval_cache[key as usize % EVAL_CACHE_LEN];
        (cached_key == key).then_some(cached)
    }

    /// Caches the evaluation of the position with a key.
    #[inline]
    pub(crate) fn cache_eval(&mut self, key: u64, eval: i32) {
        self.eval_cache[key as usize % EVAL_CACHE_LEN] = (key, eval);
    }
}
