//! Playouts: games of moves that a function chooses, to study a game quickly.

use super::context::MoveContext;
use super::pos::Pos;
use crate::compile::Rules;
use crate::{Move, Outcome, Reason};
use hyperrook_geometry::Bits;

/// How a playout ended: see [`Pos::playout`].
#[derive(Clone, Debug)]
pub struct Playout<const W: usize> {
    /// The number of plies made.
    pub plies: u32,
    /// The position after them.
    pub last: Pos<W>,
    /// The outcome; `None` if the game is not over.
    pub outcome: Option<Outcome>,
}

impl<const W: usize> Pos<W> {
    /// Plays moves until the game is over, `max_plies` are made, or `choose` returns `None`. In
    /// each position `choose` receives the position, its context and its legal moves, in the order
    /// of [`crate::Position::moves`], and returns one of the moves. A ply allocates no memory.
    pub fn playout(
        &self,
        rules: &Rules<W>,
        max_plies: u32,
        mut choose: impl FnMut(&Pos<W>, &MoveContext<'_, W>, &[Move]) -> Option<Move>,
    ) -> Playout<W> {
        let repetition = rules.definition.ends.repetition;
        let mut pos = self.clone();
        let mut moves: Vec<Move> = Vec::with_capacity(256);
        // A position can recur only with the same side to move, so the keys are kept by side.
        let capacity = max_plies.min(4096) as usize / 2 + 1;
        let mut hashes: [Vec<u64>; 2] = [(); 2].map(|()| Vec::with_capacity(capacity));
        for ply in 0..=max_plies {
            let end = |last: Pos<W>, outcome| Playout {
                plies: ply,
                last,
                outcome,
            };
            let context = MoveContext::new(rules);
            moves.clear();
            pos.generate_in(&context, Bits::FULL, &mut moves);
            if moves.is_empty() {
                let outcome = pos.outcome(rules);
                return end(pos, outcome);
            }
            if repetition > 0 {
                let reversible = pos.reversible_plies(rules);
                if reversible == 0 {
                    hashes.iter_mut().for_each(Vec::clear);
                }
                let known = &mut hashes[pos.turn.index()];
                let since = &known[known.len().saturating_sub(reversible / 2)..];
                let same = since.iter().filter(|&&hash| hash == pos.hash).count();
                if same as u32 + 1 >= repetition {
                    return end(pos, Some(Outcome::draw(Reason::Repetition)));
                }
                known.push(pos.hash);
            }
            if let Some(reason) = pos.draw_reason(rules) {
                return end(pos, Some(Outcome::draw(reason)));
            }
            if ply == max_plies {
                break;
            }
            let Some(mv) = choose(&pos, &context, &moves) else {
                return end(pos, None);
            };
            pos.make(rules, mv);
        }
        Playout {
            plies: max_plies,
            last: pos,
            outcome: None,
        }
    }
}
