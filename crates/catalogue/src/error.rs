//! Why a game cannot be found or compiled.

use crate::limits::MAX_ADDED;
use crate::regular_file::{file_error, placed_error};
use hyperrook_rules::{CompileError, DefineError, Diagnostic, FaultList};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// Why a game cannot be found or compiled.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum CatalogueError {
    /// No game has this name.
    #[error(
        "There is no game `{name}`.{} The games are {}",
        suggestion.as_ref().map_or(String::new(), |near| format!(" Did you mean `{near}`?")),
        known.join(", ")
    )]
    UnknownGame {
        /// The name that was given, shortened if it is long.
        name: String,
        /// A known name with a similar spelling.
        suggestion: Option<String>,
        /// All known names.
        known: Vec<String>,
    },
    /// The file cannot be read.
    #[error("{}", read_error(path, error))]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: Arc<io::Error>,
    },
    /// The definition has faults, each with its line and column.
    #[error("{}", faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Faults {
        /// The text of the definition.
        text: Arc<str>,
        /// What is wrong with it.
        faults: FaultList<Diagnostic>,
    },
    /// The game has no such option, or the option no such value.
    #[error("{0}")]
    Option(DefineError),
    /// More options are given than any game has.
    #[error("{given} options are given; at most {limit} are possible")]
    TooManyOptions {
        /// The number of options given.
        given: usize,
        /// The maximum number of options.
        limit: usize,
    },
    /// The definition is valid but cannot be compiled.
    #[error("{name}: {error}")]
    Compile {
        /// The game's name.
        name: String,
        /// Why not.
        error: CompileError,
    },
    /// The game of a file has the name of a shipped game.
    #[error(
        "{}: a game that comes with Hyperrook is named `{name}`; give this one another name",
        path.display()
    )]
    NameTaken {
        /// The file.
        path: PathBuf,
        /// The name.
        name: String,
    },
    /// Too many files were added.
    #[error("{MAX_ADDED} games are loaded already; no more are possible")]
    TooManyGames,
}

fn read_error(path: &Path, error: &io::Error) -> String {
    let path = path.display().to_string();
    placed_error(&path, error).unwrap_or_else(|| format!("{path}: {}", file_error(error)))
}

impl CatalogueError {
    pub(crate) fn read(path: impl Into<PathBuf>, error: io::Error) -> CatalogueError {
        CatalogueError::Read {
            path: path.into(),
            error: Arc::new(error),
        }
    }
}
