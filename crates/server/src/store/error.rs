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
    /// A server runs on tables that are to be changed.
    #[error(
        "the database is in use: another server runs on it ({0}). Its tables can be changed when \
         all servers are stopped. If that server was killed, its lease ends within seconds"
    )]
    TablesInUse(String),
    /// Another node has the lease on the games.
    #[error(
        "{node} owns the games of this database and keeps renewing its lease (until {until}). Stop \
         that server first, or give this one another database"
    )]
    Leased {
        /// What the node calls itself.
        node: String,
        /// When its lease ends, in the database's time.
        until: String,
    },
    /// This node's lease has ended, so other nodes may take its games.
    #[error("this server could not renew its lease on the games in time")]
    LeaseLost,
    /// Another node owns the game.
    #[error("another server owns this game")]
    NotOwner,
    /// The URL is not of a known kind of database.
    #[error("the URL of the database must begin with `sqlite:` or `postgres:`")]
    Url,
    /// The tables are those of an older version.
    #[error(
        "the database is of an older version. Start the server or run `hyperrook admin migrate`"
    )]
    OldTables,
    /// The database has no tables of this program.
    #[error("it has no tables of Hyperrook")]
    ForeignTables,
    /// The tables are those of a newer version.
    #[error("the database is of a newer version of Hyperrook. Install that version")]
    NewTables,
    /// The copy that is made before the tables are brought up to date failed.
    #[error(
        "the database is of an older version, and could not be copied to {to} before its tables \
         are brought up to date: {error}"
    )]
    Copy {
        /// The name of the copy.
        to: PathBuf,
        /// Why not.
        error: String,
    },
    /// The database cannot be reached, or lets nobody in.
    #[error("the database {database} cannot be opened: {reason}. {help}")]
    Connect {
        /// Where it is, without the password.
        database: String,
        /// Why not.
        reason: String,
        /// What to check.
        help: &'static str,
    },
    /// The file is not a database, or is damaged.
    #[error(
        "{file} is damaged or not a database: {reason}. Replace it with a copy: \
         `hyperrook admin restore COPY`"
    )]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The file cannot be opened.
    #[error(
        "{file} cannot be opened: {reason}. The file and its folder must belong to the user who \
         runs this program"
    )]
    NotOpened {
        /// The file.
        file: PathBuf,
        /// Why not.
        reason: String,
    },
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
    /// A person, by id, has as many unfinished games as anyone may have.
    #[error("this person has too many unfinished games")]
    TooManyGames(String),
    /// Somebody who would play has deleted the account, or is banned.
    #[error("a player has left")]
    PersonLeft,
    /// The game has changed since it was read.
    #[error("the game has changed since it was read")]
    Conflict,
    /// The database has been closed.
    #[error("the database is closed")]
    Closed,
    /// The database did not answer in time.
    #[error("the database does not answer")]
    NoAnswer,
    /// The transaction could not be committed.
    #[error("the transaction could not be committed: {0}")]
    Commit(String),
}

/// The result of a store's method.
pub type StoreResult<T> = Result<T, StoreError>;

impl StoreError {
    /// Whether the same request may succeed later: the database is away, its disk is
    /// full, or this node does not own what it would change.
    pub fn is_temporary(&self) -> bool {
        match self {
            StoreError::Database(error) => is_away(error) || is_deadlock(error),
            StoreError::LeaseLost
            | StoreError::NotOwner
            | StoreError::Leased { .. }
            | StoreError::Closed
            | StoreError::NoAnswer
            | StoreError::Commit(_) => true,
            _ => false,
        }
    }
}

/// Why a database cannot be opened, without what only programmers understand.
fn reason(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Database(error) => error.message().to_owned(),
        sqlx::Error::Io(error) => error.to_string(),
        other => other.to_string(),
    }
}

/// The error for an SQLite database that cannot be opened, is damaged or no database.
pub(super) fn damaged(error: StoreError, file: Option<PathBuf>) -> StoreError {
    let StoreError::Database(sqlx::Error::Database(fault)) = &error else {
        return error;
    };
    let code = fault.code().and_then(|code| code.parse::<u32>().ok());
    let reason = fault.message().to_owned();
    match (file, code.map(|code| code & 0xff)) {
        // SQLITE_CORRUPT and SQLITE_NOTADB.
        (Some(file), Some(11 | 26)) => StoreError::Damaged { file, reason },
        // SQLITE_PERM, SQLITE_READONLY and SQLITE_CANTOPEN.
        (Some(file), Some(3 | 8 | 14)) => StoreError::NotOpened { file, reason },
        _ => error,
    }
}

/// The error for a PostgreSQL database that cannot be opened.
pub(super) fn not_opened(error: sqlx::Error, url: &str) -> StoreError {
    let Ok(options) = url.parse::<sqlx::postgres::PgConnectOptions>() else {
        return error.into();
    };
    let name = options.get_database().unwrap_or(options.get_username());
    let host = match options.get_socket() {
        Some(socket) => socket.display().to_string(),
        None => format!("{}:{}", options.get_host(), options.get_port()),
    };
    let code = match &error {
        sqlx::Error::Database(error) => error.code().map(|code| code.into_owned()),
        _ => None,
    };
    let help = match code.as_deref() {
        Some("3D000") => "Create it with `createdb`, or correct the name in `database`",
        Some("28000" | "28P01") => "Check the user and the password in `database`",
        Some(_) => "The log of PostgreSQL may say more",
        None => "Check that PostgreSQL runs there, and the host and the port in `database`",
    };
    StoreError::Connect {
        database: format!("`{name}` at {host}"),
        reason: reason(&error),
        help,
    }
}

/// Whether the database cannot work at the moment, whatever it is asked.
pub(super) fn is_away(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| is_away_code(&code)),
        _ => false,
    }
}

fn is_away_code(code: &str) -> bool {
    // PostgreSQL has five characters: a connection or a transaction has failed, resources
    // are missing, the operator or the system intervenes, the server is read-only.
    if code.len() == 5 {
        let classes = ["08", "40", "53", "57", "58", "25006", "55P03"];
        return classes.iter().any(|class| code.starts_with(class)) && !is_deadlock_code(code);
    }
    // SQLite: busy, locked, read-only, input or output, full, cannot be opened.
    let primary = code.parse::<u32>().map(|code| code & 0xff);
    primary.is_ok_and(|primary| [5, 6, 8, 10, 13, 14].contains(&primary))
}

/// Whether this write and one of another node waited for each other (a deadlock). Only this
/// write has failed, and it can be tried again.
fn is_deadlock(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(error) => error.code().is_some_and(|code| is_deadlock_code(&code)),
        _ => false,
    }
}

fn is_deadlock_code(code: &str) -> bool {
    ["40P01", "40001"].contains(&code)
}

/// Whether a database error is about something that must be unique.
pub(super) fn is_unique(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(error) => error.is_unique_violation(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_databases_that_cannot_work_at_the_moment_are_known() {
        // A full disk, a failed write, a lock; a shutdown, a full disk, a lost connection.
        for code in ["13", "778", "5", "57P01", "53100", "08006"] {
            assert!(is_away_code(code), "{code}");
        }
        // A constraint, a corrupt file; a constraint, a syntax error, a deadlock.
        for code in ["19", "2067", "1555", "11", "23505", "42601", "40P01"] {
            assert!(!is_away_code(code), "{code}");
        }
    }
}
