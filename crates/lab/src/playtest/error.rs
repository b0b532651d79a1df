//! Why a playtest cannot be made.

use crate::jobs::JobsError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a playtest cannot be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlaytestError {
    /// The journal of the run cannot be used.
    #[error(transparent)]
    Jobs(#[from] JobsError),
    /// A file cannot be read or written, for example because the disk is full.
    #[error("{0}: {1}")]
    File(PathBuf, #[source] io::Error),
    /// A file does not have the expected content.
    #[error("{0}: {1}; nothing was changed")]
    Unreadable(PathBuf, String),
    /// A folder has a run that was killed.
    #[error(
        "{0}: this run was ended before it could add up its games; run its command again, with the \
         same settings, to finish it or to stop it with Ctrl-C"
    )]
    Unfinished(PathBuf),
    /// Runs do not fit together.
    #[error("{first} and {second} cannot be added: {why}")]
    Apart {
        /// The first run.
        first: PathBuf,
        /// The second run.
        second: PathBuf,
        /// The difference, or the openings that they share.
        why: String,
    },
    /// The folder contains something else.
    #[error("{0} holds {1}; choose another folder")]
    Taken(PathBuf, String),
}
