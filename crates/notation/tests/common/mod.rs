//! Functions that the tests share.
#![allow(dead_code, unreachable_pub)]

use hyperrook_notation::position::parse_position;
use hyperrook_rules::{Game, GameFile, Move, Position, SHIPPED};
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

/// A shipped game with options such as `length=8`.
pub fn game(name: &str, options: &[&str]) -> Game {
    type Games = Mutex<HashMap<(String, Vec<(String, String)>), Game>>;
    static GAMES: OnceLock<Games> = OnceLock::new();
    let options: Vec<(String, String)> = options
        .iter()
        .map(|option| option.split_once('=').unwrap())
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let mut games = GAMES.get_or_init(Mutex::default).lock().unwrap();
    let game = games
        .entry((name.to_owned(), options))
        .or_insert_with_key(|(name, options)| {
            let file = GameFile::shipped(name).unwrap();
            let options = options.iter().map(|(name, value)| (&**name, &**value));
            let options: Vec<(&str, &str)> = options.collect();
            Game::new(file.define(&options).unwrap()).unwrap()
        });
    game.clone()
}

/// Every shipped game with every value of every option once.
pub fn games() -> Vec<Game> {
    let mut games = Vec::new();
    for (name, _) in SHIPPED {
        games.push(game(name, &[]));
        for option in GameFile::shipped(name).unwrap().options() {
            for value in &option.values[1..] {
                games.push(game(name, &[&format!("{}={value}", option.name)]));
            }
        }
    }
    games
}

/// A position of a shipped game.
pub fn position(name: &str, text: &str) -> Position {
    parse_position(&game(name, &[]), text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// The positions and moves of a random game, at most `plies` long. Captures and promotions are
/// sometimes preferred, so that games make progress.
pub fn random_game(game: &Game, seed: u64, plies: usize) -> (Vec<Position>, Vec<Move>) {
    let mut random = fastrand::Rng::with_seed(seed);
    let (mut positions, mut moves) = (vec![game.start()], Vec::new());
    for _ in 0..plies {
        let position = positions[positions.len() - 1].clone();
        let all = position.moves();
        let sharp: Vec<Move> = all
            .iter()
            .copied()
            .filter(|&mv| mv.promotion().is_some() || position.captures(mv).any())
            .collect();
        let from = if !sharp.is_empty() && random.u8(..4) == 0 {
            sharp
        } else {
            all
        };
        let Some(mv) = random.choice(from) else { break };
        positions.push(position.after(mv).unwrap());
        moves.push(mv);
    }
    (positions, moves)
}
