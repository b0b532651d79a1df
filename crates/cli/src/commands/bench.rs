//! `hyperrook bench`: node counts and speed of the search.

use super::common::json;
use super::speed;
use crate::args::BenchArgs;
use crate::engine::network;
use crate::error::CommandResult;
use crate::{load, words};
use hyperrook_lab::bench::{BENCHES, Bench, BenchMeasurement, geometric_mean};
use hyperrook_rules::Game;
use hyperrook_search::{Control, EngineSettings, Feature, Features};
use serde_json::json;
use std::io::Write;

pub(super) fn run(args: &BenchArgs, out: &mut dyn Write) -> CommandResult {
    if args.moves {
        return speed::run(args, out);
    }
    let benches = chosen(&args.games)?;
    let features = args
        .without
        .iter()
        .fold(Features::all(), |features, &one| features.without(one));
    let base = EngineSettings {
        hash_mib: args.hash,
        threads: args.threads.first().copied().unwrap_or(1),
        features,
        ..EngineSettings::default()
    };
    let mut variants: Vec<(String, EngineSettings)> = Vec::new();
    for &threads in args.threads.iter().skip(1) {
        variants.push((
            format!("{threads} threads"),
            EngineSettings { threads, ..base },
        ));
    }
    if args.ablate {
        for (feature, name) in Feature::ALL {
            let features = features.without(feature);
            variants.push((format!("no {name}"), EngineSettings { features, ..base }));
        }
    }
    let mut report = BenchReport {
        json: args.json,
        compares: !variants.is_empty(),
        rows: Vec::new(),
        nodes: 0,
        seconds: 0.0,
    };
    if !args.json {
        write!(out, "{:<12}", "game")?;
        if report.compares {
            write!(out, " {:<32}", "")?;
        }
        write!(out, " {:>5} {:>12} {:>11}", "depth", "nodes", "nodes/s")?;
        if report.compares {
            write!(out, " {:>8} {:>8} {:>8}", "nodes x", "speed x", "time x")?;
        }
        writeln!(out)?;
    }
    for bench in benches {
        let game = load::load(&bench.game, &[])?.game;
        let depth = args.depth.unwrap_or(bench.depth_plies) - u32::from(args.quick);
        let network = network(args.network.as_deref(), &game)?;
        let base = EngineSettings { network, ..base };
        let plain = measure(&bench, &game, base, depth);
        report.row(out, &bench.game, "", depth, &plain, None)?;
        for (name, settings) in &variants {
            let settings = EngineSettings {
                network,
                ..*settings
            };
            let other = measure(&bench, &game, settings, depth);
            report.row(out, &bench.game, name, depth, &other, Some(&plain))?;
        }
    }
    if args.json {
        return json(out, &report.rows.into());
    }
    writeln!(out)?;
    writeln!(out, "Nodes searched: {}", report.nodes)?;
    let speed = report.nodes as f64 / report.seconds.max(1e-9);
    writeln!(out, "Nodes/second  : {}", speed as u64)?;
    Ok(())
}

/// The benches of the given games. A path gives a bench of that game.
fn chosen(games: &[String]) -> CommandResult<Vec<Bench>> {
    if games.is_empty() {
        return Ok(BENCHES.into());
    }
    let bench = |name: &String| match Bench::of(name) {
        Some(bench) => Ok(bench),
        None => Ok(Bench::of_game(name, &load::load(name, &[])?.game)),
    };
    games.iter().map(bench).collect()
}

fn measure(
    bench: &Bench,
    game: &Game,
    settings: EngineSettings,
    depth: u32,
) -> Vec<BenchMeasurement> {
    let mut measured = Vec::new();
    let mut keep = |one| measured.push(one);
    bench.run(game, settings, depth.max(1), &Control::new(), &mut keep);
    measured
}

struct BenchReport {
    json: bool,
    /// Whether there are variants that are compared with the first measurement of a game.
    compares: bool,
    rows: Vec<serde_json::Value>,
    nodes: u64,
    seconds: f64,
}

impl BenchReport {
    /// Writes a row with a measurement, compared with another one if there is one.
    fn row(
        &mut self,
        out: &mut dyn Write,
        game: &str,
        variant: &str,
        depth: u32,
        measured: &[BenchMeasurement],
        plain: Option<&[BenchMeasurement]>,
    ) -> CommandResult {
        let nodes = measured.iter().map(|m| m.nodes).sum::<u64>();
        let seconds = measured.iter().map(|m| m.time.as_secs_f64()).sum::<f64>();
        let speed = nodes as f64 / seconds.max(1e-9);
        let ratios = plain.map(|plain| {
            let of = |what: &dyn Fn(&BenchMeasurement) -> f64| {
                let pairs = measured.iter().zip(plain);
                geometric_mean(pairs.map(|(m, p)| what(m) / what(p).max(1e-9)))
            };
            let seconds = plain.iter().map(|m| m.time.as_secs_f64()).sum::<f64>();
            let before = plain.iter().map(|m| m.nodes).sum::<u64>() as f64 / seconds.max(1e-9);
            let by_time = of(&|m| m.time.as_secs_f64().max(1e-6));
            (of(&|m| m.nodes as f64), speed / before.max(1e-9), by_time)
        });
        self.nodes += nodes;
        self.seconds += seconds;
        if self.json {
            let positions = measured.iter();
            let positions: Vec<_> = positions
                .map(|m| json!({ "nodes": m.nodes, "seconds": m.time.as_secs_f64() }))
                .collect();
            self.rows.push(json!({
                "game": game, "way": variant, "depth_plies": depth, "nodes": nodes,
                "nodes_per_second": speed, "positions": positions,
                "nodes_ratio": ratios.map(|r| r.0), "speed_ratio": ratios.map(|r| r.1),
                "time_ratio": ratios.map(|r| r.2),
            }));
            return Ok(());
        }
        write!(out, "{game:<12}")?;
        if self.compares {
            write!(out, " {variant:<32}")?;
        }
        let speed = words::thousands(speed as u64);
        write!(out, " {depth:>5} {nodes:>12} {speed:>11}")?;
        if let Some((nodes, speed, time)) = ratios {
            write!(out, " {nodes:>8.2} {speed:>8.2} {time:>8.2}")?;
        }
        writeln!(out)?;
        out.flush()?;
        Ok(())
    }
}
