//! The root of a search: iterations of growing depth over the first moves.

use crate::Bound;
use crate::features::Feature;
use crate::node::NodeParams;
use crate::value::{INFINITE, MAX_PLY, is_forced};
use crate::worker::{SearchJob, Worker};
use hyperrook_eval::Accumulator;
use hyperrook_rules::Move;
use hyperrook_rules::fast::Pos;

/// A first move and what is known of it.
#[derive(Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// Its score in the last iteration that looked at it closely.
    pub(crate) score: i32,
    /// The best line it begins.
    pub(crate) line: Vec<Move>,
    /// How deep that went.
    pub(crate) deepest: usize,
}

impl RootMove {
    pub(crate) fn new(mv: Move) -> RootMove {
        let mut line = Vec::with_capacity(MAX_PLY + 2);
        line.push(mv);
        RootMove {
            mv,
            score: -INFINITE,
            line,
            deepest: 0,
        }
    }

    /// Becomes like another one; allocates nothing.
    fn copy(&mut self, other: &RootMove) {
        self.mv = other.mv;
        self.score = other.score;
        self.deepest = other.deepest;
        self.line.clear();
        self.line.extend_from_slice(&other.line);
    }
}

/// A copy has as much room for its line.
impl Clone for RootMove {
    fn clone(&self) -> RootMove {
        let mut copy = RootMove::new(self.mv);
        copy.copy(self);
        copy
    }
}

/// What a thread has found out about the first moves.
#[derive(Clone, Debug)]
pub(crate) struct RootState {
    /// Best first.
    pub(crate) moves: Vec<RootMove>,
    /// The last iteration completed.
    pub(crate) depth: i32,
}

impl RootState {
    /// Becomes like another one of the same first moves; allocates nothing.
    pub(crate) fn copy(&mut self, other: &RootState) {
        self.depth = other.depth;
        for (mine, theirs) in self.moves.iter_mut().zip(&other.moves) {
            mine.copy(theirs);
        }
    }
}

/// Hears of what a thread finds: the best moves so far, how many of them are
/// new, the depth, and whether their scores are exact. Says, where an iteration
/// is complete, whether to go on.
pub(crate) type Listener<'l, const W: usize> =
    &'l mut dyn FnMut(&Worker<'_, W>, &RootState, usize, i32, Bound, bool) -> bool;

impl<const W: usize> Worker<'_, W> {
    /// Searches ever deeper until it is stopped or has reached the depth. What
    /// another thread completes first is taken over, and `ahead` of it the search
    /// goes on: so the threads do not all do the same.
    pub(crate) fn iterate(
        &mut self,
        job: &SearchJob<'_, W>,
        root: &mut RootState,
        ahead: i32,
        report: Listener<'_, W>,
    ) {
        let (pos, accumulator) = (job.pos, &job.accumulator);
        let attacked = pos.is_in_check(self.rules, pos.turn());
        let lines = job.lines.clamp(1, root.moves.len().max(1));
        let mut depth = 1 + ahead;
        while depth <= job.deepest {
            self.root_depth = depth;
            for first in 0..lines {
                self.deepest = 0;
                self.aspire(pos, accumulator, attacked, root, depth, first, report);
                if self.stopped {
                    break;
                }
            }
            if !self.stopped {
                root.depth = depth;
                self.shared.finish(root);
                depth += 1;
            } else if self.shared.overtake(root) {
                self.stopped = false;
                depth = root.depth + 1 + ahead;
            } else {
                return;
            }
            if !report(self, root, lines, root.depth, Bound::Exact, true) {
                return;
            }
        }
    }

    /// Searches the moves from `first` on in a narrow window about the last
    /// score, and in wider ones while the score is outside.
    #[allow(clippy::too_many_arguments, reason = "the parts of an iteration")]
    fn aspire(
        &mut self,
        pos: &Pos<W>,
        accumulator: &Accumulator,
        attacked: bool,
        root: &mut RootState,
        depth: i32,
        first: usize,
        report: Listener<'_, W>,
    ) {
        let last = root.moves[first].score;
        let mut delta = 14;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let narrow = depth >= 5 && last > -INFINITE && !is_forced(last);
        if narrow && self.features.has(Feature::Aspiration) {
            alpha = (last - delta).max(-INFINITE);
            beta = (last + delta).min(INFINITE);
        }
        let mut lower = 0;
        loop {
            let depth = (depth - lower).max(1);
            let best =
                self.search_root(pos, accumulator, attacked, root, depth, first, alpha, beta);
            // What was searched keeps its order behind the best.
            root.moves[first..].sort_by_key(|m| std::cmp::Reverse(m.score));
            if self.stopped {
                return;
            }
            if best <= alpha && alpha > -INFINITE {
                report(self, root, first + 1, depth, Bound::Upper, false);
                beta = (alpha + beta) / 2;
                alpha = (best - delta).max(-INFINITE);
                lower = 0;
            } else if best >= beta && beta < INFINITE {
                report(self, root, first + 1, depth, Bound::Lower, false);
                beta = (best + delta).min(INFINITE);
                lower = (lower + 1).min(3);
            } else {
                return;
            }
            delta += delta / 2 + 5;
            if delta > 600 || is_forced(best) {
                (alpha, beta) = (
                    if alpha < best { alpha } else { -INFINITE },
                    if beta > best { beta } else { INFINITE },
                );
                if is_forced(best) {
                    (alpha, beta) = (-INFINITE, INFINITE);
                }
            }
        }
    }

    /// Searches the first moves from `first` on.
    #[allow(clippy::too_many_arguments, reason = "the parts of an iteration")]
    fn search_root(
        &mut self,
        pos: &Pos<W>,
        accumulator: &Accumulator,
        attacked: bool,
        root: &mut RootState,
        depth: i32,
        first: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.visit();
        self.lines[0].clear();
        let before = alpha;
        let raw = (!attacked).then(|| self.evaluate(pos, accumulator));
        let fixed = raw.map(|raw| self.adjust(pos, raw));
        self.frame(0).eval = fixed;
        self.frame(0).doubled = 0;
        let mut best = -INFINITE;
        let mut best_move = None;
        self.keys.push(pos.hash());
        for i in first..root.moves.len() {
            if self.stopped {
                break;
            }
            let mv = root.moves[i].mv;
            let number = (i - first + 1) as i32;
            let tactical = pos.is_tactical(self.rules, mv);
            let (after, new_accumulator) = self.after(pos, accumulator, mv);
            let checks = after.is_in_check(self.rules, after.turn());
            let kind = pos.piece(mv.origin()).map(|piece| piece.kind);
            self.frame(0).step = kind.map(|kind| self.memory.step(kind, mv));
            self.frame(0).to = Some(mv.destination());
            self.frame(1).excluded = None;
            self.frame(1).cutoffs = 0;
            let ask = |alpha, beta, depth, cut| NodeParams {
                alpha,
                beta,
                depth,
                ply: 1,
                cut,
            };
            let new_depth = depth - 1;
            let mut score = best;
            let mut full = number > 1;
            let late = number > 3 && depth >= 3 && !tactical && !checks;
            if late && self.features.has(Feature::Reductions) {
                let r = (self.reduction(depth, number) - 1000).max(0) / 1024;
                let reduced = (new_depth - r).clamp(1, new_depth);
                let window = ask(-alpha - 1, -alpha, reduced, true);
                score = self.search_answers(&after, &new_accumulator, checks, window);
                full = score > alpha && reduced < new_depth;
            }
            if full && !self.stopped {
                let window = ask(-alpha - 1, -alpha, new_depth, true);
                score = self.search_answers(&after, &new_accumulator, checks, window);
            }
            if (number == 1 || score > alpha) && !self.stopped {
                let window = ask(-beta, -alpha, new_depth, false);
                score = self.search_answers(&after, &new_accumulator, checks, window);
            }
            if self.stopped {
                break;
            }
            let found = &mut root.moves[i];
            if number == 1 || score > alpha {
                found.score = score;
                found.deepest = self.deepest;
                found.line.clear();
                found.line.push(mv);
                found.line.extend_from_slice(&self.lines[1]);
            } else {
                found.score = -INFINITE;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        self.keys.pop();
        if !self.stopped && first == 0 {
            let limit = if best >= beta {
                Bound::Lower
            } else if best > before {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.store(pos, best_move, best, limit, depth, raw, 0);
        }
        best
    }

    /// The score of a first move, by the answers to it. What the table knows of
    /// them, and what is pruned among them, knows nothing of the game before: a
    /// repetition that the opponent can go for at once must not be missed.
    fn search_answers(
        &mut self,
        after: &Pos<W>,
        accumulator: &Accumulator,
        checks: bool,
        ask: NodeParams,
    ) -> i32 {
        let score = -self.search(after, accumulator, checks, ask);
        if score > 0 && self.can_repeat(after) {
            0
        } else {
            score
        }
    }
}
