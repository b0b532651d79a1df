//! Bytes as a definition file: faults or a game, but no panic.
#![no_main]

#[path = "../../crates/rules/tests/fuzzed/definition.rs"]
mod fuzzed;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzzed::run(bytes));
