//! Openings: the positions from which the games of a match start.

mod error;
mod file;
mod random;
#[cfg(test)]
mod tests;

pub use error::OpeningError;

use hyperrook_catalogue::regular_file::{MAX_DATA_BYTES, read_regular};
use hyperrook_rules::{Game, History};
use hyperrook_search::Engine;
use random::{is_even, is_sharp, judge_settings};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::path::PathBuf;

/// The source of openings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningSource {
    /// The starting position for all games.
    Start,
    /// Random legal moves from the starting position.
    Random {
        /// The number of moves.
        plies: u32,
        /// Whether to exclude positions in which the side to move is in check, can win at
        /// once, or can take an undefended piece.
        quiet: bool,
        /// Excludes positions in which a search of 200,000 nodes finds an advantage greater than
        /// this, in centipawns.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        even_cp: Option<i32>,
    },
    /// A file of positions or records.
    File {
        /// The file.
        path: PathBuf,
        /// Whether to shuffle them.
        shuffled: bool,
        /// The maximum number of plies to play of a record.
        plies: Option<u32>,
    },
}

impl OpeningSource {
    /// The openings of `wanted` pairs of games: one each, but all pairs share the starting
    /// position.
    ///
    /// # Errors
    /// If a file has faults, or if there are not enough openings.
    pub fn openings(
        &self,
        game: &Game,
        wanted: usize,
        seed: u64,
    ) -> Result<Vec<History>, OpeningError> {
        self.find(game, wanted, seed, &mut |_| ControlFlow::Continue(()))
    }

    /// The same, for openings that must be even, which can take minutes. Before each try, `on_try` is
    /// told how many random openings there are, and stops the search if it breaks.
    ///
    /// # Errors
    /// As above, and [`OpeningError::Stopped`].
    pub fn find(
        &self,
        game: &Game,
        wanted: usize,
        seed: u64,
        on_try: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Vec<History>, OpeningError> {
        match self {
            OpeningSource::Start => Ok(vec![History::new(game.start())]),
            &OpeningSource::Random {
                plies,
                quiet,
                even_cp,
            } => {
                let mut judge =
                    even_cp.map(|most_cp| (Engine::new(game, judge_settings()), most_cp));
                let is_good = |opening: &History| {
                    !(quiet && is_sharp(opening.position()))
                        && judge
                            .as_mut()
                            .is_none_or(|(engine, most_cp)| is_even(engine, opening, *most_cp))
                };
                random::random(game, plies, is_good, wanted, seed, on_try)
            }
            OpeningSource::File {
                path,
                shuffled,
                plies,
            } => {
                let name = path.display().to_string();
                let read = read_regular(path, MAX_DATA_BYTES);
                let bytes = read.map_err(|error| OpeningError::File {
                    path: name.clone(),
                    error,
                })?;
                let mut found = file::read(game, &name, &bytes, *plies)?;
                if found.len() < wanted {
                    return Err(OpeningError::FewInFile {
                        path: name,
                        found: found.len(),
                        wanted,
                    });
                }
                if *shuffled {
                    fastrand::Rng::with_seed(seed).shuffle(&mut found);
                }
                found.truncate(wanted.max(1));
                Ok(found)
            }
        }
    }
}
