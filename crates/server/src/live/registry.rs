//! Live games by id. Each has one task, which is started when somebody needs it and
//! ends when nobody does.

use super::cached_value::CachedValue;
use super::hub::Hub;
use super::job_signal::JobSignal;
use super::live_list::LiveGameList;
use super::load::{LoadError, load};
use super::lobby::Lobby;
use super::memory::{GameMemory, MemoryLimits, rules_key};
use super::mirror::{self, Mirrors};
use super::present::PresentedGame;
use super::task::{Command, GameTask, TaskContext, TaskDirectory};
use super::workers::Workers;
use crate::catalogue::ServerCatalogue;
use crate::cluster::node::ClusterNode;
use crate::cluster::wire::NoticeBody;
use crate::game::action::Rejection;
use crate::game::model::StoredGame;
use crate::security::limits::Aborts;
use crate::security::secret;
use crate::security::work_queue::OWN_WORK;
use crate::settings::LimitSettings;
use crate::store::{Store, StoreError, StoreResult};
use futures_util::future::BoxFuture;
use futures_util::stream::{self, StreamExt};
use hyperrook_rules::Game;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::mpsc;

/// The most commands that wait for a game.
const QUEUE: usize = 256;
/// Above this number, games that are not being loaded any more are forgotten.
const MAX_LOADS: usize = 256;
/// How many owners of games are remembered, and for how long.
const MAX_OWNERS: u64 = 100_000;
const OWNER_KNOWN: Duration = Duration::from_secs(30);
/// How long the games being played are shown without looking at the database.
pub(super) const HOME_FRESH: Duration = Duration::from_millis(1500);

/// All live games, and what they need.
#[derive(Debug)]
pub(crate) struct GameRegistry {
    /// The database.
    pub(crate) store: Store,
    /// The games that can be played.
    pub(crate) catalogue: Arc<ServerCatalogue>,
    /// How many unfinished games a person may have.
    pub(super) games_per_user: usize,
    /// Counts games that end because nobody has moved.
    aborts: Aborts,
    /// The connections.
    pub(crate) hub: Hub,
    /// Wakes the engine's workers.
    pub(crate) jobs: Arc<JobSignal>,
    /// This node, and how it reaches others.
    pub(crate) cluster: Arc<ClusterNode>,
    /// The games of other nodes that are followed here.
    pub(crate) mirrors: Mirrors,
    /// The workers in other processes.
    pub(crate) workers: Workers,
    /// Whether this node does what is done once for all nodes.
    leads: AtomicBool,
    /// The nodes that own games, as far as is known.
    pub(super) owners: moka::sync::Cache<String, String>,
    /// The seeks.
    pub(crate) lobby: Lobby,
    /// The games being played, as lists and the home page show them.
    pub(super) live_list: CachedValue<Arc<LiveGameList>>,
    running: Mutex<HashMap<String, RunningTask>>,
    /// Only one may load a game and play on with it. The games that are being loaded.
    loading: Mutex<HashMap<String, Weak<tokio::sync::Mutex<()>>>>,
    memory: GameMemory,
    numbers: AtomicU64,
}

#[derive(Clone, Debug)]
struct RunningTask {
    number: u64,
    commands: mpsc::Sender<Command>,
}

impl GameRegistry {
    /// A registry without live games.
    pub(crate) fn new(
        store: Store,
        catalogue: Arc<ServerCatalogue>,
        limits: &LimitSettings,
        aborts: Aborts,
        cluster: ClusterNode,
    ) -> Arc<GameRegistry> {
        let cluster = Arc::new(cluster);
        Arc::new(GameRegistry {
            store,
            catalogue,
            games_per_user: limits.games_per_user,
            aborts,
            hub: Hub::new(cluster.clone()),
            jobs: Arc::new(JobSignal::new(cluster.clone())),
            mirrors: Mirrors::default(),
            workers: Workers::default(),
            leads: AtomicBool::new(!cluster.shared),
            owners: moka::sync::Cache::builder()
                .max_capacity(MAX_OWNERS)
                .time_to_live(OWNER_KNOWN)
                .build(),
            cluster,
            lobby: Lobby::new(),
            live_list: CachedValue::new(HOME_FRESH),
            running: Mutex::default(),
            loading: Mutex::default(),
            memory: GameMemory::new(MemoryLimits::from(limits)),
            numbers: AtomicU64::new(0),
        })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, RunningTask>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of games in memory.
    pub(crate) fn live_games(&self) -> usize {
        self.lock().len()
    }

    /// Forgets a task that does not run any more.
    pub(super) fn forget(&self, id: &str, commands: &mpsc::Sender<Command>) {
        let mut running = self.lock();
        let same = |task: &RunningTask| task.commands.same_channel(commands);
        if running.get(id).is_some_and(same) {
            running.remove(id);
        }
    }

    /// The commands of a game's task, if there is one.
    pub(super) fn find(&self, id: &str) -> Option<mpsc::Sender<Command>> {
        Some(self.lock().get(id)?.commands.clone())
    }

    /// The commands of a game's task, which is started for somebody at an address if there is
    /// none. (Boxed: a task may begin another game, and so start another task.)
    pub(super) fn commands<'a>(
        self: &'a Arc<GameRegistry>,
        id: &'a str,
        address: IpAddr,
    ) -> BoxFuture<'a, Result<mpsc::Sender<Command>, LoadError>> {
        Box::pin(async move {
            // What is in memory may be out of date.
            if !self.store.holds_lease() {
                return Err(StoreError::LeaseLost.into());
            }
            match self.find(id) {
                Some(commands) => Ok(commands),
                None => self.start(id, address).await,
            }
        })
    }

    /// What whoever loads a game locks meanwhile.
    fn load_lock(&self, id: &str) -> Arc<tokio::sync::Mutex<()>> {
        let mut loading = self.loading.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lock) = loading.get(id).and_then(Weak::upgrade) {
            return lock;
        }
        if loading.len() >= MAX_LOADS {
            loading.retain(|_, lock| lock.strong_count() > 0);
        }
        let lock = Arc::default();
        loading.insert(id.to_owned(), Arc::downgrade(&lock));
        lock
    }

    async fn start(
        self: &Arc<GameRegistry>,
        id: &str,
        address: IpAddr,
    ) -> Result<mpsc::Sender<Command>, LoadError> {
        let lock = self.load_lock(id);
        let _guard = lock.lock().await;
        if let Some(commands) = self.find(id) {
            return Ok(commands);
        }
        let loaded = load(&self.store, &self.catalogue, &self.memory, id, address);
        let (game, memory) = loaded.await?;
        let presented = PresentedGame::new(&self.store, game).await?;
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        let (commands, queue) = mpsc::channel(QUEUE);
        let task = RunningTask {
            number,
            commands: commands.clone(),
        };
        self.lock().insert(id.to_owned(), task);
        metrics::gauge!("hyperrook_live_games").set(self.live_games() as f64);
        let context = TaskContext {
            store: self.store.clone(),
            jobs: self.jobs.clone(),
            cluster: self.cluster.clone(),
            directory: Box::new(self.clone()),
            games_per_user: self.games_per_user,
            aborts: self.aborts.clone(),
            number,
            memory,
        };
        tokio::spawn(GameTask::new(context, presented).run(queue));
        Ok(commands)
    }

    /// Stops showing a game to the viewer on a socket.
    pub(crate) async fn unwatch(&self, id: &str, socket: u64) {
        self.send(id, Command::Unwatch(socket)).await;
        mirror::unwatch(&self.mirrors, id, socket).await;
    }

    /// Notes that there are other seeks, and tells the other nodes.
    pub(crate) fn note_lobby_change(&self) {
        self.lobby.note_change();
        self.cluster.broadcast(NoticeBody::Lobby {});
    }

    /// Forgets who owns games: this node has adopted some.
    pub(super) fn forget_owners(&self) {
        self.owners.invalidate_all();
    }

    /// Whether this node does what is done once for all nodes.
    pub(crate) fn leads(&self) -> bool {
        self.leads.load(Ordering::Relaxed)
    }

    /// Notes whether this node does what is done once for all nodes.
    pub(super) fn set_leads(&self, leads: bool) {
        if self.leads.swap(leads, Ordering::Relaxed) != leads && self.cluster.shared {
            tracing::info!(leads, "the leader among the nodes has changed");
        }
    }

    /// Sends a command to a game's task, if there is one.
    pub(crate) async fn send(&self, id: &str, command: Command) {
        let task = self.lock().get(id).cloned();
        if let Some(task) = task {
            let _ = task.commands.send(command).await;
        }
    }

    /// What is stored of an address: a hash with a key of this server.
    pub(crate) async fn address_hash(&self, address: IpAddr) -> StoreResult<String> {
        let key = self.lobby.key.get_or_try_init(|| self.store.secret());
        Ok(secret::hash(&format!("{} address {address}", key.await?)))
    }

    /// Whether a new game may be loaded for an address.
    ///
    /// # Errors
    /// [`LoadError::Memory`].
    pub(super) fn may_load(
        &self,
        address: IpAddr,
        rules: &Game,
        new: &StoredGame,
    ) -> Result<(), LoadError> {
        // A game in which time passes is loaded in any case.
        if new.deadline.is_some() {
            return Ok(self.memory.check(address)?);
        }
        let key = rules_key(&new.game, &new.definition);
        Ok(self.memory.check_new(address, &key, rules)?)
    }

    /// Starts the task of a game, so that its clock is watched.
    pub(crate) async fn wake(self: &Arc<GameRegistry>, id: &str) {
        self.wake_for(OWN_WORK, id).await;
    }

    /// Starts the task of a game for somebody at an address.
    pub(super) async fn wake_for(self: &Arc<GameRegistry>, address: IpAddr, id: &str) {
        let woken = self.ask_for(address, id, Command::Wake).await;
        if let Some(error) = woken.err().filter(|error| error.retry_s().is_none()) {
            tracing::error!(game = id, %error, "a game could not be loaded");
        }
    }

    /// Tells all games in memory that a person's name has changed, on all nodes.
    pub(crate) async fn renamed(&self, user: &str) {
        self.renamed_here(user).await;
        let user = user.to_owned();
        self.cluster.broadcast(NoticeBody::Renamed { user });
    }

    /// Tells the games in the memory of this node that a person's name has changed.
    pub(super) async fn renamed_here(&self, user: &str) {
        let tasks: Vec<RunningTask> = self.lock().values().cloned().collect();
        let user: Arc<str> = user.into();
        for task in tasks {
            let _ = task.commands.send(Command::Renamed(user.clone())).await;
        }
    }

    /// Forgets all games: they are not this node's any more. Returns how many there were.
    pub(crate) fn forget_all(&self) -> usize {
        let tasks = std::mem::take(&mut *self.lock());
        for task in tasks.values() {
            // A task whose queue is full ends with it: nothing else is sent to it.
            let _ = task.commands.try_send(Command::Forget);
        }
        tasks.len()
    }

    /// Stops all tasks after what they are doing.
    pub(crate) async fn stop(&self) {
        let tasks: Vec<RunningTask> = self.lock().values().cloned().collect();
        // One whose queue is full keeps no other from being told.
        let stop = |task: RunningTask| async move {
            let _ = task.commands.send(Command::Stop).await;
            task.commands.closed().await;
        };
        stream::iter(tasks).for_each_concurrent(None, stop).await;
    }
}

impl TaskDirectory for Arc<GameRegistry> {
    fn retire(&self, id: &str, number: u64, queue: &mut mpsc::Receiver<Command>) -> bool {
        let mut running = self.lock();
        if !queue.is_empty() {
            return false;
        }
        if running.get(id).is_some_and(|task| task.number == number) {
            running.remove(id);
        }
        queue.close();
        metrics::gauge!("hyperrook_live_games").set(running.len() as f64);
        true
    }

    fn wake(&self, id: String) -> BoxFuture<'_, ()> {
        Box::pin(async move { GameRegistry::wake(self, &id).await })
    }
}

impl From<LoadError> for Rejection {
    fn from(error: LoadError) -> Rejection {
        match error {
            LoadError::Unknown => Rejection::new("unknown", "There is no such game."),
            other if other.is_temporary() => {
                // Whoever asks for too much does not fill the log.
                if other.retry_s().is_none() {
                    tracing::warn!(error = %other, "a game could not be loaded");
                }
                Rejection::new(
                    Rejection::TRY_AGAIN,
                    "The server cannot load this game at the moment. Please try again.",
                )
            }
            other => {
                tracing::error!(error = %other, "a game could not be loaded");
                Rejection::new(
                    "internal",
                    "The server cannot load this game at the moment.",
                )
            }
        }
    }
}
