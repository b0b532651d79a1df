//! Arguments of `ladder`.

use super::common::{GameArgs, JobsArgs, NetworkArgs, at_least, even_games};
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(
    about = "Measure how much skill a game rewards",
    long_about = "Measure how much skill a game rewards. GAME can be one of your own. The players \
                  form a ladder: the lowest moves at random, the others are engines that search 1, \
                  2, 4, … times --from positions for each move. Each plays against its neighbours. \
                  The Elo between the lowest and the highest player shows how deep the game is, as \
                  far as the engine understands it. docs/playtesting.md explains how to read the \
                  result.\n\nYou can interrupt the command at any time, and run it again to \
                  continue. With a larger --games it continues a finished run.",
    after_help = "Examples:\n  \
    hyperrook ladder sesqui --games 200\n  \
    hyperrook ladder mygame.toml --from 20 --to 320 --games 100 --threads 2 --out mygame.ladder"
)]
pub(crate) struct LadderArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Positions that the lowest engine searches for each move (default: a power of two, at
    /// least four for each move at the start, so that it can look at all moves)
    #[arg(long, value_name = "NUMBER", value_parser = at_least(1u64))]
    pub(crate) from: Option<u64>,
    /// Positions that the highest engine searches at most (default: 16 times --from)
    #[arg(long, value_name = "NUMBER", value_parser = at_least(1u64))]
    pub(crate) to: Option<u64>,
    /// Games of each match
    #[arg(long, value_name = "COUNT", default_value_t = 200, value_parser = even_games)]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) jobs: JobsArgs,
    /// Folder for the journal and the results (default: the name of the game and its
    /// options, with `.ladder`)
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) network: NetworkArgs,
    /// Add the games of another run with another seed: its folder, or its `ladder.json`; repeat
    /// for several runs
    #[arg(long, value_name = "RUN")]
    pub(crate) merge: Vec<PathBuf>,
    /// Write the results as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
