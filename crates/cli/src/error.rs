//! How commands fail, and the exit codes of it.

use std::io;
use thiserror::Error;

/// Why a command did not succeed.
#[derive(Debug, Error)]
pub(crate) enum CommandError {
    /// The command line asks for something that there is not: exit code 2.
    #[error("{0}")]
    Usage(String),
    /// What was given is faulty: exit code 1.
    #[error("{0}")]
    Data(String),
    /// A check failed, and standard output says so: exit code 1.
    #[error("a check failed")]
    Reported,
    /// Reading or writing failed: exit code 1, but a closed pipe is no failure.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A signal has ended the program: exit code 128 and the signal's number.
    #[error("ended by signal {0}")]
    Signal(u8),
    /// A file could not be read or written: exit code 1.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// Why not.
        error: io::Error,
    },
}

impl CommandError {
    /// What to say on standard error, if anything.
    pub(crate) fn message(&self) -> Option<String> {
        match self {
            CommandError::Reported | CommandError::Signal(_) => None,
            CommandError::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => None,
            other => Some(other.to_string()),
        }
    }

    /// The exit code of the process.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            CommandError::Usage(_) => 2,
            CommandError::Signal(number) => 128 + number,
            CommandError::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            _ => 1,
        }
    }
}

impl From<serde_json::Error> for CommandError {
    fn from(error: serde_json::Error) -> CommandError {
        CommandError::Io(error.into())
    }
}

/// The outcome of a command.
pub(crate) type CommandResult<T = ()> = Result<T, CommandError>;
