//! Bytes to a game, its options, a position and a walk: do both generators
//! agree all the way?
#![no_main]

#[path = "../../crates/rules/tests/common/mod.rs"]
mod common;
#[path = "../../crates/rules/tests/compare/mod.rs"]
mod compare;
#[path = "../../crates/rules/tests/fuzzed/agreement.rs"]
mod fuzzed;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzzed::run(bytes));
