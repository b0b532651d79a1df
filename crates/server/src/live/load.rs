//! Reading a game from the store.

use crate::catalogue::{ServedGameError, ServerCatalogue};
use crate::game::live_game::{EngineTurn, InconsistentGame, LiveGame};
use crate::game::model::StoredGame;
use crate::store::{Store, StoreError};
use crate::time::now_ms;
use thiserror::Error;

/// Why a game cannot be loaded.
#[derive(Debug, Error)]
pub(crate) enum LoadError {
    /// No game has this id.
    #[error("there is no such game")]
    Unknown,
    /// What is stored of it does not fit together.
    #[error(transparent)]
    Inconsistent(#[from] InconsistentGame),
    /// Its rules cannot be compiled.
    #[error(transparent)]
    Rules(ServedGameError),
    /// Its rules were valid when they were stored, but this program cannot read them.
    #[error("its definition was stored by another version of the program: {0}")]
    OtherVersion(String),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It cannot be written as a record.
    #[error("the game cannot be written as a record: {0}")]
    Record(String),
    /// It belongs to another node, which cannot be asked.
    #[error("the node that has the game does not answer")]
    Elsewhere,
    /// Its task has ended several times without an answer.
    #[error("the task of the game does not answer")]
    NoAnswer,
}

impl From<ServedGameError> for LoadError {
    fn from(error: ServedGameError) -> LoadError {
        match error {
            ServedGameError::Faults(faults) => LoadError::OtherVersion(
                faults
                    .into_iter()
                    .next()
                    .map_or_else(String::new, |fault| fault.message),
            ),
            ServedGameError::Options(message) => LoadError::OtherVersion(message),
            other => LoadError::Rules(other),
        }
    }
}

impl LoadError {
    /// Whether the same request may succeed later.
    pub(crate) fn is_temporary(&self) -> bool {
        match self {
            LoadError::Store(error) | LoadError::Rules(ServedGameError::Store(error)) => {
                error.is_temporary()
            }
            // While nodes of two versions run, one of them has the game.
            LoadError::NoAnswer | LoadError::Elsewhere | LoadError::OtherVersion(_) => true,
            _ => false,
        }
    }
}

/// Takes a game from the store and plays its moves. If this program cannot read its rules, the
/// game is left to a node that can.
pub(super) async fn load(
    store: &Store,
    catalogue: &ServerCatalogue,
    id: &str,
) -> Result<LiveGame, LoadError> {
    let stored = store.take_game(id).await?.ok_or(LoadError::Unknown)?;
    let replayed = replay(store, catalogue, stored).await;
    if let Err(LoadError::OtherVersion(_)) = replayed {
        store.leave_game(id).await?;
    }
    replayed
}

/// Reads a game from the store as it is now, whoever plays it, and plays its moves.
pub(crate) async fn load_copy(
    store: &Store,
    catalogue: &ServerCatalogue,
    id: &str,
) -> Result<LiveGame, LoadError> {
    let stored = store.game(id).await?.ok_or(LoadError::Unknown)?;
    replay(store, catalogue, stored).await
}

/// What the engine needs to find a move in a game that somebody else plays. `None` if the
/// game has gone on. A move for a position that is not there any more is refused by the
/// game's owner.
pub(crate) async fn load_turn(
    store: &Store,
    catalogue: &ServerCatalogue,
    id: &str,
    log: i64,
) -> Result<Option<EngineTurn>, LoadError> {
    let copy = load_copy(store, catalogue, id).await?;
    Ok(copy.engine_turn(log, now_ms()))
}

async fn replay(
    store: &Store,
    catalogue: &ServerCatalogue,
    stored: StoredGame,
) -> Result<LiveGame, LoadError> {
    let rules = catalogue
        .get_stored(&stored.game, &stored.definition)
        .await?;
    let mut log = store.log(&stored.id, 0).await?;
    // A change may have been written since the game was read. The next change conflicts.
    log.retain(|entry| entry.log <= stored.log);
    let answers = store.answers(&stored.id).await?;
    Ok(LiveGame::replay(&rules.game, stored, log, answers)?)
}
