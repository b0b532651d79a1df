//! `hyperrook uci`: the engine for programs that speak UCI.

use crate::args::UciArgs;
use crate::draw::{self, Scene};
use crate::failure::Done;
use hyperrook_protocol::{Host, Say};
use hyperrook_rules::{Game, GameFile, History, Position, SHIPPED};
use hyperrook_search::{Control, Engine, Limits, Settings};
use std::io::{BufReader, Write, stdin};
use std::time::Instant;

pub(super) fn run(_: &UciArgs, out: &mut dyn Write) -> Done {
    hyperrook_protocol::uci(BufReader::new(stdin()), out, &HOST)?;
    Ok(())
}

/// What the protocols use of this program.
pub(super) const HOST: Host = Host {
    draw,
    bench: bench_hook,
};

/// A position as lines of text.
fn draw(position: &Position) -> String {
    let definition = position.game().definition();
    draw::plain(definition, &Scene::plain(draw::letters(position)), false)
}

/// The depth of UCI's `bench` if it names none, in plies.
const BENCH_PLIES: u32 = 7;

/// UCI's `bench`: searches the starting position of every shipped game on one
/// thread, and says how many positions it visited.
fn bench_hook(depth: Option<u32>, control: &Control, say: Say<'_>) {
    let depth = depth.unwrap_or(BENCH_PLIES);
    let begun = Instant::now();
    let mut nodes = 0;
    for &(name, _) in SHIPPED {
        let file = GameFile::shipped(name);
        let definition = file.and_then(|file| file.define(&[]).ok());
        // That shipped games are sound is tested.
        let Some(game) = definition.and_then(|definition| Game::new(definition).ok()) else {
            continue;
        };
        let mut engine = Engine::new(&game, Settings::default());
        let limits = Limits {
            depth_plies: Some(depth),
            ..Limits::default()
        };
        let history = History::new(game.start());
        let report = engine.search(&history, &limits, control, &mut |_| {});
        if control.is_stopped() {
            say("info string bench was stopped");
            return;
        }
        nodes += report.nodes;
        say(&format!("{name}: {} nodes", report.nodes));
    }
    let seconds = begun.elapsed().as_secs_f64();
    say(&format!("Nodes searched: {nodes}"));
    say(&format!(
        "Nodes/second: {}",
        (nodes as f64 / seconds.max(1e-9)) as u64
    ));
}
