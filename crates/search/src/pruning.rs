//! Pruning of nodes: by the evaluation, a null move, and ProbCut. See `node` for the order of the
//! steps.

use crate::features::Feature;
use crate::move_picker::{MovePicker, PickerMode};
use crate::node_evals::NodeEvals;
use crate::params::{
    NULL_MOVE_VERIFICATION_DEPTH, PROBCUT_REDUCTION, RAZORING_MAX_DEPTH,
    null_move_verification_plies,
};
use crate::report::Bound;
use crate::score::{MATE_IN_MAX_PLY, is_mate_score};
use crate::stack::{NodeParams, SearchNode};
use crate::worker::Worker;
use hyperrook_rules::Move;

impl<const W: usize> Worker<'_, W> {
    /// The score of a node that its evaluation decides, if it does. Not for nodes of the principal
    /// variation, in check, or of a singular search.
    #[inline]
    pub(crate) fn prune_by_eval(
        &mut self,
        node: &SearchNode<'_, W>,
        (alpha, beta): (i32, i32),
        depth: i32,
        evals: &NodeEvals,
        ply: usize,
    ) -> Option<i32> {
        let eval = evals.best;
        // Razoring. The evaluation is far below alpha: check that captures do not help, then
        // give up.
        if self.uses(Feature::Razoring)
            && depth <= RAZORING_MAX_DEPTH
            && eval + self.params.razoring_margin(depth) < alpha
        {
            let score = self.quiesce(node, alpha, alpha + 1, ply, ply);
            if score <= alpha {
                return Some(score);
            }
        }

        // Reverse futility pruning. The evaluation is so far above beta that a shallow search
        // will not fall below it.
        if self.uses(Feature::ReverseFutility)
            && depth <= self.params.reverse_futility_max_depth
            && eval - self.params.reverse_futility_margin(depth, evals.improving) >= beta
            && eval < MATE_IN_MAX_PLY
            && beta > -MATE_IN_MAX_PLY
        {
            return Some((eval + beta) / 2);
        }

        // Null-move pruning. If the score stays above beta although the opponent moves twice,
        // some move will keep it there. Not safe in zugzwang.
        let least_eval = beta + self.params.null_move_margin(depth);
        let may_null_move = self.uses(Feature::NullMove)
            && depth >= self.params.null_move_min_depth
            && eval >= beta
            && evals.corrected.is_some_and(|eval| eval >= least_eval)
            && beta > -MATE_IN_MAX_PLY
            && ply >= self.null_move_min_ply
            && self.previous_entry(ply).piece_to.is_some()
            && self.model.can_null_move(&node.pos);
        if may_null_move {
            return self.null_move_search(node, beta, depth, eval, ply);
        }
        None
    }

    /// Null-move pruning: lets the opponent move twice. Returns the score if it is still at least
    /// beta.
    fn null_move_search(
        &mut self,
        node: &SearchNode<'_, W>,
        beta: i32,
        depth: i32,
        eval: i32,
        ply: usize,
    ) -> Option<i32> {
        let reduced_depth = depth - self.params.null_move_depth(depth, eval - beta);
        let mut pos = node.pos.clone();
        pos.make_null(self.rules);
        let entry = self.entry(ply);
        entry.piece_to = None;
        entry.destination = None;
        entry.quiet_move = None;
        let earlier_null_move = self.key_history.push_null(node.pos.zobrist_key());
        let in_check = pos.is_in_check(self.rules, pos.turn());
        let child = SearchNode::new(self.rules, pos, node.accumulator, in_check);
        let params = NodeParams::zero_window(1 - beta, reduced_depth, ply + 1, true);
        let score = -self.search(&child, params);
        self.key_history.undo_null(earlier_null_move);
        if self.stopped || score < beta {
            return None;
        }
        // A mate after a null move is not proven.
        let score = if is_mate_score(score) { beta } else { score };
        if self.null_move_min_ply > 0 || depth < NULL_MOVE_VERIFICATION_DEPTH {
            return Some(score);
        }
        // At high depth, a search without null moves must confirm the cut-off, in case of zugzwang.
        self.null_move_min_ply = ply + null_move_verification_plies(reduced_depth);
        let params = NodeParams::zero_window(beta, reduced_depth, ply, false);
        let verified = self.search(node, params);
        self.null_move_min_ply = 0;
        (verified >= beta && !self.stopped).then_some(score)
    }

    /// ProbCut: looks for a capture that scores at least `probcut_beta` at reduced depth. Returns
    /// its score.
    pub(crate) fn probcut_search(
        &mut self,
        node: &SearchNode<'_, W>,
        probcut_beta: i32,
        depth: i32,
        (raw_eval, static_eval): (i32, i32),
        tt_move: Option<Move>,
        ply: usize,
    ) -> Option<i32> {
        let pos = &node.pos;
        let tt_move = tt_move.filter(|&mv| pos.is_tactical(self.rules, mv));
        let threshold = probcut_beta - static_eval;
        let earlier = self.continuations(ply);
        let list = self.take_list();
        let mode = PickerMode::Tactical;
        let mut picker = MovePicker::new(mode, tt_move, [None; 2], earlier, list, threshold);
        let mut found = None;
        self.key_history.push(pos.zobrist_key());
        while let Some(mv) = picker.next(&self.ordering(), node) {
            let child = self.child(node, mv);
            self.set_current_move(pos, mv, ply);
            let (alpha, beta) = (-probcut_beta, 1 - probcut_beta);
            let mut score = -self.quiesce(&child, alpha, beta, ply + 1, ply + 1);
            if score >= probcut_beta && !self.stopped {
                let reduced_depth = depth - PROBCUT_REDUCTION;
                let params = NodeParams::zero_window(beta, reduced_depth, ply + 1, true);
                score = -self.search(&child, params);
            }
            if self.stopped {
                break;
            }
            if score >= probcut_beta {
                found = Some((mv, score));
                break;
            }
        }
        self.key_history.pop();
        self.buffers.free_lists.push(picker.into_list());
        let (mv, score) = found?;
        let stored_depth = depth - PROBCUT_REDUCTION + 1;
        let (mv, raw_eval) = (Some(mv), Some(raw_eval));
        self.store(pos, mv, score, Bound::Lower, stored_depth, raw_eval, ply);
        Some(score)
    }
}
