//! Arguments of `first-moves`.

use super::common::{GameArgs, JobsArgs, NetworkArgs, at_least, even_plies, within};
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(
    about = "Measure how good each first move of a game is",
    long_about = "Measure how good each first move of a game is. GAME can be one of your own. The \
                  engine plays games against itself that begin with each legal move of the starting \
                  position. The result is the score of the first player after each of them, and \
                  after the first moves of each kind of piece together, with 95 % intervals, and \
                  which of them are better or worse than the mean beyond chance. \
                  docs/playtest.md explains how the games are played.\n\nYou can interrupt the \
                  command at any time, and run it again to continue. With a larger --games it \
                  continues a finished run.",
    after_help = "Examples:\n  \
    hyperrook first-moves walkers --games 400\n  \
    hyperrook first-moves mygame.toml --piece N,P --games 100 --threads 2 --out mygame.knights\n  \
    hyperrook first-moves chess --moves e2e4,Nf3,f2f3 --games 1000 --nodes 500 --json"
)]
pub(crate) struct FirstMovesArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Games of each first move
    #[arg(long, value_name = "COUNT", default_value_t = 200, value_parser = within(1u64..=100_000))]
    pub(crate) games: u64,
    /// Positions to search for each move
    #[arg(long, value_name = "NUMBER", default_value_t = 1_000, value_parser = at_least(1u64))]
    pub(crate) nodes: u64,
    /// Compare only these first moves, separated by commas
    #[arg(long, value_name = "MOVES", value_delimiter = ',')]
    pub(crate) moves: Vec<String>,
    /// Compare only the first moves of these kinds of pieces, by letter or name, separated by
    /// commas
    #[arg(long, value_name = "PIECES", value_delimiter = ',')]
    pub(crate) piece: Vec<String>,
    /// Random good moves after the first move, of both sides together: more of them give more
    /// different games
    #[arg(long, value_name = "COUNT", default_value_t = 6, value_parser = even_plies)]
    pub(crate) opening_plies: usize,
    #[command(flatten)]
    pub(crate) jobs: JobsArgs,
    /// Folder for the journal and the results (default: the name of the game and its
    /// options, with `.first-moves`)
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) network: NetworkArgs,
    /// Write the results as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
