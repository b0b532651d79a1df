//! Live games by identity: each has one task, which is started when somebody
//! needs it and ends when nobody does.

use super::actions::Rejection;
use super::hub::Hub;
use super::live_game::{LiveGame, LoadError};
use super::task::{Command, GameTask};
use crate::catalogue::Catalogue;
use crate::store::Store;
use futures_util::future::BoxFuture;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{Notify, mpsc, oneshot};

/// The most commands that wait for a game.
const QUEUE: usize = 256;

/// How many games can be loaded at once.
const SLOTS: usize = 32;

/// The slot of a game.
fn slot(id: &str) -> usize {
    let sum = id
        .bytes()
        .fold(0usize, |sum, byte| sum.wrapping_mul(31) + usize::from(byte));
    sum % SLOTS
}

/// Everything that live games need.
#[derive(Debug)]
pub struct GameRegistry {
    /// What lasts.
    pub store: Store,
    /// The games there are.
    pub catalogue: Arc<Catalogue>,
    /// The connections.
    pub hub: Hub,
    /// Wakes the engine's workers.
    pub jobs: Notify,
    /// Says that the lobby has changed.
    pub lobby_changed: Notify,
    running: Mutex<HashMap<String, RunningGame>>,
    loading: [tokio::sync::Mutex<()>; SLOTS],
}

#[derive(Clone, Debug)]
struct RunningGame {
    number: u64,
    commands: mpsc::Sender<Command>,
}

impl GameRegistry {
    /// No game is live yet.
    pub fn new(store: Store, catalogue: Arc<Catalogue>) -> Arc<GameRegistry> {
        Arc::new(GameRegistry {
            store,
            catalogue,
            hub: Hub::default(),
            jobs: Notify::new(),
            lobby_changed: Notify::new(),
            running: Mutex::default(),
            loading: std::array::from_fn(|_| tokio::sync::Mutex::default()),
        })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, RunningGame>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of games in memory.
    pub fn live_games(&self) -> usize {
        self.lock().len()
    }

    /// The way to a game's task, which is started if there is none.
    /// (Boxed: a task may begin another game, and so start another task.)
    fn entry<'a>(
        self: &'a Arc<GameRegistry>,
        id: &'a str,
    ) -> BoxFuture<'a, Result<mpsc::Sender<Command>, LoadError>> {
        Box::pin(async move {
            let known = self.known(id);
            match known {
                Some(commands) => Ok(commands),
                None => self.load(id).await,
            }
        })
    }

    /// Takes a task out that does not run any more.
    fn forget(&self, id: &str, commands: &mpsc::Sender<Command>) {
        let mut running = self.lock();
        let same = |entry: &RunningGame| entry.commands.same_channel(commands);
        if running.get(id).is_some_and(same) {
            running.remove(id);
        }
    }

    fn known(&self, id: &str) -> Option<mpsc::Sender<Command>> {
        Some(self.lock().get(id)?.commands.clone())
    }

    async fn load(self: &Arc<GameRegistry>, id: &str) -> Result<mpsc::Sender<Command>, LoadError> {
        // Only one may read a game and play on with it.
        let _guard = self.loading[slot(id)].lock().await;
        if let Some(commands) = self.known(id) {
            return Ok(commands);
        }
        let game = LiveGame::load(&self.store, &self.catalogue, id).await?;
        static NUMBERS: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
        let number = NUMBERS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let (commands, queue) = mpsc::channel(QUEUE);
        let entry = RunningGame {
            number,
            commands: commands.clone(),
        };
        self.lock().insert(id.to_owned(), entry);
        metrics::gauge!("hyperrook_live_games").set(self.live_games() as f64);
        tokio::spawn(GameTask::new(self.clone(), game, number).run(queue));
        Ok(commands)
    }

    /// Takes a task out that wants to end, unless somebody has asked something of
    /// it. Nothing reaches it afterwards.
    pub(super) fn retire(
        &self,
        id: &str,
        number: u64,
        queue: &mut mpsc::Receiver<Command>,
    ) -> bool {
        let mut running = self.lock();
        if !queue.is_empty() {
            return false;
        }
        if running.get(id).is_some_and(|entry| entry.number == number) {
            running.remove(id);
        }
        queue.close();
        metrics::gauge!("hyperrook_live_games").set(running.len() as f64);
        true
    }

    /// Asks a game's task something. `make` makes the command with the way for
    /// the answer; it is called again if the task was just ending.
    pub(crate) async fn ask<T>(
        self: &Arc<GameRegistry>,
        id: &str,
        make: impl Fn(oneshot::Sender<T>) -> Command,
    ) -> Result<T, LoadError> {
        for _ in 0..5 {
            let commands = self.entry(id).await?;
            let (reply, answer) = oneshot::channel();
            if commands.send(make(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return Ok(answer);
            }
            // The task has ended, or it failed: then another takes the game over.
            if commands.is_closed() {
                self.forget(id, &commands);
            }
        }
        Err(LoadError::Broken("its task does not answer".to_owned()))
    }

    /// Tells a game's task something, if there is one.
    pub(crate) async fn tell(&self, id: &str, command: Command) {
        let entry = self.lock().get(id).cloned();
        if let Some(entry) = entry {
            let _ = entry.commands.send(command).await;
        }
    }

    /// Starts the task of a game, so that its clock is minded.
    pub async fn wake(self: &Arc<GameRegistry>, id: &str) {
        if let Err(error) = self.ask(id, Command::Wake).await {
            tracing::error!(game = id, %error, "a game could not be loaded");
        }
    }

    /// Tells all games in memory that a person's name has changed.
    pub(crate) async fn renamed(&self, user: &str) {
        let entries: Vec<RunningGame> = self.lock().values().cloned().collect();
        let user: Arc<str> = user.into();
        for entry in entries {
            let _ = entry.commands.send(Command::Renamed(user.clone())).await;
        }
    }

    /// Stops all tasks after what they are doing.
    pub async fn stop(self: &Arc<GameRegistry>) {
        let entries: Vec<RunningGame> = self.lock().values().cloned().collect();
        for entry in &entries {
            let _ = entry.commands.send(Command::Stop).await;
        }
        for entry in entries {
            entry.commands.closed().await;
        }
    }
}

impl From<LoadError> for Rejection {
    fn from(error: LoadError) -> Rejection {
        match error {
            LoadError::Unknown => Rejection::new("unknown", "There is no such game."),
            other => {
                tracing::error!(error = %other, "a game could not be loaded");
                Rejection::new("internal", "The game cannot be loaded just now.")
            }
        }
    }
}
