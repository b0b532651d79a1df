//! One thread of a search: its state, and functions that all parts of the search use.

use crate::buffers::SearchBuffers;
use crate::features::{Feature, Features};
use crate::history::{CORRECTION_UNIT, Continuations, HistoryTables};
use crate::insufficient::InsufficientMaterial;
use crate::key_history::KeyHistory;
use crate::move_picker::ScoredMove;
use crate::ordering::MoveOrdering;
use crate::params::SearchParams;
use crate::report::Bound;
use crate::score::{MAX_EVAL, MAX_PLY, to_tt};
use crate::shared::{LimitCheck, SearchJob, SearchPace, SharedState};
use crate::stack::{STACK_OFFSET, SearchNode, StackEntry};
use crate::transposition_table::{TranspositionTable, TtEntry};
use hyperrook_eval::Model;
use hyperrook_network::NetworkEvaluator;
use hyperrook_rules::fast::{PieceValues, Pos, Rules};
use hyperrook_rules::{Kind, Move, Side};
use hyperrook_tables::Tables;
use std::sync::atomic::Ordering;

/// One thread of a search.
pub(crate) struct Worker<'s, const W: usize> {
    pub(crate) rules: &'s Rules<W>,
    pub(crate) model: &'s Model<W>,
    /// The network that completes the evaluation by the model.
    network: Option<NetworkEvaluator<'s, W>>,
    pub(crate) tables: Option<&'s Tables>,
    /// The maximum number of cells that the pieces of a table stand on.
    pub(crate) table_cells: u32,
    pub(crate) values: &'s PieceValues,
    insufficient: &'s InsufficientMaterial,
    pub(crate) tt: &'s TranspositionTable,
    pub(crate) shared: &'s SharedState,
    pub(crate) features: Features,
    pub(crate) params: &'s SearchParams,
    pub(crate) histories: &'s mut HistoryTables,
    /// The number of the thread; the main thread is 0.
    thread: usize,
    limit_check: &'s dyn LimitCheck,
    /// Nodes visited.
    nodes: u64,
    /// The number of nodes at which to check whether to stop.
    next_check: u64,
    /// The limit of nodes if the thread is the only one.
    pub(crate) node_limit: u64,
    /// Whether the result at the root is that of the position, not only of the moves that the caller
    /// named.
    pub(crate) stores_root: bool,
    /// Whether the first iteration saves nodes, so that it can look at all moves.
    pub(crate) saves_nodes: bool,
    /// From this number of nodes on, quiescence searches only recaptures.
    pub(crate) recaptures_from: u64,
    /// From this number of nodes on, quiescence searches no captures at all.
    pub(crate) stand_pat_from: u64,
    pub(crate) stopped: bool,
    /// The maximum ply reached.
    pub(crate) seldepth: usize,
    pub(crate) buffers: SearchBuffers,
    /// Keys of the positions before the current one, from the beginning of the game.
    pub(crate) key_history: KeyHistory,
    /// The number of these keys that belong to the game, before the root.
    pub(crate) game_len: usize,
    /// Keys of the game that are one occurrence short of a draw by repetition.
    pub(crate) nearly_repeated: Vec<u64>,
    /// The depth of the current iteration.
    pub(crate) root_depth: i32,
    /// No null moves before this ply, while a null-move cut-off is verified.
    pub(crate) null_move_min_ply: usize,
    /// The kinds that are not royal, the least valuable first.
    kinds_by_value: Vec<Kind>,
}

impl<'s, const W: usize> Worker<'s, W> {
    pub(crate) fn new(
        job: &'s SearchJob<'s, W>,
        histories: &'s mut HistoryTables,
        mut buffers: SearchBuffers,
        limit_check: &'s dyn LimitCheck,
        thread: usize,
    ) -> Worker<'s, W> {
        buffers.prepare(job.max_moves);
        let definition = job.rules.definition();
        let repetition = definition.ends().repetition;
        let mut kinds_by_value: Vec<Kind> = definition.kinds().collect();
        kinds_by_value.retain(|&kind| !definition.piece(kind).royal);
        kinds_by_value.sort_by_key(|&kind| job.values.of(kind));
        Worker {
            rules: job.rules,
            model: job.model,
            network: job
                .network
                .map(|network| NetworkEvaluator::new(network, MAX_PLY + 1)),
            tables: job.tables,
            table_cells: job.tables.map_or(0, Tables::most_cells),
            values: job.values,
            insufficient: job.insufficient,
            tt: job.tt,
            shared: job.shared,
            features: job.features,
            params: job.params,
            histories,
            thread,
            limit_check,
            nodes: 0,
            next_check: 0,
            node_limit: u64::MAX,
            stores_root: !job.has_named_moves,
            saves_nodes: false,
            recaptures_from: u64::MAX,
            stand_pat_from: u64::MAX,
            stopped: false,
            seldepth: 0,
            buffers,
            game_len: job.game_keys.len(),
            nearly_repeated: nearly_repeated(&job.game_keys, repetition),
            key_history: KeyHistory::new(&job.game_keys),
            root_depth: 0,
            null_move_min_ply: 0,
            kinds_by_value,
        }
    }

    /// Counts a node, and checks from time to time whether to stop.
    #[inline]
    pub(crate) fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.next_check {
            self.check_stop();
        }
    }

    #[cold]
    fn check_stop(&mut self) {
        self.shared.nodes[self.thread].store(self.nodes, Ordering::Relaxed);
        let allowed = self.shared.take_nodes();
        self.next_check += allowed;
        let pace = match self.thread {
            0 => self.limit_check.pace(),
            _ => SearchPace::Full,
        };
        if pace == SearchPace::OnlyRecaptures {
            self.recaptures_from = self.recaptures_from.min(self.nodes);
        }
        if pace == SearchPace::NoCaptures {
            self.stand_pat_from = self.stand_pat_from.min(self.nodes);
        }
        if pace == SearchPace::Stop || allowed == 0 {
            self.shared.stop.store(true, Ordering::Relaxed);
        }
        self.stopped =
            self.shared.stop.load(Ordering::Relaxed) || self.shared.is_completed(self.root_depth);
    }

    /// Nodes visited by this thread.
    #[inline]
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Nodes visited by all threads, up to date for this one.
    pub(crate) fn all_nodes(&self) -> u64 {
        self.shared.nodes[self.thread].store(self.nodes, Ordering::Relaxed);
        self.shared.nodes()
    }

    /// Whether a heuristic is in use.
    #[inline]
    pub(crate) fn uses(&self, feature: Feature) -> bool {
        self.features.has(feature)
    }

    /// The stack entry of a ply.
    #[inline]
    pub(crate) fn entry(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.buffers.stack[ply + STACK_OFFSET]
    }

    /// The stack entry of the previous ply.
    #[inline]
    pub(crate) fn previous_entry(&self, ply: usize) -> &StackEntry {
        &self.buffers.stack[ply + STACK_OFFSET - 1]
    }

    /// The moves one ply and two plies earlier.
    #[inline]
    pub(crate) fn continuations(&self, ply: usize) -> Continuations {
        [
            self.buffers.stack[ply + STACK_OFFSET - 1].piece_to,
            self.buffers.stack[ply + STACK_OFFSET - 2].piece_to,
        ]
    }

    /// The data that move ordering uses.
    #[inline]
    pub(crate) fn ordering(&self) -> MoveOrdering<'_, W> {
        MoveOrdering {
            rules: self.rules,
            values: self.values,
            features: self.features,
            params: self.params,
            least_valuable: self.model.least_valuable(),
            kinds_by_value: &self.kinds_by_value,
            histories: self.histories,
        }
    }

    /// The node after a move.
    #[inline]
    pub(crate) fn child(&self, node: &SearchNode<'_, W>, mv: Move) -> SearchNode<'s, W> {
        let mut pos = node.pos.clone();
        let mut observer = self.model.observer(node.accumulator);
        pos.make_observed(self.rules, mv, &mut observer);
        self.tt.prefetch(pos.zobrist_key());
        let accumulator = observer.accumulator;
        let in_check = node.context.gave_check(&node.pos, mv, &pos);
        SearchNode::new(self.rules, pos, accumulator, in_check)
    }

    /// Records on the stack that a move is being searched.
    #[inline]
    pub(crate) fn set_current_move(&mut self, pos: &Pos<W>, mv: Move, ply: usize) {
        let kind = pos.piece(mv.origin()).map(|piece| piece.kind);
        let piece_to = kind.map(|kind| self.histories.piece_to(kind, mv));
        let entry = self.entry(ply);
        entry.piece_to = piece_to;
        entry.destination = Some(mv.destination());
        entry.quiet_move = None;
    }

    /// The evaluation by the model and the network, uncorrected.
    #[inline]
    pub(crate) fn raw_eval(&mut self, node: &SearchNode<'_, W>) -> i32 {
        let key = node.pos.zobrist_key();
        if let Some(cached) = self.buffers.cached_eval(key) {
            return cached;
        }
        let by_weights = self
            .model
            .evaluate(self.rules, &node.pos, &node.accumulator);
        let eval = by_weights + self.network_eval(&node.pos);
        let eval = self.insufficient.damped(self.rules, &node.pos, eval);
        let eval = eval.clamp(-MAX_EVAL, MAX_EVAL);
        self.buffers.cache_eval(key, eval);
        eval
    }

    /// The amount that the network adds to the evaluation.
    #[inline]
    fn network_eval(&mut self, pos: &Pos<W>) -> i32 {
        let ply = self.key_history.len() - self.game_len;
        self.network
            .as_mut()
            .map_or(0, |network| network.evaluate(pos, ply))
    }

    /// The static evaluation: corrected by the results of earlier searches, and lowered when the
    /// draw by the move count comes near. In the first half of the count it is not lowered;
    /// otherwise the side ahead would give pieces away to reset the count.
    #[inline]
    pub(crate) fn static_eval(&self, pos: &Pos<W>, raw_eval: i32) -> i32 {
        let mut eval = raw_eval;
        if self.uses(Feature::Correction) {
            let correction = self.histories.correction(pos.turn(), self.structure(pos));
            eval += correction / CORRECTION_UNIT;
        }
        self.lowered_by_move_count(pos, eval)
    }

    /// An evaluation, lowered when the draw by the move count comes near.
    #[inline]
    pub(crate) fn lowered_by_move_count(&self, pos: &Pos<W>, mut eval: i32) -> i32 {
        let draw_plies = self.draw_plies() as i32;
        if draw_plies > 0 {
            let late_plies = 2 * pos.halfmove().min(draw_plies as u32) as i32 - draw_plies;
            eval -= eval * late_plies.max(0) / draw_plies;
        }
        eval.clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// A key of the pawn structure; in games without pawns, of the least valuable pieces.
    #[inline]
    pub(crate) fn structure(&self, pos: &Pos<W>) -> u64 {
        let mut key = 0u64;
        for side in Side::BOTH {
            for word in (pos.kind(self.model.least_valuable()) & pos.side(side)).words() {
                key = (key ^ word)
                    .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                    .rotate_left(29);
            }
        }
        key ^ key >> 32
    }

    /// A list for the moves of a node.
    #[inline]
    pub(crate) fn take_list(&mut self) -> Vec<ScoredMove> {
        self.buffers.free_lists.pop().unwrap_or_default()
    }

    /// Stores a result in the transposition table.
    #[allow(clippy::too_many_arguments, reason = "the parts of an entry")]
    #[inline]
    pub(crate) fn store(
        &self,
        pos: &Pos<W>,
        mv: Option<Move>,
        score: i32,
        bound: Bound,
        depth: i32,
        raw_eval: Option<i32>,
        ply: usize,
    ) {
        self.tt.store(
            pos.zobrist_key(),
            TtEntry {
                mv,
                score: to_tt(score, ply),
                bound,
                depth,
                raw_eval,
            },
        );
    }

    /// Puts a move at the front of the principal variation from a ply, followed by the variation of
    /// the next ply.
    #[inline]
    pub(crate) fn update_pv(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.buffers.pv.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&after[0]);
    }
}

/// The keys that are one occurrence short of a draw by repetition.
fn nearly_repeated(keys: &[u64], repetition: u32) -> Vec<u64> {
    let mut sorted = keys.to_vec();
    sorted.sort_unstable();
    let runs = sorted.chunk_by(|a, b| a == b);
    runs.filter(|run| repetition > 1 && run.len() as u32 + 1 >= repetition)
        .map(|run| run[0])
        .collect()
}

/// The bound of a score, given the window of its node.
#[inline]
pub(crate) fn bound_of(score: i32, original_alpha: i32, beta: i32) -> Bound {
    if score >= beta {
        Bound::Lower
    } else if score > original_alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}

/// Whether the score of a table entry allows a cut-off of a node with this window.
#[inline]
pub(crate) fn allows_cutoff(bound: Bound, score: i32, alpha: i32, beta: i32) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    }
}

/// Whether the score of a table entry is a better estimate than an evaluation.
#[inline]
pub(crate) fn improves_eval(bound: Bound, score: i32, eval: i32) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => score > eval,
        Bound::Upper => score < eval,
    }
}
