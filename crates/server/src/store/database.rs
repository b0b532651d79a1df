//! An open database.

use super::backend::Backend;
use super::connection::{connect, prepare};
use super::error::{StoreError, StoreResult, damaged, not_opened};
use super::health::READ_LIMIT;
use super::lease::NodeIdentity;
use super::reads::Reads;
use super::settings;
use super::shifted_clocks::ShiftedClock;
use super::tables;
use super::writer::{OutageLog, Writer, WriterHandle};
use crate::security::secret;
use crate::time::now_ms;
use futures_util::future::BoxFuture;
use sqlx::any::{AnyArguments, AnyConnectOptions, AnyPoolOptions};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// The database's file in a data folder.
pub(super) const FILE: &str = "hyperrook.db";
/// The length of the shortest database of SQLite, in bytes.
const MIN_FILE: u64 = 512;
/// How long the result of a probe of the writer is used.
const PROBE_INTERVAL: Duration = Duration::from_secs(1);
/// The setting that a probe writes.
const PROBE: &str = "probe";
/// The setting with the secret of the servers.
const SECRET: &str = "secret";

/// An open database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Store {
    backend: Backend,
    reads: Reads,
    writer: WriterHandle,
    node: Arc<NodeIdentity>,
    shifted: Arc<tokio::sync::Mutex<mpsc::UnboundedReceiver<Vec<ShiftedClock>>>>,
    /// When the writer was last probed, and whether it worked.
    probed: Arc<tokio::sync::Mutex<Option<(Instant, bool)>>>,
}

/// What to do with the tables of an older version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OldTables {
    /// Bring them up to date, after a copy of an SQLite database was made.
    Migrate,
    /// Bring them up to date: this is a copy already.
    MigrateCopy,
    /// Bring those of an SQLite database up to date, and refuse those of PostgreSQL: other
    /// servers may be running on them.
    MigrateIfOwn,
    /// Refuse them.
    Refuse,
}

impl Store {
    /// Opens the SQLite database of a data folder and brings its tables up to date.
    /// Creates the folder and the database if they do not exist.
    pub async fn open_folder(folder: &Path) -> StoreResult<Store> {
        std::fs::create_dir_all(folder).map_err(|error| StoreError::Folder {
            folder: folder.to_owned(),
            error,
        })?;
        Store::open(&url_of_folder(folder)).await
    }

    /// Opens a database by its URL, `sqlite:…` or `postgres:…`, and brings its tables up
    /// to date.
    pub async fn open(url: &str) -> StoreResult<Store> {
        Store::open_with(url, OldTables::Migrate).await
    }

    /// Opens a database by its URL to serve from it. The tables of an SQLite database are
    /// brought up to date; those of PostgreSQL are created if there are none.
    ///
    /// # Errors
    /// [`StoreError::OldTables`] if a PostgreSQL database is of an older version.
    pub async fn open_to_serve(url: &str) -> StoreResult<Store> {
        Store::open_with(url, OldTables::MigrateIfOwn).await
    }

    /// Opens the SQLite database of a data folder as it is: a server may be running on it.
    ///
    /// # Errors
    /// [`StoreError::OldTables`] if the database is of an older version.
    pub async fn open_folder_as_it_is(folder: &Path) -> StoreResult<Store> {
        Store::open_as_it_is(&url_of_folder(folder)).await
    }

    /// Opens a database by its URL as it is: a server may be running on it.
    ///
    /// # Errors
    /// [`StoreError::OldTables`] if the database is of an older version.
    pub async fn open_as_it_is(url: &str) -> StoreResult<Store> {
        Store::open_with(url, OldTables::Refuse).await
    }

    /// Opens a copy of an SQLite database, and brings its tables up to date.
    pub(super) async fn open_copy(file: &Path) -> StoreResult<Store> {
        let url = format!("{}?mode=rw", url_of_file(file));
        Store::open_with(&url, OldTables::MigrateCopy).await
    }

    async fn open_with(url: &str, old: OldTables) -> StoreResult<Store> {
        sqlx::any::install_default_drivers();
        let backend = Store::backend_of(url)?;
        let options = AnyConnectOptions::from_str(url)?;
        let file = match backend {
            Backend::Sqlite => file_of_url(url)?,
            Backend::Postgres => None,
        };
        if let Some(file) = &file {
            check_length(file)?;
        }
        // A pool would only say that it has waited too long.
        let connected = connect(backend, &options).await;
        let mut connection = connected.map_err(|error| match backend {
            Backend::Sqlite => damaged(error.into(), file.clone()),
            Backend::Postgres => not_opened(error, url),
        })?;
        let tables = Store::prepare_tables(backend, &mut connection, old).await;
        tables.map_err(|error| damaged(error, file))?;
        let pools = AnyPoolOptions::new()
            .max_connections(4)
            .acquire_timeout(READ_LIMIT)
            .after_connect(move |connection, _| {
                Box::pin(async move { prepare(backend, connection).await })
            });
        let reads = Reads::open(pools, options.clone()).await?;
        let node = Arc::new(NodeIdentity::new());
        let (shifted, shifts) = mpsc::unbounded_channel();
        let writer = Writer {
            backend,
            options,
            connection: Some(connection),
            node: node.clone(),
            shifted,
            given_until: None,
            outage_log: OutageLog::default(),
            put_off: Vec::new(),
        };
        Ok(Store {
            backend,
            reads,
            writer: WriterHandle::start(writer),
            node,
            shifted: Arc::new(tokio::sync::Mutex::new(shifts)),
            probed: Arc::default(),
        })
    }

    /// Does with the tables of an older version what is to be done with them.
    async fn prepare_tables(
        backend: Backend,
        connection: &mut AnyConnection,
        old: OldTables,
    ) -> StoreResult<()> {
        match old {
            OldTables::Migrate => tables::migrate(backend, connection, true).await,
            OldTables::MigrateCopy => tables::migrate_copy(connection).await,
            OldTables::MigrateIfOwn => match backend {
                Backend::Sqlite => tables::migrate(backend, connection, true).await,
                Backend::Postgres => tables::create(connection).await,
            },
            OldTables::Refuse => tables::check(connection).await,
        }
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

    /// The URL of a data folder's database.
    pub fn url_in(folder: &Path) -> String {
        url_of_file(&folder.join(FILE))
    }

    /// Which database it is.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// The connections for reading.
    pub(crate) fn reads(&self) -> &Reads {
        &self.reads
    }

    /// This process, as a node.
    pub(super) fn node(&self) -> &Arc<NodeIdentity> {
        &self.node
    }

    /// Runs statements in a transaction, which may have other writes in it. When this returns
    /// `Ok` they are on the disk, and this node had its lease all the time. When it returns an
    /// error of the database, they may or may not be.
    pub(crate) async fn write<T, F>(&self, work: F) -> StoreResult<T>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut AnyConnection) -> BoxFuture<'c, StoreResult<T>> + Send + 'static,
    {
        self.write_in_turn(Vec::new(), work).await
    }

    /// The same, while no other transaction on any node takes one of these turns: names of people,
    /// addresses, or of what is counted. Until it is its turn it is put off, and others are not.
    pub(crate) async fn write_in_turn<T, F>(&self, turns: Vec<String>, work: F) -> StoreResult<T>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut AnyConnection) -> BoxFuture<'c, StoreResult<T>> + Send + 'static,
    {
        self.node.check()?;
        let value = self.run_in_turn(turns, work).await?;
        self.node.check()?;
        Ok(value)
    }

    /// The same for a node without a lease.
    pub(super) async fn write_unfenced<T, F>(&self, work: F) -> StoreResult<T>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut AnyConnection) -> BoxFuture<'c, StoreResult<T>> + Send + 'static,
    {
        self.run_in_turn(Vec::new(), work).await
    }

    async fn run_in_turn<T, F>(&self, turns: Vec<String>, work: F) -> StoreResult<T>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut AnyConnection) -> BoxFuture<'c, StoreResult<T>> + Send + 'static,
    {
        let slot = Arc::new(Mutex::new(None));
        let filled = slot.clone();
        self.writer
            .run(
                turns,
                Box::new(move |connection| {
                    Box::pin(async move {
                        let value = work(connection).await?;
                        *filled.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
                        Ok(())
                    })
                }),
            )
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

    /// Whether writes fail or hang at the moment. The clocks of games pause meanwhile.
    pub fn is_failing(&self) -> bool {
        self.writer.is_failing()
    }

    /// Whether the database can be read and written. It is tried at most once a second.
    pub async fn is_usable(&self) -> bool {
        if self.is_failing() || !self.holds_lease() {
            return false;
        }
        let mut probed = self.probed.lock().await;
        if let Some((at, usable)) = *probed
            && at.elapsed() < PROBE_INTERVAL
        {
            return usable;
        }
        let usable = match self.probe().await {
            Ok(()) => true,
            Err(error) => {
                tracing::error!(%error, "the database cannot be used");
                false
            }
        };
        *probed = Some((Instant::now(), usable));
        usable
    }

    /// Reads and writes a little.
    async fn probe(&self) -> StoreResult<()> {
        sqlx::query("SELECT 1").execute(&self.reads).await?;
        let now = now_ms().to_string();
        self.write(move |connection| Box::pin(settings::write(connection, PROBE, now)))
            .await
    }

    /// The secret of all servers on this database, made when it is first asked for.
    pub async fn secret(&self) -> StoreResult<String> {
        self.write(|connection| {
            Box::pin(settings::write_once(connection, SECRET, secret::secret()))
        })
        .await
    }

    /// Waits for clocks that were given time back after an outage.
    pub(crate) async fn shifted_clocks(&self) -> Vec<ShiftedClock> {
        match self.shifted.lock().await.recv().await {
            Some(shifted) => shifted,
            // The writer has ended.
            None => std::future::pending().await,
        }
    }

    /// Lets all writes fail from now on, so that nothing waits for a database that does
    /// not answer.
    pub(crate) fn abandon(&self) {
        self.writer.abandon();
    }

    /// Waits for pending writes and closes all connections.
    pub async fn close(&self) {
        self.writer.close().await;
        let _ = tokio::time::timeout(Duration::from_secs(1), self.reads.close()).await;
    }
}

/// Checks that a file is long enough for a database, or empty. SQLite takes shorter files for new
/// ones.
fn check_length(file: &Path) -> StoreResult<()> {
    match std::fs::metadata(file) {
        Ok(metadata) if (1..MIN_FILE).contains(&metadata.len()) => Err(StoreError::Damaged {
            file: file.to_owned(),
            reason: format!("it has only {} bytes", metadata.len()),
        }),
        _ => Ok(()),
    }
}

/// The URL of a data folder's database, which is created if it does not exist.
fn url_of_folder(folder: &Path) -> String {
    let mut url = url_of_file(&folder.join(FILE));
    url.push_str("?mode=rwc");
    url
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

/// The file of an SQLite database, given its URL; `None` if it is in memory.
pub(super) fn file_of_url(url: &str) -> StoreResult<Option<PathBuf>> {
    let options = sqlx::sqlite::SqliteConnectOptions::from_str(url)?;
    let file = options.get_filename().to_owned();
    let in_memory = url.contains(":memory:") || url.contains("mode=memory");
    Ok((!in_memory).then_some(file))
}
