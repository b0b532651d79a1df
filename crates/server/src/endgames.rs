//! Endgame tables: what those in the folder say of a position. The tables of three pieces of
//! a game are built in the background when somebody first asks for one.

use crate::catalogue::ServedGame;
use hyperrook_rules::{Game, Position};
use hyperrook_tables::{
    BuildError, BuildSettings, Material, ProbeResult, ProbedMove, TableError, Tables,
};
use moka::sync::Cache;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use thiserror::Error;

/// Pieces of the tables that are built, royal ones included.
const SMALL_TABLE_PIECES: usize = 3;
/// Memory for building these, in bytes.
const SMALL_MEMORY: u64 = 256 << 20;
/// The most rule sets whose tables one process builds. Each set of options has its own.
const MAX_RULE_SETS: usize = 256;
/// The most of them that wait.
const MAX_WAITING: usize = 16;
/// The rule sets whose tables stay open.
const KEPT_OPEN: u64 = 8;

/// How far the small tables of a rule set are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BuildState {
    Building,
    Done,
}

/// What tables say of a position.
pub(crate) enum TableAnswer {
    /// A table has it.
    Known {
        found: ProbeResult,
        moves: Vec<ProbedMove>,
    },
    /// Its table is being built.
    Building,
    /// There is no table of it.
    Missing,
}

/// Why tables cannot be read.
#[derive(Debug, Error)]
pub(crate) enum EndgameError {
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Game(#[from] BuildError),
}

/// The folder of tables, and what is built in it.
#[derive(Debug)]
pub(crate) struct EndgameTables {
    /// None if there are no tables.
    folder: Option<PathBuf>,
    /// The tables that were asked for last, by the identities of their rules.
    opened: Cache<String, Arc<Tables>>,
    /// By the identities of their rules.
    states: Arc<Mutex<HashMap<String, BuildState>>>,
    games: SyncSender<Game>,
    stop: Arc<AtomicBool>,
}

impl EndgameTables {
    /// Starts the thread that builds tables. It ends with [`EndgameTables::stop`], or when
    /// these tables are dropped.
    pub(crate) fn start(folder: Option<PathBuf>) -> std::io::Result<EndgameTables> {
        if let Some(folder) = &folder {
            // The engine looks for the folder when it starts.
            if let Err(error) = std::fs::create_dir_all(folder) {
                tracing::warn!(folder = %folder.display(), %error, "there are no endgame tables");
            }
        }
        let states = Arc::new(Mutex::default());
        let stop = Arc::new(AtomicBool::new(false));
        let (games, received) = sync_channel(MAX_WAITING);
        if let Some(folder) = folder.clone() {
            let (states, stop) = (states.clone(), stop.clone());
            std::thread::Builder::new()
                .name("tables".to_owned())
                .spawn(move || build_all(&folder, &received, &states, &stop))?;
        }
        Ok(EndgameTables {
            folder,
            opened: Cache::new(KEPT_OPEN),
            states,
            games,
            stop,
        })
    }

    /// Ends what is being built.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// What tables say of a position of a game. This reads files.
    pub(crate) fn probe(
        &self,
        served: &ServedGame,
        position: &Position,
    ) -> Result<TableAnswer, EndgameError> {
        let Some(folder) = &self.folder else {
            return Ok(TableAnswer::Missing);
        };
        // Anybody can post any number of definitions, so nothing is built for them.
        let is_ours = served.game_ref.definition.is_none();
        let is_small = Material::of(position).pieces() <= SMALL_TABLE_PIECES;
        let is_building = is_ours && is_small && self.is_building(&served.game);
        let tables = Tables::shared(&served.game, folder)?;
        let identity = served.game.definition().identity().to_owned();
        self.opened.insert(identity, tables.clone());
        match tables.probe(position)? {
            Some(found) => Ok(TableAnswer::Known {
                found,
                moves: tables.moves(position)?,
            }),
            // Tables of captures and promotions come first, and this one may come soon.
            None if is_building && position.state().castling == 0 => Ok(TableAnswer::Building),
            None => Ok(TableAnswer::Missing),
        }
    }

    /// Whether the small tables of a game are not all built yet. If nobody has asked for them,
    /// they are queued.
    fn is_building(&self, game: &Game) -> bool {
        let mut states = lock(&self.states);
        let identity = game.definition().identity();
        match states.get(identity) {
            Some(state) => *state == BuildState::Building,
            None if states.len() >= MAX_RULE_SETS => false,
            None => {
                let is_queued = self.games.try_send(game.clone()).is_ok();
                if is_queued {
                    states.insert(identity.to_owned(), BuildState::Building);
                }
                is_queued
            }
        }
    }
}

impl Drop for EndgameTables {
    fn drop(&mut self) {
        self.stop();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn build_all(
    folder: &Path,
    games: &Receiver<Game>,
    states: &Mutex<HashMap<String, BuildState>>,
    stop: &AtomicBool,
) {
    // On Linux this concerns the thread alone. It may be forbidden.
    let _ = rustix::process::nice(10);
    while let Ok(game) = games.recv() {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let (name, begun) = (game.definition().name(), std::time::Instant::now());
        match build(folder, &game, stop) {
            Ok(()) => {
                let seconds = begun.elapsed().as_secs_f32();
                tracing::info!(game = name, seconds, "small endgame tables are built");
            }
            // Nobody is worse off than without tables.
            Err(error) if !stop.load(Ordering::Relaxed) => {
                tracing::warn!(game = name, %error, "endgame tables cannot be built");
            }
            Err(_) => return,
        }
        let identity = game.definition().identity().to_owned();
        lock(states).insert(identity, BuildState::Done);
    }
}

fn build(folder: &Path, game: &Game, stop: &AtomicBool) -> Result<(), BuildError> {
    let tables = Tables::shared(game, folder)?;
    let settings = BuildSettings::with(SMALL_MEMORY, 1);
    let materials = tables.builder().against_bare(SMALL_TABLE_PIECES);
    tables.build(&materials, &settings, stop, &mut |_| ())?;
    Ok(())
}
