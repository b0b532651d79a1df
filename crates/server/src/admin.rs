//! What operators do to the data of a server. The server may be running, except when
//! restoring.

use crate::api::texts::game_of;
use crate::background::openings::opening_game;
use crate::catalogue::{ServerCatalogue, hash_of_text};
use crate::game::change::Change;
use crate::game::model::GameStatus;
use crate::game::outcome::GameOutcome;
use crate::security::{password, secret};
use crate::settings::Settings;
use crate::store;
use crate::store::{
    Account, BackupError, CopyError, CopyProgress, DataLock, OpeningGames, Store, StoreError,
};
use crate::time::{now_ms, rfc3339};
use hyperrook_notation::record::{Record, RecordReader};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use thiserror::Error;

/// How long a server has to end the games of somebody whose account is to be deleted. It looks for
/// such people every five seconds.
const LEAVING: Duration = Duration::from_secs(15);
/// How often that is looked at.
const LEAVING_CHECK: Duration = Duration::from_millis(250);

/// Why an operator's command failed.
#[derive(Debug, Error)]
pub enum AdminError {
    /// There is no such user or game.
    #[error("there is no {0}")]
    Unknown(String),
    /// There is no database.
    #[error("there is no database in {0}")]
    NoData(PathBuf),
    /// The command does not fit the present state.
    #[error("{0}")]
    NotPossible(&'static str),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A copy failed.
    #[error(transparent)]
    Backup(#[from] BackupError),
    /// The data could not be copied to another database.
    #[error("nothing was copied: {0}")]
    Copy(#[from] CopyError),
    /// A file could not be read.
    #[error("{0}: {1}")]
    File(PathBuf, String),
    /// A password could not be hashed.
    #[error(transparent)]
    Password(#[from] password::HashingError),
}

async fn open(settings: &Settings) -> Result<Store, AdminError> {
    Ok(match &settings.database {
        Some(url) => Store::open_as_it_is(url).await?,
        // A misspelt folder must not become an empty database.
        None if !Store::is_in(&settings.data) => {
            return Err(AdminError::NoData(settings.data.clone()));
        }
        None => Store::open_folder_as_it_is(&settings.data).await?,
    })
}

async fn person(store: &Store, name: &str) -> Result<Account, AdminError> {
    let account = store.account_named(name).await?;
    account.ok_or_else(|| AdminError::Unknown(format!("user `{name}`")))
}

/// How much is in the database.
pub async fn status(settings: &Settings) -> Result<String, AdminError> {
    let store = open(settings).await?;
    let counts = store.counts().await?;
    let jobs = store.jobs().await?;
    store.close().await;
    Ok(format!(
        "{} people, {} games, {} moves; {jobs} moves for the engine to find",
        counts.people, counts.games, counts.moves
    ))
}

/// Brings the tables of the database up to date. No server may be running on it.
pub async fn migrate(settings: &Settings) -> Result<String, AdminError> {
    let (_lock, store) = match &settings.database {
        Some(url) => (DataLock::url(url)?, Store::open(url).await?),
        None if !Store::is_in(&settings.data) => {
            return Err(AdminError::NoData(settings.data.clone()));
        }
        None => {
            let lock = DataLock::folder(&settings.data)?;
            (Some(lock), Store::open_folder(&settings.data).await?)
        }
    };
    store.close().await;
    Ok("the tables of the database are those of this version".to_owned())
}

/// Copies the database.
pub async fn backup(settings: &Settings, file: &Path) -> Result<String, AdminError> {
    let store = open(settings).await?;
    store.backup(file).await?;
    let counts = store.counts().await?;
    store.close().await;
    Ok(format!(
        "{}: {} people, {} games",
        file.display(),
        counts.people,
        counts.games
    ))
}

/// Replaces the database with a copy.
pub async fn restore(settings: &Settings, file: &Path) -> Result<String, AdminError> {
    if settings.database.is_some() {
        return Err(BackupError::NotHere.into());
    }
    let counts = Store::restore(&settings.data, file).await?;
    Ok(format!(
        "restored {} people and {} games; the old database has `.before-restore` in its name",
        counts.people, counts.games
    ))
}

/// Copies all data of an SQLite database (by default the one of the data folder) into an
/// empty PostgreSQL database (by default the one of the settings). No server may run on
/// either.
pub async fn copy(
    settings: &Settings,
    from: Option<&str>,
    to: Option<&str>,
    progress: &mut (dyn FnMut(CopyProgress<'_>) + Send),
) -> Result<String, AdminError> {
    let folder = Store::url_in(&settings.data);
    let from = from.unwrap_or(&folder);
    let to = to.or(settings.database.as_deref());
    let to = to.ok_or(AdminError::NotPossible(
        "name the database to copy to: `--to postgres://user@host/name`",
    ))?;
    let tables = store::copy(from, to, progress).await?;
    let mut text = format!("{:14} {:>12}\n", "table", "rows");
    for table in &tables {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:14} {:>12}", table.name, table.rows);
    }
    let rows: u64 = tables.iter().map(|table| table.rows).sum();
    text.push_str(&format!(
        "copied {} tables with {rows} rows, which both databases have",
        tables.len()
    ));
    Ok(text)
}

/// Adds the games of a file of records to the tree of openings, as games between engines.
/// Those that are counted already are left out.
pub async fn add_openings(settings: &Settings, file: &Path) -> Result<String, AdminError> {
    let failed = |error: String| AdminError::File(file.to_owned(), error);
    let input = std::fs::File::open(file).map_err(|error| failed(error.to_string()))?;
    let store = open(settings).await?;
    let catalogue = ServerCatalogue::new(store.clone(), settings.games.as_deref())
        .map_err(|error| failed(error.to_string()))?;
    let (mut added, mut known, mut left_out) = (0_u64, 0_u64, 0_u64);
    let mut records = RecordReader::new(std::io::BufReader::new(input));
    while let Some(record) = records.next() {
        let number = records.records_read();
        let fault = |error: String| failed(format!("record {number}: {error}"));
        let record = record.map_err(|error| fault(error.to_string()))?;
        let game = game_of(&record.tags).map_err(|error| fault(error.message()))?;
        let served = catalogue.get(&game).await;
        let served = served.map_err(|error| fault(error.to_string()))?;
        let replay = record
            .replay(|_| Ok(served.game.clone()))
            .map_err(|error| fault(error.to_string()))?;
        let result = replay.record.result;
        let id = record_id(&record);
        let history = replay.history();
        let Some(game) = opening_game(id, OpeningGames::Engine, &history, result) else {
            left_out += 1;
            continue;
        };
        if store.add_opening_game(game).await? {
            added += 1;
        } else {
            known += 1;
        }
    }
    store.close().await;
    Ok(format!(
        "{added} games added to the openings; {known} were there already, {left_out} have no \
         moves or no result"
    ))
}

/// What identifies a record: a hash of its content.
fn record_id(record: &Record) -> String {
    format!("record {}", hash_of_text(&format!("{record:?}")))
}

/// Lists registered people.
pub async fn users(settings: &Settings, limit: i64) -> Result<String, AdminError> {
    let store = open(settings).await?;
    let mut text = String::new();
    for account in store.accounts(limit).await? {
        let banned = if account.banned { "  banned" } else { "" };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{}  {:20}  {}{banned}",
            account.id,
            account.name,
            rfc3339(account.created)
        );
    }
    store.close().await;
    Ok(text.trim_end().to_owned())
}

/// Closes an account, or opens it again.
pub async fn ban(settings: &Settings, name: &str, banned: bool) -> Result<String, AdminError> {
    let store = open(settings).await?;
    let account = person(&store, name).await?;
    store.set_banned(&account.id, banned, now_ms()).await?;
    store.close().await;
    let what = if banned {
        "closed; the server ends the person's games within seconds"
    } else {
        "open again"
    };
    Ok(format!("the account of {} is {what}", account.name))
}

/// Deletes an account, as its owner could. A running server ends the person's games as if they
/// had resigned; those that nobody ends within 15 seconds end without a result.
pub async fn delete(settings: &Settings, name: &str) -> Result<String, AdminError> {
    let store = open(settings).await?;
    let account = person(&store, name).await?;
    // From now on no game begins. It also closes the person's sockets.
    store.set_banned(&account.id, true, now_ms()).await?;
    let begun = Instant::now();
    let mut unfinished = store.unfinished_of(&account.id).await?;
    while !unfinished.is_empty() && begun.elapsed() < LEAVING {
        tokio::time::sleep(LEAVING_CHECK).await;
        unfinished = store.unfinished_of(&account.id).await?;
    }
    for id in &unfinished {
        abort(&store, id).await?;
    }
    store.delete_account(&account.id).await?;
    store.close().await;
    Ok(format!("the account of {} is deleted", account.name))
}

/// Takes a published game off the list, whoever published it, and keeps it off. Games by it go
/// on.
pub async fn withdraw(settings: &Settings, hash: &str) -> Result<String, AdminError> {
    let store = open(settings).await?;
    let is_known = store.withdraw(hash, now_ms()).await?;
    store.close().await;
    if is_known {
        Ok(format!(
            "the game is not published any more, and its author cannot publish it again; \
             `hyperrook admin allow {hash}` lifts this"
        ))
    } else {
        Err(AdminError::NotPossible("no stored game has this hash"))
    }
}

/// Lets the author of a withdrawn game publish it again.
pub async fn allow(settings: &Settings, hash: &str) -> Result<String, AdminError> {
    let store = open(settings).await?;
    let was_withdrawn = store.allow_publishing(hash).await?;
    store.close().await;
    if was_withdrawn {
        Ok("the author of the game can publish it again".to_owned())
    } else {
        Err(AdminError::NotPossible("no withdrawn game has this hash"))
    }
}

/// Sets a new password, which is in the answer.
pub async fn reset_password(settings: &Settings, name: &str) -> Result<String, AdminError> {
    let store = open(settings).await?;
    let account = person(&store, name).await?;
    if account.guest {
        store.close().await;
        return Err(AdminError::NotPossible(
            "this is a guest, and guests have no password",
        ));
    }
    let new = secret::secret()[..20].to_owned();
    let hash = password::hash(new.clone()).await?;
    store.change_password(&account.id, &hash, None).await?;
    store.close().await;
    Ok(format!("the password of {} is {new}", account.name))
}

/// Ends a game without a result. A server that has the game in memory looks for such games every
/// few seconds.
pub async fn close_game(settings: &Settings, id: &str) -> Result<String, AdminError> {
    let store = open(settings).await?;
    abort(&store, id).await?;
    store.close().await;
    Ok(format!("the game {id} is over, without a result"))
}

async fn abort(store: &Store, id: &str) -> Result<(), AdminError> {
    let game = store.game(id).await?;
    let before = game.ok_or_else(|| AdminError::Unknown(format!("game `{id}`")))?;
    if before.status == GameStatus::Over {
        return Err(AdminError::NotPossible("the game is over already"));
    }
    let mut after = before.clone();
    after.status = GameStatus::Over;
    after.outcome = Some(GameOutcome::aborted());
    after.running_since = None;
    let change = Change {
        rated_result: None,
        ..Change::new(&before, after, None, now_ms())
    };
    store.change_game(change).await?;
    Ok(())
}
