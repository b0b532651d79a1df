//! Iterative deepening, aspiration windows, and the search of the root.

use crate::features::Feature;
use crate::params::{
    ASPIRATION_MAX_DELTA, ASPIRATION_MAX_REDUCTION, ASPIRATION_MIN_DEPTH, PLY, ROOT_LMR_FULL_MOVES,
    ROOT_LMR_MIN_DEPTH, wider_delta,
};
use crate::report::Bound;
use crate::root_moves::RootState;
use crate::score::{INFINITE, MATE_IN_MAX_PLY, is_mate_score};
use crate::shared::SearchJob;
use crate::stack::{NodeParams, SearchNode};
use crate::worker::{Worker, bound_of};
use std::collections::VecDeque;

/// The nodes that a root move needs in the first iteration without captures: its own, and sometimes
/// those of evasions.
const NODES_PER_MOVE: u64 = 2;

/// The progress of a thread.
pub(crate) struct IterationProgress<'p> {
    pub(crate) root: &'p RootState,
    /// The number of lines found so far in this iteration.
    pub(crate) lines: usize,
    pub(crate) depth: i32,
    /// Whether the score of the last of these lines is exact or a bound.
    pub(crate) bound: Bound,
    /// Whether the iteration is complete.
    pub(crate) is_complete: bool,
}

/// Receives the progress. After a complete iteration it decides whether to go on.
pub(crate) type ProgressListener<'l, const W: usize> =
    &'l mut dyn FnMut(&Worker<'_, W>, IterationProgress<'_>) -> bool;

impl<const W: usize> Worker<'_, W> {
    /// Searches deeper and deeper until it is stopped or has reached the maximum depth. The thread
    /// adopts iterations that another thread completes first, and goes on `ahead` plies deeper, so
    /// that the threads do different work.
    pub(crate) fn iterate(
        &mut self,
        job: &SearchJob<'_, W>,
        root: &mut RootState,
        ahead: i32,
        listener: ProgressListener<'_, W>,
    ) {
        let in_check = job.pos.is_in_check(self.rules, job.pos.turn());
        let node = SearchNode::new(self.rules, job.pos.clone(), job.accumulator, in_check);
        let lines = job.multi_pv.clamp(1, root.moves.len().max(1));
        // Searches of several lines do not save nodes: weak levels choose by them.
        self.saves_nodes = lines == 1 && self.node_limit < u64::MAX;
        if root.depth == 0 {
            self.sort_root_moves(&node, root);
        }
        let mut depth = 1 + ahead;
        while depth <= job.max_depth {
            self.root_depth = depth;
            for found in root
                .moves
                .iter_mut()
                .filter(|found| found.score > -INFINITE)
            {
                found.previous_score = found.score;
            }
            for first in 0..lines {
                self.seldepth = 0;
                self.aspiration_search(&node, root, depth, first, listener);
                if self.stopped {
                    break;
                }
                // A later line may score higher than an earlier one, because its moves were
                // searched with other windows. Lines with equal scores keep their order.
                root.moves[..=first].sort_by_key(|m| std::cmp::Reverse(m.score));
            }
            if !self.stopped {
                root.depth = depth;
                root.last_score = root.moves[0].score;
                self.shared.publish_iteration(root);
                depth += 1;
            } else if self.shared.adopt_iteration(root) {
                self.stopped = false;
                depth = root.depth + 1 + ahead;
            } else {
                return;
            }
            if lines > 1 {
                root.keep_lines(lines);
            }
            let progress = IterationProgress {
                root,
                lines,
                depth: root.depth,
                bound: Bound::Exact,
                is_complete: true,
            };
            if !listener(self, progress) {
                return;
            }
        }
    }

    /// Sorts the root moves as those of other nodes: the move of the table first, then good captures,
    /// quiet moves and bad captures.
    fn sort_root_moves(&self, node: &SearchNode<'_, W>, root: &mut RootState) {
        /// Greater than any score of a quiet move.
        const STEP: i32 = 1 << 24;
        let (pos, ordering) = (&node.pos, self.ordering());
        let entry = self.tt.probe(pos.zobrist_key());
        let tt_move = entry.and_then(|entry| entry.mv);
        let checks = pos.possible_checks(self.rules);
        let lesser = ordering.lesser_attacks(node);
        let score = |mv| {
            if Some(mv) == tt_move {
                return 2 * STEP;
            }
            if !pos.is_tactical(self.rules, mv) {
                return ordering.quiet_order(node, mv, [None; 2], &checks, lesser.as_ref());
            }
            let is_good = node.context.see_ge(pos, self.values, mv, 0);
            ordering.tactical_score(pos, mv) + if is_good { STEP } else { -STEP }
        };
        root.moves
            .sort_by_cached_key(|found| std::cmp::Reverse(score(found.mv)));
    }

    /// Saves nodes in the first iteration, so that a small limit is enough to look at all moves, also
    /// in games where the exchanges after one move alone can use it up. Otherwise the search would
    /// choose among the first moves and could miss a mate in one. The move that comes next gets a
    /// share of what is left, and never what the moves after it need.
    fn save_nodes(&mut self, moves_after: usize) {
        let (used, limit) = (self.nodes(), self.node_limit);
        self.recaptures_from = used + limit.saturating_sub(used) / 4;
        self.stand_pat_from = limit.saturating_sub(NODES_PER_MOVE * moves_after as u64);
    }

    /// Searches the root moves from index `first` in a narrow window around the last score, and in
    /// wider ones while the score is outside.
    fn aspiration_search(
        &mut self,
        node: &SearchNode<'_, W>,
        root: &mut RootState,
        depth: i32,
        first: usize,
        listener: ProgressListener<'_, W>,
    ) {
        // The search of an earlier line leaves the moves of the others without a score.
        let last_score = root.moves[first].previous_score;
        let mut delta = self.params.aspiration_delta;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if self.uses(Feature::Aspiration)
            && depth >= ASPIRATION_MIN_DEPTH
            && last_score > -INFINITE
            && !is_mate_score(last_score)
        {
            alpha = (last_score - delta).max(-INFINITE);
            beta = (last_score + delta).min(INFINITE);
        }
        let mut fail_high_count = 0;
        loop {
            let depth = (depth - fail_high_count).max(1);
            let score = self.search_root(node, root, depth, first, alpha, beta);
            // The sort is stable: moves with equal scores keep their order.
            root.moves[first..].sort_by_key(|m| std::cmp::Reverse(m.score));
            if self.stopped {
                return;
            }
            let bound = if score <= alpha && alpha > -INFINITE {
                beta = (alpha + beta) / 2;
                alpha = (score - delta).max(-INFINITE);
                fail_high_count = 0;
                Bound::Upper
            } else if score >= beta && beta < INFINITE {
                beta = (score + delta).min(INFINITE);
                fail_high_count = (fail_high_count + 1).min(ASPIRATION_MAX_REDUCTION);
                Bound::Lower
            } else {
                return;
            };
            let progress = IterationProgress {
                root,
                lines: first + 1,
                depth,
                bound,
                is_complete: false,
            };
            listener(self, progress);
            delta = wider_delta(delta);
            if is_mate_score(score) {
                (alpha, beta) = (-INFINITE, INFINITE);
            } else if delta > ASPIRATION_MAX_DELTA {
                match bound {
                    Bound::Upper => alpha = -INFINITE,
                    _ => beta = INFINITE,
                }
            }
        }
    }

    /// Searches the root moves from index `first`.
    fn search_root(
        &mut self,
        node: &SearchNode<'_, W>,
        root: &mut RootState,
        depth: i32,
        first: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        let pos = &node.pos;
        self.count_node();
        self.buffers.pv[0].clear();
        let original_alpha = alpha;
        let raw_eval = (!node.in_check).then(|| self.raw_eval(node));
        let static_eval = raw_eval.map(|raw_eval| self.static_eval(pos, raw_eval));
        self.entry(0).static_eval = static_eval;
        self.entry(0).double_extensions = 0;
        if root.depth == 0 {
            root.last_score = static_eval.unwrap_or(0);
        }
        let mut best_score = -INFINITE;
        let mut best_move = None;
        self.key_history.push(pos.zobrist_key());
        let in_search = &self.shared.moves_in_search;
        let mut indices = first..root.moves.len();
        let mut deferred = VecDeque::new();
        loop {
            let next = indices.next().map(|i| (i, i > first));
            let Some((i, can_defer)) = next.or_else(|| Some((deferred.pop_front()?, false))) else {
                break;
            };
            if self.stopped {
                break;
            }
            let mv = root.moves[i].mv;
            let marked = in_search.marked(depth, pos.zobrist_key(), mv);
            if marked.is_some_and(|mv| !in_search.try_begin(mv, can_defer)) {
                // If the search is stopped before it comes back, an earlier score must not count.
                root.moves[i].score = -INFINITE;
                deferred.push_back(i);
                continue;
            }
            let move_count = (i - first + 1) as i32;
            let is_tactical = pos.is_tactical(self.rules, mv);
            let child = self.child(node, mv);
            self.set_current_move(pos, mv, 0);
            self.entry(0).quiet_move =
                (!is_tactical).then(|| (mv, self.ordering().threats(node, mv)));
            self.entry(1).excluded = None;
            self.entry(1).cutoff_count = 0;
            let new_depth = depth - 1;
            let nodes_before = self.nodes();
            if depth == 1 && self.saves_nodes {
                self.save_nodes(root.moves.len() - i - 1);
            }
            let mut score = best_score;
            let mut needs_full_depth = move_count > 1;
            if self.uses(Feature::LateMoveReductions)
                && move_count > ROOT_LMR_FULL_MOVES
                && depth >= ROOT_LMR_MIN_DEPTH
                && !is_tactical
                && !child.in_check
            {
                let history = self.ordering().quiet_score(node, mv, [None; 2]);
                let reduction = self.base_reduction(depth, move_count)
                    + self.params.root_lmr_offset
                    - history * PLY / self.params.lmr_quiet_history;
                let reduced_depth = (new_depth - reduction.max(0) / PLY).clamp(1, new_depth);
                let params = NodeParams::zero_window(-alpha, reduced_depth, 1, true);
                score = self.search_root_move(&child, params);
                needs_full_depth = score > alpha && reduced_depth < new_depth;
            }
            if needs_full_depth && !self.stopped {
                let params = NodeParams::zero_window(-alpha, new_depth, 1, true);
                score = self.search_root_move(&child, params);
            }
            if (move_count == 1 || score > alpha) && !self.stopped {
                let params = NodeParams {
                    alpha: -beta,
                    beta: -alpha,
                    depth: new_depth,
                    ply: 1,
                    cut_node: false,
                };
                score = self.search_root_move(&child, params);
            }
            if let Some(mv) = marked {
                in_search.end(mv);
            }
            root.moves[i].nodes += self.nodes() - nodes_before;
            if self.stopped {
                break;
            }
            let root_move = &mut root.moves[i];
            root_move.loses = score <= -MATE_IN_MAX_PLY;
            if move_count == 1 || score > alpha {
                root_move.score = score;
                root_move.bound = bound_of(score, alpha, beta);
                root_move.seldepth = self.seldepth;
                root_move.pv.clear();
                root_move.pv.push(mv);
                root_move.pv.extend_from_slice(&self.buffers.pv[1]);
            } else {
                root_move.score = -INFINITE;
            }
            if score > best_score {
                best_score = score;
                if score > alpha {
                    best_move = Some(mv);
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        self.recaptures_from = u64::MAX;
        self.stand_pat_from = u64::MAX;
        self.key_history.pop();
        if !self.stopped && first == 0 && self.stores_root {
            let bound = bound_of(best_score, original_alpha, beta);
            self.store(pos, best_move, best_score, bound, depth, raw_eval, 0);
        }
        best_score
    }

    /// The score of a root move, from the search of the position after it.
    ///
    /// The transposition table and pruning ignore the game before the root, so the search can miss
    /// a reply that draws immediately by repetition. This function looks for such a reply.
    fn search_root_move(&mut self, child: &SearchNode<'_, W>, params: NodeParams) -> i32 {
        let score = -self.search(child, params);
        if score > 0 && self.can_draw_by_repetition(&child.pos) {
            0
        } else {
            score
        }
    }
}
