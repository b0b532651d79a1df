//! Exchanging the sides does not change counts if the board has a symmetry that maps each side's
//! starting pieces to the other's.

use crate::common::{all_definitions, label};
use hyperrook_geometry::{Symmetry, symmetries};
use hyperrook_rules::{Definition, Game, Piece, Setup, State, reference};
use std::collections::BTreeMap;

/// A setup with the sides exchanged and the board turned.
fn reversed(def: &Definition, setup: &Setup, symmetry: &Symmetry) -> Setup {
    let reversed = setup.reversed(def, symmetry);
    reversed.expect("castlings of both sides match")
}

/// The symmetries that exchange the sides' starting pieces.
fn reversals(def: &Definition) -> Vec<Symmetry> {
    let mut found = symmetries(def.board());
    found.retain(|symmetry| reversed_pieces(def, symmetry) == def.start().pieces);
    found
}

fn reversed_pieces(def: &Definition, symmetry: &Symmetry) -> Vec<Option<Piece>> {
    let mut plain = def.start().clone();
    plain.state = State::default();
    reversed(def, &plain, symmetry).pieces
}

#[test]
fn counts_stay_the_same() {
    let mut maps = BTreeMap::new();
    let mut rng = fastrand::Rng::with_seed(7);
    for def in all_definitions() {
        let found = reversals(&def);
        maps.insert(label(&def), found.len());
        let game = Game::new(def.clone()).unwrap();
        for symmetry in found {
            let other = reversed(&def, def.start(), &symmetry);
            // The reference is too slow for large boards.
            let depth = if def.board().len() > 64 { 1 } else { 2 };
            assert_eq!(
                reference::perft(&def, &other, depth),
                reference::perft(&def, def.start(), depth),
                "{}",
                label(&def)
            );
            let is_default = label(&def) == def.name();
            let mut position = game.start();
            for ply in 0..20 {
                let turned = game
                    .position(&reversed(&def, &position.setup(), &symmetry))
                    .expect("a valid position turned round");
                let depth = if ply == 0 && is_default { 3 } else { 2 };
                assert_eq!(
                    turned.perft(depth),
                    position.perft(depth),
                    "{}: {:?}",
                    label(&def),
                    position.setup()
                );
                let moves = position.moves();
                let Some(&mv) = rng.choice(&moves) else { break };
                position = position.after(mv).unwrap();
            }
        }
    }
    // Every game has such a map: ranks reversed (walkers and riftwalker by
    // default half a turn, sesqui a reflection, raumschach a point reflection).
    // Gateway's pieces also stand the same with files reversed.
    for (label, maps) in maps {
        let expected = if label.starts_with("gateway") { 2 } else { 1 };
        assert_eq!(maps, expected, "{label}");
    }
}
