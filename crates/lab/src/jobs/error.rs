//! Why jobs cannot be run.

use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why jobs cannot be run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JobsError {
    /// A file cannot be read or written, for example because the disk is full.
    #[error("{0}: {1}")]
    File(PathBuf, #[source] io::Error),
    /// Another process uses the journal.
    #[error(
        "{0}: another run is using this journal; wait until it ends, or choose another place for the results"
    )]
    InUse(PathBuf),
    /// A line of the journal has been damaged.
    #[error(
        "{path}:{line}: the journal is damaged: {message}; nothing was changed. Unless it is the \
         first line, you can remove it: what it holds is then computed again"
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// A result in the journal is not one of this run.
    #[error(
        "{path}: the journal is damaged: the result with number {job} is not of this run: {message}; \
         remove its line to compute it again"
    )]
    DamagedJob {
        /// The file.
        path: PathBuf,
        /// The number of the job.
        job: u64,
        /// What is wrong.
        message: String,
    },
    /// A job has panicked.
    #[error(
        "job {0} could not be finished, because of an error in this program; please report it, with \
         the command. The results so far are kept"
    )]
    Panicked(u64),
    /// The file is not the journal of such a run.
    #[error("{path}: this is not a journal of {what}; nothing was changed")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The kind of run that the journal should belong to.
        what: String,
    },
    /// The journal belongs to other rules.
    #[error(
        "{0}: the games in this journal have other rules; choose another place for the results"
    )]
    OtherRules(PathBuf),
    /// The journal belongs to a run with other settings.
    #[error(
        "{path}: this journal is of a run with other settings:{differences}\n\
         Continue with the old settings, or choose another place for the results"
    )]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// The differences, one per line.
        differences: String,
    },
}
