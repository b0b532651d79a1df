//! See `crates/notation/tests/fuzzed/records.rs`.
#![no_main]

#[path = "../../crates/notation/tests/fuzzed/records.rs"]
mod fuzzed;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzzed::run(bytes));
