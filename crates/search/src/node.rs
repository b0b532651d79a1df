//! The search of a node: principal variation search with pruning, extensions and
//! reductions.
//!
//! The steps are numbered. Depths and distances are in plies, scores in centipawns.
//! Heuristics that can be left out are [`Feature`]s; without them this is alpha-beta.
//! Margins and reductions are in `params`.

use crate::features::Feature;
use crate::late_moves::LateMoveNode;
use crate::move_picker::{MovePicker, PickerMode};
use crate::node_evals::NodeEvals;
use crate::params::*;
use crate::score::{INFINITE, MATE_IN_MAX_PLY, MAX_PLY, from_tt, is_mate_score, mate_in, mated_in};
use crate::singular::SingularResult;
use crate::stack::{MoveFacts, NodeParams, SearchNode};
use crate::worker::{Worker, allows_cutoff, bound_of};
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
        if let Some(score) = self.score_of_draw(pos, in_check, ply) {
            return score;
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

        // 6. Static evaluation.
        let evals = self.node_evals(node, tt_entry.zip(tt_score), ply);
        let NodeEvals {
            raw: raw_eval,
            corrected: static_eval,
            improving,
            ..
        } = evals;
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

        // 7. Pruning of the node by its evaluation: razoring, reverse futility pruning, and a null
        // move.
        let can_prune = !is_pv && !in_check && excluded.is_none();
        if can_prune
            && let Some(score) = self.prune_by_eval(node, (alpha, beta), depth, &evals, ply)
        {
            return score;
        }
        if self.stopped {
            return 0;
        }

        // 8. Internal iterative reduction. Without a move from the table, a shallower search finds
        // one for the next iteration.
        if self.uses(Feature::InternalIterativeReductions)
            && depth >= INTERNAL_REDUCTION_MIN_DEPTH
            && tt_entry.is_none_or(|entry| entry.mv.is_none())
            && (is_pv || cut_node)
            && excluded.is_none()
        {
            depth -= 1;
        }

        // 9. ProbCut. A capture that is far above beta at reduced depth will be above beta at
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

        // 10. Moves, in the order of the move picker.
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
        if self.params.bad_quiet_factor > 0 {
            picker.bad_quiet_below = -self.params.bad_quiet_factor * depth;
        }
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
            let (facts, is_deferred) = match picker.next(&self.ordering(), node) {
                Some(mv) if Some(mv) == excluded => continue,
                Some(mv) => {
                    moves_found += 1;
                    let is_bad = picker.is_at_bad_tactical();
                    let facts = self.move_facts(node, mv, moves_found, is_bad, depth, earlier);
                    (facts, false)
                }
                None => match node_moves.deferred.pop_front() {
                    Some(facts) => (facts, true),
                    None => break,
                },
            };
            let MoveFacts {
                mv,
                move_count,
                is_tactical,
                is_bad_tactical,
                ..
            } = facts;

            // 11. Pruning of moves at low depth. Late, hopeless and losing moves are skipped as
            // soon as some move is known not to lose by force. Direct checks are not pruned, but
            // the first late move that does not give check ends the quiet moves. Most checks come
            // earlier.
            let is_early_evasion = in_check && move_count <= self.params.evasions_never_pruned;
            if best_score > -MATE_IN_MAX_PLY && !is_early_evasion {
                let skip_quiets = &mut picker.skip_quiets;
                if self.is_move_pruned(node, &facts, depth, alpha, &evals, skip_quiets) {
                    continue;
                }
            }

            // 12. Extensions. A move is singular if the score would be lower without it. Singular
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
            // 13. Other threads. A move that another thread is searching is deferred.
            let in_search = &self.shared.moves_in_search;
            let marked = in_search.marked(depth, pos.zobrist_key(), mv);
            let can_defer = move_count > 1 && !is_deferred;
            if marked.is_some_and(|mv| !in_search.try_begin(mv, can_defer)) {
                node_moves.deferred.push_back(facts);
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

            // 14. Late move reductions. Late moves are searched at reduced depth, and again at
            // full depth if they score above alpha.
            let mut score = best_score;
            let mut needs_full_depth = move_count > 1 || !is_pv;
            if self.uses(Feature::LateMoveReductions)
                && depth >= LMR_MIN_DEPTH
                && move_count > 1 + i32::from(is_pv)
                && !(is_tactical && !is_bad_tactical && is_pv)
            {
                let in_node = LateMoveNode {
                    is_pv,
                    cut_node,
                    improving,
                    tt_move_is_tactical,
                    is_killer: killers.contains(&Some(mv)),
                    gives_check,
                };
                let reduction = self.late_move_reduction(&facts, in_node, ply);
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

            // 15. Best move so far. A score of at least beta causes a cut-off.
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

        // 16. Checkmate and stalemate. There was no legal move.
        if moves_found == 0 {
            self.buffers.free_node_moves.push(node_moves);
            return match excluded {
                Some(_) => alpha,
                None => self.score_without_moves(in_check, ply),
            };
        }

        // 17. History. Update the history tables: reward the best move, or, if no move raised
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

        // 18. Transposition table and correction history. Store the result, and the difference
        // between it and the evaluation.
        if excluded.is_none() {
            let bound = bound_of(best_score, original_alpha, beta);
            self.store(pos, best_move, best_score, bound, depth, raw_eval, ply);
            self.learn_correction(
                pos,
                best_move,
                best_score,
                bound,
                depth,
                (raw_eval, static_eval),
            );
        }
        best_score
    }
}
