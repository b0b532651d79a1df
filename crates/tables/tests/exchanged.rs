//! Tables that are stored with the sides exchanged, and their longest wins.

use crate::common::{defined, material};
use crate::small::SPAN;
use hyperrook_rules::{Game, Position, Side};
use hyperrook_tables::{BuildSettings, EndgameValue, Material, Tables};
use std::sync::atomic::AtomicBool;

const SHOVE: &str = include_str!("games/shove.toml");

/// The tables of a game in a folder, with those of some materials.
fn built(game: &Game, folder: &std::path::Path, texts: &[&str]) -> Tables {
    let tables = Tables::new(game, folder).unwrap();
    let materials: Vec<_> = texts
        .iter()
        .map(|text| material(game.definition(), text))
        .collect();
    let (settings, stop) = (BuildSettings::default(), AtomicBool::new(false));
    tables
        .build(&materials, &settings, &stop, &mut |_| ())
        .unwrap();
    tables
}

/// The positions of a table, seen as those of a material.
fn positions(tables: &Tables, material: &Material) -> Vec<Position> {
    let entries = tables.header(material).unwrap().unwrap().entries;
    let entries = 0..entries;
    entries
        .filter_map(|entry| tables.position(material, entry))
        .collect()
}

fn value(tables: &Tables, position: &Position) -> EndgameValue {
    tables.probe(position).unwrap().unwrap().value
}

/// Checks what is said of a material against all its positions.
fn check(tables: &Tables, text: &str) {
    let material = material(tables.game().definition(), text);
    let header = tables.header(&material).unwrap().unwrap();
    assert_eq!(header.material, text);
    let mut longest = [None; 2];
    let mut wins = [0; 2];
    for position in positions(tables, &material) {
        assert_eq!(Material::of(&position), material, "{position:?}");
        let turn = position.turn();
        let (winner, plies) = match value(tables, &position) {
            EndgameValue::Win(plies) => (turn, plies),
            EndgameValue::Loss(plies) => (turn.other(), plies),
            EndgameValue::Draw => continue,
        };
        wins[turn.index()] += u64::from(winner == turn);
        longest[winner.index()] = longest[winner.index()].max(Some(plies.div_ceil(2)));
    }
    for side in Side::BOTH {
        let found = header.longest_win(side);
        let moves = found.map(|win| win.moves());
        assert_eq!(moves, longest[side.index()], "{text} {side}");
        let has_wins = header.counts[side.index()].wins > 0;
        assert_eq!(has_wins, wins[side.index()] > 0, "{text} {side}");
        if let Some(win) = found {
            let position = tables.position(&material, win.entry).unwrap();
            assert_eq!(position.turn(), win.turn);
            let wanted = if win.turn == side {
                EndgameValue::Win(win.plies)
            } else {
                EndgameValue::Loss(win.plies)
            };
            assert_eq!(value(tables, &position), wanted);
        }
    }
    let examples = tables.examples(&material).unwrap();
    if let Some(position) = examples.fortress {
        assert_eq!(Material::of(&position), material);
        assert_eq!(position.turn(), Side::White);
        assert_eq!(value(tables, &position), EndgameValue::Draw);
    }
    let longest = examples.longest_win.map(|position| Material::of(&position));
    assert_eq!(longest, header.longest_win(Side::White).map(|_| material));
}

#[test]
fn what_is_said_fits_the_sides_that_were_asked_for() {
    let shove = defined(SHOVE);
    let folder = tempfile::tempdir().unwrap();
    let tables = built(&shove, folder.path(), &["KPKR", "KSKP"]);
    for [one, other] in [["KPKR", "KRKP"], ["KPKS", "KSKP"]] {
        let of = |text| material(shove.definition(), text);
        assert_eq!(tables.path(&of(one)), tables.path(&of(other)));
        let counts = |text| tables.header(&of(text)).unwrap().unwrap().counts;
        let mut exchanged = counts(other);
        exchanged.reverse();
        assert_eq!(counts(one), exchanged);
        let spoiled = |text| {
            let header = tables.header(&of(text)).unwrap().unwrap();
            tables.zeroing(&of(text)).unwrap().spoiled(&header).unwrap()
        };
        let [white, black] = spoiled(other);
        assert_eq!(spoiled(one), [black, white]);
        assert!(white + black > 0);
        check(&tables, one);
        check(&tables, other);
    }
    let span = defined(SPAN);
    let tables = built(&span, folder.path(), &["KRE"]);
    for text in ["ERE", "EER", "KRE", "EKR"] {
        check(&tables, text);
    }
}

#[test]
fn a_game_without_symmetry_of_the_sides_has_both_tables() {
    let game = defined(&SHOVE.replace("black = \"a1..c1\"", "black = \"a1..b1\""));
    let folder = tempfile::tempdir().unwrap();
    let tables = built(&game, folder.path(), &["KPKR", "KRKP"]);
    let path = |text| tables.path(&material(game.definition(), text));
    assert_ne!(path("KPKR"), path("KRKP"));
    check(&tables, "KPKR");
    check(&tables, "KRKP");
}

#[test]
fn the_longest_win_may_begin_with_the_loser_to_move() {
    let game = defined(SHOVE);
    let folder = tempfile::tempdir().unwrap();
    let tables = built(&game, folder.path(), &["KPKR"]);
    let header = tables.header(&material(game.definition(), "KPKR"));
    let win = header.unwrap().unwrap().longest_win(Side::Black).unwrap();
    assert_eq!((win.moves(), win.turn), (9, Side::White));
}
