//! Arguments of `values`.

use super::common::{GameArgs, JobsArgs, NetworkArgs, at_least, even_games};
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(
    about = "Measure what the pieces of a game are worth",
    long_about = "Measure what the pieces of a game are worth, in three ways: by handicap matches of \
                  the engine against itself, in which each side lacks different pieces; by a \
                  regression of results on the difference in pieces; and by the engine's \
                  evaluation. GAME can be one of your own. The least valuable piece of the starting \
                  position has the value 100. docs/piece-values.md explains how it works, and \
                  docs/playtesting.md what the figures mean.\n\nYou can interrupt the command at any \
                  time, and run it again to continue. With a larger --games it continues a finished \
                  run.",
    after_help = "Examples:\n  \
    hyperrook values chess --games 400 --nodes 500\n  \
    hyperrook values mygame.toml --games 100 --threads 2 --out mygame.values\n  \
    hyperrook values sesqui --games 40 --seed 2 --out other --json"
)]
pub(crate) struct ValuesArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Games of each handicap match; half as many games of unequal armies are played for the
    /// regression
    #[arg(long, value_name = "COUNT", default_value_t = 400, value_parser = even_games)]
    pub(crate) games: u64,
    /// Positions to search for each move
    #[arg(long, value_name = "NUMBER", default_value_t = 500, value_parser = at_least(1u64))]
    pub(crate) nodes: u64,
    #[command(flatten)]
    pub(crate) jobs: JobsArgs,
    /// Folder for the journal and the results (default: the name of the game and its
    /// options, with `.values`)
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) network: NetworkArgs,
    /// Add the games of another run with another seed: its folder, or its `values.json`; repeat
    /// for several runs
    #[arg(long, value_name = "RUN")]
    pub(crate) merge: Vec<PathBuf>,
    /// Write the results as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
