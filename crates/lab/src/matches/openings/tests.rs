//! Tests of openings.

use super::*;
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_notation::position::format_position;
use hyperrook_rules::GameFile;
use std::collections::HashSet;
use std::fmt::Write;

/// An opening as a line of a file.
fn format_opening(opening: &History) -> String {
    let start = opening.start();
    let game = start.game();
    let mut text = format_position(start);
    if text == format_position(&game.start()) {
        text = "startpos".to_owned();
    }
    for (index, &mv) in opening.moves().iter().enumerate() {
        let before = if index == 0 { " moves" } else { "" };
        let mv = format_move(game.definition(), mv, CellStyle::Plain);
        // Writing to a string cannot fail.
        let _ = write!(text, "{before} {mv}");
    }
    text
}

fn game(name: &str) -> Game {
    Game::new(GameFile::shipped(name).unwrap().define(&[]).unwrap()).unwrap()
}

#[test]
fn random_openings_follow_from_the_seed() {
    let source = OpeningSource::Random {
        plies: 6,
        quiet: false,
        even_cp: None,
    };
    for name in ["chess", "sesqui", "twoboards", "gateway"] {
        let game = game(name);
        let texts = |wanted, seed| -> Vec<String> {
            let found = source.openings(&game, wanted, seed).unwrap();
            found.iter().map(format_opening).collect()
        };
        let long = texts(40, 7);
        assert_eq!(texts(10, 7), long[..10]);
        assert_ne!(texts(10, 8), long[..10]);
        let different: HashSet<&String> = long.iter().collect();
        assert_eq!(different.len(), 40);
        for text in &long {
            let read = file::line_opening(&game, text).unwrap();
            assert_eq!((read.moves().len(), read.outcome()), (6, None));
            assert_eq!(&format_opening(&read), text);
        }
    }
}

#[test]
fn quiet_openings_have_nothing_hanging() {
    let game = game("chess");
    let all = |quiet| {
        let source = OpeningSource::Random {
            plies: 8,
            quiet,
            even_cp: None,
        };
        source.openings(&game, 60, 1).unwrap()
    };
    assert!(
        all(false)
            .iter()
            .any(|opening| is_sharp(opening.position()))
    );
    assert!(
        all(true)
            .iter()
            .all(|opening| !is_sharp(opening.position()))
    );
}

#[test]
fn even_openings_are_even() {
    let game = game("chess");
    let all = |even_cp| {
        let source = OpeningSource::Random {
            plies: 8,
            quiet: false,
            even_cp,
        };
        source.openings(&game, 3, 1).unwrap()
    };
    let mut engine = Engine::new(&game, judge_settings());
    let mut even = |opening: &History| is_even(&mut engine, opening, 60);
    assert!(!all(None).iter().all(&mut even));
    let chosen = all(Some(60));
    assert!(chosen.iter().all(&mut even));
    let texts = |found: &[History]| -> Vec<String> { found.iter().map(format_opening).collect() };
    assert_eq!(texts(&chosen), texts(&all(Some(60))));
}

#[test]
fn too_few_openings_are_an_error() {
    let source = OpeningSource::Random {
        plies: 1,
        quiet: false,
        even_cp: None,
    };
    let game = game("chess");
    assert_eq!(source.openings(&game, 20, 1).unwrap().len(), 20);
    let error = source.openings(&game, 21, 1).unwrap_err().to_string();
    assert!(error.contains("only 20 different"), "{error}");
}

#[test]
fn opening_files_are_read_in_every_format() {
    let game = game("chess");
    let text = "# openings\n\
        rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n\
        rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - bm d5; id \"one\";\n\
        \n\
        rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - id \"all moves lose\";\n\
        rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - id \"all moves lose\"; moves d7d5\n\
        startpos moves e2e4 e7e5\n\
        startpos moves e4 e7e5 Nf3\n\
        rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 moves c7c5\n";
    let found = file::read(&game, "x", text.as_bytes(), None).unwrap();
    let lens: Vec<usize> = found.iter().map(|opening| opening.moves().len()).collect();
    assert_eq!(lens, [0, 0, 0, 1, 2, 3, 1]);
    let text = "[Event \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[Event \"?\"]\n\n1. d4 *\n";
    let found = file::read(&game, "x", text.as_bytes(), Some(3)).unwrap();
    let lens: Vec<usize> = found.iter().map(|opening| opening.moves().len()).collect();
    assert_eq!(lens, [3, 1]);
    for text in ["[Event \"?\"]\n\n1. e4 *\n", "startpos moves e2e4\n"] {
        let marked = format!("\u{feff}{text}");
        let found = file::read(&game, "x", marked.as_bytes(), None).unwrap();
        assert_eq!((found.len(), found[0].moves().len()), (1, 1), "{text}");
    }
    for (text, part) in [
        ("", "no openings"),
        ("startpos moves e2e5", "x:1: e2e5"),
        ("\nnonsense", "x:2: "),
        ("[Event \"?\"]\n\n1. Ke2 *\n", "record 1"),
        (
            "startpos moves f2f3 e7e5 g2g4 d8h4",
            "over there by checkmate",
        ),
    ] {
        let error = file::read(&game, "x", text.as_bytes(), None)
            .unwrap_err()
            .to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn the_openings_of_the_examples_are_different_and_can_be_played() {
    let text = include_bytes!("../../../../../examples/openings/chess.txt");
    let found = file::read(&game("chess"), "chess.txt", text, None).unwrap();
    let ends: HashSet<String> = found
        .iter()
        .map(|opening| format_position(opening.position()))
        .collect();
    assert_eq!((found.len(), ends.len()), (60, 60));
    assert!(found.iter().all(|opening| opening.outcome().is_none()));
}

#[test]
fn the_advice_fits_the_number_of_random_plies() {
    let error = |plies, wanted| {
        let source = OpeningSource::Random {
            plies,
            quiet: false,
            even_cp: None,
        };
        let error = source.openings(&game("chess"), wanted, 1).unwrap_err();
        error.to_string()
    };
    assert_eq!(
        error(1, 21),
        "only 20 different openings of 1 random plies were found, and 21 are needed; take more \
         plies or fewer games"
    );
    let error = error(900, 1);
    assert!(
        error.contains(
            "0 different openings of 900 random plies were found, and 1 is needed; take fewer plies"
        ),
        "{error}"
    );
}
