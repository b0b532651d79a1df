//! Pruning and reducing moves: see `node` for the order of the steps.

use crate::features::Feature;
use crate::history::Continuations;
use crate::node_evals::NodeEvals;
use crate::params::{LMR_CUTOFF_COUNT, PLY};
use crate::stack::{MoveFacts, SearchNode};
use crate::worker::Worker;
use hyperrook_rules::Move;

/// What decides how far the late moves of a node are reduced.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LateMoveNode {
    pub(crate) is_pv: bool,
    pub(crate) cut_node: bool,
    pub(crate) improving: bool,
    pub(crate) tt_move_is_tactical: bool,
    /// Whether the move is a killer.
    pub(crate) is_killer: bool,
    pub(crate) gives_check: bool,
}

impl<const W: usize> Worker<'_, W> {
    /// What is known of a move of a node that is searched to a depth.
    #[inline]
    pub(crate) fn move_facts(
        &self,
        node: &SearchNode<'_, W>,
        mv: Move,
        move_count: i32,
        is_bad_tactical: bool,
        depth: i32,
        earlier: Continuations,
    ) -> MoveFacts {
        let pos = &node.pos;
        let is_tactical = pos.is_tactical(self.rules, mv);
        let history = if is_tactical {
            self.ordering().capture_history(pos, mv)
        } else {
            self.ordering().quiet_score(node, mv, earlier)
        };
        MoveFacts {
            mv,
            move_count,
            is_tactical,
            is_bad_tactical,
            history,
            base_reduction: self.base_reduction(depth, move_count),
        }
    }

    /// Whether a move is too late, hopeless or losing to be searched. Sets `skip_quiets` if no quiet
    /// move after it is worth searching. Moves that give direct check are kept.
    #[inline]
    pub(crate) fn is_move_pruned(
        &self,
        node: &SearchNode<'_, W>,
        facts: &MoveFacts,
        depth: i32,
        alpha: i32,
        evals: &NodeEvals,
        skip_quiets: &mut bool,
    ) -> bool {
        let (pos, params, mv) = (&node.pos, self.params, facts.mv);
        // Called only for moves that would be pruned.
        let is_check = || pos.gives_direct_check(self.rules, mv);
        let lmr_depth = (depth - facts.base_reduction / PLY).max(0);
        if !facts.is_tactical {
            // Late move pruning.
            let branching_factor = self.model.branching_factor();
            let threshold = params.late_move_threshold(depth, branching_factor, evals.improving);
            if self.uses(Feature::LateMovePruning)
                && depth <= params.late_move_max_depth
                && facts.move_count > threshold
                && !is_check()
            {
                *skip_quiets = true;
                if !node.in_check {
                    return true;
                }
            }
            // Futility pruning.
            let margin = params.futility_margin(lmr_depth, facts.history);
            if self.uses(Feature::Futility)
                && lmr_depth <= params.futility_max_depth
                && evals.corrected.is_some_and(|eval| eval + margin <= alpha)
                && !is_check()
            {
                return true;
            }
        }
        // SEE pruning.
        let threshold = if facts.is_tactical {
            params.see_tactical_threshold(depth, facts.history)
        } else {
            params.see_quiet_threshold(lmr_depth)
        };
        self.uses(Feature::SeePruning)
            && depth <= params.see_max_depth
            && (facts.is_bad_tactical || !facts.is_tactical)
            && !node.context.see_ge(pos, self.values, mv, threshold)
            && !is_check()
    }

    /// The reduction of a late move, in parts of 1024 of a ply.
    #[inline]
    pub(crate) fn late_move_reduction(
        &mut self,
        facts: &MoveFacts,
        node: LateMoveNode,
        ply: usize,
    ) -> i32 {
        let many_cutoffs = self.entry(ply + 1).cutoff_count > LMR_CUTOFF_COUNT;
        let params = self.params;
        let mut reduction = facts.base_reduction;
        if facts.is_tactical {
            reduction += params.lmr_tactical - facts.history / params.lmr_capture_history;
        } else {
            reduction -= facts.history * PLY / params.lmr_quiet_history;
            reduction +=
                params.lmr_quiet_with_tactical_tt_move * i32::from(node.tt_move_is_tactical);
            reduction += params.lmr_killer * i32::from(node.is_killer);
        }
        reduction += params.lmr_cut_node * i32::from(node.cut_node);
        reduction += params.lmr_pv * i32::from(node.is_pv);
        reduction += params.lmr_check * i32::from(node.gives_check);
        reduction += params.lmr_not_improving * i32::from(!node.improving);
        reduction + params.lmr_many_cutoffs * i32::from(many_cutoffs)
    }

    /// The reduction of a move by depth and move count, in parts of 1024 of a ply.
    #[inline]
    pub(crate) fn base_reduction(&self, depth: i32, move_count: i32) -> i32 {
        let log = |n: i32| self.buffers.log_table[n.clamp(1, 255) as usize];
        let (base, factor) = (self.params.lmr_base, self.params.lmr_factor);
        (base as f32 + log(depth) * log(move_count) * factor as f32) as i32
    }
}
