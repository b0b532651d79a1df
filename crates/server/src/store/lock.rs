//! One server at a time: each assumes that it owns the games.

use super::backend::Backend;
use super::database::Store;
use super::error::{StoreError, StoreResult};
use sqlx::{AnyConnection, Connection};
use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::Duration;

/// The file in the data folder that a server holds locked.
const FILE: &str = "hyperrook.lock";
/// The number of the lock in PostgreSQL: any that others do not use.
const NUMBER: i64 = 0x6879_7065_7272_6f6f;
/// How often the lock is requested. That of a killed server may last for a moment.
const TRIES: u32 = 20;
/// The pause between two requests.
const PAUSE: Duration = Duration::from_millis(250);

/// The right to run a server on some data. It ends when this is dropped or the process
/// ends.
#[derive(Debug)]
pub struct DataLock {
    _held: LockHolder,
}

#[derive(Debug)]
enum LockHolder {
    File { _file: File },
    Connection { _connection: Box<AnyConnection> },
}

impl DataLock {
    /// The right to a data folder, which is created if needed.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if somebody else has it.
    pub fn folder(folder: &Path) -> StoreResult<DataLock> {
        let unusable = |error| StoreError::Folder {
            folder: folder.to_owned(),
            error,
        };
        std::fs::create_dir_all(folder).map_err(unusable)?;
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(folder.join(FILE))
            .map_err(unusable)?;
        match file.try_lock() {
            Ok(()) => Ok(DataLock {
                _held: LockHolder::File { _file: file },
            }),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse(folder.display().to_string())),
            Err(TryLockError::Error(error)) => Err(unusable(error)),
        }
    }

    /// The right to the database at a URL. SQLite files given by URL are not locked.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if somebody else has it.
    pub async fn url(url: &str) -> StoreResult<Option<DataLock>> {
        if Store::backend_of(url)? == Backend::Sqlite {
            return Ok(None);
        }
        sqlx::any::install_default_drivers();
        let mut connection = AnyConnection::connect(url).await?;
        for _ in 0..TRIES {
            let locked: i32 = sqlx::query_scalar("SELECT CAST(pg_try_advisory_lock($1) AS INT)")
                .bind(NUMBER)
                .fetch_one(&mut connection)
                .await?;
            if locked == 1 {
                let held = LockHolder::Connection {
                    _connection: Box::new(connection),
                };
                return Ok(Some(DataLock { _held: held }));
            }
            tokio::time::sleep(PAUSE).await;
        }
        Err(StoreError::InUse("the database".to_owned()))
    }
}
