//! The search of a node: principal variation search with what spares work.
//!
//! The steps are numbered; each says what it is for. Distances are plies,
//! scores centipawns. Steps that guess are features that can be left out
//! ([`Feature`]); without them this is alpha-beta.

use crate::Bound;
use crate::features::Feature;
use crate::memory::MOST as MOST_HISTORY;
use crate::picker::{MovePicker, Want};
use crate::value::{FORCED, INFINITE, MAX_PLY, from_table, is_forced, lost, won};
use crate::worker::{BEFORE, Worker};
use hyperrook_eval::Accumulator;
use hyperrook_rules::fast::Pos;
use hyperrook_rules::{Move, Stalemate};

/// What the caller of a node knows about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeParams {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    /// Whether the node is likely to fail high.
    pub(crate) cut: bool,
}

impl<const W: usize> Worker<'_, W> {
    /// The worth of a position to the side to move.
    pub(crate) fn search(
        &mut self,
        pos: &Pos<W>,
        accumulator: &Accumulator,
        attacked: bool,
        ask: NodeParams,
    ) -> i32 {
        let NodeParams {
            mut alpha,
            mut beta,
            mut depth,
            ply,
            cut,
        } = ask;
        let pv = beta - alpha > 1;

        // 1. At the end of the depth captures are played out.
        if depth <= 0 {
            return self.quiesce(pos, accumulator, attacked, (alpha, beta), ply, ply);
        }
        self.visit();
        self.lines[ply].clear();
        if self.stopped {
            return 0;
        }
        self.deepest = self.deepest.max(ply);

        // 2. The game may be over: by baring, by a draw. Having no moves is seen
        // when there are none.
        if let Some(score) = self.ended(pos, ply) {
            return score;
        }
        if self.is_draw(pos, attacked) {
            return 0;
        }
        if ply >= MAX_PLY - 1 {
            return if attacked {
                0
            } else {
                let eval = self.evaluate(pos, accumulator);
                self.adjust(pos, eval)
            };
        }

        // 3. Mate distance: a line no better than a mate already found is of no
        // use, whoever mates.
        if self.features.has(Feature::MateDistance) {
            alpha = alpha.max(lost(ply));
            beta = beta.min(won(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // 4. The table may know the score, or at least a good first move. Near
        // the draw by count its scores, which know no count, are not taken over.
        let excluded = self.frame(ply).excluded;
        let known = match excluded {
            None => self.table.probe(pos.hash()),
            Some(_) => None,
        };
        let count = self.rules.definition().ends().moves.saturating_mul(2);
        let late = count > 0 && pos.halfmove() + 10 >= count;
        let known_score = known.map(|entry| from_table(entry.score, ply));
        if let (Some(entry), Some(score)) = (known, known_score)
            && !pv
            && entry.depth >= depth
            && !late
            && self.features.has(Feature::HashCuts)
        {
            let cuts = match entry.limit {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if cuts {
                return score;
            }
        }
        let hash = known
            .and_then(|entry| entry.mv)
            .filter(|_| self.features.has(Feature::HashMove))
            .filter(|&mv| pos.is_legal(self.rules, mv));
        let hash_is_tactical = hash.is_some_and(|mv| pos.is_tactical(self.rules, mv));

        // 5. The static evaluation, or what the table knows better.
        let (mut raw, mut fixed) = (None, None);
        let mut eval = 0;
        let mut improving = false;
        if !attacked {
            let value = match (excluded, known.and_then(|entry| entry.eval)) {
                (_, Some(value)) => value,
                _ => self.evaluate(pos, accumulator),
            };
            raw = Some(value);
            let value = self.adjust(pos, value);
            fixed = Some(value);
            eval = value;
            if let (Some(entry), Some(score)) = (known, known_score) {
                let is_better = match entry.limit {
                    Bound::Exact => true,
                    Bound::Lower => score > eval,
                    Bound::Upper => score < eval,
                };
                if is_better && !is_forced(score) && self.features.has(Feature::HashCuts) {
                    eval = score;
                }
            }
            let before = [2, 4].into_iter().find_map(|ago| {
                let at = (ply + BEFORE).checked_sub(ago)?;
                self.frames[at].eval
            });
            improving = before.is_none_or(|before| value > before);
        }
        self.frame(ply).eval = fixed;
        self.frame(ply + 1).excluded = None;
        self.frame(ply + 1).cutoffs = 0;
        self.frames[ply + BEFORE + 2].killers = [None; 2];
        let doubled = self.frames[ply + BEFORE - 1].doubled;
        self.frame(ply).doubled = doubled;

        let may_guess = !pv && !attacked && excluded.is_none();
        if may_guess {
            // 6. Razoring: far below alpha only captures can help.
            if depth <= 3
                && eval + 180 + 140 * depth * depth < alpha
                && self.features.has(Feature::Razoring)
            {
                let score = self.quiesce(pos, accumulator, attacked, (alpha, alpha + 1), ply, ply);
                if score <= alpha {
                    return score;
                }
            }

            // 7. Reverse futility: so far above beta that a shallow search will
            // not fall below it.
            if depth <= 8
                && eval - 75 * (depth - i32::from(improving)) >= beta
                && eval < FORCED
                && beta > -FORCED
                && self.features.has(Feature::ReverseFutility)
            {
                return (eval + beta) / 2;
            }

            // 8. Null move: if even passing keeps the score above beta, a move
            // will. Not with so few pieces that passing may be the best move.
            if depth >= 3
                && eval >= beta
                && fixed.is_some_and(|fixed| fixed >= beta - 20 * depth + 120)
                && beta > -FORCED
                && ply >= self.no_null_before
                && self.frames[ply + BEFORE - 1].step.is_some()
                && self.model.can_null_move(pos)
                && self.features.has(Feature::NullMove)
                && let Some(score) = self.try_null(pos, accumulator, beta, depth, eval, ply)
            {
                return score;
            }
        }
        if self.stopped {
            return 0;
        }

        // 9. Internal reduction: without a known first move a shallower search
        // finds one for the next time.
        if depth >= 4
            && known.is_none_or(|entry| entry.mv.is_none())
            && (pv || cut)
            && excluded.is_none()
            && self.features.has(Feature::InternalReductions)
        {
            depth -= 1;
        }

        // 10. ProbCut: a capture that is far above beta at less depth will be
        // above it at full depth.
        let raised = beta + 180 - 50 * i32::from(improving);
        if may_guess
            && depth >= 5
            && !is_forced(beta)
            && !known.is_some_and(|entry| {
                entry.depth >= depth - 3 && known_score.is_some_and(|score| score < raised)
            })
            && self.features.has(Feature::ProbCut)
            && let Some(score) =
                self.try_captures(pos, accumulator, raised, depth, fixed, hash, ply)
        {
            return score;
        }
        if self.stopped {
            return 0;
        }

        // 11. The moves, best first.
        let killers = if self.features.has(Feature::Killers) {
            self.frame(ply).killers
        } else {
            [None; 2]
        };
        let earlier = self.earlier(ply);
        let want = if attacked { Want::Evasions } else { Want::All };
        let hash = hash.filter(|&mv| Some(mv) != excluded);
        let list = self.list();
        let mut picker = MovePicker::new(want, hash, killers, earlier, list, 0);
        let mut tried = self.tried.pop().unwrap_or_default();
        tried.iter_mut().for_each(Vec::clear);
        let before = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut number = 0;
        self.keys.push(pos.hash());
        while let Some(mv) = picker.next(self, pos) {
            if Some(mv) == excluded {
                continue;
            }
            number += 1;
            let tactical = pos.is_tactical(self.rules, mv);
            let kind = pos.piece(mv.origin()).map(|piece| piece.kind);
            let history = if tactical {
                let victim = pos.piece(mv.destination()).map(|piece| piece.kind);
                kind.map_or(0, |kind| self.memory.capture(kind, mv, victim))
            } else {
                self.quiet_score(pos, mv, earlier)
            };
            let reduction = self.reduction(depth, number);

            // 12. Shallow pruning: late, hopeless or losing moves are left out,
            // once a move is known that does not lose by force. Checks may mate.
            if best > -FORCED && !attacked_out(attacked, number) && !self.attacks_royal(pos, mv) {
                let lean = (depth - reduction / 1024).max(0);
                if !tactical {
                    let most = (4 + depth * depth) * self.model.branching_factor()
                        / (32 * (2 - i32::from(improving)));
                    if depth <= 8 && number > most && self.features.has(Feature::LateMovePruning) {
                        picker.skip_quiets = true;
                        if !attacked {
                            continue;
                        }
                    }
                    if lean <= 7
                        && fixed
                            .is_some_and(|fixed| fixed + 90 + 85 * lean + history / 128 <= alpha)
                        && self.features.has(Feature::Futility)
                    {
                        continue;
                    }
                }
                let threshold = if tactical {
                    -85 * depth
                } else {
                    -22 * lean * lean
                };
                if depth <= 9
                    && (picker.is_bad() || !tactical)
                    && self.features.has(Feature::ExchangePruning)
                    && !pos.see_ge(self.rules, self.values, mv, threshold)
                {
                    continue;
                }
            }

            // 13. Extensions.
            let mut extension = 0;
            if Some(mv) == hash
                && ply < 2 * self.root_depth as usize
                && depth >= 7
                && excluded.is_none()
                && self.features.has(Feature::Singular)
                && let (Some(entry), Some(score)) = (known, known_score)
                && entry.depth >= depth - 3
                && entry.limit != Bound::Upper
                && !is_forced(score)
            {
                // A move that alone holds the score deserves a closer look.
                let bar = score - 2 * depth;
                self.frame(ply).excluded = Some(mv);
                self.keys.pop();
                let without = self.search(
                    pos,
                    accumulator,
                    attacked,
                    NodeParams {
                        alpha: bar - 1,
                        beta: bar,
                        depth: (depth - 1) / 2,
                        ply,
                        cut,
                    },
                );
                self.keys.push(pos.hash());
                self.frame(ply).excluded = None;
                self.frame(ply).eval = fixed;
                if self.stopped {
                    break;
                }
                if without < bar {
                    extension = 1;
                    if !pv && without < bar - 20 && doubled < 6 {
                        extension = 2;
                        self.frame(ply).doubled = doubled + 1;
                    }
                } else if bar >= beta {
                    // Several moves are that good.
                    self.keys.pop();
                    self.spare.push(picker.finish());
                    self.tried.push(tried);
                    return bar;
                } else if score >= beta {
                    extension = -1;
                }
            }
            let (after, new_accumulator) = self.after(pos, accumulator, mv);
            let checks = after.is_in_check(self.rules, after.turn());
            if checks
                && extension == 0
                && depth <= 10
                && ply < 2 * self.root_depth as usize
                && self.features.has(Feature::CheckExtension)
                && !picker.is_bad()
                && (pv || number <= 4)
            {
                extension = 1;
            }
            let step = kind.map(|kind| self.memory.step(kind, mv));
            self.frame(ply).step = step;
            self.frame(ply).to = Some(mv.destination());
            let new_depth = depth - 1 + extension;

            // 14. Late moves are searched to less depth, and again if they turn
            // out better than expected.
            let mut score = best;
            let mut full = number > 1 || !pv;
            if depth >= 2
                && number > 1 + i32::from(pv)
                && self.features.has(Feature::Reductions)
                && !(tactical && !picker.is_bad() && pv)
            {
                let mut r = reduction;
                if tactical {
                    r -= 700;
                    r -= history / 12;
                } else {
                    r -= history * 1024 / 9000;
                    r += 900 * i32::from(hash_is_tactical);
                    r -= 800 * i32::from(killers.contains(&Some(mv)));
                }
                r += 1200 * i32::from(cut);
                r -= 1000 * i32::from(pv);
                r -= 900 * i32::from(checks);
                r += 600 * i32::from(!improving);
                r += 600 * i32::from(self.frames[ply + 1 + BEFORE].cutoffs > 3);
                let reduced = (new_depth - r / 1024).clamp(1, new_depth + i32::from(pv));
                score = -self.search(
                    &after,
                    &new_accumulator,
                    checks,
                    NodeParams {
                        alpha: -alpha - 1,
                        beta: -alpha,
                        depth: reduced,
                        ply: ply + 1,
                        cut: true,
                    },
                );
                full = score > alpha && reduced < new_depth;
            }
            if full && !self.stopped {
                score = -self.search(
                    &after,
                    &new_accumulator,
                    checks,
                    NodeParams {
                        alpha: -alpha - 1,
                        beta: -alpha,
                        depth: new_depth,
                        ply: ply + 1,
                        cut: !cut,
                    },
                );
            }
            if pv && (number == 1 || score > alpha) && !self.stopped {
                score = -self.search(
                    &after,
                    &new_accumulator,
                    checks,
                    NodeParams {
                        alpha: -beta,
                        beta: -alpha,
                        depth: new_depth,
                        ply: ply + 1,
                        cut: false,
                    },
                );
            }
            if self.stopped {
                break;
            }

            // 15. Is it the best so far?
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    self.extend_line(ply, mv);
                    if score >= beta {
                        self.frame(ply).cutoffs += 1;
                        break;
                    }
                    alpha = score;
                }
            }
            tried[usize::from(tactical)].push(mv);
        }
        self.keys.pop();
        self.spare.push(picker.finish());
        if self.stopped {
            self.tried.push(tried);
            return 0;
        }

        // 16. Without moves the game is over.
        if number == 0 {
            self.tried.push(tried);
            return match excluded {
                Some(_) => alpha,
                None => self.without_moves(attacked, ply),
            };
        }

        // 17. Learn from a move that was too good, and from those before it.
        if best >= beta
            && let Some(mv) = best_move
        {
            self.learn(pos, mv, &tried, depth, earlier, ply);
        }
        self.tried.push(tried);

        // 18. Keep what was found out.
        if excluded.is_none() {
            let limit = if best >= beta {
                Bound::Lower
            } else if best > before {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.store(pos, best_move, best, limit, depth, raw, ply);
            if let Some(fixed) = fixed
                && !best_move.is_some_and(|mv| pos.is_tactical(self.rules, mv))
                && !(limit == Bound::Lower && best <= fixed)
                && !(limit == Bound::Upper && best >= fixed)
                && !is_forced(best)
                && self.features.has(Feature::Correction)
            {
                let structure = self.structure(pos);
                let known = raw.unwrap_or(fixed);
                self.memory
                    .learn_correction(pos.turn(), structure, best - known, depth);
            }
        }
        best
    }

    /// PieceTo 8: lets the opponent move twice.
    fn try_null(
        &mut self,
        pos: &Pos<W>,
        accumulator: &Accumulator,
        beta: i32,
        depth: i32,
        eval: i32,
        ply: usize,
    ) -> Option<i32> {
        let reduced = depth - (4 + depth / 3 + ((eval - beta) / 200).min(3));
        let mut after = pos.clone();
        after.make_null(self.rules);
        self.frame(ply).step = None;
        self.frame(ply).to = None;
        self.keys.push(pos.hash());
        let attacked = after.is_in_check(self.rules, after.turn());
        let score = -self.search(
            &after,
            accumulator,
            attacked,
            NodeParams {
                alpha: -beta,
                beta: 1 - beta,
                depth: reduced,
                ply: ply + 1,
                cut: true,
            },
        );
        self.keys.pop();
        if self.stopped || score < beta {
            return None;
        }
        let score = if is_forced(score) { beta } else { score };
        if self.no_null_before > 0 || depth < 14 {
            return Some(score);
        }
        // At high depth, verify without null moves for some plies.
        self.no_null_before = ply + (3 * reduced.max(1) / 4) as usize;
        let verified = self.search(
            pos,
            accumulator,
            false,
            NodeParams {
                alpha: beta - 1,
                beta,
                depth: reduced,
                ply,
                cut: false,
            },
        );
        self.no_null_before = 0;
        (verified >= beta && !self.stopped).then_some(score)
    }

    /// PieceTo 10: looks whether a capture is above a raised beta.
    #[allow(clippy::too_many_arguments, reason = "what the node knows")]
    fn try_captures(
        &mut self,
        pos: &Pos<W>,
        accumulator: &Accumulator,
        raised: i32,
        depth: i32,
        fixed: Option<i32>,
        hash: Option<Move>,
        ply: usize,
    ) -> Option<i32> {
        let hash = hash.filter(|&mv| pos.is_tactical(self.rules, mv));
        let list = self.list();
        let threshold = raised - fixed.unwrap_or(raised);
        let earlier = self.earlier(ply);
        let mut picker = MovePicker::new(Want::Tactical, hash, [None; 2], earlier, list, threshold);
        let mut found = None;
        self.keys.push(pos.hash());
        while let Some(mv) = picker.next(self, pos) {
            let (after, new_accumulator) = self.after(pos, accumulator, mv);
            let checks = after.is_in_check(self.rules, after.turn());
            let kind = pos.piece(mv.origin()).map(|piece| piece.kind);
            self.frame(ply).step = kind.map(|kind| self.memory.step(kind, mv));
            self.frame(ply).to = Some(mv.destination());
            let mut score = -self.quiesce(
                &after,
                &new_accumulator,
                checks,
                (-raised, 1 - raised),
                ply + 1,
                ply + 1,
            );
            if score >= raised && !self.stopped {
                score = -self.search(
                    &after,
                    &new_accumulator,
                    checks,
                    NodeParams {
                        alpha: -raised,
                        beta: 1 - raised,
                        depth: depth - 4,
                        ply: ply + 1,
                        cut: true,
                    },
                );
            }
            if self.stopped {
                break;
            }
            if score >= raised {
                found = Some((mv, score));
                break;
            }
        }
        self.keys.pop();
        self.spare.push(picker.finish());
        let (mv, score) = found?;
        self.store(pos, Some(mv), score, Bound::Lower, depth - 3, None, ply);
        Some(score)
    }

    /// Whether the piece that moves attacks the enemy's royal piece afterwards:
    /// checks by other pieces, whose line it opens, are not seen.
    #[inline]
    pub(crate) fn attacks_royal(&self, pos: &Pos<W>, mv: Move) -> bool {
        let Some(piece) = pos.piece(mv.origin()) else {
            return false;
        };
        let kind = mv.promotion().unwrap_or(piece.kind);
        let piece = hyperrook_rules::Piece { kind, ..piece };
        let occupied = pos.occupied().without(mv.origin());
        let royal = pos.royal_cells(self.rules, piece.side.other());
        let attacked = self.rules.attacked_from(piece, mv.destination(), occupied);
        attacked.meets(royal)
    }

    /// How much less deep a move is searched, in parts of 1024 of a ply.
    #[inline]
    pub(crate) fn reduction(&self, depth: i32, number: i32) -> i32 {
        let log = |n: i32| self.logs[n.clamp(1, 255) as usize];
        (430.0 + log(depth) * log(number) * 430.0) as i32
    }

    /// The score of a position that ends the game whatever moves there are.
    #[inline]
    pub(crate) fn ended(&self, pos: &Pos<W>, ply: usize) -> Option<i32> {
        let ends = self.rules.definition().ends();
        if !ends.baring {
            return None;
        }
        let turn = pos.turn();
        if !pos.is_bare(self.rules, turn) && !pos.is_bare(self.rules, turn.other()) {
            return None;
        }
        let outcome = pos.outcome(self.rules)?;
        if !outcome.reason.comes_first() {
            return None;
        }
        Some(match outcome.winner {
            None => 0,
            Some(winner) if winner == turn => won(ply),
            Some(_) => lost(ply),
        })
    }

    /// The score of a side without moves.
    pub(crate) fn without_moves(&self, attacked: bool, ply: usize) -> i32 {
        if attacked {
            return lost(ply);
        }
        match self.rules.definition().ends().stalemate {
            Stalemate::Draw => 0,
            Stalemate::Loss => lost(ply),
            Stalemate::Win => won(ply),
        }
    }

    /// PieceTo 17: what a refutation teaches.
    fn learn(
        &mut self,
        pos: &Pos<W>,
        mv: Move,
        tried: &[Vec<Move>; 2],
        depth: i32,
        earlier: [Option<crate::memory::PieceTo>; 2],
        ply: usize,
    ) {
        let bonus = (160 * depth - 80).min(1800).min(MOST_HISTORY);
        let victim = |mv: Move| pos.piece(mv.destination()).map(|piece| piece.kind);
        let kind = |mv: Move| pos.piece(mv.origin()).map(|piece| piece.kind);
        if pos.is_tactical(self.rules, mv) {
            if let Some(kind) = kind(mv) {
                self.memory.learn_capture(kind, mv, victim(mv), bonus);
            }
        } else {
            let killers = &mut self.frame(ply).killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.learn_quiet(pos, mv, earlier, bonus);
            for &other in &tried[0] {
                self.learn_quiet(pos, other, earlier, -bonus);
            }
        }
        for &other in &tried[1] {
            if let Some(kind) = kind(other) {
                self.memory
                    .learn_capture(kind, other, victim(other), -bonus);
            }
        }
    }

    fn learn_quiet(
        &mut self,
        pos: &Pos<W>,
        mv: Move,
        earlier: [Option<crate::memory::PieceTo>; 2],
        bonus: i32,
    ) {
        self.memory.learn_quiet(pos.turn(), mv, bonus);
        if let Some(piece) = pos.piece(mv.origin()) {
            let step = self.memory.step(piece.kind, mv);
            for earlier in earlier {
                self.memory.learn_continuation(earlier, step, bonus);
            }
        }
    }
}

/// An attacked side has few moves: the first ones are always looked at.
#[inline]
fn attacked_out(attacked: bool, number: i32) -> bool {
    attacked && number <= 4
}
