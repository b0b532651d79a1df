//! Runs the corpus of the fuzz targets with the stable compiler.

#[path = "fuzzed/agreement.rs"]
mod fuzzed_agreement;
#[path = "fuzzed/definition.rs"]
mod fuzzed_definition;

use std::path::PathBuf;

/// The inputs in a folder of the repository.
fn inputs(folder: &str) -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(folder);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .collect();
    paths.sort();
    assert!(!paths.is_empty());
    paths
        .iter()
        .map(|path| std::fs::read(path).unwrap())
        .collect()
}

#[test]
fn agreement() {
    for input in inputs("fuzz/corpus/agreement") {
        fuzzed_agreement::run(&input);
    }
}

#[test]
fn definition() {
    for folder in [
        "fuzz/corpus/definition",
        "games",
        "crates/rules/tests/games",
    ] {
        for input in inputs(folder) {
            fuzzed_definition::run(&input);
        }
    }
}

/// Definition files with something changed at random.
#[test]
fn damaged_definitions() {
    let mut rng = fastrand::Rng::with_seed(11);
    let files = [inputs("games"), inputs("crates/rules/tests/games")].concat();
    for _ in 0..100 {
        let mut text = files[rng.usize(0..files.len())].clone();
        for _ in 0..rng.usize(1..4) {
            let at = rng.usize(0..text.len());
            match rng.u8(0..4) {
                0 => text[at] = rng.u8(b' '..b'~'),
                1 => {
                    text.remove(at);
                }
                2 => text.insert(at, rng.u8(b' '..b'~')),
                _ => {
                    let end = (at + rng.usize(0..40)).min(text.len());
                    text.drain(at..end);
                }
            }
        }
        fuzzed_definition::run(&text);
    }
}
