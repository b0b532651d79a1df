//! Searches the bench positions of a game to a depth: `bench_nodes GAME DEPTH [POSITIONS]`.
//! Prints the number of nodes. Intended for profilers, which need a small program.

use hyperrook_notation::position::parse_position;
use hyperrook_rules::{Game, History};
use hyperrook_search::{Control, Engine, EngineSettings, SearchLimits};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let name = args.next().ok_or("no game")?;
    let depth: u32 = args.next().ok_or("no depth")?.parse()?;
    let most: usize = args.next().map_or(Ok(usize::MAX), |n| n.parse())?;
    let game = Game::shipped(&name).ok_or("no such game")?;
    let text = std::fs::read_to_string(format!("testdata/bench/{name}.positions"))?;
    let mut engine = Engine::new(&game, EngineSettings::default());
    let mut nodes = 0;
    let start = std::time::Instant::now();
    for line in text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .take(most)
    {
        engine.clear();
        let history = History::new(parse_position(&game, line)?);
        let limits = SearchLimits::default().depth_plies(depth);
        nodes += engine
            .search(&history, &limits, &Control::new(), &mut |_| ())
            .nodes;
    }
    println!(
        "{name} {depth} {nodes} {:.2}s",
        start.elapsed().as_secs_f64()
    );
    Ok(())
}
