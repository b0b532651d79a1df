//! Runs the corpus of the fuzz targets with the stable compiler.

#[path = "fuzzed/games.rs"]
mod games;
#[path = "fuzzed/moves.rs"]
mod moves;
#[path = "fuzzed/position.rs"]
mod position;
#[path = "fuzzed/records.rs"]
mod records;

use std::path::PathBuf;

/// Runs every input of a target.
fn replay(target: &str, run: fn(&[u8])) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../fuzz/corpus")
        .join(target);
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        run(&std::fs::read(entry.unwrap().path()).unwrap());
        count += 1;
    }
    assert!(count > 0, "{target} has inputs");
}

#[test]
fn positions() {
    replay("position", position::run);
}

#[test]
fn moves_of_positions() {
    replay("moves", moves::run);
}

#[test]
fn streams_of_records() {
    replay("records", records::run);
}
