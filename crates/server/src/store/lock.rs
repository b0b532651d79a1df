//! One server at a time uses an SQLite database. (In PostgreSQL the leases of `nodes` see
//! to that.)

use super::backend::Backend;
use super::database::{FILE, Store, file_of_url};
use super::error::{StoreError, StoreResult};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often the lock is requested. A program that the last holder was just starting may
/// hold it for a moment.
const TRIES: u32 = 10;
/// The pause between two requests.
const PAUSE: Duration = Duration::from_millis(50);

/// The right to run a server on an SQLite database. It ends when this is dropped or the
/// process ends.
#[derive(Debug)]
pub struct DataLock {
    _file: File,
}

impl DataLock {
    /// The right to a data folder, which is created if needed.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if somebody else has it.
    pub fn folder(folder: &Path) -> StoreResult<DataLock> {
        std::fs::create_dir_all(folder).map_err(|error| StoreError::Folder {
            folder: folder.to_owned(),
            error,
        })?;
        DataLock::file(&folder.join(FILE), folder)
    }

    /// The right to the database at a URL; `None` if the database is not a file.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if somebody else has it.
    pub fn url(url: &str) -> StoreResult<Option<DataLock>> {
        if Store::backend_of(url)? != Backend::Sqlite {
            return Ok(None);
        }
        match file_of_url(url)? {
            Some(file) => DataLock::file(&file, &file).map(Some),
            None => Ok(None),
        }
    }

    /// Locks the file beside a database. `shown` is what people call the database.
    fn file(database: &Path, shown: &Path) -> StoreResult<DataLock> {
        let lock = lock_file(database);
        let unusable = |error| StoreError::Folder {
            folder: lock.parent().unwrap_or(Path::new(".")).to_owned(),
            error,
        };
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&lock)
            .map_err(unusable)?;
        for _ in 0..TRIES {
            match file.try_lock() {
                Ok(()) => return Ok(DataLock { _file: file }),
                Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
                Err(TryLockError::Error(error)) => return Err(unusable(error)),
            }
        }
        Err(StoreError::InUse(shown.display().to_string()))
    }
}

/// The file that is locked for a database: `games.lock` for `games.db`. It lies beside the
/// file itself, by whichever link it was named.
fn lock_file(database: &Path) -> PathBuf {
    let real = database.canonicalize();
    let database = real.as_deref().unwrap_or(database);
    if database.extension().is_some_and(|end| end == "db") {
        return database.with_extension("lock");
    }
    let mut name = database.as_os_str().to_owned();
    name.push(".lock");
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_and_the_url_of_its_database_share_a_lock() {
        let folder = tempfile::tempdir().unwrap();
        let held = DataLock::folder(folder.path()).unwrap();
        assert!(folder.path().join("hyperrook.lock").exists());
        let url = format!("sqlite://{}", folder.path().join(FILE).display());
        let error = DataLock::url(&url).unwrap_err();
        assert!(matches!(error, StoreError::InUse(_)), "{error}");
        drop(held);
        let held = DataLock::url(&url).unwrap();
        assert!(held.is_some());
        let error = DataLock::folder(folder.path()).unwrap_err();
        assert!(matches!(error, StoreError::InUse(_)), "{error}");
        // A database of another name has a lock of its own.
        let other = format!("sqlite://{}", folder.path().join("games").display());
        assert!(DataLock::url(&other).unwrap().is_some());
        assert!(folder.path().join("games.lock").exists());
        assert!(DataLock::url("sqlite::memory:").unwrap().is_none());
    }
}
