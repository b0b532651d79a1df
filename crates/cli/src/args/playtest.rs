//! Arguments of `playtest`.

use super::common::{GAME_HELP, GameArgs, NetworkArgs, ThreadsArgs, at_least, name_value, within};
use clap::Args;
use hyperrook_lab::playtest::OpeningsPart;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(
    about = "Measure what a game is like, from games of the engine against itself",
    long_about = "Measure what a game is like. GAME can be one of your own. The engine plays it \
                  against itself from different even openings. A report says how often White wins, \
                  how long games are, which pieces are used and which are stuck, what the special \
                  rules do, how dramatic the games are, and much more. Each figure has its 95 % \
                  interval, and those of the shipped games beside it. The report begins with a \
                  summary and with what an inventor should look at first.\n\nThe report is in the \
                  folder of the run: open report.html. You can interrupt the command at any time, \
                  and run it again to continue. With a larger --games it continues a finished run. \
                  docs/playtest.md describes everything.",
    after_help = "Examples:\n  \
    hyperrook playtest sesqui --games 400\n  \
    hyperrook playtest mygame.toml --games 50 --nodes 300 --out mygame.playtest\n  \
    hyperrook playtest mygame.toml --random --games 500\n  \
    hyperrook playtest walkers --against-option kinging=mixed --games 300"
)]
pub(crate) struct PlaytestArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Number of games
    #[arg(long, value_name = "COUNT", default_value_t = 200, value_parser = within(2u64..=1_000_000))]
    pub(crate) games: u64,
    /// Positions to search for each move
    #[arg(long, value_name = "NUMBER", default_value_t = 1000, value_parser = at_least(1u64))]
    pub(crate) nodes: u64,
    /// Play uniformly random moves instead of the engine's
    #[arg(long, conflicts_with = "nodes")]
    pub(crate) random: bool,
    /// Seed of everything random; another seed gives other games
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = within(0u64..=1_000_000))]
    pub(crate) seed: u64,
    /// Play a part of the openings only, as in `2/3`. Runs of different parts can be added with
    /// --merge
    #[arg(long, value_name = "NUMBER/COUNT", value_parser = part)]
    pub(crate) part: Option<OpeningsPart>,
    /// Skip the openings of these runs (folders, or files `sums.json`), so that the new run can be
    /// added to them with --merge
    #[arg(long, value_name = "RUN", num_args = 1.., conflicts_with_all = ["against", "against_option", "random"])]
    pub(crate) avoid: Vec<PathBuf>,
    /// Random plies at the beginning of a game (default: 2 to 8, by the number of moves that
    /// the game offers)
    #[arg(long, value_name = "COUNT", value_parser = within(0usize..=100))]
    pub(crate) opening_plies: Option<usize>,
    /// Stop a game after this many plies; it counts as unfinished
    #[arg(long, value_name = "COUNT", default_value_t = 3000, value_parser = within(10usize..=100_000))]
    pub(crate) max_plies: usize,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    /// Folder of the run (default: the name of the game and its options with `.playtest`)
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) network: NetworkArgs,
    #[arg(long, value_name = "GAME", help = format!("Compare with another game. {GAME_HELP}"))]
    pub(crate) against: Option<String>,
    /// Compare with other options: set an option of the second game, which is GAME unless
    /// --against names another one; repeat for several
    #[arg(long, value_name = "NAME=VALUE", value_parser = name_value)]
    pub(crate) against_option: Vec<(String, String)>,
    /// Play nothing, but add up these runs (folders, or files `sums.json`), and write a report
    /// to the folder of --out
    #[arg(
        long,
        value_name = "RUN",
        num_args = 1..,
        requires = "out",
        conflicts_with_all = [
            "against", "against_option", "random", "part", "avoid", "opening_plies",
            "games", "nodes", "seed", "max_plies", "threads",
        ]
    )]
    pub(crate) merge: Vec<PathBuf>,
    /// Write the report as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the figures to this file, from which reports take those of other games
    #[arg(long, value_name = "FILE")]
    pub(crate) figures: Option<PathBuf>,
}

fn part(text: &str) -> Result<OpeningsPart, String> {
    let numbers = text.split_once('/').and_then(|(number, of)| {
        let (number, of): (u64, u64) = (number.trim().parse().ok()?, of.trim().parse().ok()?);
        Some((number, of))
    });
    let Some((number, of)) = numbers else {
        return Err("write a part and the number of parts, as in `2/3`".to_owned());
    };
    if !(1..=1_000).contains(&of) {
        return Err("write a number of parts from 1 to 1,000".to_owned());
    }
    if !(1..=of).contains(&number) {
        return Err(format!("write a part from 1 to {of}"));
    }
    Ok(OpeningsPart { number, of })
}
