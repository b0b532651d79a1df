//! Forced wins, proved by trying all moves of both sides.

use hyperrook_rules::{Move, Position, Stalemate};
use std::collections::HashMap;

/// A proof visited more positions than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeLimitReached;

/// A forced win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The least number of moves that the winner makes.
    pub moves: u32,
    /// All first moves that win in this many moves.
    pub first: Vec<Move>,
}

/// Proves forced wins. It skips only moves that cannot win: with one move left, moves that
/// do not give check, in games where only mate wins.
#[derive(Debug, Default)]
pub struct Prover {
    /// By hash: the most moves within which the side to move is known not to win, and the
    /// fewest within which it is known to win.
    known: HashMap<u64, (u32, u32)>,
    /// The last reply that saved the defender, by moves left.
    refuters: Vec<Option<Move>>,
    visited: u64,
    limit: u64,
}

impl Prover {
    /// The shortest forced win of the side to move in at most `most` moves.
    ///
    /// # Errors
    /// If more than `limit` positions would have to be visited.
    pub fn prove(
        &mut self,
        position: &Position,
        most: u32,
        limit: u64,
    ) -> Result<Option<Proof>, NodeLimitReached> {
        self.known.clear();
        self.refuters = vec![None; most as usize + 1];
        self.visited = 0;
        self.limit = limit;
        if position.outcome().is_some() {
            return Ok(None);
        }
        for moves in 1..=most {
            if !self.wins(position, moves)? {
                continue;
            }
            let mut first = Vec::new();
            for (mv, after) in successors(position) {
                if self.lost(&after, moves)? {
                    first.push(mv);
                }
            }
            return Ok(Some(Proof { moves, first }));
        }
        Ok(None)
    }

    /// Whether the side to move wins in at most this many moves.
    fn wins(&mut self, position: &Position, moves: u32) -> Result<bool, NodeLimitReached> {
        let key = position.zobrist_key();
        let (lost_time, wins) = self.known.get(&key).copied().unwrap_or((0, u32::MAX));
        if moves >= wins || moves <= lost_time {
            return Ok(moves >= wins);
        }
        // A shorter win is cheaper to find.
        let found = moves > 1 && self.wins(position, moves - 1)? || self.finds(position, moves)?;
        let entry = self.known.entry(key).or_insert((lost_time, wins));
        if found {
            entry.1 = entry.1.min(moves);
        } else {
            entry.0 = entry.0.max(moves);
        }
        Ok(found)
    }

    fn finds(&mut self, position: &Position, moves: u32) -> Result<bool, NodeLimitReached> {
        let ends = position.game().definition().ends();
        let only_mate_wins = !ends.baring && ends.stalemate != Stalemate::Loss;
        let mut quiet = Vec::new();
        for (_, after) in successors(position) {
            self.count()?;
            if after.in_check() {
                if self.lost(&after, moves)? {
                    return Ok(true);
                }
            } else if moves > 1 || !only_mate_wins {
                quiet.push(after);
            }
        }
        for after in quiet {
            if self.lost(&after, moves)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the side to move loses whatever it does, to an enemy who has one move fewer
    /// than `moves` left.
    fn lost(&mut self, position: &Position, moves: u32) -> Result<bool, NodeLimitReached> {
        let winner = position.turn().other();
        if let Some(outcome) = position.outcome() {
            return Ok(outcome.winner == Some(winner));
        }
        if moves <= 1 {
            return Ok(false);
        }
        let left = moves as usize;
        let mut replies = position.moves();
        if let Some(refuter) = self.refuters[left]
            && let Some(at) = replies.iter().position(|&mv| mv == refuter)
        {
            replies.swap(0, at);
        }
        for mv in replies {
            let Ok(after) = position.after(mv) else {
                continue;
            };
            self.count()?;
            let wins = match after.outcome() {
                Some(outcome) => outcome.winner == Some(winner),
                None => self.wins(&after, moves - 1)?,
            };
            if !wins {
                self.refuters[left] = Some(mv);
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn count(&mut self) -> Result<(), NodeLimitReached> {
        self.visited += 1;
        if self.visited > self.limit {
            Err(NodeLimitReached)
        } else {
            Ok(())
        }
    }
}

fn successors(position: &Position) -> impl Iterator<Item = (Move, Position)> {
    let moves = position.moves().into_iter();
    moves.filter_map(|mv| Some((mv, position.after(mv).ok()?)))
}
