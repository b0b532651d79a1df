//! The command line.

mod common;
mod engine;
mod first_moves;
mod games;
mod ladder;
mod learn;
mod matches;
mod openings;
mod playtest;
mod puzzles;
#[cfg(feature = "server")]
pub(crate) mod server;
mod spsa;
mod tables;
mod values;

pub(crate) use common::{GameArgs, NetworkArgs, thread_count};
pub(crate) use engine::{
    AnalyseArgs, BasicUciArgs, BenchArgs, SelfplayArgs, TuneArgs, UciArgs, XboardArgs,
};
pub(crate) use first_moves::FirstMovesArgs;
pub(crate) use games::{
    CheckArgs, ExplainArgs, GamesArgs, MovesArgs, PerftArgs, PlayArgs, RecordsArgs, ShowArgs,
};
pub(crate) use ladder::LadderArgs;
pub(crate) use learn::LearnArgs;
pub(crate) use matches::MatchArgs;
pub(crate) use openings::OpeningsArgs;
pub(crate) use playtest::PlaytestArgs;
pub(crate) use puzzles::PuzzlesArgs;
pub(crate) use spsa::SpsaArgs;
pub(crate) use tables::{BuildLimits, TablesArgs, TablesCommand, TablesFolder};
pub(crate) use values::ValuesArgs;

use clap::{Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::path::PathBuf;

#[derive(Parser, Debug)]
#[command(
    name = "hyperrook",
    version,
    about = "Define, play, analyse and serve chess on boards of any dimension",
    after_help = "Start with `hyperrook play`. Every command has its own --help with examples.\n\n\
                  Exit status: 0 for success, 1 for a failed check or an error in the input, \
                  2 for an error on the command line, 128 plus the number of the signal for a long \
                  run that was stopped (130 for Ctrl-C)."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: CliCommand,
}

impl Cli {
    /// Parses the arguments of the process.
    pub(crate) fn read() -> Result<Cli, clap::Error> {
        Cli::read_from(std::env::args_os())
    }

    fn read_from<T>(args: impl IntoIterator<Item = T>) -> Result<Cli, clap::Error>
    where
        T: Into<std::ffi::OsString> + Clone,
    {
        let mut command = with_negative_numbers(Cli::command());
        let matches = command.try_get_matches_from_mut(args)?;
        Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    }
}

/// Treats a negative number as a value, so that `--time -1` is rejected with the allowed numbers
/// and not as an unknown argument.
fn with_negative_numbers(command: Command) -> Command {
    command
        .mut_args(|arg| {
            if arg.get_action().takes_values() {
                arg.allow_negative_numbers(true)
            } else {
                arg
            }
        })
        .mut_subcommands(with_negative_numbers)
}

/// The commands. A comment on a variant would replace both texts of its arguments, so commands with
/// a `long_about` also have their short text there.
#[derive(Subcommand, Debug)]
pub(crate) enum CliCommand {
    Play(PlayArgs),
    /// List the shipped games
    Games(GamesArgs),
    /// Show a game: its board, pieces, options and notes
    Show(ShowArgs),
    /// Explain how a piece moves, in words and with a drawing
    Explain(ExplainArgs),
    Moves(MovesArgs),
    Perft(PerftArgs),
    /// Check definition files and list every error
    Check(CheckArgs),
    Records(RecordsArgs),
    Analyse(AnalyseArgs),
    Bench(BenchArgs),
    Match(Box<MatchArgs>),
    Selfplay(SelfplayArgs),
    Puzzles(PuzzlesArgs),
    Openings(OpeningsArgs),
    Tune(TuneArgs),
    Spsa(SpsaArgs),
    Learn(LearnArgs),
    Playtest(Box<PlaytestArgs>),
    Values(ValuesArgs),
    Ladder(LadderArgs),
    FirstMoves(FirstMovesArgs),
    Tables(Box<TablesArgs>),
    Uci(UciArgs),
    Xboard(XboardArgs),
    #[cfg(feature = "server")]
    Serve(server::ServeArgs),
    #[cfg(feature = "server")]
    Worker(server::WorkerArgs),
    /// Manage a server's data
    #[cfg(feature = "server")]
    Admin(server::AdminArgs),
    /// Run the simple opponent for programs that speak UCI
    #[command(hide = true)]
    BasicUci(BasicUciArgs),
    /// Draw the pictures of terminal games for the documentation
    #[command(hide = true)]
    Picture(PictureArgs),
    Completions(CompletionsArgs),
    /// Write the manual pages and the completions of shells to a folder
    #[command(hide = true)]
    Manual(ManualArgs),
}

#[derive(Args, Debug)]
#[command(
    about = "Write the completions of a shell: what it offers when you press Tab",
    long_about = "Write the completions of a shell: what it offers when you press Tab. bash reads them \
                  from ~/.local/share/bash-completion/completions/hyperrook, fish from \
                  ~/.config/fish/completions/hyperrook.fish, and zsh from a file _hyperrook in a \
                  folder of $fpath.",
    after_help = "Examples:\n  \
        hyperrook completions bash > hyperrook.bash\n  \
        hyperrook completions fish > hyperrook.fish"
)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
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

    #[test]
    fn the_command_line_definition_is_valid() {
        with_negative_numbers(Cli::command()).debug_assert();
    }

    #[test]
    fn long_texts_are_shown() {
        let command = with_negative_numbers(Cli::command());
        let short = ["games", "show", "explain", "check", "admin"];
        for command in command.get_subcommands().filter(|c| !c.is_hide_set()) {
            let name = command.get_name();
            let about = command.get_about().map(|text| text.to_string());
            let long = command.get_long_about().map(|text| text.to_string());
            assert!(about.is_some(), "{name}");
            assert_ne!(
                long.is_none() || long == about,
                !short.contains(&name),
                "{name}"
            );
        }
    }

    #[test]
    fn bad_numbers_are_rejected_with_the_allowed_ones() {
        let cases: &[(&str, &[&str])] = &[
            ("play chess --time", &["-1", "0", "nan", "inf", "1e30"]),
            ("play chess --white", &["-1", "0", "9"]),
            ("analyse chess --time", &["-1", "0", "nan", "1e30"]),
            ("analyse chess --depth", &["-1", "0", "1.5", "99999999999"]),
            ("analyse chess --nodes", &["-1", "0"]),
            ("analyse chess --mate", &["-1", "0"]),
            ("analyse chess --lines", &["-1", "0", "501"]),
            ("analyse chess --threads", &["-1", "0", "513"]),
            ("analyse chess --hash", &["-1", "0", "65537"]),
            ("bench --depth", &["-1", "0", "201"]),
            ("perft chess", &["-1", "65", "x"]),
            ("perft --suite a.perft --max-depth", &["-1", "65"]),
            ("match chess --engine cmd=a --games", &["-1", "0", "1"]),
            ("match chess --engine cmd=a --concurrency", &["-1", "0"]),
            ("match chess --engine cmd=a --random-plies", &["-1"]),
            ("match chess --engine cmd=a --time-margin", &["-1"]),
            ("match chess --engine cmd=a --untimed", &["-1", "0", "nan"]),
            ("match chess --engine cmd=a --draw", &["-1,2,3", "1,2"]),
            ("selfplay chess --games", &["-1", "0"]),
            ("selfplay chess --first", &["-1"]),
            ("selfplay chess --random-plies", &["-1", "101"]),
            ("learn chess --hours", &["-1", "0", "nan", "inf"]),
            ("learn chess --hidden", &["-1", "0", "33", "1024"]),
            ("playtest chess --games", &["-1", "0", "1"]),
            ("playtest chess --nodes", &["-1", "0"]),
            ("playtest chess --max-plies", &["-1", "0", "9"]),
            ("playtest chess --part", &["-1", "0/2", "3/2", "1", "a/b"]),
            ("values chess --games", &["-1", "0", "3"]),
            ("values chess --nodes", &["-1", "0"]),
            ("ladder chess --games", &["-1", "0", "5"]),
            ("ladder chess --from", &["-1", "0"]),
            ("first-moves chess --games", &["-1", "0", "x"]),
            ("first-moves chess --nodes", &["-1", "0"]),
            ("first-moves chess --opening-plies", &["-1", "0", "3", "22"]),
            ("tables build chess KRK --memory", &["-1", "0", "nan"]),
            ("tables verify chess --every", &["-1", "0"]),
            ("tables report chess --pieces", &["-1", "2", "7"]),
            ("puzzles chess --out a.puzzles --count", &["-1", "0"]),
            ("tune chess a.samples --epochs", &["-1", "0"]),
            ("tune chess a.samples --rate", &["-1", "0", "nan", "inf"]),
            ("tune chess a.samples --result-share", &["-1", "2", "nan"]),
            (
                "tune chess a.samples --regularization",
                &["-1", "nan", "inf"],
            ),
            #[cfg(feature = "server")]
            ("serve --port", &["-1", "65536"]),
            #[cfg(feature = "server")]
            ("admin users --limit", &["-1", "0"]),
        ];
        for (start, values) in cases {
            for value in *values {
                let line = format!("hyperrook {start} {value}");
                let error = Cli::read_from(line.split(' ')).unwrap_err();
                assert_eq!(
                    error.kind(),
                    clap::error::ErrorKind::ValueValidation,
                    "{line}"
                );
                let text = error.to_string();
                assert!(text.contains(": write "), "{line}: {text}");
            }
        }
    }

    #[test]
    fn good_numbers_are_read() {
        for line in [
            "hyperrook perft chess 64",
            "hyperrook analyse chess --depth 1 --time 0.5 --lines 500",
            "hyperrook tune chess a.samples --rate 0.5 --result-share 1 --regularization 0",
        ] {
            assert!(Cli::read_from(line.split(' ')).is_ok(), "{line}");
        }
    }
}
