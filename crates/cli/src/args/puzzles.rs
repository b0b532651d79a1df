//! Arguments of `puzzles`.

use super::common::{GameArgs, at_least, threads};
use clap::Args;
use hyperrook_lab::puzzles::{is_theme, theme_names};
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(
    about = "Make puzzles from games of the engine",
    long_about = "Play games between weak levels of the engine, and write the positions that have \
                  one good move to a file of puzzles. A puzzle is a win in up to 4 moves, proved \
                  by trying all moves, or a move that a long search finds clearly better than all \
                  others. Each gets themes, and a rating by the levels that solve it.\n\nThe same \
                  settings write the same puzzles. If FILE exists, the command continues after the \
                  last complete game in it. Interrupt it at any time.",
    after_help = "Examples:\n  \
    hyperrook puzzles walkers --out walkers.puzzles\n  \
    hyperrook puzzles sesqui --out sesqui.puzzles --count 100 --seed 7\n  \
    hyperrook puzzles gateway --out gateway-themes.puzzles --themes fork,defence,transformation\n  \
    hyperrook puzzles --again walkers --out walkers.puzzles"
)]
pub(crate) struct PuzzlesArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The file to write, or to add to
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Stop after this many puzzles in the file
    #[arg(long, value_name = "NUMBER", default_value_t = 40, value_parser = at_least(1usize))]
    pub(crate) count: usize,
    /// Stop after this many games
    #[arg(long, value_name = "NUMBER", default_value_t = 10_000, value_parser = at_least(1u64))]
    pub(crate) games: u64,
    /// Take the positions of a file, one per line up to the first `;`, instead of playing games
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "seed"])]
    pub(crate) positions: Option<PathBuf>,
    /// Make only puzzles with one of these themes: `fork`, `defence`, `hold` and so on
    #[arg(long, value_name = "THEME,…", value_delimiter = ',', value_parser = theme)]
    pub(crate) themes: Vec<String>,
    /// Check the puzzles in FILE with today's engine, and make no new ones: puzzles whose move is no
    /// longer clearly the best in a search of the same length are left out, the others get new themes
    /// and ratings. FILE changes when all are done; a journal beside it lets you interrupt and continue
    #[arg(long, conflicts_with_all = ["count", "games", "nodes", "positions", "seed", "themes"])]
    pub(crate) again: bool,
    /// Number of threads for --again (default: one for each processor)
    #[arg(long, value_name = "COUNT", requires = "again", value_parser = threads)]
    pub(crate) threads: Option<usize>,
    /// Choose another seed to get other games
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = at_least(0u64))]
    pub(crate) seed: u64,
    /// Positions to search before a move counts as the only good one
    #[arg(long, value_name = "NUMBER", default_value_t = 1_000_000, value_parser = at_least(1u64))]
    pub(crate) nodes: u64,
    /// Positions to search for candidates at each move of a game
    #[arg(long, value_name = "NUMBER", default_value_t = 4_000, value_parser = at_least(1u64))]
    pub(crate) scan_nodes: u64,
    /// Give up a game after this many plies
    #[arg(long, value_name = "NUMBER", default_value_t = 240, value_parser = at_least(1usize))]
    pub(crate) max_plies: usize,
    /// Positions that a proof of a win may visit
    #[arg(long, value_name = "NUMBER", default_value_t = 1_500_000, value_parser = at_least(1u64))]
    pub(crate) proof_positions: u64,
}

/// The name of a theme.
fn theme(name: &str) -> Result<String, String> {
    if is_theme(name) {
        Ok(name.to_owned())
    } else {
        Err(format!(
            "there is no such theme; choose one of {}",
            theme_names()
        ))
    }
}
