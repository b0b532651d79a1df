//! Forced wins by brute force, from the rules alone. It shares nothing with the engine
//! that is tested against it.

use hyperrook_rules::{Move, Position, Stalemate};
use std::collections::HashMap;

/// A search for forced wins through all moves of both sides. It skips only moves that cannot win:
/// with one move left, moves that do not give check, in games in which only mate wins.
#[derive(Debug, Default)]
pub(crate) struct Solver {
    /// By hash: the maximum number of moves within which the side to move is known not to win, and
    /// the minimum number within which it is known to win.
    known: HashMap<u64, (u32, u32)>,
    /// The last refutation, by moves left.
    refuters: Vec<Option<Move>>,
    /// Positions visited.
    pub(crate) nodes: u64,
}

/// The error if more positions were visited than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooMany;

/// A forced win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Win {
    /// The minimum number of moves of the winner.
    pub(crate) moves: u32,
    /// The first moves that win in this many moves, in the order of the generator.
    pub(crate) first: Vec<Move>,
}

impl Solver {
    /// The shortest forced win of the side to move in at most `most` moves.
    ///
    /// # Errors
    /// If more than `limit` positions would have to be visited.
    pub(crate) fn solve(
        &mut self,
        position: &Position,
        most: u32,
        limit: u64,
    ) -> Result<Option<Win>, TooMany> {
        self.forget(most);
        if position.outcome().is_some() {
            return Ok(None);
        }
        for moves in 1..=most {
            if self.wins(position, moves, limit)? {
                let mut first = Vec::new();
                for mv in position.moves() {
                    let after = position.after(mv).expect("a legal move");
                    if self.lost(&after, moves, limit)? {
                        first.push(mv);
                    }
                }
                return Ok(Some(Win { moves, first }));
            }
        }
        Ok(None)
    }

    /// Whether a move wins in at most `moves` moves, including itself.
    ///
    /// # Errors
    /// If more than `limit` positions would have to be visited.
    #[allow(dead_code)] // not every user of this file calls it
    pub(crate) fn wins_by(
        &mut self,
        position: &Position,
        mv: Move,
        moves: u32,
        limit: u64,
    ) -> Result<bool, TooMany> {
        self.forget(moves);
        let after = position.after(mv).expect("a legal move");
        self.lost(&after, moves, limit)
    }

    fn forget(&mut self, most: u32) {
        self.known.clear();
        self.refuters = vec![None; most as usize + 1];
        self.nodes = 0;
    }

    /// Whether the side to move wins in at most `moves` moves.
    fn wins(&mut self, position: &Position, moves: u32, limit: u64) -> Result<bool, TooMany> {
        let known = self.known.get(&position.zobrist_key()).copied();
        let (lost_time, wins) = known.unwrap_or((0, u32::MAX));
        if moves >= wins || moves <= lost_time {
            return Ok(moves >= wins);
        }
        // A shorter win is cheaper to find.
        let found = moves > 1 && self.wins(position, moves - 1, limit)?
            || self.finds(position, moves, limit)?;
        let entry = self
            .known
            .entry(position.zobrist_key())
            .or_insert((lost_time, wins));
        if found {
            entry.1 = entry.1.min(moves)
        } else {
            entry.0 = entry.0.max(moves)
        }
        Ok(found)
    }

    fn finds(&mut self, position: &Position, moves: u32, limit: u64) -> Result<bool, TooMany> {
        let only_mate = only_mate_wins(position);
        let mut quiet = Vec::new();
        for mv in position.moves() {
            let after = position.after(mv).expect("a legal move");
            self.count(limit)?;
            if after.in_check() {
                if self.lost(&after, moves, limit)? {
                    return Ok(true);
                }
            } else if moves > 1 || !only_mate {
                quiet.push(after);
            }
        }
        for after in quiet {
            if self.lost(&after, moves, limit)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the side to move loses whatever it does, to an enemy who has one move fewer than
    /// `moves` left.
    fn lost(&mut self, position: &Position, moves: u32, limit: u64) -> Result<bool, TooMany> {
        let winner = position.turn().other();
        if let Some(outcome) = position.outcome() {
            return Ok(outcome.winner == Some(winner));
        }
        // The game is not over, and the winner has no move left. (A side that is bare and
        // may still move can bare the other, so it need not lose.)
        if moves <= 1 {
            return Ok(false);
        }
        let mut replies = position.moves();
        let left = moves as usize;
        if let Some(refuter) = self.refuters[left]
            && let Some(at) = replies.iter().position(|&mv| mv == refuter)
        {
            replies.swap(0, at);
        }
        for mv in replies {
            let after = position.after(mv).expect("a legal move");
            self.count(limit)?;
            let wins = match after.outcome() {
                // A bare side that misses its only chance has lost.
                Some(outcome) => outcome.winner == Some(winner),
                None => self.wins(&after, moves - 1, limit)?,
            };
            if !wins {
                self.refuters[left] = Some(mv);
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn count(&mut self, limit: u64) -> Result<(), TooMany> {
        self.nodes += 1;
        if self.nodes > limit {
            Err(TooMany)
        } else {
            Ok(())
        }
    }
}

/// Whether checkmate is the only way to win.
fn only_mate_wins(position: &Position) -> bool {
    let ends = position.game().definition().ends();
    !ends.baring && ends.stalemate != Stalemate::Loss
}

/// The moves of a win against the defence that lasts longest.
#[allow(dead_code)] // not every user of this file calls it
pub(crate) fn line(position: &Position, win: &Win) -> Vec<Move> {
    let mut line = Vec::new();
    let mut position = position.clone();
    let mut win = win.clone();
    let mut solver = Solver::default();
    loop {
        line.push(win.first[0]);
        position = position.after(win.first[0]).expect("a legal move");
        if position.outcome().is_some() || win.moves == 1 {
            return line;
        }
        let mut longest: Option<(Move, Position, Win)> = None;
        for mv in position.moves() {
            let after = position.after(mv).expect("a legal move");
            let found = solver.solve(&after, win.moves - 1, u64::MAX);
            let Ok(Some(found)) = found else {
                continue;
            };
            if longest.as_ref().is_none_or(|(.., l)| found.moves > l.moves) {
                longest = Some((mv, after, found));
            }
        }
        let Some((mv, after, next)) = longest else {
            return line;
        };
        line.push(mv);
        position = after;
        win = next;
    }
}
