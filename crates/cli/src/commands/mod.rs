//! The commands, one file each.

#[cfg(feature = "server")]
mod admin;
mod analyse;
mod bench;
mod check;
mod common;
mod explain;
mod first_moves;
mod games;
mod ladder;
mod learn;
mod manual;
mod matches;
mod moves;
mod openings;
mod perft;
mod picture;
mod play;
mod playtest;
mod progress;
mod puzzles;
mod records;
mod run_folder;
#[cfg(feature = "server")]
mod serve;
mod show;
mod speed;
mod spsa;
mod stop;
mod suite;
mod tables;
mod tune;
mod uci;
mod values;
#[cfg(feature = "server")]
mod worker;
mod xboard;

use crate::args::{Cli, CliCommand};
use crate::error::CommandResult;
use std::io::Write;

/// Runs the command of a command line.
pub(crate) fn run(cli: &Cli, out: &mut dyn Write) -> CommandResult {
    match &cli.command {
        CliCommand::Play(args) => play::run(args, out),
        CliCommand::Games(args) => games::run(args, out),
        CliCommand::Show(args) => show::run(args, out),
        CliCommand::Explain(args) => explain::run(args, out),
        CliCommand::Moves(args) => moves::run(args, out),
        CliCommand::Perft(args) => perft::run(args, out),
        CliCommand::Check(args) => check::run(args, out),
        CliCommand::Records(args) => records::run(args, out),
        CliCommand::Analyse(args) => analyse::run(args, out),
        CliCommand::Bench(args) => bench::run(args, out),
        CliCommand::Match(args) => matches::run(args, out),
        CliCommand::Uci(args) => uci::run(args, out),
        CliCommand::Xboard(args) => xboard::run(args, out),
        CliCommand::Selfplay(args) => tune::selfplay(args, out),
        CliCommand::Puzzles(args) => puzzles::run(args, out),
        CliCommand::Openings(args) => openings::run(args, out),
        CliCommand::Tune(args) => tune::tune(args, out),
        CliCommand::Spsa(args) => spsa::run(args, out),
        CliCommand::Learn(args) => learn::run(args, out),
        CliCommand::Playtest(args) => playtest::run(args, out),
        CliCommand::Values(args) => values::run(args, out),
        CliCommand::Ladder(args) => ladder::run(args, out),
        CliCommand::FirstMoves(args) => first_moves::run(args, out),
        CliCommand::Tables(args) => tables::run(args, out),
        #[cfg(feature = "server")]
        CliCommand::Serve(args) => serve::run(args, out),
        #[cfg(feature = "server")]
        CliCommand::Worker(args) => worker::run(args, out),
        #[cfg(feature = "server")]
        CliCommand::Admin(args) => admin::run(args, out),
        CliCommand::BasicUci(args) => Ok(hyperrook_lab::simple_opponent::run_uci(
            args.plies,
            args.seed,
            &mut std::io::stdin().lock(),
            out,
        )?),
        CliCommand::Picture(args) => picture::run(args, out),
        CliCommand::Completions(args) => manual::completions(args, out),
        CliCommand::Manual(args) => manual::run(args, out),
    }
}
