//! Updating the history tables.

use crate::features::Feature;
use crate::history::Continuations;
use crate::params::EVALS_WITHOUT_CHANGE;
use crate::report::Bound;
use crate::score::is_mate_score;
use crate::stack::{NodeMoves, STACK_OFFSET, SearchNode};
use crate::worker::Worker;
use hyperrook_rules::Move;
use hyperrook_rules::fast::Pos;

impl<const W: usize> Worker<'_, W> {
    /// Rewards the best move of a node, which raised alpha, and penalises the others that were
    /// searched.
    pub(crate) fn update_histories(
        &mut self,
        node: &SearchNode<'_, W>,
        best_move: Move,
        searched: &NodeMoves,
        bonus: i32,
        earlier: Continuations,
        ply: usize,
    ) {
        let pos = &node.pos;
        if pos.is_tactical(self.rules, best_move) {
            self.update_capture_history(pos, best_move, bonus);
        } else {
            let killers = &mut self.entry(ply).killers;
            if killers[0] != Some(best_move) {
                *killers = [Some(best_move), killers[0]];
            }
            self.update_quiet_histories(node, best_move, earlier, bonus);
            for &mv in searched.quiet.iter().filter(|&&mv| mv != best_move) {
                self.update_quiet_histories(node, mv, earlier, -bonus);
            }
        }
        for &mv in searched.tactical.iter().filter(|&&mv| mv != best_move) {
            self.update_capture_history(pos, mv, -bonus);
        }
    }

    /// Rewards or penalises the quiet move that led to a position, by how much it changed the
    /// static evaluation.
    pub(crate) fn update_history_by_eval(&mut self, pos: &Pos<W>, static_eval: i32, ply: usize) {
        let previous = self.previous_entry(ply);
        if let Some((mv, threats)) = previous.quiet_move
            && let Some(eval_before) = previous.static_eval
        {
            let gain = EVALS_WITHOUT_CHANGE - eval_before - static_eval;
            let bonus = self.params.eval_history_bonus(gain);
            self.histories
                .update_quiet(pos.turn().other(), mv, threats, bonus);
        }
    }

    /// Rewards the quiet move that led to a position in which no move raised alpha.
    pub(crate) fn update_history_of_refutation(&mut self, pos: &Pos<W>, bonus: i32, ply: usize) {
        let previous = *self.previous_entry(ply);
        if let Some((mv, threats)) = previous.quiet_move
            && let Some(now) = previous.piece_to
        {
            self.histories
                .update_quiet(pos.turn().other(), mv, threats, bonus);
            for plies_before in 2..=3 {
                let earlier = self.buffers.stack[ply + STACK_OFFSET - plies_before].piece_to;
                self.histories.update_continuation(earlier, now, bonus);
            }
        }
    }

    /// Records by how much the result of a search differs from the static evaluation of its node,
    /// given as the raw and the corrected one. Tactical moves say little about the evaluation, and a
    /// bound on the wrong side of it says nothing.
    pub(crate) fn learn_correction(
        &mut self,
        pos: &Pos<W>,
        best_move: Option<Move>,
        best_score: i32,
        bound: Bound,
        depth: i32,
        (raw_eval, static_eval): (Option<i32>, Option<i32>),
    ) {
        if let Some(static_eval) = static_eval
            && !best_move.is_some_and(|mv| pos.is_tactical(self.rules, mv))
            && !(bound == Bound::Lower && best_score <= static_eval)
            && !(bound == Bound::Upper && best_score >= static_eval)
            && !is_mate_score(best_score)
            && self.uses(Feature::Correction)
        {
            let structure = self.structure(pos);
            // The move count lowers the score of the search as well.
            let uncorrected = raw_eval.map(|raw| self.lowered_by_move_count(pos, raw));
            let error = best_score - uncorrected.unwrap_or(static_eval);
            self.histories
                .update_correction(pos.turn(), structure, error, depth);
        }
    }

    fn update_capture_history(&mut self, pos: &Pos<W>, mv: Move, bonus: i32) {
        if let Some(piece) = pos.piece(mv.origin()) {
            let captured = pos.piece(mv.destination()).map(|piece| piece.kind);
            self.histories
                .update_capture(piece.kind, mv, captured, bonus);
        }
    }

    fn update_quiet_histories(
        &mut self,
        node: &SearchNode<'_, W>,
        mv: Move,
        earlier: Continuations,
        bonus: i32,
    ) {
        let pos = &node.pos;
        let threats = self.ordering().threats(node, mv);
        self.histories.update_quiet(pos.turn(), mv, threats, bonus);
        if let Some(piece) = pos.piece(mv.origin()) {
            let now = self.histories.piece_to(piece.kind, mv);
            for earlier in earlier {
                self.histories.update_continuation(earlier, now, bonus);
            }
        }
    }
}
