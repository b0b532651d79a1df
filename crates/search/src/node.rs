//! The search of a node: principal variation search with pruning, extensions and
//! reductions.
//!
//! The steps are numbered. Depths and distances are in plies, scores in centipawns.
//! Heuristics that can be left out are [`Feature`]s; without them this is alpha-beta.
//! Margins and reductions are in `params`.

use crate::features::Feature;
use crate::move_picker::{MovePicker, PickerMode};
use crate::params::*;
use crate::report::Bound;
use crate::score::{INFINITE, MATE_IN_MAX_PLY, MAX_PLY, from_tt, is_mate_score, mate_in, mated_in};
use crate::singular::SingularResult;
use crate::stack::{DeferredMove, NodeParams, STACK_OFFSET, SearchNode};
use crate::worker::{Worker, allows_cutoff, bound_of, improves_eval};
use hyperrook_rules::Stalemate;

impl<const W: usize> Worker<'_, W> {
    /// The score of a node for the side to move.
    pub(crate) fn search(&mut self, node: &SearchNode<'_, W>, params: NodeParams) -> i32 {
        let NodeParams {
            mut alpha,
            mut beta,
            mut depth,
            ply,
            cut_node,
        } = params;
        let (pos, in_check) = (&node.pos, node.in_check);
        let is_pv = beta - alpha > 1;

        // 1. Quiescence. When no depth is left, captures are played out.
        if depth <= 0 {
            return self.quiesce(node, alpha, beta, ply, ply);
        }
        self.count_node();
        self.buffers.pv[ply].clear();
        if self.stopped {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);

        // 2. End of the game. Baring and draws are scored immediately; mate and stalemate are
        // detected when there are no moves.
        if let Some(score) = self.score_of_baring(pos, ply) {
            return score;
        }
        if self.is_draw(pos, in_check) {
            return 0;
        }
        if ply >= MAX_PLY - 1 {
            return self.eval_at_max_ply(node);
        }

        // 3. Endgame tables. They give the exact result.
        if let Some(score) = self.table_score(pos, ply) {
            return score;
        }

        // 4. Mate distance pruning. A shorter mate has already been found, so no score of this node
        // can matter.
        if self.uses(Feature::MateDistance) {
            alpha = alpha.max(mated_in(ply));
            // Where stalemate wins, the side to move may win without a move.
            let first_win =
                ply + usize::from(self.rules.definition().ends().stalemate != Stalemate::Win);
            beta = beta.min(mate_in(first_win));
            if alpha >= beta {
                return alpha;
            }
        }

        // 5. Transposition table. An earlier result of sufficient depth decides the node, unless a
        // draw by the move count is near, which the stored score ignores.
        let excluded = self.entry(ply).excluded;
        let tt_entry = match excluded {
            None => self.tt.probe(pos.zobrist_key()),
            Some(_) => None,
        };
        let tt_score = tt_entry.map(|entry| from_tt(entry.score, ply));
        if let (Some(entry), Some(tt_score)) = (tt_entry, tt_score)
            && !is_pv
            && entry.depth >= depth
            && !self.is_draw_by_move_count_near(pos)
            && self.uses(Feature::TtCutoff)
            && allows_cutoff(entry.bound, tt_score, alpha, beta)
        {
            return tt_score;
        }
        let tt_move = tt_entry
            .and_then(|entry| entry.mv)
            .filter(|_| self.uses(Feature::TtMove))
            .filter(|&mv| node.context.is_legal(pos, mv));
        let tt_move_is_tactical = tt_move.is_some_and(|mv| pos.is_tactical(self.rules, mv));

        // 6. Static evaluation. The score of the table replaces it if that is a better estimate.
        // The position is improving if the evaluation has risen since our last move.
        let (mut raw_eval, mut static_eval) = (None, None);
        let mut eval = 0;
        let mut improving = false;
        if !in_check {
            let raw = match tt_entry.and_then(|entry| entry.raw_eval) {
                Some(eval) => eval,
                None => self.raw_eval(node),
            };
            let corrected = self.static_eval(pos, raw);
            raw_eval = Some(raw);
            static_eval = Some(corrected);
            eval = corrected;
            if let (Some(entry), Some(tt_score)) = (tt_entry, tt_score)
                && improves_eval(entry.bound, tt_score, eval)
                && !is_mate_score(tt_score)
                && self.uses(Feature::TtCutoff)
            {
                eval = tt_score;
            }
            let earlier_eval = [2, 4].into_iter().find_map(|plies_ago| {
                let at = (ply + STACK_OFFSET).checked_sub(plies_ago)?;
                self.buffers.stack[at].static_eval
            });
            improving = earlier_eval.is_none_or(|earlier| corrected > earlier);
        }
        if excluded.is_none()
            && let Some(eval) = static_eval
        {
            self.update_history_by_eval(pos, eval, ply);
        }
        self.entry(ply).static_eval = static_eval;
        self.entry(ply + 1).excluded = None;
        self.entry(ply + 1).cutoff_count = 0;
        self.entry(ply + 2).killers = [None; 2];
        let double_extensions = self.previous_entry(ply).double_extensions;
        self.entry(ply).double_extensions = double_extensions;

        let can_prune = !is_pv && !in_check && excluded.is_none();
        if can_prune {
            // 7. Razoring. The evaluation is far below alpha: check that captures do not help, then
            // give up.
            if self.uses(Feature::Razoring)
                && depth <= RAZORING_MAX_DEPTH
                && eval + self.params.razoring_margin(depth) < alpha
            {
                let score = self.quiesce(node, alpha, alpha + 1, ply, ply);
                if score <= alpha {
                    return score;
                }
            }

            // 8. Reverse futility pruning. The evaluation is so far above beta that a shallow
            // search will not fall below it.
            if self.uses(Feature::ReverseFutility)
                && depth <= self.params.reverse_futility_max_depth
                && eval - self.params.reverse_futility_margin(depth, improving) >= beta
                && eval < MATE_IN_MAX_PLY
                && beta > -MATE_IN_MAX_PLY
            {
                return (eval + beta) / 2;
            }

            // 9. Null-move pruning. If the score stays above beta although the opponent moves
            // twice, some move will keep it there. Not safe in zugzwang.
            if self.uses(Feature::NullMove)
                && depth >= self.params.null_move_min_depth
                && eval >= beta
                && static_eval
                    .is_some_and(|eval| eval >= beta + self.params.null_move_margin(depth))
                && beta > -MATE_IN_MAX_PLY
                && ply >= self.null_move_min_ply
                && self.previous_entry(ply).piece_to.is_some()
                && self.model.can_null_move(pos)
                && let Some(score) = self.null_move_search(node, beta, depth, eval, ply)
            {
                return score;
            }
        }
        if self.stopped {
            return 0;
        }

        // 10. Internal iterative reduction. Without a move from the table, a shallower search finds
        // one for the next iteration.
        if self.uses(Feature::InternalIterativeReductions)
            && depth >= INTERNAL_REDUCTION_MIN_DEPTH
            && tt_entry.is_none_or(|entry| entry.mv.is_none())
            && (is_pv || cut_node)
            && excluded.is_none()
        {
            depth -= 1;
        }

        // 11. ProbCut. A capture that is far above beta at reduced depth will be above beta at
        // full depth.
        let probcut_beta = beta + self.params.probcut_margin(improving);
        let tt_denies_probcut = tt_entry.is_some_and(|entry| {
            entry.depth > depth - PROBCUT_REDUCTION
                && tt_score.is_some_and(|score| score < probcut_beta)
        });
        if self.uses(Feature::ProbCut)
            && can_prune
            && depth >= self.params.probcut_min_depth
            && !is_mate_score(beta)
            && !tt_denies_probcut
            && let Some(evals) = raw_eval.zip(static_eval)
            && let Some(score) = self.probcut_search(node, probcut_beta, depth, evals, tt_move, ply)
        {
            return score;
        }
        if self.stopped {
            return 0;
        }

        // 12. Moves, in the order of the move picker.
        let killers = if self.uses(Feature::Killers) {
            self.entry(ply).killers
        } else {
            [None; 2]
        };
        let earlier = self.continuations(ply);
        let mode = if in_check {
            PickerMode::Evasions
        } else {
            PickerMode::All
        };
        let tt_move = tt_move.filter(|&mv| Some(mv) != excluded);
        let list = self.take_list();
        let mut picker = MovePicker::new(mode, tt_move, killers, earlier, list, 0);
        let mut node_moves = self.buffers.free_node_moves.pop().unwrap_or_default();
        node_moves.clear();
        let original_alpha = alpha;
        // Count only cut-offs of the children that are searched from here.
        self.entry(ply + 1).cutoff_count = 0;
        let mut best_score = -INFINITE;
        let mut best_move = None;
        let mut moves_found = 0;
        self.key_history.push(pos.zobrist_key());
        loop {
            // Deferred moves come last. They are reduced and pruned as in their original place.
            let (next, is_deferred) = match picker.next(&self.ordering(), node) {
                Some(mv) if Some(mv) == excluded => continue,
                Some(mv) => {
                    moves_found += 1;
                    let (move_count, is_bad_tactical) = (moves_found, picker.is_at_bad_tactical());
                    let next = DeferredMove {
                        mv,
                        move_count,
                        is_bad_tactical,
                    };
                    (next, false)
                }
                None => match node_moves.deferred.pop_front() {
                    Some(next) => (next, true),
                    None => break,
                },
            };
            let DeferredMove {
                mv,
                move_count,
                is_bad_tactical,
            } = next;
            let is_tactical = pos.is_tactical(self.rules, mv);
            let history = if is_tactical {
                self.ordering().capture_history(pos, mv)
            } else {
                self.ordering().quiet_score(node, mv, earlier)
            };
            let base_reduction = self.base_reduction(depth, move_count);

            // 13. Pruning of moves at low depth. Late, hopeless and losing moves are skipped as
            // soon as some move is known not to lose by force. Direct checks are not pruned, but
            // the first late move that does not give check ends the quiet moves. Most checks come
            // earlier.
            let is_early_evasion = in_check && move_count <= self.params.evasions_never_pruned;
            if best_score > -MATE_IN_MAX_PLY && !is_early_evasion {
                // Called only for moves that would be pruned.
                let is_check = || pos.gives_direct_check(self.rules, mv);
                let lmr_depth = (depth - base_reduction / PLY).max(0);
                if !is_tactical {
                    // Late move pruning.
                    let threshold = self.params.late_move_threshold(
                        depth,
                        self.model.branching_factor(),
                        improving,
                    );
                    if self.uses(Feature::LateMovePruning)
                        && depth <= self.params.late_move_max_depth
                        && move_count > threshold
                        && !is_check()
                    {
                        picker.skip_quiets = true;
                        if !in_check {
                            continue;
                        }
                    }
                    // Futility pruning.
                    let margin = self.params.futility_margin(lmr_depth, history);
                    if self.uses(Feature::Futility)
                        && lmr_depth <= self.params.futility_max_depth
                        && static_eval.is_some_and(|eval| eval + margin <= alpha)
                        && !is_check()
                    {
                        continue;
                    }
                }
                // SEE pruning.
                let threshold = if is_tactical {
                    self.params.see_tactical_threshold(depth)
                } else {
                    self.params.see_quiet_threshold(lmr_depth)
                };
                if self.uses(Feature::SeePruning)
                    && depth <= self.params.see_max_depth
                    && (is_bad_tactical || !is_tactical)
                    && !node.context.see_ge(pos, self.values, mv, threshold)
                    && !is_check()
                {
                    continue;
                }
            }

            // 14. Extensions. A move is singular if the score would be lower without it. Singular
            // moves and checks are searched deeper. Extensions of sibling moves do not count.
            self.entry(ply).double_extensions = double_extensions;
            let mut extension = 0;
            if Some(mv) == tt_move
                && excluded.is_none()
                && let Some(entry) = tt_entry
                && self.may_be_singular(entry, depth, ply)
            {
                let result = self.singular_search(node, params, depth, mv, entry, beta);
                self.entry(ply).static_eval = static_eval;
                self.entry(ply + 1).cutoff_count = 0;
                if self.stopped {
                    break;
                }
                match result {
                    SingularResult::Extend(plies) => extension = plies,
                    SingularResult::Cut(score) => {
                        self.key_history.pop();
                        self.buffers.free_lists.push(picker.into_list());
                        self.buffers.free_node_moves.push(node_moves);
                        return score;
                    }
                }
            }
            // 15. Other threads. A move that another thread is searching is deferred.
            let in_search = &self.shared.moves_in_search;
            let marked = in_search.marked(depth, pos.zobrist_key(), mv);
            let can_defer = move_count > 1 && !is_deferred;
            if marked.is_some_and(|mv| !in_search.try_begin(mv, can_defer)) {
                node_moves.deferred.push_back(next);
                continue;
            }
            let child = self.child(node, mv);
            let gives_check = child.in_check;
            if self.uses(Feature::CheckExtension)
                && gives_check
                && extension == 0
                && depth <= self.params.check_extension_max_depth
                && self.may_extend(ply)
                && !is_bad_tactical
                && (is_pv || move_count <= self.params.check_extension_max_moves)
            {
                extension = 1;
            }
            self.set_current_move(pos, mv, ply);
            self.entry(ply).quiet_move =
                (!is_tactical).then(|| (mv, self.ordering().threats(node, mv)));
            let new_depth = depth - 1 + extension;

            // 16. Late move reductions. Late moves are searched at reduced depth, and again at
            // full depth if they score above alpha.
            let mut score = best_score;
            let mut needs_full_depth = move_count > 1 || !is_pv;
            if self.uses(Feature::LateMoveReductions)
                && depth >= LMR_MIN_DEPTH
                && move_count > 1 + i32::from(is_pv)
                && !(is_tactical && !is_bad_tactical && is_pv)
            {
                let mut reduction = base_reduction;
                if is_tactical {
                    reduction +=
                        self.params.lmr_tactical - history / self.params.lmr_capture_history;
                } else {
                    reduction -= history * PLY / self.params.lmr_quiet_history;
                    reduction += self.params.lmr_quiet_with_tactical_tt_move
                        * i32::from(tt_move_is_tactical);
                    reduction += self.params.lmr_killer * i32::from(killers.contains(&Some(mv)));
                }
                let many_cutoffs = self.entry(ply + 1).cutoff_count > LMR_CUTOFF_COUNT;
                reduction += self.params.lmr_cut_node * i32::from(cut_node);
                reduction += self.params.lmr_pv * i32::from(is_pv);
                reduction += self.params.lmr_check * i32::from(gives_check);
                reduction += self.params.lmr_not_improving * i32::from(!improving);
                reduction += self.params.lmr_many_cutoffs * i32::from(many_cutoffs);
                let max_depth = new_depth + i32::from(is_pv);
                let reduced_depth = (new_depth - reduction / PLY).clamp(1, max_depth);
                let reduced = NodeParams::zero_window(-alpha, reduced_depth, ply + 1, true);
                score = -self.search(&child, reduced);
                needs_full_depth = score > alpha && reduced_depth < new_depth;
            }
            if needs_full_depth && !self.stopped {
                let full = NodeParams::zero_window(-alpha, new_depth, ply + 1, !cut_node);
                score = -self.search(&child, full);
            }
            if is_pv && (move_count == 1 || score > alpha) && !self.stopped {
                let full_window = NodeParams {
                    alpha: -beta,
                    beta: -alpha,
                    depth: new_depth,
                    ply: ply + 1,
                    cut_node: false,
                };
                score = -self.search(&child, full_window);
            }
            if let Some(mv) = marked {
                in_search.end(mv);
            }
            if self.stopped {
                break;
            }

            // 17. Best move so far. A score of at least beta causes a cut-off.
            if score > best_score {
                best_score = score;
                if score > alpha {
                    best_move = Some(mv);
                    self.update_pv(ply, mv);
                    if score >= beta {
                        if excluded.is_none() {
                            self.entry(ply).cutoff_count += 1;
                        }
                        break;
                    }
                    alpha = score;
                }
            }
            if is_tactical {
                node_moves.tactical.push(mv);
            } else {
                node_moves.quiet.push(mv);
            }
        }
        self.key_history.pop();
        self.buffers.free_lists.push(picker.into_list());
        if self.stopped {
            self.buffers.free_node_moves.push(node_moves);
            return 0;
        }

        // 18. Checkmate and stalemate. There was no legal move.
        if moves_found == 0 {
            self.buffers.free_node_moves.push(node_moves);
            return match excluded {
                Some(_) => alpha,
                None => self.score_without_moves(in_check, ply),
            };
        }

        // 19. History. Update the history tables: reward the best move, or, if no move raised
        // alpha, the move that led to this node.
        let bonus = match best_move {
            Some(_) if best_score >= beta => self.params.history_bonus(depth),
            Some(_) => self.params.exact_history_bonus(depth),
            None => self.params.fail_low_history_bonus(depth),
        };
        match best_move {
            Some(mv) if best_score >= beta || bonus > 0 => {
                self.update_histories(node, mv, &node_moves, bonus, earlier, ply);
            }
            None if excluded.is_none() => self.update_history_of_refutation(pos, bonus, ply),
            _ => (),
        }
        self.buffers.free_node_moves.push(node_moves);

        // 20. Transposition table and correction history. Store the result, and the difference
        // between it and the evaluation.
        if excluded.is_none() {
            let bound = bound_of(best_score, original_alpha, beta);
            self.store(pos, best_move, best_score, bound, depth, raw_eval, ply);
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
        best_score
    }

    /// The reduction of a move by depth and move count, in parts of 1024 of a ply.
    #[inline]
    pub(crate) fn base_reduction(&self, depth: i32, move_count: i32) -> i32 {
        let log = |n: i32| self.buffers.log_table[n.clamp(1, 255) as usize];
        let (base, factor) = (self.params.lmr_base, self.params.lmr_factor);
        (base as f32 + log(depth) * log(move_count) * factor as f32) as i32
    }
}
