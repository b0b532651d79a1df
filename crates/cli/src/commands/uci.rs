//! `hyperrook uci`: the engine for UCI programs.

use crate::args::UciArgs;
use crate::draw::{self, Scene};
use crate::error::CommandResult;
use hyperrook_lab::bench::{BENCHES, BenchMeasurement};
use hyperrook_protocol::{Host, WriteLine};
use hyperrook_rules::{Game, GameFile, Position};
use hyperrook_search::{Control, EngineSettings};
use std::io::{BufReader, Write, stdin};
use std::time::Instant;

pub(super) fn run(_: &UciArgs, out: &mut dyn Write) -> CommandResult {
    hyperrook_protocol::uci(BufReader::new(stdin()), out, &HOST)?;
    Ok(())
}

/// The functions of this program that the protocols use.
pub(super) const HOST: Host = Host {
    draw,
    bench: bench_hook,
};

/// A position as lines of text.
fn draw(position: &Position) -> String {
    let definition = position.game().definition();
    draw::plain(definition, &Scene::plain(draw::letters(position)), false)
}

/// The UCI command `bench`: searches the positions of `hyperrook bench` with one thread,
/// and writes the number of nodes.
fn bench_hook(depth: Option<u32>, control: &Control, say: WriteLine<'_>) {
    let begun = Instant::now();
    let mut nodes = 0;
    for bench in BENCHES {
        let file = GameFile::shipped(&bench.game);
        let definition = file.and_then(|file| file.define(&[]).ok());
        // Tests check that shipped games can be compiled.
        let Some(game) = definition.and_then(|definition| Game::new(definition).ok()) else {
            continue;
        };
        let depth = depth.unwrap_or(bench.depth_plies);
        let before = nodes;
        let mut add = |measured: BenchMeasurement| nodes += measured.nodes;
        bench.run(&game, EngineSettings::default(), depth, control, &mut add);
        if control.is_stopped() {
            say("info string bench was stopped");
            return;
        }
        say(&format!("{}: {} nodes", bench.game, nodes - before));
    }
    let seconds = begun.elapsed().as_secs_f64();
    say(&format!("Nodes searched: {nodes}"));
    say(&format!(
        "Nodes/second: {}",
        (nodes as f64 / seconds.max(1e-9)) as u64
    ));
}
