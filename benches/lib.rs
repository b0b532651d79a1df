//! Holds the benches; `cargo bench -p hyperrook-benches` runs them.
#![forbid(unsafe_code)]
