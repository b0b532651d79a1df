//! Warnings: definitions that can be played, but hardly as they are meant.

use hyperrook_rules::{GameFile, SHIPPED};
use std::path::PathBuf;

/// A game with a piece that moves only forward, two options and no warnings.
const BASE: &str = r#"format = 1
name = "base"
title = "Base"
credit = "for the tests"
about = "A small game."

[board]
drawn = "flat"
files = 5
ranks = 6

[charts.flat]
axes = ["file", "rank, forward"]

[pieces.K]
name = "king"
royal = true
moves = "K"
[pieces.G]
name = "frog"
moves = "gQ mW"
[pieces.P]
name = "pawn"
moves = "fW"

[start]
board = "1gk2/ppppp/5/5/PPPPP/1GK2"

[promotion.pawns]
pieces = "P"
white = "a6..e6"
black = "a1..e1"
to = "G"

[options.fast]
about = "Frogs also leap."
values = [false, true]

[[when]]
options = { fast = true }
set.pieces.G.moves = "gQ mW N"
"#;

/// The warnings without the name of the file.
#[track_caller]
fn warnings(text: &str) -> Vec<String> {
    let file = GameFile::parse("test.toml", text).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(file.check(), []);
    let told = file.warnings().into_iter().map(|warning| {
        let text = warning.to_string();
        text.strip_prefix("test.toml:").unwrap().to_owned()
    });
    told.collect()
}

#[track_caller]
fn changed(from: &str, to: &str) -> Vec<String> {
    assert_eq!(BASE.matches(from).count(), 1, "{from}");
    warnings(&BASE.replace(from, to))
}

#[test]
fn good_games_have_no_warnings() {
    assert_eq!(warnings(BASE), [""; 0]);
    for (name, _) in SHIPPED {
        assert_eq!(GameFile::shipped(name).unwrap().warnings(), [], "{name}");
    }
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/games");
    let mut read = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|kind| kind == "toml") {
            let text = std::fs::read_to_string(&path).unwrap();
            assert_eq!(warnings(&text), [""; 0], "{}", path.display());
            read += 1;
        }
    }
    assert!(read > 5, "{read}");
}

#[test]
fn a_chart_that_no_piece_uses_is_named() {
    let with_chart = format!("{BASE}[charts.round]\naxes = [\"file, cyclic\", \"rank\"]\n");
    let wanted = "no piece moves by chart `round`; correct its name, name it in `moves`, or leave the \
                  chart out";
    assert_eq!(warnings(&with_chart), [format!("42:9: {wanted}")]);
    // A typing error in an option makes a new chart.
    let found = changed(
        "set.pieces.G.moves = \"gQ mW N\"",
        "set.charts.round.axes = [\"file\", \"rank\"]",
    );
    assert_eq!(found, [format!("41:12: {wanted}")]);
    // With one value of the option, a piece uses the chart.
    let used = with_chart.replace("gQ mW N", "gQ mW round: N");
    assert_eq!(warnings(&used), [""; 0]);
}

#[test]
fn an_overlay_that_sets_what_is_already_there_is_named() {
    let found = changed("gQ mW N", "gQ mW");
    assert_eq!(
        found,
        [
            "39:1: with fast=true, this [[when]] changes nothing; set values other than those that \
             are already there, or leave it out"
        ]
    );
}

#[test]
fn promotions_that_no_piece_reaches_are_named() {
    let swapped = changed(
        "white = \"a6..e6\"\nblack = \"a1..e1\"",
        "white = \"a1..e1\"\nblack = \"a6..e6\"",
    );
    let help = "name other cells; perhaps White's and Black's are exchanged";
    let stuck = "let it promote on such cells, or give it a move that leads away";
    assert_eq!(
        swapped,
        [
            format!(
                "24:1: White's pawn can get stuck on a6: it has no move from there, and does not \
                 promote; {stuck}"
            ),
            format!("31:1: no piece of White can reach the cells of [promotion.pawns]; {help}"),
            format!("32:1: no piece of Black can reach the cells of [promotion.pawns]; {help}"),
        ]
    );
    // A piece that hops may reach any cell.
    let hopping = BASE
        .replace("\"fW\"", "\"fW mgQ\"")
        .replace("a6..e6", "a1..e1 ");
    let hopping = hopping.replace("black = \"a1..e1\"", "black = \"a6..e6\"");
    assert_eq!(warnings(&hopping), [""; 0]);
}

#[test]
fn pieces_that_stay_where_they_are_for_ever_are_named() {
    let table =
        "[promotion.pawns]\npieces = \"P\"\nwhite = \"a6..e6\"\nblack = \"a1..e1\"\nto = \"G\"\n";
    let found = changed(table, "");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].starts_with("24:1: White's pawn can get stuck on a6"),
        "{found:?}"
    );
    // It is enough that it may promote.
    let optional = format!("{table}optional = true\n");
    assert_eq!(changed(table, &optional), [""; 0]);
    // A piece that never moves is an obstacle.
    assert_eq!(
        changed(
            table,
            &format!("{table}[pieces.W]\nname = \"x\"\nmoves = \"N\"\n")
        )
        .len(),
        1
    );
}

#[test]
fn pieces_that_never_come_into_play_are_named() {
    let zombie = "[pieces.Z]\nname = \"zombie\"\nmoves = \"K\"\n\n[start]";
    let found = changed("[start]", zombie);
    assert_eq!(
        found,
        [
            "26:9: no zombie ever comes into play: none is in the start, and nothing becomes one; put it \
             into the start, let a piece promote to it, or leave it out"
        ]
    );
    // An option brings it into play.
    let option = BASE.replace("[start]", zombie).replace(
        "set.pieces.G.moves = \"gQ mW N\"",
        "set.promotion.pawns.to = \"GZ\"",
    );
    assert_eq!(warnings(&option), [""; 0]);
}

#[test]
fn names_that_are_letters_of_other_pieces_are_named() {
    assert_eq!(
        changed("name = \"frog\"", "name = \"p\""),
        ["20:8: the name `p` is the letter of the pawn; give the piece a name of its own"]
    );
    assert_eq!(changed("name = \"frog\"", "name = \"G\""), [""; 0]);
}

#[test]
fn a_game_that_need_not_end_is_named() {
    let ends = |ends: &str| warnings(&format!("{BASE}\n[ends]\n{ends}\n"));
    assert_eq!(
        ends("moves = 0\nrepetition = 0"),
        [
            "43:1: a game need not end: neither repetition nor a number of moves is a draw; set \
             `repetition` or `moves` to more than 0, or leave one of them out"
        ]
    );
    assert_eq!(ends("moves = 0"), [""; 0]);
    assert_eq!(ends("repetition = 0"), [""; 0]);
}

#[test]
fn games_that_nobody_can_win() {
    let harmless = BASE
        .replace("moves = \"gQ mW\"", "moves = \"mW\"")
        .replace("\"fW\"", "\"mfW\"");
    let harmless = harmless.split("[options.fast]").next().unwrap();
    let told = "only royal pieces can capture, so hardly anybody can be checkmated; give another piece a \
                move that captures, or let the game end in another way";
    assert!(
        warnings(harmless).iter().any(|text| text.ends_with(told)),
        "{:?}",
        warnings(harmless)
    );
    let baring = format!("{harmless}[ends]\nbaring = true\n");
    assert!(!warnings(&baring).iter().any(|text| text.ends_with(told)));
}

#[test]
fn coordinates_that_nobody_explains() {
    let axes = "axes = [\"file\", \"rank, forward\"]";
    let odd = BASE.replace(
        axes,
        "axes = [\"file\", \"r = rank, forward\", \"sum = file + rank\"]",
    );
    let told = "7:2: players are not told what the axis `sum` of chart `flat` is; describe it in `about` of \
                [board], for example with the numbers of some cells";
    assert!(
        warnings(&odd).contains(&told.to_owned()),
        "{:?}",
        warnings(&odd)
    );
    let explained = odd.replace("[board]", "[board]\nabout = \"a1 has the sum 0.\"");
    assert!(
        !warnings(&explained)
            .iter()
            .any(|text| text.contains("not told"))
    );
}
