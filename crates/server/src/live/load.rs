//! Reading a game from the store.

use super::memory::{GameMemory, MemoryFull, UsedMemory, rules_key};
use crate::catalogue::{ServedGameError, ServerCatalogue};
use crate::game::change::{KeyedAnswer, LogEntry};
use crate::game::live_game::{EngineTurn, InconsistentGame, LiveGame};
use crate::game::model::StoredGame;
use crate::security::work_queue::{OWN_WORK, WorkError, WorkQueue};
use crate::store::{Store, StoreError};
use crate::time::now_ms;
use hyperrook_rules::Game;
use std::net::IpAddr;
use std::sync::LazyLock;
use thiserror::Error;

/// The turns of games that are played through: a long one keeps a core busy for a while.
static REPLAYS: LazyLock<WorkQueue> = LazyLock::new(WorkQueue::for_all_cores);
/// After how many seconds a client that is refused because too many wait may ask again.
const BUSY_S: u64 = 2;
/// The same for a client that is refused because of memory. A game that nobody follows stays in
/// memory for a minute.
const FULL_S: u64 = 60;

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
    /// Too many wait, or the work on it was interrupted.
    #[error(transparent)]
    Work(#[from] WorkError),
    /// The games that are loaded take too much memory.
    #[error(transparent)]
    Memory(#[from] MemoryFull),
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
    /// After how many seconds a client that has asked for too much may ask again; `None` for
    /// other errors.
    pub(crate) fn retry_s(&self) -> Option<u64> {
        match self {
            LoadError::Work(WorkError::Full(_))
            | LoadError::Rules(ServedGameError::BusyCompiling) => Some(BUSY_S),
            LoadError::Rules(ServedGameError::TooManyCompiled(retry_s)) => Some(*retry_s),
            LoadError::Memory(MemoryFull) => Some(FULL_S),
            _ => None,
        }
    }

    /// Whether the same request may succeed later.
    pub(crate) fn is_temporary(&self) -> bool {
        match self {
            LoadError::Store(error) | LoadError::Rules(ServedGameError::Store(error)) => {
                error.is_temporary()
            }
            // While nodes of two versions run, one of them has the game.
            LoadError::NoAnswer | LoadError::Elsewhere | LoadError::OtherVersion(_) => true,
            other => other.retry_s().is_some(),
        }
    }
}

/// Takes a game from the store for somebody at an address, and plays its moves. If this program
/// cannot read its rules, the game is left to a node that can.
pub(super) async fn load(
    store: &Store,
    catalogue: &ServerCatalogue,
    memory: &GameMemory,
    id: &str,
    address: IpAddr,
) -> Result<(LiveGame, UsedMemory), LoadError> {
    let stored = store.take_game(id).await?.ok_or(LoadError::Unknown)?;
    // Time passes in it, so whoever needs it is not refused and waits for nobody.
    let must = stored.deadline.is_some();
    let turns = if must { OWN_WORK } else { address };
    memory.check(turns)?;
    let key = rules_key(&stored.game, &stored.definition);
    let rules = match memory.rules(&key) {
        Some(rules) => Ok(rules),
        None => rules_of(catalogue, &stored, turns).await,
    };
    if let Err(LoadError::OtherVersion(_)) = rules {
        store.leave_game(id).await?;
    }
    let unplayed = UnplayedGame::read(store, rules?, stored).await?;
    let moves = unplayed.log.len();
    let used = memory.take(key, &unplayed.rules, moves, (address, must))?;
    Ok((replay(unplayed, turns).await?, used))
}

/// Takes a game from the store whose rules are loaded, and plays its moves.
pub(super) async fn load_again(
    store: &Store,
    rules: Game,
    id: &str,
) -> Result<LiveGame, LoadError> {
    let stored = store.take_game(id).await?.ok_or(LoadError::Unknown)?;
    let unplayed = UnplayedGame::read(store, rules, stored).await?;
    replay(unplayed, OWN_WORK).await
}

/// The compiled rules of a stored game.
async fn rules_of(
    catalogue: &ServerCatalogue,
    stored: &StoredGame,
    address: IpAddr,
) -> Result<Game, LoadError> {
    let served = catalogue.get_stored(&stored.game, &stored.definition, address);
    Ok(served.await?.game)
}

/// Reads a game from the store as it is now, whoever plays it, and plays its moves.
pub(crate) async fn load_copy(
    store: &Store,
    catalogue: &ServerCatalogue,
    id: &str,
) -> Result<LiveGame, LoadError> {
    let copy = UnplayedGame::read_copy(store, catalogue, id, OWN_WORK).await?;
    replay(copy, OWN_WORK).await
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

/// Plays a game through on a thread that may block, when it is the turn of an address.
async fn replay(unplayed: UnplayedGame, address: IpAddr) -> Result<LiveGame, LoadError> {
    Ok(REPLAYS.run(address, || unplayed.play()).await??)
}

/// A game as it is stored, whose moves have not been played.
#[derive(Debug)]
pub(super) struct UnplayedGame {
    rules: Game,
    stored: StoredGame,
    log: Vec<LogEntry>,
    answers: Vec<KeyedAnswer>,
}

impl UnplayedGame {
    /// Reads a game from the store as it is now, whoever plays it, for somebody at an address.
    pub(super) async fn read_copy(
        store: &Store,
        catalogue: &ServerCatalogue,
        id: &str,
        address: IpAddr,
    ) -> Result<UnplayedGame, LoadError> {
        let stored = store.game(id).await?.ok_or(LoadError::Unknown)?;
        let rules = rules_of(catalogue, &stored, address).await?;
        UnplayedGame::read(store, rules, stored).await
    }

    async fn read(
        store: &Store,
        rules: Game,
        stored: StoredGame,
    ) -> Result<UnplayedGame, LoadError> {
        let mut log = store.log(&stored.id, 0).await?;
        // A change may have been written since the game was read. The next change conflicts.
        log.retain(|entry| entry.log <= stored.log);
        let answers = store.answers(&stored.id).await?;
        Ok(UnplayedGame {
            rules,
            stored,
            log,
            answers,
        })
    }

    /// The game as it is stored.
    pub(super) fn stored(&self) -> &StoredGame {
        &self.stored
    }

    /// Plays the moves. This may take a while.
    pub(super) fn play(self) -> Result<LiveGame, InconsistentGame> {
        LiveGame::replay(&self.rules, self.stored, self.log, self.answers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::security::work_queue::QueueFull;

    /// Lists of records wait for these, and end for the others.
    #[test]
    fn whoever_asks_for_too_much_may_ask_again() {
        for (error, retry_s) in [
            (LoadError::Work(QueueFull.into()), Some(BUSY_S)),
            (ServedGameError::BusyCompiling.into(), Some(BUSY_S)),
            (ServedGameError::TooManyCompiled(7).into(), Some(7)),
            (WorkError::Interrupted.into(), None),
            (LoadError::Unknown, None),
        ] {
            assert_eq!(error.retry_s(), retry_s, "{error}");
            assert_eq!(error.is_temporary(), retry_s.is_some(), "{error}");
        }
    }
}
