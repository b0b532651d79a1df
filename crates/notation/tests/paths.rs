//! The paths of pieces over the board.

use hyperrook_geometry::Cell;
use hyperrook_notation::paths::piece_paths;
use hyperrook_rules::{Game, GameFile, MoveClass, SHIPPED};

#[test]
fn every_legal_move_has_an_open_path() {
    let mut random = fastrand::Rng::with_seed(7);
    for (name, _) in SHIPPED {
        let file = GameFile::shipped(name).unwrap();
        for options in file.combinations() {
            let game = Game::new(file.define(&options).unwrap()).unwrap();
            let mut position = game.start();
            for _ in 0..60 {
                let moves = position.moves();
                for mv in &moves {
                    if matches!(mv.class(), MoveClass::Castling | MoveClass::Transformation) {
                        continue;
                    }
                    let piece = position.piece(mv.origin()).unwrap();
                    let empty = |cell: &Cell| position.piece(*cell).is_none();
                    let ways = piece_paths(game.definition(), piece, mv.origin(), mv.destination());
                    let open = ways
                        .iter()
                        .any(|way| !way.incomplete && way.passed.iter().all(empty));
                    assert!(open, "{name} {options:?} {mv:?}");
                }
                let Some(mv) = random.choice(moves) else {
                    break;
                };
                position.play(mv).unwrap();
            }
        }
    }
}
