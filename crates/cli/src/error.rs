//! Errors of commands, and their exit codes.

pub(crate) use hyperrook_catalogue::regular_file::file_error;
use hyperrook_catalogue::regular_file::placed_error;
use std::io;
use thiserror::Error;

/// Why a command failed.
#[derive(Debug, Error)]
pub(crate) enum CommandError {
    /// The command line is wrong: exit code 2.
    #[error("{0}")]
    Usage(String),
    /// The input has faults: exit code 1.
    #[error("{0}")]
    Data(String),
    /// A check failed and was reported on standard output: exit code 1.
    #[error("a check failed")]
    Reported,
    /// Reading or writing failed: exit code 1, except for a closed pipe.
    #[error("{}", file_error(.0))]
    Io(#[from] io::Error),
    /// A signal ended the program: exit code 128 plus its number.
    #[error("ended by signal {0}")]
    Signal(u8),
    /// A file could not be read or written: exit code 1.
    #[error("{}", named_file_error(path, .error))]
    File {
        /// The file.
        path: String,
        /// The error.
        error: io::Error,
    },
}

/// An error with a file, with its name, and the place in it if that is known.
fn named_file_error(path: &str, error: &io::Error) -> String {
    placed_error(path, error).unwrap_or_else(|| format!("{path}: {}", file_error(error)))
}

impl CommandError {
    /// An error with a file.
    pub(crate) fn file(path: &std::path::Path, error: io::Error) -> CommandError {
        CommandError::File {
            path: path.display().to_string(),
            error,
        }
    }

    /// The message for standard error, if there is one.
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

/// The result of a command.
pub(crate) type CommandResult<T = ()> = Result<T, CommandError>;
