//! The generator of pseudo-random numbers.
#![cfg(feature = "engine")]

use hyperrook_rules::fast::SplitMix64;

/// The first numbers of the reference implementation for the seed 1234567.
#[test]
fn the_sequence_is_that_of_the_reference() {
    let mut random = SplitMix64::new(1_234_567);
    let expected = [
        6_457_827_717_110_365_317,
        3_203_168_211_198_807_973,
        9_817_491_932_198_370_423,
    ];
    assert_eq!(expected.map(|_| random.next_u64()), expected);
}
