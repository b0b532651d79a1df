//! See `crates/notation/tests/fuzzed/moves.rs`.
#![no_main]

#[path = "../../crates/notation/tests/fuzzed/moves.rs"]
mod fuzzed;
#[path = "../../crates/notation/tests/fuzzed/games.rs"]
mod games;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzzed::run(bytes));
