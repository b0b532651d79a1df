//! `hyperrook learn`: finds a network for a game.

use crate::args::LearnArgs;
use crate::error::{CommandError, CommandResult};
use crate::load;
use hyperrook_lab::learn::{LearnError, LearnSettings, learn};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

pub(super) fn run(args: &LearnArgs, out: &mut dyn Write) -> CommandResult {
    let game = load::load(&args.game.game, &args.game.options.options)?.game;
    let definition = game.definition();
    let named = |end: &str| PathBuf::from(format!("{}.{end}", definition.name()));
    let settings = LearnSettings {
        time: Duration::from_secs_f64(args.hours * 3600.0),
        threads: args.threads.count(),
        seed: args.seed,
        nodes: args.nodes,
        explored: args.explored as usize,
        hidden: args.hidden,
        folder: args.data.clone().unwrap_or_else(|| named("learn")),
        output: args.out.clone().unwrap_or_else(|| named("net")),
    };
    writeln!(
        out,
        "learning {}{} for {} hours in {}; you can interrupt this, and run the same command to continue",
        definition.name(),
        super::common::options_text(definition),
        args.hours,
        settings.folder.display()
    )?;
    let mut failure = Ok(());
    let learned = learn(&game, &settings, &mut |line| {
        if failure.is_ok() {
            failure = writeln!(out, "{line}").and_then(|()| out.flush());
        }
    });
    failure?;
    let learned = learned.map_err(|error| match error {
        LearnError::File(path, error) => CommandError::file(&path, error),
        error => CommandError::Data(error.to_string()),
    })?;
    if learned.generation.is_some() {
        writeln!(out, "the network is in {}", settings.output.display())?;
    }
    Ok(())
}
