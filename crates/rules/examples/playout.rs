//! Plays a random game of a shipped game: `cargo run --example playout -- walkers`.

use hyperrook_rules::{Game, History};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or("chess".into());
    let game = Game::shipped(&name).ok_or("no shipped game has this name")?;
    let mut history = History::new(game.start());
    while history.outcome().is_none() && history.moves().len() < 500 {
        let moves = history.position().moves();
        history.play(moves[fastrand::usize(..moves.len())])?;
    }
    println!("{} half-moves of {name}", history.moves().len());
    match history.outcome() {
        None => println!("not over"),
        Some(outcome) => match outcome.winner {
            None => println!("a draw: {}", outcome.reason),
            Some(side) => println!("{side} has won: {}", outcome.reason),
        },
    }
    Ok(())
}
