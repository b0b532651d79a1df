//! Quiescence: captures are played out before a position is evaluated.

use crate::Bound;
use crate::features::Feature;
use crate::picker::{MovePicker, Want};
use crate::table::TtEntry;
use crate::value::{INFINITE, MAX_PLY, from_table, is_forced, lost, to_table};
use crate::worker::{BEFORE, Worker};
use hyperrook_eval::Accumulator;
use hyperrook_rules::fast::Pos;

/// Plies of quiescence in which all good captures are looked at.
const FREE_PLIES: usize = 2;

impl<const W: usize> Worker<'_, W> {
    /// The worth of a position between the ends of a window when only captures
    /// and promotions are played, and all moves of an attacked side. `from` is
    /// the ply where quiescence began.
    pub(crate) fn quiesce(
        &mut self,
        pos: &Pos<W>,
        accumulator: &Accumulator,
        attacked: bool,
        window: (i32, i32),
        ply: usize,
        from: usize,
    ) -> i32 {
        let (mut alpha, beta) = window;
        self.visit();
        self.lines[ply].clear();
        if self.stopped {
            return 0;
        }
        self.deepest = self.deepest.max(ply);

        // 1. The game may be over.
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

        // 2. The table may know.
        let pv = beta - alpha > 1;
        let known = self.table.probe(pos.hash());
        if let Some(entry) = known
            && !pv
            && self.features.has(Feature::HashCuts)
        {
            let score = from_table(entry.score, ply);
            let cuts = match entry.limit {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if cuts {
                return score;
            }
        }

        // 3. A side that is not attacked may leave it at the evaluation.
        let mut best = -INFINITE;
        let mut raw = None;
        let mut floor = -INFINITE;
        if !attacked {
            let eval = known
                .and_then(|entry| entry.eval)
                .unwrap_or_else(|| self.evaluate(pos, accumulator));
            raw = Some(eval);
            best = self.adjust(pos, eval);
            if let Some(entry) = known {
                let score = from_table(entry.score, ply);
                let is_better = match entry.limit {
                    Bound::Exact => true,
                    Bound::Lower => score > best,
                    Bound::Upper => score < best,
                };
                if is_better && !is_forced(score) && self.features.has(Feature::HashCuts) {
                    best = score;
                }
            }
            if best >= beta {
                if known.is_none() {
                    self.store(pos, None, best, Bound::Lower, -1, raw, ply);
                }
                return best;
            }
            alpha = alpha.max(best);
            floor = best + 120;
        }

        // 4. Captures, or all moves if attacked. Far from the last full node only
        // recaptures are played: with pieces in contact everywhere all orders of all
        // exchanges are too many.
        let last = self.frames[ply + BEFORE - 1].to;
        let only = last.filter(|_| !attacked && ply >= from + FREE_PLIES);
        let hash = known.and_then(|entry| entry.mv).filter(|&mv| {
            (attacked || pos.is_tactical(self.rules, mv))
                && only.is_none_or(|only| only == mv.destination())
                && pos.is_legal(self.rules, mv)
        });
        let want = if attacked {
            Want::Evasions
        } else {
            Want::Tactical
        };
        let before = alpha;
        let list = self.list();
        let earlier = self.earlier(ply);
        let mut picker = MovePicker::new(want, hash, [None; 2], earlier, list, 0);
        picker.only = only;
        let prunes = self.features.has(Feature::QuietPruning);
        let mut best_move = None;
        let mut tried = 0;
        self.keys.push(pos.hash());
        loop {
            // 5. Leave out captures that cannot raise alpha, and late evasions.
            if prunes && !attacked && !is_forced(best) {
                picker.least = alpha - floor + 1;
            }
            let Some(mv) = picker.next(self, pos) else {
                break;
            };
            tried += 1;
            if prunes
                && attacked
                && tried > 3
                && !is_forced(best)
                && !pos.is_tactical(self.rules, mv)
            {
                continue;
            }
            let (after, new_accumulator) = self.after(pos, accumulator, mv);
            let checks = after.is_in_check(self.rules, after.turn());
            let step = pos
                .piece(mv.origin())
                .map(|piece| self.memory.step(piece.kind, mv));
            self.frame(ply).step = step;
            self.frame(ply).to = Some(mv.destination());
            let score = -self.quiesce(
                &after,
                &new_accumulator,
                checks,
                (-beta, -alpha),
                ply + 1,
                from,
            );
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    self.extend_line(ply, mv);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.keys.pop();
        let passed_over = picker.passed_over;
        self.spare.push(picker.finish());
        if self.stopped {
            return 0;
        }

        // 6. An attacked side without moves has lost.
        if attacked && tried == 0 {
            return lost(ply);
        }
        if passed_over {
            // Those could have been worth as much as alpha.
            best = best.max(alpha);
        }
        let limit = if best >= beta {
            Bound::Lower
        } else if best > before {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.store(pos, best_move, best, limit, 0, raw, ply);
        best
    }

    /// Keeps what was found out about a position.
    #[allow(clippy::too_many_arguments, reason = "the parts of an entry")]
    #[inline]
    pub(crate) fn store(
        &self,
        pos: &Pos<W>,
        mv: Option<hyperrook_rules::Move>,
        score: i32,
        limit: Bound,
        depth: i32,
        eval: Option<i32>,
        ply: usize,
    ) {
        let score = to_table(score, ply);
        self.table.store(
            pos.hash(),
            TtEntry {
                mv,
                score,
                limit,
                depth,
                eval,
            },
        );
    }

    /// Makes a move the first of the best line from a ply.
    #[inline]
    pub(crate) fn extend_line(&mut self, ply: usize, mv: hyperrook_rules::Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&after[0]);
    }
}
