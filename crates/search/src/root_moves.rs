//! The moves at the root and their results.

use crate::report::Bound;
use crate::score::{INFINITE, MATE_IN_MAX_PLY};
use hyperrook_rules::Move;

/// A move at the root and its results.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// The last score.
    pub(crate) score: i32,
    /// The score of the last complete iteration that gave it one.
    pub(crate) previous_score: i32,
    /// Whether the score is exact. A search that is stopped while it widens a window leaves a bound.
    pub(crate) bound: Bound,
    /// The principal variation that begins with the move.
    pub(crate) pv: Vec<Move>,
    /// The maximum ply that its search reached.
    pub(crate) seldepth: usize,
    /// The nodes that all its searches have visited.
    pub(crate) nodes: u64,
    /// Whether its last complete search found that it loses by force.
    pub(crate) loses: bool,
    /// Whether endgame tables call it a draw.
    pub(crate) is_drawn: bool,
}

impl RootMove {
    pub(crate) fn new(mv: Move) -> RootMove {
        RootMove {
            mv,
            score: -INFINITE,
            previous_score: -INFINITE,
            bound: Bound::Exact,
            // Most moves never get a longer one.
            pv: vec![mv],
            seldepth: 0,
            nodes: 0,
            loses: false,
            is_drawn: false,
        }
    }

    /// Copies another root move and keeps the memory of its variation.
    fn copy_from(&mut self, other: &RootMove) {
        self.mv = other.mv;
        self.score = other.score;
        self.previous_score = other.previous_score;
        self.bound = other.bound;
        self.seldepth = other.seldepth;
        self.nodes = other.nodes;
        self.loses = other.loses;
        self.is_drawn = other.is_drawn;
        self.pv.clear();
        self.pv.extend_from_slice(&other.pv);
    }
}

/// The results of a thread for all moves at the root.
#[derive(Clone, Debug)]
pub(crate) struct RootState {
    /// The best move first.
    pub(crate) moves: Vec<RootMove>,
    /// The last completed iteration.
    pub(crate) depth: i32,
    /// The score of the last completed iteration. Before the first one, the static evaluation, or 0
    /// in check.
    pub(crate) last_score: i32,
    /// The lines of the last completed iteration, best first, if several were asked for. An
    /// iteration that is stopped has overwritten most scores of `moves`.
    pub(crate) complete_lines: Vec<RootMove>,
}

impl RootState {
    /// The state before a search, with the first move only.
    pub(crate) fn first_move(&self) -> RootState {
        RootState {
            moves: self.moves[..1].to_vec(),
            depth: 0,
            last_score: self.last_score,
            complete_lines: Vec::new(),
        }
    }

    /// Keeps the first `count` moves as the lines of a completed iteration, without allocating
    /// after the first time.
    pub(crate) fn keep_lines(&mut self, count: usize) {
        let best = &self.moves[..count];
        if self.complete_lines.len() == count {
            for (kept, line) in self.complete_lines.iter_mut().zip(best) {
                kept.copy_from(line);
            }
        } else {
            self.complete_lines = best.to_vec();
        }
    }

    /// The share of all nodes that the searches of the best move have visited, from 0 to 1. A small
    /// share means that other moves were hard to refute. It says so only in searches of one line.
    pub(crate) fn best_node_share(&self) -> f64 {
        let all: u64 = self.moves.iter().map(|found| found.nodes).sum();
        self.moves[0].nodes as f64 / all.max(1) as f64
    }

    /// Gives moves that an iteration left without a score when it was stopped the lines of the last
    /// completed iteration, and sorts the moves again. Otherwise a weak level, whose few nodes end
    /// in the middle of an iteration, would often have only one move to choose.
    pub(crate) fn restore_lines(&mut self) {
        for line in &self.complete_lines {
            let mut moves = self.moves.iter_mut();
            let lost = moves.find(|found| found.mv == line.mv && found.score == -INFINITE);
            if let Some(lost) = lost {
                lost.copy_from(line);
            }
        }
        self.moves
            .sort_by_key(|found| std::cmp::Reverse(found.score));
    }

    /// After a search that was stopped: if the best move so far loses by force, or none has a score,
    /// but some moves have not been found to lose, the position may not be lost. Then the best of
    /// those moves comes first. Its own score is not known; it gets the score of the last complete
    /// iteration, marked as a bound.
    pub(crate) fn prefer_moves_that_may_not_lose(&mut self) {
        let is_lost = |score| score <= -MATE_IN_MAX_PLY;
        if !is_lost(self.moves[0].score) {
            return;
        }
        // Lines of the last iteration have scores of their own.
        self.restore_lines();
        if !is_lost(self.moves[0].score) {
            return;
        }
        if let Some(place) = self.moves.iter().position(|found| !found.loses)
            && !is_lost(self.last_score)
        {
            self.moves[..=place].rotate_right(1);
            self.moves[0].score = self.last_score;
            self.moves[0].bound = Bound::Upper;
        }
    }

    /// Copies another state of the same moves without allocating.
    pub(crate) fn copy_from(&mut self, other: &RootState) {
        self.depth = other.depth;
        self.last_score = other.last_score;
        for (mine, theirs) in self.moves.iter_mut().zip(&other.moves) {
            mine.copy_from(theirs);
        }
    }
}
