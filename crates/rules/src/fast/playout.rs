//! Playouts: games of moves that a function chooses, to study a game quickly.

use super::pos::Pos;
use crate::compile::Rules;
use crate::{Move, Outcome, Reason};
use hyperrook_geometry::Bits;

impl<const W: usize> Pos<W> {
    /// Plays moves until the game is over or `max_plies` are made; see
    /// [`crate::Position::playout`].
    pub(crate) fn playout(
        &self,
        rules: &Rules<W>,
        max_plies: u32,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> (u32, Option<Outcome>) {
        let repetition = rules.definition.ends.repetition;
        let mut pos = self.clone();
        let mut moves: Vec<Move> = Vec::with_capacity(256);
        let mut hashes: Vec<u64> = Vec::with_capacity(max_plies.min(4096) as usize + 1);
        for ply in 0..=max_plies {
            moves.clear();
            pos.generate(rules, Bits::FULL, &mut moves);
            if moves.is_empty() {
                return (ply, pos.outcome(rules));
            }
            let over = |reason| (ply, Some(Outcome::draw(reason)));
            if repetition > 0 {
                let reversible = pos.reversible_plies(rules);
                if reversible == 0 {
                    hashes.clear();
                }
                // A position can recur only with the same side to move.
                let since = hashes.iter().rev().take(reversible).skip(1).step_by(2);
                let same = since.filter(|&&hash| hash == pos.hash).count();
                if same as u32 + 1 >= repetition {
                    return over(Reason::Repetition);
                }
                hashes.push(pos.hash);
            }
            if let Some(reason) = pos.draw_reason(rules) {
                return over(reason);
            }
            if ply < max_plies {
                let mv = moves[pick(moves.len()) % moves.len()];
                pos.make(rules, mv);
            }
        }
        (max_plies, None)
    }
}
