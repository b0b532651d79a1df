//! Errors of building and reading tables.

use std::path::{Path, PathBuf};

/// Why a table was not built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The rules cannot be compiled.
    #[error("{0}")]
    Rules(String),
    /// There are more positions than can be numbered.
    #[error("the table of {material} has more positions than can be numbered; leave pieces out")]
    TooLarge {
        /// The pieces.
        material: String,
    },
    /// Building needs more memory than is allowed.
    #[error(
        "building {material} needs {} of memory or more, but only {} are allowed; allow more (--memory) or leave pieces out",
        gib_or_more(*.needed),
        gib(*.allowed)
    )]
    Memory {
        /// The pieces.
        material: String,
        /// The memory that it needs, in bytes.
        needed: u64,
        /// The memory that is allowed, in bytes.
        allowed: u64,
    },
    /// Tables need each other.
    #[error(
        "{material} cannot be built: pieces can promote back to what they were, so the tables of {} need each other, and none can be the first",
        .circle.join(" and ")
    )]
    Circle {
        /// The pieces.
        material: String,
        /// The pieces of the tables that need each other.
        circle: Vec<String>,
    },
    /// Another process is building tables in this folder.
    #[error("another process is building tables in {}; wait until it is done", .0.display())]
    Busy(PathBuf),
    /// The journal contradicts the rules.
    #[error(
        "the journal of the build cannot be used; delete the files that end with `.journal` and build again"
    )]
    Journal,
    /// A table lacks its zeroing distances.
    #[error(
        "the zeroing distances of {material} are missing; `hyperrook tables build` with {material} makes them"
    )]
    NoZeroing {
        /// The pieces.
        material: String,
    },
    /// It was asked to stop.
    #[error("stopped before its end")]
    Stopped,
    /// A file failed.
    #[error(transparent)]
    File(#[from] TableError),
}

impl BuildError {
    /// The file that failed, if one did.
    pub fn path(&self) -> Option<&Path> {
        match self {
            BuildError::File(error) => Some(error.path()),
            _ => None,
        }
    }
}

impl TableError {
    /// The file that failed.
    pub fn path(&self) -> &Path {
        match self {
            TableError::Io { path, .. }
            | TableError::Damaged { path, .. }
            | TableError::OtherRules { path, .. } => path,
        }
    }
}

fn gib(bytes: u64) -> String {
    format!("{:.2} GiB", bytes as f64 / GIB)
}

/// Rounded up, so that allowing as much is enough.
fn gib_or_more(bytes: u64) -> String {
    format!("{:.2} GiB", (100.0 * bytes as f64 / GIB).ceil() / 100.0)
}

const GIB: f64 = (1u64 << 30) as f64;

/// Why a table cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file cannot be read or written.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: std::io::Error,
    },
    /// The file is not a table, or is damaged.
    #[error("{}: {fault}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: String,
    },
    /// The table belongs to other rules.
    #[error(
        "{}: the table is of {found}, and its rules are not those of {wanted}; delete it and build it again",
        .path.display()
    )]
    OtherRules {
        /// The file.
        path: PathBuf,
        /// The game of the table.
        found: String,
        /// The game that it was opened for.
        wanted: String,
    },
}
