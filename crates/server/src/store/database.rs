//! An open database.

use super::backend::Backend;
use super::error::{StoreError, StoreResult};
use super::writer::WriterHandle;
use futures_util::future::BoxFuture;
use sqlx::any::{AnyArguments, AnyConnectOptions, AnyPoolOptions};
use sqlx::migrate::Migrator;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AnyPool, Connection};
use std::path::Path;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The database's file in a data folder.
const FILE: &str = "hyperrook.db";

/// The migrations in `migrations`, in order.
static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// An open database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Store {
    backend: Backend,
    reads: AnyPool,
    writer: WriterHandle,
}

impl Store {
    /// Opens the SQLite database of a data folder and brings its tables up to date.
    /// Creates the folder and the database if they do not exist.
    pub async fn open_folder(folder: &Path) -> StoreResult<Store> {
        std::fs::create_dir_all(folder).map_err(|error| StoreError::Folder {
            folder: folder.to_owned(),
            error,
        })?;
        let file = folder.join(FILE);
        let mut url = url_of_file(&file);
        url.push_str("?mode=rwc");
        Store::open(&url).await
    }

    /// Opens a database by its URL: `sqlite:…` or `postgres:…`.
    pub async fn open(url: &str) -> StoreResult<Store> {
        sqlx::any::install_default_drivers();
        let backend = Store::backend_of(url)?;
        let options = AnyConnectOptions::from_str(url)?;
        // A pool would only say that it has waited too long.
        let mut first = AnyConnection::connect_with(&options).await?;
        prepare(backend, &mut first).await?;
        first.close().await?;
        let pool = |connections: u32| {
            AnyPoolOptions::new()
                .max_connections(connections)
                .acquire_timeout(Duration::from_secs(10))
                .after_connect(move |connection, _| {
                    Box::pin(async move { prepare(backend, connection).await })
                })
        };
        let writes = pool(1).connect_with(options.clone()).await?;
        MIGRATIONS.run(&writes).await?;
        let reads = pool(4).connect_with(options).await?;
        Ok(Store {
            backend,
            reads,
            writer: WriterHandle::start(backend, writes),
        })
    }

    pub(super) fn backend_of(url: &str) -> StoreResult<Backend> {
        match url.split_once(':').map(|(scheme, _)| scheme) {
            Some("sqlite") => Ok(Backend::Sqlite),
            Some("postgres" | "postgresql") => Ok(Backend::Postgres),
            _ => Err(StoreError::Url),
        }
    }

    /// Whether a data folder has a database.
    pub fn is_in(folder: &Path) -> bool {
        folder.join(FILE).is_file()
    }

    /// Which database it is.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// The connections for reading.
    pub(crate) fn reads(&self) -> &AnyPool {
        &self.reads
    }

    /// Runs statements in a transaction, which may have other writes in it. When this
    /// returns `Ok` they are on the disk; when it returns an error, none of them is.
    pub(crate) async fn write<T, F>(&self, work: F) -> StoreResult<T>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut AnyConnection) -> BoxFuture<'c, StoreResult<T>> + Send + 'static,
    {
        let slot = Arc::new(Mutex::new(None));
        let filled = slot.clone();
        self.writer
            .run(Box::new(move |connection| {
                Box::pin(async move {
                    let value = work(connection).await?;
                    *filled.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
                    Ok(())
                })
            }))
            .await?;
        let value = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
        value.ok_or(StoreError::Closed)
    }

    /// Writes one statement; returns the number of rows it touched.
    pub(crate) async fn execute(
        &self,
        query: Query<'static, Any, AnyArguments>,
    ) -> StoreResult<u64> {
        self.write(move |connection| {
            Box::pin(async move { Ok(query.execute(connection).await?.rows_affected()) })
        })
        .await
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> StoreResult<()> {
        sqlx::query("SELECT 1").execute(&self.reads).await?;
        Ok(())
    }

    /// Waits for pending writes and closes all connections.
    pub async fn close(&self) {
        self.writer.close().await;
        self.reads.close().await;
    }
}

/// The URL of a file. Its path may have characters that mean something in URLs.
pub(super) fn url_of_file(file: &Path) -> String {
    let mut url = String::from("sqlite://");
    for byte in file.to_string_lossy().bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                url.push(char::from(byte));
            }
            other => url.push_str(&format!("%{other:02X}")),
        }
    }
    url
}

/// Settings of a new connection.
async fn prepare(backend: Backend, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    if backend == Backend::Sqlite {
        // FULL: an acknowledged move survives a power failure.
        sqlx::raw_sql(
            "PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
             PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;",
        )
        .execute(connection)
        .await?;
    }
    Ok(())
}
