//! Alpha-beta search to a depth of a few plies, with a search of captures after it.

use super::values::SimpleValues;
use hyperrook_rules::{Game, History, Move, Outcome, Position, Side};
use hyperrook_search::Control;

/// The score of an immediate win, in the units of [`SimpleValues`]. A win in `n` plies scores `n`
/// less.
const WIN: i32 = 10_000_000;

/// Higher than any score.
const INFINITE: i32 = 2 * WIN;

/// The maximum number of positions visited for one move, which takes about a second. A limit of
/// nodes instead of time gives the same move on every machine.
const MAX_NODES: u64 = 250_000;

/// The maximum number of plies of captures after the depth.
const CAPTURE_PLIES: u32 = 6;

/// Moves whose scores differ from the best by at most this count as equally good; one of
/// them is chosen at random.
const EQUAL_MARGIN: i32 = 12;

/// The simple opponent of one game.
#[derive(Clone, Debug)]
pub struct SimpleSearch {
    values: SimpleValues,
    plies: u32,
    seed: u64,
    max_nodes: u64,
}

impl SimpleSearch {
    /// An opponent that searches to a depth in plies. The same seed gives the same moves.
    pub fn new(game: &Game, plies: u32, seed: u64) -> SimpleSearch {
        SimpleSearch {
            values: SimpleValues::new(game),
            plies,
            seed,
            max_nodes: MAX_NODES,
        }
    }

    /// A legal move of the current position; `None` if there is none. If the search is stopped, it
    /// chooses by the iterations completed so far.
    pub fn choose(&self, history: &History, stop: &Control) -> Option<Move> {
        let position = history.position();
        let mut search = SearchRun {
            values: &self.values,
            stop,
            nodes: 0,
            max_nodes: self.max_nodes,
            before: history
                .positions()
                .iter()
                .map(Position::zobrist_key)
                .collect(),
        };
        let mut moves = search.ordered(position, false);
        let mut best: Option<Vec<(i32, Move)>> = None;
        for depth in 1..=self.plies {
            let Ok(scored) = search.root(position, &moves, depth) else {
                break;
            };
            // The next iteration begins with the best moves of this one.
            moves = scored.iter().map(|&(_, mv)| mv).collect();
            best = Some(scored);
        }
        let Some(scored) = best else {
            // Stopped during the first iteration.
            return moves.first().copied();
        };
        let top = scored.first()?.0;
        let good = scored
            .iter()
            .take_while(|(score, _)| *score + EQUAL_MARGIN >= top);
        // Of several wins, take the shortest.
        let good: Vec<Move> = good
            .take_while(|(score, _)| top.abs() < WIN / 2 || *score == top)
            .map(|&(_, mv)| mv)
            .collect();
        let seed = self.seed ^ position.zobrist_key() ^ u64::from(position.fullmove());
        fastrand::Rng::with_seed(seed).choice(&good).copied()
    }
}

/// The search has reached its node limit, or was stopped.
struct SearchStopped;

struct SearchRun<'a> {
    values: &'a SimpleValues,
    stop: &'a Control,
    nodes: u64,
    max_nodes: u64,
    /// Keys of the earlier positions of the game and of the line.
    before: Vec<u64>,
}

impl SearchRun<'_> {
    /// The moves with their scores, best first. Scores of clearly worse moves are only
    /// upper bounds.
    fn root(
        &mut self,
        position: &Position,
        moves: &[Move],
        depth: u32,
    ) -> Result<Vec<(i32, Move)>, SearchStopped> {
        let mut scored = Vec::new();
        let mut best = -INFINITE;
        for &mv in moves {
            let Ok(after) = position.after(mv) else {
                continue;
            };
            let beta = (best - EQUAL_MARGIN - 1).max(-INFINITE);
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
    ) -> Result<i32, SearchStopped> {
        self.nodes += 1;
        if self.nodes > self.max_nodes || self.stop.is_stopped() {
            return Err(SearchStopped);
        }
        if let Some(outcome) = position.outcome() {
            return Ok(ended(outcome, position.turn(), ply));
        }
        let key = position.zobrist_key();
        // A single repetition counts as a draw.
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

    /// The score with only captures and promotions searched.
    fn captures(
        &mut self,
        position: &Position,
        plies: u32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, SearchStopped> {
        self.nodes += 1;
        if self.nodes > self.max_nodes || self.stop.is_stopped() {
            return Err(SearchStopped);
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

    /// The moves, or only captures and promotions, the most promising first.
    fn ordered(&self, position: &Position, only_tactical: bool) -> Vec<Move> {
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
            if only_tactical && captured == 0 && promoted == 0 {
                continue;
            }
            let rate = match position.piece(mv.origin()) {
                // Most valuable victim first, then least valuable attacker.
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
        // The sort is stable, so moves with equal ratings keep their order.
        rated.sort_by_key(|&(rate, _)| std::cmp::Reverse(rate));
        rated.into_iter().map(|(_, mv)| mv).collect()
    }
}

/// The score of a game that is over, for the side to move.
fn ended(outcome: Outcome, turn: Side, ply: i32) -> i32 {
    match outcome.winner {
        None => 0,
        Some(side) if side == turn => WIN - ply,
        Some(_) => ply - WIN,
    }
}
