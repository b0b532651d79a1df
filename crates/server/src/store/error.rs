//! What can go wrong in a store.

use std::path::PathBuf;
use thiserror::Error;

/// Why the store failed.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The data folder cannot be created or written.
    #[error("the data folder {folder} cannot be created or written: {error}")]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// Another server runs on this data.
    #[error("{0} is in use: another server runs on it")]
    InUse(String),
    /// The URL is not of a known kind of database.
    #[error("the URL of the database must begin with `sqlite:` or `postgres:`")]
    Url,
    /// The database failed.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    /// The tables could not be brought up to date.
    #[error("the tables of the database cannot be brought up to date: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// Stored JSON cannot be read.
    #[error("stored data cannot be read: {0}")]
    Data(#[from] serde_json::Error),
    /// A name or id that must be unique is taken.
    #[error("this name or id is taken")]
    Taken,
    /// The game has changed since it was read.
    #[error("the game has changed since it was read")]
    Conflict,
    /// The database has been closed.
    #[error("the database is closed")]
    Closed,
    /// The transaction could not be committed.
    #[error("the transaction could not be committed: {0}")]
    Commit(String),
}

/// The result of a store's method.
pub type StoreResult<T> = Result<T, StoreError>;

/// Whether a database error is about something that must be unique.
pub(super) fn is_unique(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(error) => error.is_unique_violation(),
        _ => false,
    }
}
