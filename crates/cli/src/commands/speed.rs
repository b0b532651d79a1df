//! `hyperrook bench --moves`: how fast every shipped game runs, with checked counts.

use super::json;
use crate::args::BenchArgs;
use crate::error::{CommandError, CommandResult};
use crate::{load, words};
use hyperrook_rules::Game;
use serde_json::json;
use std::io::Write;
use std::time::Instant;

/// A game, and its counts from the starting position at depth 1, 2, 3…
struct MoveBench {
    game: &'static str,
    counts: &'static [u64],
}

/// In a release build the last depth of each takes a few seconds at most.
const BENCHES: &[MoveBench] = &[
    MoveBench {
        game: "walkers",
        counts: &[90, 8_093, 743_596, 68_241_972],
    },
    MoveBench {
        game: "sesqui",
        counts: &[14, 196, 2_835, 40_843, 621_387, 9_409_942, 151_460_848],
    },
    MoveBench {
        game: "riftwalker",
        counts: &[72, 5_081, 374_221, 27_128_887],
    },
    MoveBench {
        game: "twoboards",
        counts: &[92, 8_464, 826_190, 80_606_537],
    },
    MoveBench {
        game: "gateway",
        counts: &[90, 8_100, 740_536, 67_705_968],
    },
    MoveBench {
        game: "chess",
        counts: &[20, 400, 8_902, 197_281, 4_865_609],
    },
    MoveBench {
        game: "hyperchess",
        counts: &[71, 5_040, 403_694, 32_263_833],
    },
    MoveBench {
        game: "raumschach",
        counts: &[61, 3_615, 237_316, 15_587_032],
    },
];

/// Random games played of each game; fewer with `--quick`.
const PLAYOUTS: [usize; 2] = [200, 20];

/// The longest random game, in plies.
const MAX_PLIES: u32 = 1_000;

/// What was measured of one game.
struct Row {
    game: &'static str,
    load_ms: f64,
    table_bytes: usize,
    depth_plies: usize,
    nodes: u64,
    expected: u64,
    nodes_per_second: f64,
    plies: u64,
    plies_per_second: f64,
}

pub(super) fn run(args: &BenchArgs, out: &mut dyn Write) -> CommandResult {
    for game in &args.games {
        if !BENCHES.iter().any(|bench| bench.game == game) {
            let known: Vec<&str> = BENCHES.iter().map(|bench| bench.game).collect();
            return Err(CommandError::Usage(format!(
                "there is no bench of `{game}`; there are {}",
                words::list(&known, "and")
            )));
        }
    }
    let wanted = |bench: &&MoveBench| {
        args.games.is_empty() || args.games.iter().any(|game| game == bench.game)
    };
    let mut rows = Vec::new();
    if !args.json {
        writeln!(
            out,
            "{:<12} {:>8} {:>9} {:>5} {:>11} {:>14} {:>14}",
            "game", "load ms", "tables", "depth", "nodes", "nodes/s", "random plies/s"
        )?;
    }
    for bench in BENCHES.iter().filter(wanted) {
        let row = measure(bench, args.quick)?;
        if !args.json {
            writeln!(
                out,
                "{:<12} {:>8.1} {:>7} K {:>5} {:>11} {:>14} {:>14}{}",
                row.game,
                row.load_ms,
                row.table_bytes / 1024,
                row.depth_plies,
                row.nodes,
                words::thousands(row.nodes_per_second as u64),
                words::thousands(row.plies_per_second as u64),
                if row.nodes == row.expected {
                    String::new()
                } else {
                    format!("  WRONG: {} nodes expected", row.expected)
                }
            )?;
            out.flush()?;
        }
        rows.push(row);
    }
    if args.json {
        json(out, &rows.iter().map(value).collect())?;
    }
    if rows.iter().any(|row| row.nodes != row.expected) {
        return Err(CommandError::Reported);
    }
    Ok(())
}

fn value(row: &Row) -> serde_json::Value {
    json!({
        "game": row.game, "load_ms": row.load_ms, "table_bytes": row.table_bytes,
        "depth_plies": row.depth_plies, "nodes": row.nodes, "expected_nodes": row.expected,
        "nodes_per_second": row.nodes_per_second, "random_plies": row.plies,
        "random_plies_per_second": row.plies_per_second,
    })
}

fn measure(bench: &MoveBench, quick: bool) -> CommandResult<Row> {
    let begun = Instant::now();
    let game = load::load(bench.game, &[])?.game;
    let load_ms = begun.elapsed().as_secs_f64() * 1e3;
    let depth = bench.counts.len() - usize::from(quick);
    let start = game.start();
    let begun = Instant::now();
    let nodes = start.perft(depth as u32);
    let nodes_per_second = nodes as f64 / begun.elapsed().as_secs_f64().max(1e-9);
    let begun = Instant::now();
    let plies = playouts(&game, PLAYOUTS[usize::from(quick)]);
    let plies_per_second = plies as f64 / begun.elapsed().as_secs_f64().max(1e-9);
    Ok(Row {
        game: bench.game,
        load_ms,
        table_bytes: game.table_bytes(),
        depth_plies: depth,
        nodes,
        expected: bench.counts[depth - 1],
        nodes_per_second,
        plies,
        plies_per_second,
    })
}

/// Plays random games, each move as likely as the others, to an outcome or
/// [`MAX_PLIES`]; returns the plies played.
fn playouts(game: &Game, games: usize) -> u64 {
    let mut random = fastrand::Rng::with_seed(1);
    let start = game.start();
    let plies = (0..games).map(|_| start.playout(MAX_PLIES, &mut |n| random.usize(..n)).0);
    plies.map(u64::from).sum()
}
