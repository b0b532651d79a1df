//! The best move of a starting position: `cargo run --example best_move -- sesqui`.

use hyperrook_rules::{Game, History};
use hyperrook_search::{Control, Engine, EngineSettings, SearchLimits};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or("chess".into());
    let game = Game::shipped(&name).ok_or("no shipped game has this name")?;
    let mut engine = Engine::new(&game, EngineSettings::default());
    let limits = SearchLimits::default().depth_plies(6);
    let history = History::new(game.start());
    let report = engine.search(&history, &limits, &Control::new(), &mut |_| {});
    println!("{report:?}");
    Ok(())
}
