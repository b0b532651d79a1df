//! Counting sequences of legal moves.

use super::pos::Pos;
use super::sink::MoveCounter;
use crate::Move;
use crate::compile::Rules;
use hyperrook_geometry::Bits;

impl<const W: usize> Pos<W> {
    /// The number of sequences of `depth` legal moves.
    pub(crate) fn perft(&self, rules: &Rules<W>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut lists = vec![Vec::new(); depth as usize];
        self.count_sequences(rules, &mut lists)
    }

    /// Perft to a depth of as many plies as there are move lists.
    fn count_sequences(&self, rules: &Rules<W>, lists: &mut [Vec<Move>]) -> u64 {
        let Some((moves, rest)) = lists.split_first_mut() else {
            return 1;
        };
        if rest.is_empty() {
            let mut count = MoveCounter::default();
            self.generate(rules, Bits::FULL, &mut count);
            return count.0;
        }
        moves.clear();
        self.generate(rules, Bits::FULL, moves);
        moves
            .iter()
            .map(|&mv| {
                let mut after = self.clone();
                after.make(rules, mv);
                after.count_sequences(rules, rest)
            })
            .sum()
    }
}
