//! Random numbers that are the same on every machine.

use hyperrook_rules::fast::SplitMix64;

/// A generator of pseudo-random numbers.
#[derive(Clone, Debug)]
pub(super) struct Random(SplitMix64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(SplitMix64::new(seed))
    }

    /// A number from -1 to 1.
    pub(super) fn signed(&mut self) -> f32 {
        (self.0.next_u64() >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    }

    /// A number below `n`.
    pub(super) fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.0.next_u64()) * n as u128) >> 64) as usize
    }

    /// Puts a list into a random order.
    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            let j = self.below(i + 1);
            list.swap(i, j);
        }
    }
}
