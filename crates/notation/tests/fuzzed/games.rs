//! The shipped games with their default options, each compiled once.

use hyperrook_rules::{Game, GameFile, SHIPPED};
use std::sync::OnceLock;

/// The shipped game of this number.
pub(crate) fn game(number: u8) -> &'static Game {
    static GAMES: OnceLock<Vec<Game>> = OnceLock::new();
    let games = GAMES.get_or_init(|| {
        let define = |(name, _): &(&str, &str)| {
            let file = GameFile::shipped(name).expect("a shipped game");
            Game::new(file.define(&[]).expect("a definition")).expect("a game")
        };
        SHIPPED.iter().map(define).collect()
    });
    &games[usize::from(number) % games.len()]
}
