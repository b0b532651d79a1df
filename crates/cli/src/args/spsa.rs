//! Arguments of `spsa`.

use super::common::{GAME_HELP, JobsArgs, OptionArgs, at_least, even_games, within};
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(
    about = "Tune search parameters for a game",
    long_about = "Tune search parameters for a game: margins of pruning, reductions and others. \
                  GAME can be one of your own. Engines that differ a little from each other play \
                  pairs of games, and the parameters follow the winners (SPSA). Engines use the result \
                  with the UCI option SearchFile. Play a match with it before you trust it: a few \
                  thousand games only show large differences.\n\nYou can interrupt the command at \
                  any time, and run it again to continue. With a larger --games it continues a \
                  finished run.",
    after_help = "Examples:\n  \
    hyperrook spsa riftwalker --games 4000 --nodes 2000\n  \
    hyperrook spsa mygame.toml --param margin_percent --param lmr_factor --games 2000\n  \
    hyperrook spsa --list"
)]
pub(crate) struct SpsaArgs {
    #[arg(help = GAME_HELP, required_unless_present = "list")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) options: OptionArgs,
    /// List the parameters that can be tuned
    #[arg(long, conflicts_with = "game")]
    pub(crate) list: bool,
    /// Tune this parameter; repeat for several (default: those that depend most on the game)
    #[arg(long, value_name = "NAME")]
    pub(crate) param: Vec<String>,
    /// Start from the parameters of this file (default: those that come with the program)
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// Games to play, rounded up to a multiple of 32, the number of games between two changes of
    /// the parameters
    #[arg(long, value_name = "COUNT", default_value_t = 4_000, value_parser = even_games)]
    pub(crate) games: u64,
    /// Positions searched for each move
    #[arg(long, value_name = "NUMBER", default_value_t = 2_000, value_parser = at_least(1u64))]
    pub(crate) nodes: u64,
    /// How far a parameter moves after a pair of games that one player wins, in percent of the
    /// distance between the players and the middle
    #[arg(long, value_name = "PERCENT", default_value_t = 5, value_parser = within(1u32..=100))]
    pub(crate) rate: u32,
    #[command(flatten)]
    pub(crate) jobs: JobsArgs,
    /// Folder for the journal and the result (default: the name of the game and its
    /// options, with `.spsa`)
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
}
