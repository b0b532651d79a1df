//! Endgame tables: what those in the folder say of a position. The tables of three pieces of
//! a game are built in the background when somebody first asks for one.

use crate::catalogue::ServedGame;
use hyperrook_rules::{Game, Position};
use hyperrook_tables::{
    BuildError, BuildSettings, Material, ProbeResult, ProbedMove, TableError, Tables,
};
use moka::sync::Cache;
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Pieces of the tables that are built, royal ones included.
const SMALL_TABLE_PIECES: usize = 3;
/// Memory for building these, in bytes.
const SMALL_MEMORY: u64 = 256 << 20;
/// The most rule sets with other options than the usual ones whose tables one process builds
/// within [`REMEMBERED`], and how many of them one address may ask for.
const MAX_RULE_SETS: usize = 256;
const MAX_RULE_SETS_OF_ADDRESS: usize = 32;
/// How long a rule set counts whose tables were built.
const REMEMBERED: Duration = Duration::from_secs(24 * 3600);
/// The most rule sets that wait, in all and of one address.
const MAX_WAITING: usize = 64;
const MAX_WAITING_OF_ADDRESS: usize = 4;
/// When somebody may ask again after too many waited, or were built, in seconds.
const RETRY_WAITING_S: u64 = 10;
const RETRY_BUILT_S: u64 = 3600;
/// The rule sets whose tables stay open.
const KEPT_OPEN: u64 = 8;
/// How often the folder is read again for tables that somebody else has built.
const RESCAN_INTERVAL: Duration = Duration::from_secs(1);

/// What tables say of a position.
pub(crate) enum TableAnswer {
    /// A table has it.
    Known {
        found: ProbeResult,
        moves: Vec<ProbedMove>,
    },
    /// Its table is being built.
    Building,
    /// Its table cannot be built now. After this many seconds somebody may ask again.
    Busy(u64),
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

/// Tables that are open.
#[derive(Debug)]
struct OpenTables {
    tables: Arc<Tables>,
    scanned: Mutex<Instant>,
}

/// The folder of tables, and what is built in it.
#[derive(Debug)]
pub(crate) struct EndgameTables {
    /// None if there are no tables.
    folder: Option<PathBuf>,
    /// The tables that were asked for last, by the identities of their rules.
    opened: Cache<String, Arc<OpenTables>>,
    builds: Arc<Builds>,
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
        let builds = Arc::new(Builds::default());
        if let Some(folder) = folder.clone() {
            let builds = builds.clone();
            std::thread::Builder::new()
                .name("tables".to_owned())
                .spawn(move || build_all(&folder, &builds))?;
        }
        Ok(EndgameTables {
            folder,
            opened: Cache::new(KEPT_OPEN),
            builds,
        })
    }

    /// Ends what is being built.
    pub(crate) fn stop(&self) {
        self.builds.stop();
    }

    /// What tables say of a position of a game. This reads files.
    pub(crate) fn probe(
        &self,
        served: &ServedGame,
        position: &Position,
        address: IpAddr,
    ) -> Result<TableAnswer, EndgameError> {
        let Some(folder) = &self.folder else {
            return Ok(TableAnswer::Missing);
        };
        let identity = served.game.definition().identity();
        // Read before: a table that is not found now can be there when its build is done.
        let was_done = self.builds.lock().is_done(identity);
        let tables = self.open(&served.game, folder)?;
        if let Some(found) = tables.probe(position)? {
            let moves = tables.moves(position)?;
            return Ok(TableAnswer::Known { found, moves });
        }
        // Anybody can post any number of definitions, so nothing is built for them.
        let is_ours = served.game_ref.definition.is_none();
        let is_small = Material::of(position).pieces() <= SMALL_TABLE_PIECES;
        if !is_ours || !is_small || position.state().castling != 0 || was_done {
            return Ok(TableAnswer::Missing);
        }
        let is_usual = served.game_ref.options.is_empty();
        let game = || served.game.clone();
        Ok(
            match self.builds.request(identity, is_usual, address, game) {
                Ok(()) => TableAnswer::Building,
                Err(retry_s) => TableAnswer::Busy(retry_s),
            },
        )
    }

    /// The tables of a game. Those that were asked for lately are open already.
    fn open(&self, game: &Game, folder: &Path) -> Result<Arc<Tables>, EndgameError> {
        let identity = game.definition().identity();
        if let Some(open) = self.opened.get(identity) {
            let mut scanned = lock(&open.scanned);
            if scanned.elapsed() >= RESCAN_INTERVAL {
                *scanned = Instant::now();
                open.tables.look_again();
            }
            return Ok(open.tables.clone());
        }
        let tables = Tables::shared(game, folder)?;
        let open = OpenTables {
            tables: tables.clone(),
            scanned: Mutex::new(Instant::now()),
        };
        self.opened.insert(identity.to_owned(), Arc::new(open));
        Ok(tables)
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

/// A rule set whose small tables somebody has asked for.
#[derive(Debug)]
struct RuleSet {
    /// Who has asked.
    address: IpAddr,
    /// Whether it is a game without options. Those do not count: there are few of them.
    is_usual: bool,
    /// When its tables were built; `None` before.
    done: Option<Instant>,
}

/// The rule sets whose small tables are built, one after the other. Addresses take turns.
#[derive(Debug)]
struct BuildQueue<T> {
    /// By the identities of the rules.
    rule_sets: HashMap<String, RuleSet>,
    /// What waits, by address; the first address has the next turn.
    waiting: VecDeque<(IpAddr, VecDeque<T>)>,
}

impl<T> Default for BuildQueue<T> {
    fn default() -> BuildQueue<T> {
        BuildQueue {
            rule_sets: HashMap::new(),
            waiting: VecDeque::new(),
        }
    }
}

impl<T> BuildQueue<T> {
    /// Whether all small tables of a rule set are built.
    fn is_done(&self, identity: &str) -> bool {
        let rule_set = self.rule_sets.get(identity);
        rule_set.is_some_and(|rule_set| rule_set.done.is_some())
    }

    /// Queues a rule set, unless it is known. The error says after how many seconds somebody may
    /// ask again.
    fn request(
        &mut self,
        identity: &str,
        is_usual: bool,
        address: IpAddr,
        game: impl FnOnce() -> T,
    ) -> Result<(), u64> {
        if self.rule_sets.contains_key(identity) {
            return Ok(());
        }
        let waiting = self.waiting.iter().map(|(_, games)| games.len());
        let own = self.waiting.iter().position(|(own, _)| *own == address);
        let of_address = own.map_or(0, |own| self.waiting[own].1.len());
        if waiting.sum::<usize>() >= MAX_WAITING || of_address >= MAX_WAITING_OF_ADDRESS {
            return Err(RETRY_WAITING_S);
        }
        if !is_usual && !self.has_room(address) {
            return Err(RETRY_BUILT_S);
        }
        match own {
            Some(own) => self.waiting[own].1.push_back(game()),
            None => self.waiting.push_back((address, VecDeque::from([game()]))),
        }
        let rule_set = RuleSet {
            address,
            is_usual,
            done: None,
        };
        self.rule_sets.insert(identity.to_owned(), rule_set);
        Ok(())
    }

    /// Whether an address may ask for one more rule set with options.
    fn has_room(&mut self, address: IpAddr) -> bool {
        let is_recent = |done: Instant| done.elapsed() < REMEMBERED;
        self.rule_sets
            .retain(|_, rule_set| rule_set.is_usual || rule_set.done.is_none_or(is_recent));
        let counted = || self.rule_sets.values().filter(|set| !set.is_usual);
        counted().count() < MAX_RULE_SETS
            && counted().filter(|set| set.address == address).count() < MAX_RULE_SETS_OF_ADDRESS
    }

    /// The one whose turn it is.
    fn next(&mut self) -> Option<T> {
        let (address, mut games) = self.waiting.pop_front()?;
        let game = games.pop_front();
        if !games.is_empty() {
            self.waiting.push_back((address, games));
        }
        game
    }

    /// Notes that the tables of a rule set are built.
    fn note_done(&mut self, identity: &str) {
        if let Some(rule_set) = self.rule_sets.get_mut(identity) {
            rule_set.done = Some(Instant::now());
        }
    }
}

/// What the thread that builds tables shares with those who ask for them.
#[derive(Debug, Default)]
struct Builds {
    queue: Mutex<BuildQueue<Game>>,
    changed: Condvar,
    stop: AtomicBool,
}

impl Builds {
    fn lock(&self) -> MutexGuard<'_, BuildQueue<Game>> {
        lock(&self.queue)
    }

    /// Queues a rule set: see [`BuildQueue::request`].
    fn request(
        &self,
        identity: &str,
        is_usual: bool,
        address: IpAddr,
        game: impl FnOnce() -> Game,
    ) -> Result<(), u64> {
        self.lock().request(identity, is_usual, address, game)?;
        self.changed.notify_one();
        Ok(())
    }

    /// Waits for the next game; `None` when the thread is to end.
    fn next(&self) -> Option<Game> {
        let mut queue = self.lock();
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(game) = queue.next() {
                return Some(game);
            }
            let waited = self.changed.wait(queue);
            queue = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn stop(&self) {
        // With the lock, so that a thread that is about to wait is woken, too.
        let _queue = self.lock();
        self.stop.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }
}

fn build_all(folder: &Path, builds: &Builds) {
    // On Linux this concerns the thread alone. It may be forbidden.
    let _ = rustix::process::nice(10);
    while let Some(game) = builds.next() {
        let (name, begun) = (game.definition().name(), Instant::now());
        let built = catch_unwind(AssertUnwindSafe(|| build(folder, &game, &builds.stop)));
        match built {
            Ok(Ok(())) => {
                let seconds = begun.elapsed().as_secs_f32();
                tracing::info!(game = name, seconds, "small endgame tables are built");
            }
            Ok(Err(_)) | Err(_) if builds.stop.load(Ordering::Relaxed) => return,
            // Nobody is worse off than without tables.
            Ok(Err(error)) => {
                tracing::warn!(game = name, %error, "endgame tables cannot be built");
            }
            Err(_) => tracing::error!(game = name, "building endgame tables panicked"),
        }
        builds.lock().note_done(game.definition().identity());
    }
}

fn build(folder: &Path, game: &Game, stop: &AtomicBool) -> Result<(), BuildError> {
    let tables = Tables::shared(game, folder)?;
    let settings = BuildSettings::with(SMALL_MEMORY, 1);
    let materials = tables.builder().against_bare(SMALL_TABLE_PIECES);
    let built = tables.build(&materials, &settings, stop, &mut |_| ());
    // Those who have asked meanwhile have noted that files are missing.
    tables.look_again();
    built?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_take_turns_and_none_takes_all() {
        let [eve, ann]: [IpAddr; 2] = [1, 2].map(|last| [192, 0, 2, last].into());
        let mut queue = BuildQueue::default();
        let ask = |queue: &mut BuildQueue<String>, name: &str, address| {
            queue.request(name, false, address, || name.to_owned())
        };
        for number in 0..MAX_WAITING_OF_ADDRESS {
            assert_eq!(ask(&mut queue, &format!("e{number}"), eve), Ok(()));
        }
        assert_eq!(ask(&mut queue, "more", eve), Err(RETRY_WAITING_S));
        assert_eq!(ask(&mut queue, "e1", eve), Ok(()), "it waits already");
        assert_eq!(ask(&mut queue, "a0", ann), Ok(()));
        let mut order = Vec::new();
        while let Some(name) = queue.next() {
            assert!(!queue.is_done(&name));
            queue.note_done(&name);
            assert!(queue.is_done(&name));
            order.push(name);
        }
        assert_eq!(order, ["e0", "a0", "e1", "e2", "e3"]);
        // No address takes all that may be built in a day; the usual rules are built in any case.
        for number in MAX_WAITING_OF_ADDRESS..MAX_RULE_SETS_OF_ADDRESS {
            assert_eq!(ask(&mut queue, &format!("e{number}"), eve), Ok(()));
            queue.next();
        }
        assert_eq!(ask(&mut queue, "more", eve), Err(RETRY_BUILT_S));
        assert_eq!(ask(&mut queue, "a1", ann), Ok(()));
        let usual = queue.request("usual", true, eve, || "usual".to_owned());
        assert_eq!(usual, Ok(()));
    }
}
