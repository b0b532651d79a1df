//! Counting sequences of legal moves.

use super::pos::Pos;
use super::sink::MoveCounter;
use crate::Move;
use crate::compile::Rules;
use hyperrook_geometry::Bits;

/// The data that a count keeps for each ply except the last. It is on the heap, so that deep counts
/// need little stack.
#[derive(Clone)]
struct CountedPly<const W: usize> {
    moves: Vec<Move>,
    /// The position after one of the moves.
    after: Pos<W>,
}

impl<const W: usize> Pos<W> {
    /// The number of sequences of `depth` legal moves.
    pub(crate) fn perft(&self, rules: &Rules<W>, depth: u8) -> u64 {
        let Some(inner) = depth.checked_sub(1) else {
            return 1;
        };
        let ply = CountedPly {
            moves: Vec::new(),
            after: self.clone(),
        };
        self.count_sequences(rules, &mut vec![ply; usize::from(inner)])
    }

    /// Perft to a depth of `plies.len() + 1`.
    fn count_sequences(&self, rules: &Rules<W>, plies: &mut [CountedPly<W>]) -> u64 {
        let Some((CountedPly { moves, after }, rest)) = plies.split_first_mut() else {
            let mut count = MoveCounter::default();
            self.generate(rules, Bits::FULL, &mut count);
            return count.0;
        };
        moves.clear();
        self.generate(rules, Bits::FULL, moves);
        let mut count = 0;
        for &mv in moves.iter() {
            after.clone_from(self);
            after.make(rules, mv);
            count += after.count_sequences(rules, rest);
        }
        count
    }
}
