//! Plays the search against itself without some heuristics, at a fixed number of nodes a
//! move: `duel GAME NODES PAIRS SEED HEURISTIC[,HEURISTIC …] [SECONDS]`. Both play in one
//! process. Every opening of 8 random plies (4 in other games than chess) is played with
//! both colours. A game is won if both sides see one of them 9.00 ahead for four moves.

use hyperrook_rules::{Game, History, Side};
use hyperrook_search::{Control, Engine, EngineSettings, Feature, Features, Score, SearchLimits};
use std::time::Instant;

/// Longer games are drawn.
const MAX_PLIES: usize = 400;

/// The points of the first engine, in halves.
fn play(
    engines: &mut [Engine; 2],
    opening: &History,
    first_has: Side,
    nodes: u64,
) -> Result<u32, Box<dyn std::error::Error>> {
    let mut history = opening.clone();
    engines.iter_mut().for_each(Engine::clear);
    let mut decided = 0i32;
    for _ in 0..MAX_PLIES {
        if let Some(outcome) = history.outcome() {
            return Ok(match outcome.winner {
                None => 1,
                Some(side) => 2 * u32::from(side == first_has),
            });
        }
        let turn = history.position().turn();
        let limits = SearchLimits::default().nodes(nodes);
        let engine = &mut engines[usize::from(turn != first_has)];
        let report = engine.search(&history, &limits, &Control::new(), &mut |_| ());
        let Some(mv) = report.best else { break };
        let cp = report.lines.first().map_or(0, |line| match line.score {
            Score::Centipawns(cp) => cp,
            Score::Mate(moves) => 30_000 * moves.signum(),
        });
        let for_white = if turn == Side::White { cp } else { -cp };
        decided = match for_white {
            900.. => decided.max(0) + 1,
            ..=-900 => decided.min(0) - 1,
            _ => 0,
        };
        if decided.abs() >= 8 {
            let winner = if decided > 0 {
                Side::White
            } else {
                Side::Black
            };
            return Ok(2 * u32::from(winner == first_has));
        }
        history.play(mv)?;
    }
    Ok(1)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [name, nodes, pairs, seed, without, ..] = &args[..] else {
        return Err("usage: duel GAME NODES PAIRS SEED HEURISTICS [SECONDS]".into());
    };
    let seconds = args.get(5).map_or(Ok(u64::MAX), |text| text.parse())?;
    let game = Game::shipped(name).ok_or("no such game")?;
    let mut features = Features::all();
    for name in without.split(',').filter(|name| !name.is_empty()) {
        features = features.without(name.parse::<Feature>()?);
    }
    let settings = |features| EngineSettings {
        features,
        ..EngineSettings::default()
    };
    let mut engines = [
        Engine::new(&game, settings(Features::all())),
        Engine::new(&game, settings(features)),
    ];
    let mut random = fastrand::Rng::with_seed(seed.parse()?);
    let plies = if name == "chess" { 8 } else { 4 };
    let nodes: u64 = nodes.parse()?;
    let start = Instant::now();
    // How many pairs brought 0, 1/2, 1, 3/2 and 2 points.
    let mut counts = [0u32; 5];
    let mut results = [0u32; 3];
    for _ in 0..pairs.parse()? {
        let opening = loop {
            let mut opening = History::new(game.start());
            for _ in 0..plies {
                let moves = opening.position().moves();
                let Some(&mv) = random.choice(&moves) else {
                    break;
                };
                opening.play(mv)?;
            }
            if opening.outcome().is_some() {
                continue;
            }
            let limits = SearchLimits::default().nodes(10_000);
            let report = engines[0].search(&opening, &limits, &Control::new(), &mut |_| ());
            let score = report.lines.first().map(|line| line.score);
            if matches!(score, Some(Score::Centipawns(-150..=150))) {
                break opening;
            }
        };
        let mut points = 0;
        for first_has in Side::BOTH {
            let won = play(&mut engines, &opening, first_has, nodes)?;
            results[won as usize] += 1;
            points += won;
        }
        counts[points as usize] += 1;
        if start.elapsed().as_secs() >= seconds {
            break;
        }
    }
    let pairs = f64::from(counts.iter().sum::<u32>());
    let shares = [0.0, 0.25, 0.5, 0.75, 1.0];
    let mean = |of: &dyn Fn(f64) -> f64| {
        let sum = counts.iter().zip(shares);
        sum.map(|(&n, share)| f64::from(n) * of(share)).sum::<f64>() / pairs
    };
    let score = mean(&|share| share);
    let error = (mean(&|share| (share - score).powi(2)) / pairs).sqrt();
    let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
    println!(
        "{name} {nodes} without {without}: +{} ={} -{} score {:.1} % Elo {:+.0} ({:+.0} to {:+.0}), {:.0} s",
        results[2],
        results[1],
        results[0],
        100.0 * score,
        elo(score),
        elo(score - 1.96 * error),
        elo(score + 1.96 * error),
        start.elapsed().as_secs_f64(),
    );
    Ok(())
}
