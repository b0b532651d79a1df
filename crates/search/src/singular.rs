//! Singular extensions. A move that is much better than all others is
//! searched deeper.

use crate::features::Feature;
use crate::params::{MAX_DOUBLE_EXTENSIONS, SINGULAR_ENTRY_DEPTH, singular_depth};
use crate::report::Bound;
use crate::score::{from_tt, is_mate_score};
use crate::stack::{NodeParams, SearchNode};
use crate::transposition_table::TtEntry;
use crate::worker::Worker;
use hyperrook_rules::Move;

/// The result of a singular search about the move of the transposition table.
pub(crate) enum SingularResult {
    /// Search the move this many plies deeper. May be negative.
    Extend(i32),
    /// Several moves fail high (multi-cut): cut the node off with this score.
    Cut(i32),
}

impl<const W: usize> Worker<'_, W> {
    /// Whether a line may be extended at a ply. Lines are at most twice as long as the depth of the
    /// iteration.
    #[inline]
    pub(crate) fn may_extend(&self, ply: usize) -> bool {
        ply < 2 * self.root_depth as usize
    }

    /// Whether the move of a table entry may be singular.
    #[inline]
    pub(crate) fn may_be_singular(&self, entry: TtEntry, depth: i32, ply: usize) -> bool {
        self.uses(Feature::Singular)
            && depth >= self.params.singular_min_depth
            && self.may_extend(ply)
            && entry.depth >= depth - SINGULAR_ENTRY_DEPTH
            && entry.bound != Bound::Upper
            && !is_mate_score(from_tt(entry.score, ply))
    }

    /// Searches the node without the move of the table, to see whether another move scores nearly
    /// as high.
    pub(crate) fn singular_search(
        &mut self,
        node: &SearchNode<'_, W>,
        params: NodeParams,
        depth: i32,
        tt_move: Move,
        entry: TtEntry,
        beta: i32,
    ) -> SingularResult {
        let NodeParams { ply, cut_node, .. } = params;
        let is_pv = params.beta - params.alpha > 1;
        let tt_score = from_tt(entry.score, ply);
        let singular_beta = tt_score - self.params.singular_margin(depth);
        self.entry(ply).excluded = Some(tt_move);
        self.key_history.pop();
        let without = NodeParams::zero_window(singular_beta, singular_depth(depth), ply, cut_node);
        let score = self.search(node, without);
        self.key_history.push(node.pos.zobrist_key());
        self.entry(ply).excluded = None;
        if self.stopped {
            return SingularResult::Extend(0);
        }
        if score < singular_beta {
            let double_extensions = self.previous_entry(ply).double_extensions;
            if !is_pv
                && score < singular_beta - self.params.double_extension
                && double_extensions < MAX_DOUBLE_EXTENSIONS
            {
                self.entry(ply).double_extensions = double_extensions + 1;
                return SingularResult::Extend(2);
            }
            return SingularResult::Extend(1);
        }
        if singular_beta >= beta {
            return SingularResult::Cut(singular_beta);
        }
        SingularResult::Extend(if tt_score >= beta { -1 } else { 0 })
    }
}
