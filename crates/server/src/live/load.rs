//! Reading a game from the store.

use crate::catalogue::{ServedGameError, ServerCatalogue};
use crate::game::live_game::{InconsistentGame, LiveGame};
use crate::store::{Store, StoreError};
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
    Rules(#[from] ServedGameError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It cannot be written as a record.
    #[error("the game cannot be written as a record: {0}")]
    Record(String),
    /// Its task has ended several times without an answer.
    #[error("the task of the game does not answer")]
    NoAnswer,
}

/// Reads a game from the store and plays its moves.
pub(super) async fn load(
    store: &Store,
    catalogue: &ServerCatalogue,
    id: &str,
) -> Result<LiveGame, LoadError> {
    let stored = store.game(id).await?.ok_or(LoadError::Unknown)?;
    let rules = catalogue
        .get_stored(&stored.game, &stored.definition)
        .await?;
    let log = store.log(id, 0).await?;
    let answers = store.answers(id).await?;
    Ok(LiveGame::replay(&rules.game, stored, log, answers)?)
}
