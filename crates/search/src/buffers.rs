//! Memory that a search thread works with. It is kept between searches: a search of some
//! hundred nodes would spend most of its time on getting it.

use crate::history::HistoryTables;
use crate::move_picker::ScoredMove;
use crate::score::MAX_PLY;
use crate::stack::{STACK_OFFSET, SearchedMoves, StackEntry};
use hyperrook_rules::Move;

/// The greatest number of moves for which a list reserves memory. Longer lists grow when
/// needed.
const MAX_RESERVED_MOVES: usize = 2_048;
/// The lists of moves in use at a time: with a singular search, a ply can have two nodes.
const MOVE_LISTS: usize = 2 * MAX_PLY + 4;
/// The number of cached evaluations.
const EVAL_CACHE_LEN: usize = 1 << 14;

/// What one thread keeps from search to search.
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

/// Memory that means nothing from one search to the next, but for the cached evaluations.
#[derive(Debug, Default)]
pub(crate) struct SearchBuffers {
    /// Stack entries by ply, from [`STACK_OFFSET`] plies before the root on.
    pub(crate) stack: Vec<StackEntry>,
    /// The principal variation from each ply.
    pub(crate) pv: Vec<Vec<Move>>,
    /// Lists of moves that no node uses.
    pub(crate) free_lists: Vec<Vec<ScoredMove>>,
    /// Lists of searched moves that no node uses.
    pub(crate) free_searched: Vec<SearchedMoves>,
    /// Evaluations with the keys of their positions. They are right as long as the
    /// evaluation is the same.
    eval_cache: Vec<(u64, i32)>,
    /// Logarithms of small numbers, for reductions.
    pub(crate) log_table: Vec<f32>,
}

impl SearchBuffers {
    /// Makes everything ready for a search of positions with at most this many moves.
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
        self.free_searched
            .resize_with(MOVE_LISTS, SearchedMoves::default);
        for searched in &mut self.free_searched {
            searched.clear();
            searched.quiet.reserve(reserved);
            searched.tactical.reserve(reserved);
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

    /// Keeps the evaluation of the position with a key.
    #[inline]
    pub(crate) fn cache_eval(&mut self, key: u64, eval: i32) {
        self.eval_cache[key as usize % EVAL_CACHE_LEN] = (key, eval);
    }
}
