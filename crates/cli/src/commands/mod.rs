//! The commands, one a file.

#[cfg(feature = "server")]
mod admin;
mod analyse;
mod bench;
mod check;
mod explain;
mod games;
mod manual;
mod matches;
mod moves;
mod perft;
mod picture;
mod play;
#[cfg(feature = "server")]
mod serve;
mod show;
mod speed;
mod suite;
mod tune;
mod uci;
mod xboard;

use crate::args::{Cli, Command};
use crate::error::CommandResult;
use std::io::Write;

/// Runs the command of a command line.
pub(crate) fn run(cli: &Cli, out: &mut dyn Write) -> CommandResult {
    match &cli.command {
        Command::Play(args) => play::run(args, out),
        Command::Games(args) => games::run(args, out),
        Command::Show(args) => show::run(args, out),
        Command::Explain(args) => explain::run(args, out),
        Command::Moves(args) => moves::run(args, out),
        Command::Perft(args) => perft::run(args, out),
        Command::Check(args) => check::run(args, out),
        Command::Analyse(args) => analyse::run(args, out),
        Command::Bench(args) => bench::run(args, out),
        Command::Match(args) => matches::run(args, out),
        Command::Uci(args) => uci::run(args, out),
        Command::Xboard(args) => xboard::run(args, out),
        Command::Selfplay(args) => tune::selfplay(args, out),
        Command::Tune(args) => tune::tune(args, out),
        #[cfg(feature = "server")]
        Command::Serve(args) => serve::run(args, out),
        #[cfg(feature = "server")]
        Command::Admin(args) => admin::run(args, out),
        Command::BasicUci(args) => Ok(hyperrook_lab::simple_opponent::run_uci(
            args.plies,
            args.seed,
            &mut std::io::stdin().lock(),
            out,
        )?),
        Command::Picture(args) => picture::run(args, out),
        Command::Manual(args) => manual::run(args, out),
    }
}

/// Writes a value as JSON with a line end.
fn json(out: &mut dyn Write, value: &serde_json::Value) -> CommandResult {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}

/// The options of a game that are not at their defaults, as `name=value`.
fn options_text(definition: &hyperrook_rules::Definition) -> String {
    definition
        .changed_options()
        .map(|option| format!(" {}={}", option.name, option.value))
        .collect()
}
