//! Why learning stopped.

use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why learning stopped.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LearnError {
    /// A file cannot be read or written.
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    /// Another run uses the folder.
    #[error("{0}: another run is using this folder; wait until it ends, or choose another --data")]
    Locked(PathBuf),
    /// The journal is not one of learning.
    #[error("{0}:{1}: not a journal of `hyperrook learn`: {2}")]
    Journal(PathBuf, usize, String),
    /// The folder belongs to another game.
    #[error("{0}: this folder is for other rules; choose another one with --data")]
    OtherRules(PathBuf),
    /// The run has begun with other settings.
    #[error(
        "{path}: this run has begun with --{option} {old}; continue with it, or choose another folder with --data"
    )]
    OtherSettings {
        /// The journal.
        path: PathBuf,
        /// The option.
        option: &'static str,
        /// Its value in the run.
        old: u64,
    },
    /// The folder of a new run contains something else.
    #[error(
        "{0}: this folder has files, but no journal of a run that can go on; choose another one \
         with --data"
    )]
    Taken(PathBuf),
    /// A run would replace a file that it has not written.
    #[error(
        "{0}: this file exists, and is not a network of this run; remove it, or choose another one \
         with --out"
    )]
    OutputExists(PathBuf),
    /// The file of the network is a folder.
    #[error("{0}: this is a folder; choose a file with --out")]
    OutputIsFolder(PathBuf),
    /// The network cannot be written into this folder.
    #[error("{0}: no files can be made in this folder; choose a file in another one with --out")]
    OutputFolder(PathBuf),
    /// The folder contains networks of another format.
    #[error(
        "{0}: this run was started with another version of the engine; choose another folder with --data"
    )]
    OlderVersion(PathBuf),
    /// A file of an earlier part of the run has been damaged.
    #[error("{0}: {1}")]
    Damaged(PathBuf, String),
    /// A network cannot continue another one.
    #[error("the network to start from has other inputs or sizes than the network to train")]
    OtherNetwork,
    /// Self-play yields no positions.
    #[error(
        "self-play gives no games to learn from: its random openings end the game, or no game \
         ends within {0} plies"
    )]
    NoGames(usize),
}
