//! `hyperrook bench --moves`: the speed of move generation, with checked counts.

use super::common::json;
use crate::args::BenchArgs;
use crate::error::{CommandError, CommandResult};
use crate::{load, words};
use hyperrook_rules::{Game, Position};
use serde_json::json;
use std::borrow::Cow;
use std::io::Write;
use std::time::Instant;

/// A game with its perft counts from the start at depth 1, 2, 3 …
///
/// A user's game has no known counts, so none are checked.
#[derive(Clone)]
struct MoveBench {
    game: Cow<'static, str>,
    counts: &'static [u64],
}

/// In a release build, the last depth of each game takes a few seconds at most.
const BENCHES: &[MoveBench] = &[
    MoveBench {
        game: Cow::Borrowed("walkers"),
        counts: &[90, 8_093, 743_596, 68_241_972],
    },
    MoveBench {
        game: Cow::Borrowed("sesqui"),
        counts: &[14, 196, 2_835, 40_843, 621_387, 9_409_942, 151_460_848],
    },
    MoveBench {
        game: Cow::Borrowed("riftwalker"),
        counts: &[72, 5_081, 374_221, 27_128_887],
    },
    MoveBench {
        game: Cow::Borrowed("twoboards"),
        counts: &[92, 8_464, 826_190, 80_606_537],
    },
    MoveBench {
        game: Cow::Borrowed("gateway"),
        counts: &[90, 8_100, 740_536, 67_705_968],
    },
    MoveBench {
        game: Cow::Borrowed("chess"),
        counts: &[20, 400, 8_902, 197_281, 4_865_609],
    },
    MoveBench {
        game: Cow::Borrowed("hyperchess"),
        counts: &[71, 5_040, 403_694, 32_263_833],
    },
    MoveBench {
        game: Cow::Borrowed("raumschach"),
        counts: &[61, 3_615, 237_316, 15_587_032],
    },
];

/// The number of random games for each game, without and with `--quick`.
const PLAYOUTS: [usize; 2] = [200, 20];

/// The maximum length of a random game, in plies.
const MAX_PLIES: u32 = 1_000;

/// The measurement of one game.
struct SpeedRow {
    game: String,
    load_ms: f64,
    table_bytes: usize,
    depth_plies: u8,
    nodes: u64,
    expected: Option<u64>,
    nodes_per_second: f64,
    plies: u64,
    plies_per_second: f64,
}

pub(super) fn run(args: &BenchArgs, out: &mut dyn Write) -> CommandResult {
    let mut benches: Vec<MoveBench> = Vec::new();
    for game in &args.games {
        let known = BENCHES.iter().find(|bench| bench.game == *game);
        benches.push(known.cloned().unwrap_or_else(|| MoveBench {
            game: Cow::Owned(game.clone()),
            counts: &[],
        }));
    }
    if args.games.is_empty() {
        benches.extend_from_slice(BENCHES);
    }
    let mut rows = Vec::new();
    if !args.json {
        writeln!(
            out,
            "{:<12} {:>8} {:>9} {:>5} {:>11} {:>14} {:>14}",
            "game", "load ms", "tables", "depth", "nodes", "nodes/s", "random plies/s"
        )?;
    }
    for bench in &benches {
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
                match row.expected {
                    Some(expected) if expected != row.nodes => {
                        format!("  WRONG: {expected} nodes expected")
                    }
                    _ => String::new(),
                }
            )?;
            out.flush()?;
        }
        rows.push(row);
    }
    if args.json {
        json(out, &rows.iter().map(value).collect())?;
    }
    if rows.iter().any(SpeedRow::is_wrong) {
        return Err(CommandError::Reported);
    }
    Ok(())
}

impl SpeedRow {
    fn is_wrong(&self) -> bool {
        self.expected.is_some_and(|expected| expected != self.nodes)
    }
}

fn value(row: &SpeedRow) -> serde_json::Value {
    json!({
        "game": row.game, "load_ms": row.load_ms, "table_bytes": row.table_bytes,
        "depth_plies": row.depth_plies, "nodes": row.nodes, "expected_nodes": row.expected,
        "nodes_per_second": row.nodes_per_second, "random_plies": row.plies,
        "random_plies_per_second": row.plies_per_second,
    })
}

fn measure(bench: &MoveBench, quick: bool) -> CommandResult<SpeedRow> {
    let begun = Instant::now();
    let game = load::load(&bench.game, &[])?.game;
    let load_ms = begun.elapsed().as_secs_f64() * 1e3;
    let start = game.start();
    let depth = if bench.counts.is_empty() {
        depth_of(&start, quick)
    } else {
        bench.counts.len() as u8 - u8::from(quick)
    };
    let begun = Instant::now();
    let nodes = start.perft(depth);
    let nodes_per_second = nodes as f64 / begun.elapsed().as_secs_f64().max(1e-9);
    let begun = Instant::now();
    let plies = playouts(&game, PLAYOUTS[usize::from(quick)]);
    let plies_per_second = plies as f64 / begun.elapsed().as_secs_f64().max(1e-9);
    Ok(SpeedRow {
        game: bench.game.to_string(),
        load_ms,
        table_bytes: game.table_bytes(),
        depth_plies: depth,
        nodes,
        expected: bench.counts.get(usize::from(depth) - 1).copied(),
        nodes_per_second,
        plies,
        plies_per_second,
    })
}

/// The depth at which a game has about as many move sequences as the benches of shipped
/// games.
fn depth_of(start: &Position, quick: bool) -> u8 {
    const SEQUENCES: [u64; 2] = [1_000_000, 50_000];
    const DEEPEST: u8 = 12;
    let enough = SEQUENCES[usize::from(quick)];
    let found = (1..=DEEPEST).find(|&depth| {
        let count = start.perft(depth);
        count == 0 || count >= enough
    });
    found.unwrap_or(DEEPEST)
}

/// Plays random games until they end or reach [`MAX_PLIES`]. Returns the number of plies.
fn playouts(game: &Game, games: usize) -> u64 {
    let mut random = fastrand::Rng::with_seed(1);
    let start = game.start();
    let plies = (0..games).map(|_| start.playout(MAX_PLIES, &mut |n| random.usize(..n)).0);
    plies.map(u64::from).sum()
}
