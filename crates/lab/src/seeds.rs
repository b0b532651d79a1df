//! Seeds of the games of a run.

use hyperrook_rules::fast::SplitMix64;

/// The seed of a game or job of a run. All bits of the run's seed count, so runs with different seeds
/// play different games. `purpose` keeps commands apart.
pub(crate) fn seed_of(purpose: u64, seed: u64, number: u64) -> u64 {
    mix(mix(seed ^ purpose) ^ number)
}

/// Mixes the bits of a number (the finalizer of SplitMix64).
pub(crate) fn mix(number: u64) -> u64 {
    SplitMix64::new(number).next_u64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn seeds_of_runs_that_differ_in_any_bit_give_other_games() {
        let seeds = (0..64).map(|bit| 1u64 << bit).chain([0]);
        let games: BTreeSet<u64> = seeds
            .flat_map(|seed| (0..100).map(move |number| seed_of(7, seed, number)))
            .collect();
        assert_eq!(games.len(), 65 * 100);
    }
}
