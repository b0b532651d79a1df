//! Faults that appear only when a valid definition is compiled: they name the piece at fault.

use hyperrook_rules::{Game, GameFile};

/// A game whose pawn moves by the given rule.
fn game(pawn: &str) -> String {
    format!(
        r#"format = 1
name = "twice"
title = "Twice"
credit = "for the tests"
about = "Pawns on a small board."
[board]
drawn = "flat"
files = 4
ranks = 8
[charts.board]
axes = ["file", "rank, forward"]
[pieces.K]
name = "king"
royal = true
moves = "K"
[pieces.R]
name = "rook"
moves = "R"
[pieces.P]
name = "pawn"
moves = "{pawn}"
[start]
board = "k3/pppp/4/4/4/4/PPPP/K3"
[promotion.pawns]
pieces = "P"
white = "a8..d8"
black = "a1..d1"
to = "R"
[ends]
resets = "P"
"#
    )
}

#[test]
fn a_double_step_must_be_the_only_path_to_its_cell() {
    // The column is that of the term within the quotes.
    for (rule, column) in [
        ("mfW cefF imfnD", None),
        ("mfW2 cefF imfnD", Some(20)),
        ("mfW cefF imfnD im[fW-fW]", Some(25)),
    ] {
        let file = GameFile::parse("twice.toml", &game(rule)).expect("it reads");
        let found: Vec<String> = file.check().iter().map(ToString::to_string).collect();
        let Some(column) = column else {
            assert_eq!(found, [""; 0]);
            continue;
        };
        assert_eq!(
            found,
            [format!(
                "twice.toml:21:{column}: piece P has two ways from a2 to a4, and one of them is a \
                 first move that can be captured in passing; leave only one"
            )]
        );
        let definition = file.define(&[]).expect("the definition itself is sound");
        assert!(Game::new(definition).is_err());
    }
}

#[test]
fn a_path_with_millions_of_routes_is_rejected() {
    // Four slides in a row can be walked in millions of ways.
    let file = GameFile::parse("twice.toml", &game("[R-R-R-R-a(3.3)]")).expect("it reads");
    let found: Vec<String> = file.check().iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "twice.toml:21:10: the path `[R-R-R-R-a(3.3)]` can be walked in too many ways; give it \
          fewer or shorter legs"
        ]
    );
}
