//! Automorphisms: maps proven on the compiled moves also hold for legal moves.

use hyperrook_rules::{Automorphism, Game, Position, SHIPPED};

/// The moves of a position, mapped, without their classes.
fn moves(position: &Position, map: Option<&Automorphism>) -> Vec<(usize, usize, Option<usize>)> {
    let place = |cell| map.map_or(cell, |map| map.map(cell)).index();
    let moves = position.moves().into_iter().map(|mv| {
        let promotion = mv.promotion().map(|kind| kind.index());
        (place(mv.origin()), place(mv.destination()), promotion)
    });
    let mut moves: Vec<_> = moves.collect();
    moves.sort_unstable();
    moves
}

#[test]
fn automorphisms_keep_the_legal_moves() {
    let mut random = fastrand::Rng::with_seed(2);
    for (name, _) in SHIPPED {
        let game = Game::shipped(name).unwrap();
        let spans = game
            .definition()
            .pieces()
            .iter()
            .any(|piece| piece.span.is_some());
        for exchanges in [false, true] {
            let found = game.automorphisms(exchanges, 5);
            for map in &found {
                assert_eq!(map.exchanges_sides(), exchanges);
                let again = game.automorphism(map.cells(), exchanges);
                assert_eq!(again.as_ref(), Some(map));
                let mut position = game.start();
                for _ in 0..80 {
                    let mut setup = map.setup(&position.setup());
                    setup.fullmove = 1;
                    let image = game.position(&setup).unwrap();
                    assert_eq!(position.in_check(), image.in_check(), "{name}");
                    let reason = |outcome: Option<hyperrook_rules::Outcome>| {
                        outcome.map(|outcome| outcome.reason)
                    };
                    assert_eq!(
                        reason(position.outcome()),
                        reason(image.outcome()),
                        "{name}"
                    );
                    if spans {
                        // A body is named by its lowest cell, so the names of its moves change.
                        assert_eq!(position.moves().len(), image.moves().len(), "{name}");
                    } else {
                        assert_eq!(moves(&position, Some(map)), moves(&image, None), "{name}");
                    }
                    let Some(&mv) = random.choice(&position.moves()) else {
                        break;
                    };
                    position.play(mv).unwrap();
                }
            }
            println!(
                "{name}: {} that {}",
                found.len(),
                if exchanges { "exchange" } else { "keep" }
            );
            assert!(exchanges || found.iter().any(Automorphism::is_identity));
        }
    }
}

#[test]
fn maps_that_change_the_rules_are_rejected() {
    let chess = Game::shipped("chess").unwrap();
    let cells: Vec<u8> = (0..64).collect();
    assert!(chess.automorphism(&cells, false).is_some());
    // Pawns move the other way.
    assert!(chess.automorphism(&cells, true).is_none());
    let mut two_alike = cells.clone();
    two_alike[0] = 1;
    assert!(chess.automorphism(&two_alike, false).is_none());
    assert!(chess.automorphism(&cells[1..], false).is_none());
    let mirrored: Vec<u8> = (0..64).map(|cell| cell ^ 7).collect();
    assert!(chess.automorphism(&mirrored, false).is_none());
    let numbers: Vec<u8> = (0..64).map(|cell| cell ^ 56).collect();
    let mirror = chess.automorphism(&numbers, true).or_else(|| {
        let found = chess.automorphisms(true, 1).pop();
        assert!(found.is_some());
        found
    });
    let mirror = mirror.unwrap();
    // White's right to castle on the king's side becomes Black's.
    let mut state = chess.start().state();
    state.castling &= 1;
    assert_ne!(mirror.state(state).castling, state.castling);
    assert_eq!(mirror.state(state).castling.count_ones(), 1);
}
