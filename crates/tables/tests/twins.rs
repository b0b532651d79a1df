//! Tables against their slow twin, position by position.

use crate::common::{defined, material, tables, test_game};
use crate::small::{BARING, CHAIN, CIRCLE, HALVES, HOLDS, PASSING, SPAN, UNSEEN};
use hyperrook_rules::{Game, Position, Side};
use hyperrook_tables::{BuildError, Builder, EndgameValue, Material, twin};
use std::collections::BTreeSet;

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
        // No move leads out of the tables.
        for mv in position.moves() {
            let after = position.after(mv).expect("a legal move");
            assert!(tables.can_occur(&after), "{position:?} {mv:?}");
        }
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
fn a_piece_that_no_game_has_promotes_anywhere() {
    assert!(compare(&defined(UNSEEN), "KXK") > 0);
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
fn cells_reached_by_promotions_of_hoppers_and_by_castling() {
    let game = defined(HALVES);
    let decided = ["KCK", "KBK", "KCKB"].map(|text| compare(&game, text));
    assert!(decided.iter().sum::<usize>() > 0);
}

#[test]
fn promotions_that_lead_back_are_refused() {
    let game = defined(CIRCLE);
    let builder = Builder::new(&game).unwrap();
    let definition = game.definition();
    for (text, circle) in [("KUK", ["KUK", "KTK"]), ("KTK", ["KTK", "KUK"])] {
        match builder.plan(&material(definition, text)) {
            Err(BuildError::Circle { circle: found, .. }) => assert_eq!(found, circle),
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(builder.plan(&material(definition, "KK")).is_ok());
}

#[test]
fn capture_in_passing() {
    let game = defined(PASSING);
    assert!(compare(&game, "KPKP") > 0);
}

#[test]
fn promotion_in_two_steps() {
    let game = defined(CHAIN);
    assert!(compare(&game, "KPK") > 0);
    assert!(compare(&game, "KEKP") > 0);
    // An elder stands on the last rank when a pawn has just become one, and only then.
    let tables = tables(&game, &["KPK"]);
    let definition = game.definition();
    let elder = definition.kind('E').expect("the elder");
    let last_rank = definition.promotion_cells(Side::White, elder);
    let mut on_last_rank = 0;
    for (setup, value) in twin::values(definition, &material(definition, "KEK")) {
        let position = game.position(&setup).expect("a possible setup");
        let is_on_last_rank = last_rank.iter().any(|cell| {
            position
                .piece(cell)
                .is_some_and(|piece| piece.kind == elder)
        });
        assert_eq!(tables.value(&position), Some(value), "{position:?}");
        on_last_rank += usize::from(is_on_last_rank);
    }
    assert!(on_last_rank > 0);
}

#[test]
fn pieces_of_several_cells() {
    let game = defined(SPAN);
    for text in ["KRK", "KNE", "ERE", "KE"] {
        assert!(compare(&game, text) > 0 || text == "KE", "{text}");
    }
}

#[test]
#[ignore = "takes minutes"]
fn transformations_of_both_sides() {
    assert!(compare(&defined(SPAN), "KRKR") > 0);
}

/// Both royal pieces transform, White captures, and Black captures: only then is neither bound.
#[test]
fn captures_after_two_transformations_have_their_table() {
    let game = defined(SPAN);
    let definition = game.definition();
    let conversions = material(definition, "KRKR").conversions(definition);
    assert!(conversions.contains(&material(definition, "EE")));
}

/// Adds the materials that moves lead to through positions with a bound piece.
fn add_reached(position: &Position, plies: u32, found: &mut BTreeSet<Material>) {
    for mv in position.moves() {
        let after = position.after(mv).expect("a legal move");
        if after.state().bound == 0 {
            found.insert(Material::of(&after));
        } else if plies > 1 {
            add_reached(&after, plies - 1, found);
        }
    }
}

#[test]
fn every_material_that_moves_lead_to_has_its_table() {
    // The knight attacks White, which must transform. That opens the file of its rook, so Black
    // must transform as well.
    let text = SPAN.replace("kkr1/4/4/4/KKR1", "1kk1/n3/4/1KK1/1R2");
    let game = defined(&text);
    let mut random = fastrand::Rng::with_seed(1);
    let mut is_reached_late = false;
    for _ in 0..20 {
        let mut position = game.start();
        for _ in 0..12 {
            if position.outcome().is_some() {
                break;
            }
            if position.state().bound == 0 {
                let material = Material::of(&position);
                let conversions = material.conversions(game.definition());
                let (mut soon, mut all) = (BTreeSet::new(), BTreeSet::new());
                add_reached(&position, 2, &mut soon);
                add_reached(&position, 4, &mut all);
                is_reached_late |= all.len() > soon.len();
                for reached in all {
                    assert!(
                        reached == material || conversions.contains(&reached),
                        "{} becomes {}",
                        material.text(game.definition()),
                        reached.text(game.definition())
                    );
                }
            }
            let moves = position.moves();
            position = position
                .after(moves[random.usize(..moves.len())])
                .expect("a legal move");
        }
    }
    assert!(is_reached_late);
}
