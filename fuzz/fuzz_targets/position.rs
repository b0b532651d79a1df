//! See `crates/notation/tests/fuzzed/position.rs`.
#![no_main]

#[path = "../../crates/notation/tests/fuzzed/position.rs"]
mod fuzzed;
#[path = "../../crates/notation/tests/fuzzed/games.rs"]
mod games;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzzed::run(bytes));
