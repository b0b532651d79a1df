//! Arguments of `learn`.

use super::common::{GameArgs, ThreadsArgs, at_least, within};
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(
    about = "Train a neural network for a game",
    long_about = "Train a neural network for a game. GAME can be one of your own. The engine plays \
                  games against itself from random openings, trains a network on their \
                  positions, and plays a match with it. If the network wins its match, the \
                  engine plays the next games with it; otherwise it is not used. At the end the \
                  best network plays a last match against the evaluation at the beginning, and is \
                  written to the output file unless it loses. Until then, the networks are in \
                  the folder of the run.\n\nYou can interrupt the \
                  command at any time, and run it again to continue. A larger --hours gives it \
                  more time. docs/learning.md explains how it works and what to expect.",
    after_help = "Examples:\n  \
    hyperrook learn sesqui --hours 2\n  \
    hyperrook learn mygame.toml --hours 0.5 --threads 2 --out mygame.net\n  \
    hyperrook analyse sesqui --network sesqui.net --depth 8"
)]
pub(crate) struct LearnArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// How long to learn, in hours; time before an interruption counts
    #[arg(long, default_value_t = 0.5, value_parser = within(0.001f64..=10_000.0))]
    pub(crate) hours: f64,
    /// File of the network (default: the name of the game and its options with `.net`)
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Folder for positions and the state of the run (default: the name of the game and its options
    /// with `.learn`)
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    /// Seed of everything random; another seed gives other games
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = within(0u64..=1_000_000))]
    pub(crate) seed: u64,
    /// Positions to search for each move (default: as many as a search of 3 plies takes, from 300 to
    /// 5,000, and more when more games no longer help)
    #[arg(long, value_name = "NUMBER", value_parser = at_least(10u64))]
    pub(crate) nodes: Option<u64>,
    /// For each move, also learn from this many positions that are one or two random moves away
    #[arg(long, value_name = "COUNT", default_value_t = 0, value_parser = within(0u32..=100))]
    pub(crate) explored: u32,
    /// Width of the hidden layer, a multiple of 32 (default: that of the shipped network;
    /// otherwise 64, from one hour 128 and from two hours 256, but less on large boards)
    #[arg(long, value_name = "NUMBER", value_parser = width)]
    pub(crate) hidden: Option<usize>,
}

fn width(text: &str) -> Result<usize, String> {
    let fits = |width: &usize| (32..=512).contains(width) && width.is_multiple_of(32);
    let width = text.parse().ok().filter(fits);
    width.ok_or_else(|| "write a multiple of 32 from 32 to 512".to_owned())
}
