//! The fast generator against counts of other programs.

use crate::common::{read_perft, read_position};
use hyperrook_rules::{Game, GameFile};
use std::path::PathBuf;

/// Checks every count below `most` in the files whose names `wanted` accepts.
fn replay(wanted: impl Fn(&str) -> bool, most: u64) -> usize {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let mut checked = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if !name.ends_with(".perft") || !wanted(&name) {
            continue;
        }
        let (def, lines) = read_perft(&name);
        let game = Game::new(def.clone()).unwrap();
        for (i, line) in lines.iter().enumerate() {
            let setup = read_position(&def, &line.text);
            if i == 0 {
                assert_eq!(&setup, def.start(), "{name} begins with the start");
            }
            let position = game.position(&setup).expect("a valid position");
            for &(depth, count) in line.counts.iter().filter(|(_, count)| *count < most) {
                let found = position.perft(depth);
                assert_eq!(found, count, "{name}: {} at depth {depth}", line.text);
                checked += 1;
            }
        }
    }
    checked
}

#[test]
fn every_perft_file_except_the_longest_matches() {
    assert!(replay(|_| true, 5_000_000) > 1_000);
}

/// Depth 5, and 6 from the start.
#[test]
#[ignore = "half a billion positions"]
fn chess_in_full() {
    assert_eq!(replay(|name| name == "chess.perft", u64::MAX), 31);
}

/// Every example definition is a game.
#[test]
fn the_example_definitions_are_games() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/games");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.display().to_string();
        let definition = GameFile::parse(&name, &text).unwrap().define(&[]).unwrap();
        assert!(
            Game::new(definition).unwrap().start().perft(2) > 1,
            "{name}"
        );
        count += 1;
    }
    assert!(count >= 4, "{count}");
}

/// The example definitions of other games, with counts by fairy-stockfish 11.1.
#[test]
fn the_example_games_match_another_program() {
    let counts: [(&str, &[u64]); 4] = [
        ("cannons", &[10, 100, 1_111, 11_934]),
        ("capablanca", &[28, 784, 25_228, 805_128]),
        ("gardner", &[7, 53, 506, 4_775, 52_512]),
        ("shatranj", &[16, 256, 4_176, 68_122]),
    ];
    for (name, counts) in counts {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/games");
        let text = std::fs::read_to_string(folder.join(format!("{name}.toml"))).unwrap();
        let definition = GameFile::parse(name, &text).unwrap().define(&[]).unwrap();
        let start = Game::new(definition).unwrap().start();
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(start.perft(depth), count, "{name} at depth {depth}");
        }
    }
}
