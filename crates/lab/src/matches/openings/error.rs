//! Why openings cannot be used.

use hyperrook_notation::record::{RecordError, ReplayError};
use thiserror::Error;

/// Why the openings cannot be used.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("cannot read the openings {path}: {error}")]
    File {
        /// The file.
        path: String,
        /// The error.
        error: std::io::Error,
    },
    /// A line of the file is not an opening.
    #[error("{path}:{line}: {message}")]
    Line {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// A record cannot be read.
    #[error("{path}: {error}")]
    Record {
        /// The file.
        path: String,
        /// What is wrong.
        error: RecordError,
    },
    /// A record cannot be played.
    #[error("{path}, record {number}: {error}")]
    Replay {
        /// The file.
        path: String,
        /// The number of the record, from 1.
        number: usize,
        /// What is wrong.
        error: Box<ReplayError>,
    },
    /// The game is over at the start of an opening.
    #[error("{path}, opening {number}: the game is over there by {reason}")]
    Over {
        /// The file.
        path: String,
        /// The number of the opening, from 1.
        number: usize,
        /// How the game is over.
        reason: String,
    },
    /// A file has no openings.
    #[error("{0} has no openings")]
    Empty(String),
    /// A file has fewer openings than the match has pairs of games.
    #[error(
        "{path} has {found} {}, and {wanted} are needed, one for each pair of games: add openings \
         or play at most {} games",
        if *found == 1 { "opening" } else { "openings" },
        2 * *found
    )]
    FewInFile {
        /// The file.
        path: String,
        /// The number of openings in it.
        found: usize,
        /// The number of openings needed.
        wanted: usize,
    },
    /// The search for openings was stopped.
    #[error("the search for openings was stopped")]
    Stopped,
    /// There are too few different random openings.
    #[error(
        "only {found} different {} of {plies} random plies {} found, and {wanted} {} needed; take \
         {} plies or fewer games",
        if *found == 1 { "opening" } else { "openings" },
        if *found == 1 { "was" } else { "were" },
        if *wanted == 1 { "is" } else { "are" },
        if *too_long { "fewer" } else { "more" }
    )]
    TooFew {
        /// The number of openings found.
        found: usize,
        /// The number of openings needed.
        wanted: usize,
        /// The number of random plies.
        plies: u32,
        /// Whether most random games end before so many plies.
        too_long: bool,
    },
}
