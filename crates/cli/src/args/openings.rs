//! Arguments of `openings`.

use super::common::{GameArgs, at_least};
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(
    about = "Make openings from games of the engine",
    long_about = "Play games of the engine against itself, and write the first moves and the \
                  result of each to a file, a line for each game. In these moves the engine \
                  chooses at random among good moves; then it plays as well as it can. The \
                  openings of the shipped games, which the web client shows, are made in this \
                  way.\n\nThe same settings write the same file. If FILE exists, the command \
                  goes on after the last game in it. Interrupt it at any time.",
    after_help = "Examples:\n  \
    hyperrook openings walkers --out walkers.openings\n  \
    hyperrook openings sesqui --out sesqui.openings --games 100 --seed 7"
)]
pub(crate) struct OpeningsArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The file to write, or to add to
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Number of games in the file
    #[arg(long, value_name = "NUMBER", default_value_t = 500, value_parser = at_least(1u64))]
    pub(crate) games: u64,
    /// Choose another seed to get other games
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = at_least(0u64))]
    pub(crate) seed: u64,
    /// Positions to search for each move
    #[arg(long, value_name = "NUMBER", default_value_t = 500, value_parser = at_least(1u64))]
    pub(crate) nodes: u64,
    /// Moves of each game to write, counting those of both sides
    #[arg(long, value_name = "NUMBER", default_value_t = 12, value_parser = at_least(1usize))]
    pub(crate) plies: usize,
}
