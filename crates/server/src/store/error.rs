//! What can go wrong in a store.

use std::path::PathBuf;
use thiserror::Error;

/// Why the store did not do as told.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The data folder cannot be made, or not written to.
    #[error("the data folder {folder} cannot be used: {error}")]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// Another server runs on this data.
    #[error("{0} is in use: another server runs on it")]
    InUse(String),
    /// The URL is of no database that is known.
    #[error("a database's URL begins with `sqlite:` or `postgres:`")]
    Url,
    /// The database refused or failed.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    /// The tables could not be brought up to date.
    #[error("migration: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// Something kept as JSON does not read.
    #[error("kept data does not read: {0}")]
    Data(#[from] serde_json::Error),
    /// A name that must be unique is taken.
    #[error("taken")]
    Taken,
    /// The game has changed since it was read.
    #[error("the game has changed meanwhile")]
    Conflict,
    /// The database has been closed, or the transaction that this was part of
    /// could not be committed.
    #[error("the database is closed")]
    Closed,
    /// The transaction could not be committed.
    #[error("the transaction failed: {0}")]
    Commit(String),
}

/// What a store answers.
pub type StoreResult<T> = Result<T, StoreError>;

/// Whether a database error says that something unique is there already.
pub(super) fn is_unique(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(error) => error.is_unique_violation(),
        _ => false,
    }
}
