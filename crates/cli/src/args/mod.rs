//! The command line.

mod common;
mod engine;
mod games;
mod matches;
#[cfg(feature = "server")]
pub(crate) mod server;

pub(crate) use engine::{
    AnalyseArgs, BasicUciArgs, BenchArgs, SelfplayArgs, TuneArgs, UciArgs, XboardArgs,
};
pub(crate) use games::{
    CheckArgs, ExplainArgs, GamesArgs, MovesArgs, PerftArgs, PlayArgs, ShowArgs,
};
pub(crate) use matches::MatchArgs;

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

#[derive(Parser, Debug)]
#[command(
    name = "hyperrook",
    version,
    about = "Define, play, analyse and serve chess on boards of any dimension",
    after_help = "Start with `hyperrook play`. Every command has its own --help with examples.\n\n\
                  Exit status: 0 for success, 1 for a failed check or faulty input, 2 for a \
                  wrong command line."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: CliCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum CliCommand {
    /// Play a game in the terminal
    Play(PlayArgs),
    /// List the shipped games
    Games(GamesArgs),
    /// Show a game: its board, pieces, options and notes
    Show(ShowArgs),
    /// Explain how a piece moves, in words and with a drawing
    Explain(ExplainArgs),
    /// List the legal moves of a position
    Moves(MovesArgs),
    /// Count the sequences of legal moves up to a depth
    Perft(PerftArgs),
    /// Check definition files and list every fault
    Check(CheckArgs),
    /// Find the best moves of a position
    Analyse(AnalyseArgs),
    /// Measure the speed of the search or of the move generator
    Bench(BenchArgs),
    /// Play a match between two engines and measure which is stronger
    Match(Box<MatchArgs>),
    /// Play the engine against itself and write positions to tune with
    Selfplay(SelfplayArgs),
    /// Tune the weights of a game's evaluation
    Tune(TuneArgs),
    /// Run the engine for programs that speak UCI
    Uci(UciArgs),
    /// Run the engine for XBoard and programs that speak CECP
    Xboard(XboardArgs),
    /// Serve the games to browsers
    #[cfg(feature = "server")]
    Serve(server::ServeArgs),
    /// Manage a server's data
    #[cfg(feature = "server")]
    Admin(server::AdminArgs),
    /// Run the simple opponent for programs that speak UCI
    #[command(hide = true)]
    BasicUci(BasicUciArgs),
    /// Draw the pictures of terminal games for the documentation
    #[command(hide = true)]
    Picture(PictureArgs),
    /// Write the manual pages and the completions of shells to a folder
    #[command(hide = true)]
    Manual(ManualArgs),
}

#[derive(Args, Debug)]
pub(crate) struct ManualArgs {
    /// The folder; `man1` and `completions` are made in it
    pub(crate) directory: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct PictureArgs {
    /// The folder to write the pictures to
    pub(crate) directory: PathBuf,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }
}
