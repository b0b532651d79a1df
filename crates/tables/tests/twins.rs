//! Tables against their slow twin, position by position.

use crate::common::{defined, material, tables, test_game};
use crate::small::{BARING, HOLDS, PASSING, SPAN};
use hyperrook_rules::{Game, Position};
use hyperrook_tables::{EndgameValue, twin};

/// Compares every position of a material, and every position that moves lead to from there.
pub(crate) fn compare(game: &Game, text: &str) -> usize {
    let definition = game.definition();
    let wanted = material(definition, text);
    let tables = tables(game, &[text]);
    let expected = twin::values(definition, &wanted);
    let mut decided = 0;
    for (setup, value) in &expected {
        let position: Position = game.position(setup).expect("a possible setup");
        if !tables.can_occur(&position) {
            continue;
        }
        let found = tables.value(&position);
        assert_eq!(
            found,
            Some(*value),
            "{} {text}: {:?} {:?}",
            definition.name(),
            position,
            position.moves()
        );
        decided += usize::from(*value != EndgameValue::Draw);
    }
    eprintln!(
        "{} {text}: {} positions, {decided} decided",
        definition.name(),
        expected.len()
    );
    decided
}

#[test]
fn baring_and_stalemate_that_wins() {
    let game = defined(BARING);
    for text in ["KPK", "KNKN", "KRK"] {
        assert!(compare(&game, text) > 0, "{text}");
    }
}

#[test]
fn holds() {
    assert!(compare(&defined(HOLDS), "KRK") > 0);
}

#[test]
#[ignore = "takes a minute"]
fn games_of_the_tests() {
    for (name, texts) in [("bare", &["KRK", "KNvK", "KPK"][..]), ("colours", &["KPK"])] {
        let game = test_game(name);
        for text in texts {
            assert!(compare(&game, text) > 0, "{name} {text}");
        }
    }
}

#[test]
fn capture_in_passing() {
    let game = defined(PASSING);
    assert!(compare(&game, "KPKP") > 0);
}

#[test]
fn pieces_of_several_cells() {
    let game = defined(SPAN);
    for text in ["KRK", "KNE", "ERE", "KE"] {
        assert!(compare(&game, text) > 0 || text == "KE", "{text}");
    }
}
