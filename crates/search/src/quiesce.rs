//! Quiescence search: plays captures out until the position can be evaluated.

use crate::features::Feature;
use crate::move_picker::{MovePicker, PickerMode};
use crate::report::Bound;
use crate::score::{INFINITE, MAX_PLY, from_tt, is_mate_score, mated_in};
use crate::stack::SearchNode;
use crate::worker::{Worker, allows_cutoff, bound_of, improves_eval};

/// The depth of table entries of a search that tried only recaptures, or no move at all.
const RECAPTURES_DEPTH: i32 = -1;

impl<const W: usize> Worker<'_, W> {
    /// The score of a node if only captures and promotions are played, or all moves if the side to
    /// move is in check. Quiescence began at `start_ply`.
    pub(crate) fn quiesce(
        &mut self,
        node: &SearchNode<'_, W>,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        start_ply: usize,
    ) -> i32 {
        let pos = &node.pos;
        let in_check = node.in_check;
        self.count_node();
        self.buffers.pv[ply].clear();
        if self.stopped {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);

        // 1. End of the game. Baring and draws are scored immediately, positions of endgame tables
        // by the tables.
        if let Some(score) = self.score_of_baring(pos, ply) {
            return score;
        }
        if let Some(score) = self.score_of_draw(pos, in_check, ply) {
            return score;
        }
        if ply >= MAX_PLY - 1 {
            return self.eval_at_max_ply(node);
        }

        if let Some(score) = self.table_score(pos, ply) {
            return score;
        }

        // 2. Transposition table. Outside of the principal variation, an earlier result may decide
        // the node, unless a draw by the move count is near. A search of recaptures knows only that
        // the score is at least what it found.
        let is_pv = beta - alpha > 1;
        let all_captures_plies = self.params.all_captures_plies as usize;
        let only_recaptures = !in_check
            && (ply >= start_ply + all_captures_plies || self.nodes() >= self.recaptures_from);
        let least_depth = if only_recaptures { RECAPTURES_DEPTH } else { 0 };
        let tt_entry = self.tt.probe(pos.zobrist_key());
        let known = tt_entry.filter(|entry| {
            (entry.depth >= least_depth || entry.bound == Bound::Lower)
                && !self.is_draw_by_move_count_near(pos)
                && self.uses(Feature::TtCutoff)
        });
        let known = known.map(|entry| (entry.bound, from_tt(entry.score, ply)));
        if let Some((bound, tt_score)) = known
            && !is_pv
            && allows_cutoff(bound, tt_score, alpha, beta)
        {
            return tt_score;
        }

        // 3. Stand pat. A side that is not in check need not capture: its evaluation is a lower
        // bound.
        let mut best_score = -INFINITE;
        let mut raw_eval = None;
        let mut futility_base = -INFINITE;
        if !in_check {
            let raw = match tt_entry.and_then(|entry| entry.raw_eval) {
                Some(eval) => eval,
                None => self.raw_eval(node),
            };
            raw_eval = Some(raw);
            best_score = self.static_eval(pos, raw);
            if let Some((bound, tt_score)) = known
                && improves_eval(bound, tt_score, best_score)
                && !is_mate_score(tt_score)
            {
                best_score = tt_score;
            }
            let is_enough = self.nodes() >= self.stand_pat_from;
            if best_score >= beta || is_enough {
                if tt_entry.is_none() {
                    self.store(
                        pos,
                        None,
                        best_score,
                        Bound::Lower,
                        RECAPTURES_DEPTH,
                        raw_eval,
                        ply,
                    );
                }
                return best_score;
            }
            alpha = alpha.max(best_score);
            futility_base = best_score + self.params.delta_pruning;
        }

        // 4. Moves. After some plies only recaptures are searched: if all pieces are in contact,
        // there are too many sequences of exchanges.
        let recapture_cell = self
            .previous_entry(ply)
            .destination
            .filter(|_| only_recaptures);
        let tt_move = tt_entry.and_then(|entry| entry.mv).filter(|&mv| {
            (in_check || pos.is_tactical(self.rules, mv))
                && recapture_cell.is_none_or(|cell| cell == mv.destination())
                && node.context.is_legal(pos, mv)
        });
        let mode = if in_check {
            PickerMode::Evasions
        } else {
            PickerMode::Tactical
        };
        let original_alpha = alpha;
        let list = self.take_list();
        let earlier = self.continuations(ply);
        let mut picker = MovePicker::new(mode, tt_move, [None; 2], earlier, list, 0);
        picker.recapture_cell = recapture_cell;
        let prunes = self.uses(Feature::DeltaPruning);
        let mut best_move = None;
        let mut move_count = 0;
        self.key_history.push(pos.zobrist_key());
        loop {
            // 5. Delta pruning. Captures that cannot raise alpha are skipped, and so are
            // quiet evasions after the first moves.
            if prunes && !in_check && !is_mate_score(best_score) {
                picker.min_gain = alpha - futility_base + 1;
            }
            let Some(mv) = picker.next(&self.ordering(), node) else {
                break;
            };
            move_count += 1;
            if prunes
                && in_check
                && move_count > self.params.quiescence_evasions
                && !is_mate_score(best_score)
                && !pos.is_tactical(self.rules, mv)
            {
                continue;
            }
            let child = self.child(node, mv);
            self.set_current_move(pos, mv, ply);
            let score = -self.quiesce(&child, -beta, -alpha, ply + 1, start_ply);
            if self.stopped {
                break;
            }
            if score > best_score {
                best_score = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    self.update_pv(ply, mv);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.key_history.pop();
        let skipped_any = picker.skipped_any;
        self.buffers.free_lists.push(picker.into_list());
        if self.stopped {
            return 0;
        }

        // 6. Checkmate.
        if in_check && move_count == 0 {
            return mated_in(ply);
        }
        if skipped_any {
            // The skipped captures could have scored up to alpha.
            best_score = best_score.max(alpha);
        }
        if self.nodes() >= self.stand_pat_from {
            // Replies were not searched, so the score is too uncertain for the table.
            return best_score;
        }
        let bound = bound_of(best_score, original_alpha, beta);
        let (depth, bound) = match (recapture_cell, bound) {
            (Some(_), Bound::Exact) => (RECAPTURES_DEPTH, Bound::Lower),
            (Some(_), bound) => (RECAPTURES_DEPTH, bound),
            (None, bound) => (0, bound),
        };
        self.store(pos, best_move, best_score, bound, depth, raw_eval, ply);
        best_score
    }

    /// The score of a node at the maximum length of a line.
    #[cold]
    pub(crate) fn eval_at_max_ply(&mut self, node: &SearchNode<'_, W>) -> i32 {
        if node.in_check {
            return 0;
        }
        let raw_eval = self.raw_eval(node);
        self.static_eval(&node.pos, raw_eval)
    }
}
