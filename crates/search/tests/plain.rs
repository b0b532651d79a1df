//! Without heuristics the search is plain alpha-beta, and wrong entries of the transposition
//! table never lead to illegal moves.

use hyperrook_rules::{Game, History, SHIPPED};
use hyperrook_search::plain::{scores, scores_with_deferred_moves, search_with_wrong_table};
use hyperrook_search::{Feature, Features};

/// The histories of positions of random games.
fn histories(name: &str, count: usize) -> Vec<History> {
    let game = Game::shipped(name).unwrap();
    let mut random = fastrand::Rng::with_seed(11);
    let mut found = Vec::new();
    while found.len() < count {
        let mut history = History::new(game.start());
        for ply in 0..120 {
            let moves = history.position().moves();
            let Some(&mv) = random.choice(&moves) else {
                break;
            };
            history.play(mv).unwrap();
            let is_playable = !history.position().moves().is_empty();
            if ply % 17 == 9 && is_playable && found.len() < count {
                found.push(history.clone());
            }
        }
    }
    found
}

/// Compares `count` positions of each game, to a greater depth if there are few moves.
fn compare_with_plain(count: usize, features: Features, depth_of_few_moves: i32) {
    for (name, _) in SHIPPED {
        for history in histories(name, count) {
            let position = history.position();
            let depth = if position.moves().len() < 30 {
                depth_of_few_moves
            } else {
                2
            };
            for scores in [scores, scores_with_deferred_moves] {
                let (found, expected) = scores(&history, depth, features);
                assert_eq!(found, expected, "{name}: {:?}", position.setup());
            }
        }
    }
}

/// Heuristics that change only the order of moves, or cut off only what cannot matter.
fn sound() -> Features {
    [
        Feature::Killers,
        Feature::History,
        Feature::Continuation,
        Feature::CaptureHistory,
        Feature::TtMove,
        Feature::Aspiration,
    ]
    .into_iter()
    .fold(Features::none(), Features::with)
}

#[test]
fn without_heuristics_the_search_is_alpha_beta() {
    compare_with_plain(1, Features::none(), 3);
}

#[test]
#[ignore = "takes minutes"]
fn without_heuristics_the_search_is_alpha_beta_in_many_positions() {
    compare_with_plain(24, Features::none(), 3);
}

#[test]
fn sound_heuristics_change_no_score() {
    compare_with_plain(1, sound(), 4);
}

#[test]
#[ignore = "takes minutes"]
fn sound_heuristics_change_no_score_in_many_positions() {
    compare_with_plain(24, sound(), 4);
}

#[test]
fn a_table_that_ignores_keys_causes_no_illegal_move() {
    for (name, _) in SHIPPED {
        for history in histories(name, 8) {
            search_with_wrong_table(&history, 5);
        }
    }
}
