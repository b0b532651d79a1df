//! `hyperrook learn`: finds a network for a game.

use super::common::check_start;
use super::run_folder::default_folder;
use super::stop::{STOPPED, stop_signals};
use crate::args::LearnArgs;
use crate::error::{CommandError, CommandResult};
use crate::load;
use hyperrook_lab::learn::{LearnError, LearnSettings, learn};
use std::io::Write;
use std::time::Duration;

pub(super) fn run(args: &LearnArgs, out: &mut dyn Write) -> CommandResult {
    let game = load::load(&args.game.game, &args.game.options.options)?.game;
    check_start(&game)?;
    let definition = game.definition();
    let named = |end: &str| default_folder(definition, end);
    let settings = LearnSettings {
        time: Duration::from_secs_f64(args.hours * 3600.0),
        threads: args.threads.count(),
        seed: args.seed,
        nodes: args.nodes,
        explored: args.explored as usize,
        hidden: args.hidden,
        folder: args.data.clone().unwrap_or_else(|| named(".learn")),
        output: args.out.clone().unwrap_or_else(|| named(".net")),
    };
    // Not written if the run is refused.
    let mut introduction = Some(format!(
        "learning {}{} for {} hours in {}; you can interrupt this, and run the same command to continue",
        definition.name(),
        super::common::options_text(definition),
        args.hours,
        settings.folder.display()
    ));
    say_when_stopped()?;
    let mut failure = Ok(());
    let learned = learn(&game, &settings, &mut |line| {
        for line in introduction.take().iter().map(String::as_str).chain([line]) {
            if failure.is_ok() {
                failure = writeln!(out, "{line}").and_then(|()| out.flush());
            }
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

/// Ends the program at a signal as usual, but says first how to go on. What the run needs to continue is
/// always on disk.
fn say_when_stopped() -> CommandResult {
    let mut signals = signal_hook::iterator::Signals::new(stop_signals())?;
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            note!("{STOPPED}");
            // Cannot fail for signals that end a program.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
    Ok(())
}
