//! Alpha-beta search a few plies deep, with captures followed further.

use super::values::SimpleValues;
use hyperrook_rules::{Game, History, Move, Outcome, Position, Side};
use hyperrook_search::Control;

/// A win now, in the units of [`SimpleValues`]; a win in `n` plies is `n` less.
const WIN: i32 = 10_000_000;

/// More than any score.
const INFINITE: i32 = 2 * WIN;

/// The most positions looked at for one move. It bounds the time, about a
/// second, and leaves the choice the same on every machine.
const MAX_NODES: u64 = 250_000;

/// Captures are followed for so many plies beyond the depth.
const CAPTURE_PLIES: u32 = 6;

/// Moves so near to the best are as good: one of them is chosen.
const SPREAD: i32 = 12;

/// The simple opponent of one game.
#[derive(Clone, Debug)]
pub struct SimpleSearch {
    values: SimpleValues,
    plies: u32,
    seed: u64,
    max_nodes: u64,
}

impl SimpleSearch {
    /// An opponent that looks so many plies ahead. The same seed gives the same
    /// moves.
    pub fn new(game: &Game, plies: u32, seed: u64) -> SimpleSearch {
        SimpleSearch {
            values: SimpleValues::new(game),
            plies,
            seed,
            max_nodes: MAX_NODES,
        }
    }

    /// A legal move of the present position; `None` if there is none. Told to
    /// stop, it chooses by what it has seen.
    pub fn choose(&self, history: &History, stop: &Control) -> Option<Move> {
        let position = history.position();
        let mut search = SearchRun {
            values: &self.values,
            stop,
            nodes: 0,
            max_nodes: self.max_nodes,
            before: history.positions().iter().map(Position::hash).collect(),
        };
        let mut moves = search.ordered(position, false);
        let mut best: Option<Vec<(i32, Move)>> = None;
        for depth in 1..=self.plies {
            let Ok(scored) = search.root(position, &moves, depth) else {
                break;
            };
            // The next depth looks at what was good first.
            moves = scored.iter().map(|&(_, mv)| mv).collect();
            best = Some(scored);
        }
        let Some(scored) = best else {
            // Stopped before the first depth was done.
            return moves.first().copied();
        };
        let top = scored.first()?.0;
        let good = scored
            .iter()
            .take_while(|(score, _)| *score + SPREAD >= top);
        // A sure win is taken by the shortest way.
        let good: Vec<Move> = good
            .take_while(|(score, _)| top.abs() < WIN / 2 || *score == top)
            .map(|&(_, mv)| mv)
            .collect();
        let seed = self.seed ^ position.hash() ^ u64::from(position.fullmove());
        fastrand::Rng::with_seed(seed).choice(&good).copied()
    }
}

/// The search ran out of nodes or was stopped.
struct Stopped;

struct SearchRun<'a> {
    values: &'a SimpleValues,
    stop: &'a Control,
    nodes: u64,
    max_nodes: u64,
    /// Keys of the positions before, those of the game and of the line.
    before: Vec<u64>,
}

impl SearchRun<'_> {
    /// The moves with their scores, the best first. Scores of moves that are
    /// clearly worse than the best are only bounds.
    fn root(
        &mut self,
        position: &Position,
        moves: &[Move],
        depth: u32,
    ) -> Result<Vec<(i32, Move)>, Stopped> {
        let mut scored = Vec::new();
        let mut best = -INFINITE;
        for &mv in moves {
            let Ok(after) = position.after(mv) else {
                continue;
            };
            let beta = (best - SPREAD - 1).max(-INFINITE);
            let score = -self.score(&after, depth - 1, 1, -INFINITE, -beta)?;
            best = best.max(score);
            scored.push((score, mv));
        }
        scored.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
        Ok(scored)
    }

    /// The score of a position for the side to move.
    fn score(
        &mut self,
        position: &Position,
        depth: u32,
        ply: i32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        self.nodes += 1;
        if self.nodes > self.max_nodes || self.stop.is_stopped() {
            return Err(Stopped);
        }
        if let Some(outcome) = position.outcome() {
            return Ok(ended(outcome, position.turn(), ply));
        }
        let key = position.hash();
        // To come back is as good as a draw, and what is ahead need not be seen twice.
        if position.game().definition().ends().repetition > 0 && self.before.contains(&key) {
            return Ok(0);
        }
        if depth == 0 {
            return self.captures(position, CAPTURE_PLIES, alpha, beta);
        }
        let mut best = -INFINITE;
        self.before.push(key);
        for mv in self.ordered(position, false) {
            let Ok(after) = position.after(mv) else {
                continue;
            };
            let score = -self.score(&after, depth - 1, ply + 1, -beta, -alpha)?;
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.before.pop();
        Ok(best)
    }

    /// The score when only captures and promotions are still to come.
    fn captures(
        &mut self,
        position: &Position,
        plies: u32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        self.nodes += 1;
        if self.nodes > self.max_nodes || self.stop.is_stopped() {
            return Err(Stopped);
        }
        let standing = match position.turn() {
            Side::White => self.values.balance(position),
            Side::Black => -self.values.balance(position),
        };
        if plies == 0 || standing >= beta {
            return Ok(standing);
        }
        let mut best = standing;
        alpha = alpha.max(standing);
        for mv in self.ordered(position, true) {
            let Ok(after) = position.after(mv) else {
                continue;
            };
            let score = -self.captures(&after, plies - 1, -beta, -alpha)?;
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// The moves, or only the loud ones, with the most promising first.
    fn ordered(&self, position: &Position, only_loud: bool) -> Vec<Move> {
        let moves = position.moves();
        let mut rated: Vec<(i32, Move)> = Vec::with_capacity(moves.len());
        for mv in moves {
            let captured: i32 = position
                .captures(mv)
                .iter()
                .filter_map(|cell| position.piece(cell))
                .map(|piece| self.values.of(piece.kind).max(1))
                .sum();
            let promoted = mv.promotion().map_or(0, |kind| self.values.of(kind).max(1));
            if only_loud && captured == 0 && promoted == 0 {
                continue;
            }
            let rate = match position.piece(mv.origin()) {
                // The least piece first that takes the greatest.
                Some(piece) if captured > 0 => {
                    WIN / 8 + captured * 16 - self.values.of(piece.kind) + promoted
                }
                Some(piece) => {
                    promoted + self.values.on(piece.side, piece.kind, mv.destination())
                        - self.values.on(piece.side, piece.kind, mv.origin())
                }
                None => 0,
            };
            rated.push((rate, mv));
        }
        // Equal rates keep the order of the moves, which is always the same.
        rated.sort_by_key(|&(rate, _)| std::cmp::Reverse(rate));
        rated.into_iter().map(|(_, mv)| mv).collect()
    }
}

/// The score of a finished game for the side to move.
fn ended(outcome: Outcome, turn: Side, ply: i32) -> i32 {
    match outcome.winner {
        None => 0,
        Some(side) if side == turn => WIN - ply,
        Some(_) => ply - WIN,
    }
}
