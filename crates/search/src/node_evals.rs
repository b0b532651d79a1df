//! The static evaluation of a node: see `node` for the order of the steps.

use crate::features::Feature;
use crate::score::is_mate_score;
use crate::stack::{STACK_OFFSET, SearchNode};
use crate::transposition_table::TtEntry;
use crate::worker::{Worker, improves_eval};

/// What the evaluation says about a node.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NodeEvals {
    /// The evaluation by the model and the network; `None` in check.
    pub(crate) raw: Option<i32>,
    /// The static evaluation; `None` in check.
    pub(crate) corrected: Option<i32>,
    /// The static evaluation, or the score of the table if that is a better estimate; 0 in check.
    pub(crate) best: i32,
    /// Whether the static evaluation has risen since our last move.
    pub(crate) improving: bool,
}

impl<const W: usize> Worker<'_, W> {
    /// Evaluates a node. `known` is its entry of the transposition table with the score at this ply.
    #[inline]
    pub(crate) fn node_evals(
        &mut self,
        node: &SearchNode<'_, W>,
        known: Option<(TtEntry, i32)>,
        ply: usize,
    ) -> NodeEvals {
        if node.in_check {
            return NodeEvals::default();
        }
        let raw = match known.and_then(|(entry, _)| entry.raw_eval) {
            Some(eval) => eval,
            None => self.raw_eval(node),
        };
        let corrected = self.static_eval(&node.pos, raw);
        let mut best = corrected;
        if let Some((entry, tt_score)) = known
            && improves_eval(entry.bound, tt_score, best)
            && !is_mate_score(tt_score)
            && self.uses(Feature::TtCutoff)
        {
            best = tt_score;
        }
        let earlier = [2, 4].into_iter().find_map(|plies_ago| {
            let at = (ply + STACK_OFFSET).checked_sub(plies_ago)?;
            self.buffers.stack[at].static_eval
        });
        NodeEvals {
            raw: Some(raw),
            corrected: Some(corrected),
            best,
            improving: earlier.is_none_or(|earlier| corrected > earlier),
        }
    }
}
