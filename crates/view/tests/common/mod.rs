//! Helpers of several tests.
#![allow(dead_code, unreachable_pub)]

use hyperrook_rules::{Game, GameFile, History, SHIPPED};

/// A shipped game with options: `name=value`, separated by spaces.
pub fn game(name: &str, options: &str) -> Game {
    let file = GameFile::shipped(name).unwrap();
    let options: Vec<(&str, &str)> = options
        .split_whitespace()
        .map(|option| option.split_once('=').unwrap())
        .collect();
    Game::new(file.define(&options).unwrap()).unwrap()
}

/// All shipped games with their default options.
pub fn games() -> Vec<Game> {
    SHIPPED.iter().map(|(name, _)| game(name, "")).collect()
}

/// A game of random moves, at most this many plies long.
pub fn random_game(game: &Game, seed: u64, plies: usize) -> History {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut history = History::new(game.start());
    for _ in 0..plies {
        if history.outcome().is_some() {
            break;
        }
        let Some(mv) = random.choice(history.position().moves()) else {
            break;
        };
        history.play(mv).unwrap();
    }
    history
}

/// The position of a position text.
pub fn at(game: &Game, text: &str) -> History {
    hyperrook_view::history(game, Some(text), &[]).unwrap()
}

/// The number of a cell.
pub fn cell(game: &Game, name: &str) -> usize {
    game.board().cell(name).unwrap().index()
}

/// The numbers of cells.
pub fn cells(game: &Game, names: &str) -> Vec<usize> {
    names.split_whitespace().map(|n| cell(game, n)).collect()
}

/// The names of cells, sorted.
pub fn names(game: &Game, cells: &[usize]) -> String {
    let name = |&cell: &usize| {
        game.board()
            .name(hyperrook_geometry::Cell::from_index(cell))
    };
    let mut names: Vec<String> = cells.iter().map(name).collect();
    names.sort();
    names.join(" ")
}
