//! The checks stated with the rules of the games, on both generators.

use crate::common::{all_definitions, shipped};
use hyperrook_geometry::Cell;
use hyperrook_rules::{Definition, Game, Piece, Setup, Side, reference};
use std::collections::BTreeSet;

fn cells(def: &Definition, names: &str) -> BTreeSet<Cell> {
    names
        .split_whitespace()
        .map(|name| {
            def.board()
                .cell(name)
                .unwrap_or_else(|| panic!("no cell {name}"))
        })
        .collect()
}

fn names(def: &Definition, cells: &BTreeSet<Cell>) -> Vec<String> {
    cells.iter().map(|&cell| def.board().name(cell)).collect()
}

fn piece(def: &Definition, letter: char) -> Piece {
    Piece {
        side: if letter.is_ascii_uppercase() {
            Side::White
        } else {
            Side::Black
        },
        kind: def.kind(letter).expect("a piece"),
    }
}

/// The destinations of a piece that stands alone on the board. The fast generator needs royal
/// pieces: they are put, in several ways, where they change nothing.
fn alone(def: &Definition, letter: char, at: &str) -> BTreeSet<Cell> {
    let from = def.board().cell(at).unwrap();
    let the_piece = piece(def, letter);
    let destinations = |setup: &Setup| -> BTreeSet<Cell> {
        reference::legal_moves(def, setup)
            .into_iter()
            .filter(|mv| mv.origin() == from)
            .map(|mv| mv.destination())
            .collect()
    };
    let mut setup = Setup::empty(def.board().len());
    setup.turn = the_piece.side;
    setup.pieces[from.index()] = Some(the_piece);
    let found = destinations(&setup);

    let game = Game::new(def.clone()).unwrap();
    let royal = |side: Side| {
        let kind = def.kinds().find(|&kind| def.piece(kind).royal).unwrap();
        Piece { side, kind }
    };
    let mut rng = fastrand::Rng::with_seed(1);
    let mut compared = 0;
    for _ in 0..100_000 {
        let mut crowded = setup.clone();
        for side in Side::BOTH {
            if the_piece != royal(side) {
                let cell = rng.usize(0..def.board().len());
                crowded.pieces[cell] = Some(royal(side));
            }
        }
        if crowded.piece(from) != Some(the_piece) || !reference::is_possible(def, &crowded) {
            continue;
        }
        if destinations(&crowded) == found {
            let position = game.position(&crowded).unwrap();
            let fast: BTreeSet<Cell> = position
                .moves_from(from)
                .into_iter()
                .map(|mv| mv.destination())
                .collect();
            assert_eq!(names(def, &fast), names(def, &found));
            compared += 1;
            if compared == 20 {
                break;
            }
        }
    }
    assert!(compared > 0, "royal pieces found no place");
    found
}

fn check(def: &Definition, letter: char, at: &str, expected: &str) {
    let found = alone(def, letter, at);
    let expected = cells(def, expected);
    assert_eq!(
        names(def, &found),
        names(def, &expected),
        "{letter} on {at}"
    );
}

#[test]
fn walkers() {
    let def = &shipped("walkers", &[]);
    check(def, 'N', "g7", "f9 h9 e8 i8 e6 i6 f5 h5");
    check(
        def,
        'B',
        "f4",
        "c1 d2 e3 g5 h6 i7 a9 b8 c7 d6 e5 g3 h2 i1 f3",
    );
    assert_eq!(alone(def, 'K', "2222").len(), 16);
    check(
        def,
        'R',
        "1111",
        "1112 1113 1121 1131 1211 1311 2111 3111 4111 5111 6111 7111",
    );
    check(def, 'P', "2212", "2211 2222 2213 2112 3212 2312");
    check(def, 'P', "2231", "2131 2232 2331 3231 c6 d7 e6");
    assert_eq!(alone(def, 'P', "d6").len(), 6);
    check(def, 'p', "2212", "2211 2213 2112 2312 1212 e3");
    assert_eq!(def.board().cell("e3"), def.board().cell("1232"));
    assert_eq!(def.board().cell("e4"), def.board().cell("2212"));
    assert_eq!(def.board().cell("d6"), def.board().cell("2231"));
}

#[test]
fn sesqui_has_14_first_moves() {
    for def in all_definitions() {
        if def.name() == "sesqui" {
            assert_eq!(reference::legal_moves(&def, def.start()).len(), 14);
            assert_eq!(Game::new(def).unwrap().start().moves().len(), 14);
        }
    }
}

#[test]
fn a_mystic_never_ends_on_the_board_it_left() {
    let def = &shipped("riftwalker", &[]);
    let small_board = |cell: Cell| {
        let place = def.board().place(cell);
        (place.file / 3, place.rank / 3)
    };
    for cell in def.board().cells() {
        let found = alone(def, 'M', &def.board().name(cell));
        assert!(!found.is_empty());
        assert!(found.iter().all(|&to| small_board(to) != small_board(cell)));
    }
}

/// Counts from the rule pages that are not marked as checks there.
#[test]
fn counts_of_cells() {
    for def in all_definitions() {
        let long = |value: &str| def.options().iter().any(|option| option.value == value);
        let expected = match def.name() {
            "walkers" => 189,
            "sesqui" => 48,
            "riftwalker" => 81,
            "twoboards" | "hyperchess" => 256,
            "gateway" if long("8") => 120,
            "gateway" => 160,
            "chess" => 64,
            "raumschach" => 125,
            other => panic!("{other} is not counted"),
        };
        assert_eq!(def.board().len(), expected, "{}", def.name());
    }
}
