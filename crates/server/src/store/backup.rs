//! Copies of the database.

use super::backend::Backend;
use super::database::{FILE, Store};
use super::error::StoreError;
use super::lock::DataLock;
use std::path::Path;
use thiserror::Error;

/// Why a copy failed.
#[derive(Debug, Error)]
pub enum BackupError {
    /// Copies of PostgreSQL are made with its own tools.
    #[error("a PostgreSQL database is copied with `pg_dump` and restored with `pg_restore`")]
    NotHere,
    /// A file of this name exists.
    #[error("{0} exists already; choose another name")]
    Exists(std::path::PathBuf),
    /// The file is not a database of this program.
    #[error("{0} is not an intact copy of a Hyperrook database: {1}")]
    Unsound(std::path::PathBuf, String),
    /// A file could not be written or read.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// The copy cannot be read.
    #[error("{0} cannot be read: {1}")]
    Unreadable(std::path::PathBuf, std::io::Error),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How much is in a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredCounts {
    /// Registered people.
    pub people: i64,
    /// Games.
    pub games: i64,
    /// Moves.
    pub moves: i64,
}

/// The ends of the names of the files of an SQLite database: itself, and what is not yet in it.
const ENDS: [&str; 3] = ["", "-wal", "-shm"];

/// Keeps others from reading a file: a copy has the permissions of what was copied.
fn only_for_its_user(file: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o600))?;
    }
    #[cfg(not(unix))]
    let _ = file;
    Ok(())
}

/// Gives a file the owner of another one. An operator may restore as another user than the server
/// runs as, and the server must be able to open the file.
fn give_owner_of(model: &Path, file: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, chown};
        let (model, own) = (std::fs::metadata(model)?, std::fs::metadata(file)?);
        if model.uid() != own.uid() {
            chown(file, Some(model.uid()), Some(model.gid()))?;
        }
    }
    #[cfg(not(unix))]
    let _ = (model, file);
    Ok(())
}

/// A name for the old database, under which no files are kept yet.
fn free_name(folder: &Path) -> String {
    let is_taken = |name: &str| {
        let mut files = ENDS.iter().map(|end| folder.join(format!("{name}{end}")));
        files.any(|file| file.exists())
    };
    let mut name = "hyperrook.db.before-restore".to_owned();
    let mut number = 1;
    while is_taken(&name) {
        number += 1;
        name = format!("hyperrook.db.before-restore-{number}");
    }
    name
}

impl Store {
    /// Copies an SQLite database to a new file. The database may be in use.
    pub async fn backup(&self, to: &Path) -> Result<(), BackupError> {
        if self.backend() != Backend::Sqlite {
            return Err(BackupError::NotHere);
        }
        if to.exists() {
            return Err(BackupError::Exists(to.to_owned()));
        }
        sqlx::query("VACUUM INTO $1")
            .bind(to.to_string_lossy().into_owned())
            .execute(&self.reads().pool())
            .await
            .map_err(StoreError::from)?;
        std::fs::File::open(to)?.sync_all()?;
        Ok(())
    }

    /// How much is in the database.
    pub async fn counts(&self) -> Result<StoredCounts, StoreError> {
        let (people, games, moves) = sqlx::query_as(
            "SELECT (SELECT COUNT(*) FROM users WHERE guest = 0 AND deleted = 0), \
             (SELECT COUNT(*) FROM games), (SELECT COUNT(*) FROM moves WHERE kind = 'move')",
        )
        .fetch_one(&self.reads().pool())
        .await?;
        Ok(StoredCounts {
            people,
            games,
            moves,
        })
    }

    /// Replaces the database of a data folder with a copy. No server may use the folder
    /// at that time. The old database stays beside it, with `.before-restore` added to
    /// its name, and a number if there is one of an earlier restore.
    pub async fn restore(folder: &Path, from: &Path) -> Result<StoredCounts, BackupError> {
        // A running server would go on writing into the old database.
        let _lock = DataLock::folder(folder)?;
        let fresh = folder.join("hyperrook.db.restoring");
        if fresh.exists() {
            std::fs::remove_file(&fresh)?;
        }
        // Its name helps more than that of a file that is being made.
        let unreadable = |error| BackupError::Unreadable(from.to_owned(), error);
        std::fs::File::open(from).map_err(unreadable)?;
        std::fs::copy(from, &fresh)?;
        only_for_its_user(&fresh)?;
        let counts = match Store::check_copy(&fresh).await {
            Ok(counts) => counts,
            Err(error) => {
                std::fs::remove_file(&fresh)?;
                return Err(BackupError::Unsound(from.to_owned(), error));
            }
        };
        let database = folder.join(FILE);
        let model = if database.exists() { &database } else { folder };
        give_owner_of(model, &fresh)?;
        give_owner_of(model, &folder.join("hyperrook.lock"))?;
        let kept = free_name(folder);
        for end in ENDS {
            let old = folder.join(format!("hyperrook.db{end}"));
            if old.exists() {
                std::fs::rename(&old, folder.join(format!("{kept}{end}")))?;
            }
        }
        std::fs::rename(&fresh, database)?;
        Ok(counts)
    }

    /// Checks that a file is an intact database and brings its tables up to date. Returns
    /// how much is in it, or what is wrong with it.
    async fn check_copy(file: &Path) -> Result<StoredCounts, String> {
        let text = |error: StoreError| match error {
            // The file has a name of its own for now.
            StoreError::Damaged { reason, .. } => reason,
            other => other.to_string(),
        };
        let store = Store::open_copy(file).await.map_err(text)?;
        let sound: Result<String, _> = sqlx::query_scalar("PRAGMA integrity_check")
            .fetch_one(&store.reads().pool())
            .await;
        let counts = store.counts().await;
        store.close().await;
        match sound {
            Ok(sound) if sound == "ok" => counts.map_err(text),
            Ok(fault) => Err(fault),
            Err(error) => Err(error.to_string()),
        }
    }
}
