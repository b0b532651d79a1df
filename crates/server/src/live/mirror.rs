//! Games of other nodes that this node's clients follow.
//!
//! A mirror asks the owner of the game for its state once, and then hears what happens. Each
//! message has a number; where one is missing the mirror asks for the state again. From
//! time to time it tells the owner how many follow the game here. When the owner is gone,
//! the mirror asks until the game has another owner; if that is this node, it hands its
//! viewers over to the game's task.

use super::audience::{FOLLOWED, Viewer};
use super::load::LoadError;
use super::task::Command;
use crate::cluster::bus::{Received, listen};
use crate::cluster::node::ClusterNode;
use crate::cluster::wire::{self, Follow, Followed, News};
use axum::extract::ws::Utf8Bytes;
use futures_util::future::BoxFuture;
use futures_util::stream::{BoxStream, StreamExt};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

/// How many commands wait for a mirror.
const QUEUE: usize = 256;
/// How often the owner is told who follows the game.
const BEAT: Duration = Duration::from_secs(FOLLOWED.as_secs() / 3);
/// How long comings and goings are gathered before the owner is told.
const GATHER: Duration = Duration::from_millis(300);
/// The pause before an owner that does not answer is asked again.
const RETRY: Duration = Duration::from_millis(500);

/// How often a mirror that is just ending is asked.
const ATTEMPTS: usize = 3;

/// What a mirror needs of all games.
pub(super) trait Origin: Send + Sync {
    /// Tells the owner of a game who follows it here, or finds that this node has it.
    fn follow<'a>(
        &'a self,
        id: &'a str,
        follow: Follow,
    ) -> BoxFuture<'a, Result<Answered, LoadError>>;

    /// All mirrors.
    fn mirrors(&self) -> &Mirrors;

    /// This node.
    fn cluster(&self) -> &ClusterNode;
}

/// What is known of the place of a game.
pub(super) enum Answered {
    /// Its owner has answered.
    Owner(Followed),
    /// The game is this node's now.
    Here(mpsc::Sender<Command>),
}

/// What a mirror is asked.
enum MirrorCommand {
    /// Show the game to a viewer from now on.
    Add(Viewer, oneshot::Sender<Result<(), LoadError>>),
    /// Show it to the viewer on this socket no more.
    Remove(u64),
}

/// The mirrors, by the IDs of their games.
#[derive(Debug, Default)]
pub(crate) struct Mirrors(Mutex<HashMap<String, mpsc::Sender<MirrorCommand>>>);

impl Mirrors {
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, mpsc::Sender<MirrorCommand>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many games of other nodes are followed.
    pub(crate) fn count(&self) -> usize {
        self.lock().len()
    }

    /// Ends a mirror, unless somebody has asked something of it.
    fn retire(&self, id: &str, commands: &mut mpsc::Receiver<MirrorCommand>) -> bool {
        let mut mirrors = self.lock();
        if !commands.is_empty() {
            return false;
        }
        mirrors.remove(id);
        commands.close();
        true
    }
}

/// Shows a game of another node to a viewer.
pub(super) async fn watch(
    games: Arc<dyn Origin>,
    id: &str,
    viewer: Viewer,
) -> Result<(), LoadError> {
    // A mirror may be just ending.
    for _ in 0..ATTEMPTS {
        let (reply, answer) = oneshot::channel();
        let commands = commands(games.clone(), id);
        let command = MirrorCommand::Add(viewer.clone(), reply);
        if commands.send(command).await.is_ok()
            && let Ok(added) = answer.await
        {
            return added;
        }
    }
    Err(LoadError::NoAnswer)
}

/// Shows a game to the viewer on a socket no more, if there is a mirror of it.
pub(super) async fn unwatch(mirrors: &Mirrors, id: &str, socket: u64) {
    let commands = mirrors.lock().get(id).cloned();
    if let Some(commands) = commands {
        let _ = commands.send(MirrorCommand::Remove(socket)).await;
    }
}

/// The commands of a game's mirror, which is started if there is none.
fn commands(games: Arc<dyn Origin>, id: &str) -> mpsc::Sender<MirrorCommand> {
    let mut mirrors = games.mirrors().lock();
    if let Some(commands) = mirrors.get(id).filter(|commands| !commands.is_closed()) {
        return commands.clone();
    }
    let (commands, queue) = mpsc::channel(QUEUE);
    mirrors.insert(id.to_owned(), commands.clone());
    drop(mirrors);
    let mirror = Mirror {
        games,
        id: id.to_owned(),
        viewers: HashMap::new(),
        heard: None,
        behind: None,
        due: Instant::now() + BEAT,
        next: Due::Beat,
    };
    tokio::spawn(mirror.run(queue));
    commands
}

/// A viewer, and the last message that it needs not see.
struct MirrorViewer {
    viewer: Viewer,
    seen: u64,
}

/// What was heard of the game.
struct Heard {
    stream: String,
    number: u64,
    players: [Option<String>; 2],
}

/// What a mirror does next by itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Due {
    /// Tell the owner who follows the game.
    Beat,
    /// Ask for the state: messages are missing, or the owner is gone.
    Refresh,
}

struct Mirror {
    games: Arc<dyn Origin>,
    id: String,
    viewers: HashMap<u64, MirrorViewer>,
    heard: Option<Heard>,
    /// The number that the owner was at with the last beat.
    behind: Option<u64>,
    due: Instant,
    next: Due,
}

impl Mirror {
    async fn run(mut self, mut commands: mpsc::Receiver<MirrorCommand>) {
        let mut news = self.subscribe().await;
        let mut connections = self.games.cluster().bus.connections();
        connections.mark_unchanged();
        let mut watched = true;
        loop {
            tokio::select! {
                command = commands.recv() => match command {
                    Some(MirrorCommand::Add(viewer, reply)) => {
                        let _ = reply.send(self.add(viewer).await);
                    }
                    Some(MirrorCommand::Remove(socket)) => {
                        if self.viewers.remove(&socket).is_some() {
                            self.schedule(Due::Beat, GATHER);
                        }
                    }
                    None => return,
                },
                received = news.next() => match received {
                    Some(received) => self.hear(&received).await,
                    None => {
                        news = self.subscribe().await;
                        self.schedule(Due::Refresh, Duration::ZERO);
                    }
                },
                changed = connections.changed(), if watched => {
                    // Messages may have been lost meanwhile.
                    watched = changed.is_ok();
                    self.schedule(Due::Refresh, Duration::ZERO);
                }
                () = tokio::time::sleep_until(self.due) => match self.next {
                    Due::Refresh => self.refresh().await,
                    Due::Beat => self.beat().await,
                },
            }
            if self.viewers.is_empty() && self.games.mirrors().retire(&self.id, &mut commands) {
                self.leave().await;
                return;
            }
        }
    }

    async fn subscribe(&self) -> BoxStream<'static, Received> {
        let cluster = self.games.cluster();
        listen(&*cluster.bus, &cluster.subjects.game(&self.id), None).await
    }

    /// Does something by itself in a while, unless something else is due before.
    fn schedule(&mut self, what: Due, wait: Duration) {
        let at = Instant::now() + wait;
        if at < self.due || (what == Due::Refresh && self.next == Due::Beat) {
            self.due = at;
            self.next = what;
        }
    }

    /// What happens next if all goes well.
    fn wait_for_beat(&mut self) {
        self.due = Instant::now() + BEAT;
        self.next = Due::Beat;
    }

    /// Whether White and Black are among the viewers.
    fn present(&self) -> [bool; 2] {
        let Some(heard) = &self.heard else {
            return [false; 2];
        };
        heard.players.each_ref().map(|player| {
            let mut users = self.viewers.values().map(|own| own.viewer.user.as_deref());
            player.is_some() && users.any(|user| user == player.as_deref())
        })
    }

    /// Asks the owner of the game, or finds that it is this node. `more` viewers come soon.
    async fn follow(&self, more: usize, states: bool) -> Result<Answered, LoadError> {
        let follow = Follow {
            node: self.games.cluster().id.clone(),
            sockets: self.viewers.len() + more,
            present: self.present(),
            states,
        };
        self.games.follow(&self.id, follow).await
    }

    /// Begins to show the game to a viewer.
    async fn add(&mut self, viewer: Viewer) -> Result<(), LoadError> {
        match self.follow(1, true).await? {
            Answered::Here(commands) => {
                self.hand_over(&commands).await;
                show(&commands, viewer).await;
            }
            Answered::Owner(followed) => {
                let seen = followed.number;
                if let Some(states) = &followed.states {
                    let text = &states[place(&followed.players, viewer.user.as_deref())];
                    viewer.outbox.send(text.as_str().into());
                }
                let plays = place(&followed.players, viewer.user.as_deref()) < 2;
                self.viewers
                    .insert(viewer.socket, MirrorViewer { viewer, seen });
                match &self.heard {
                    None => self.note(&followed),
                    // The others need the states, too.
                    Some(heard) if heard.stream != followed.stream => {
                        self.schedule(Due::Refresh, Duration::ZERO);
                    }
                    Some(_) => {}
                }
                if plays {
                    self.schedule(Due::Beat, Duration::ZERO);
                }
            }
        }
        Ok(())
    }

    /// Notes what the owner was at.
    fn note(&mut self, followed: &Followed) {
        self.heard = Some(Heard {
            stream: followed.stream.clone(),
            number: followed.number,
            players: followed.players.clone(),
        });
    }

    /// Shows a message of the owner to all viewers.
    async fn hear(&mut self, received: &Received) {
        let news: News = match wire::read(&received.payload) {
            Ok(news) => news,
            Err(error) => {
                tracing::warn!(game = self.id, %error, "a message about a game is ignored");
                return;
            }
        };
        let Some(heard) = &mut self.heard else {
            return;
        };
        if news.stream != heard.stream {
            return self.schedule(Due::Refresh, Duration::ZERO);
        }
        if news.number <= heard.number {
            return;
        }
        if Some(news.number) != heard.number.checked_add(1) {
            metrics::counter!("hyperrook_game_gaps_total").increment(1);
            return self.schedule(Due::Refresh, Duration::ZERO);
        }
        heard.number = news.number;
        let others: Utf8Bytes = news.others.get().into();
        let side = |text: Option<Box<serde_json::value::RawValue>>| match text {
            Some(text) => Utf8Bytes::from(text.get()),
            None => others.clone(),
        };
        let texts = [side(news.white), side(news.black), others.clone()];
        let joined = heard.players != news.players;
        heard.players = news.players;
        for own in self.viewers.values().filter(|own| own.seen < news.number) {
            let user = own.viewer.user.as_deref();
            own.viewer
                .outbox
                .send(texts[place(&heard.players, user)].clone());
        }
        if joined {
            self.schedule(Due::Beat, Duration::ZERO);
        }
    }

    /// Asks for the state and shows it to all viewers.
    async fn refresh(&mut self) {
        match self.follow(0, true).await {
            Ok(Answered::Here(commands)) => self.hand_over(&commands).await,
            Ok(Answered::Owner(followed)) => {
                self.note(&followed);
                self.behind = None;
                for own in self.viewers.values_mut() {
                    own.seen = followed.number;
                    if let Some(states) = &followed.states {
                        let user = own.viewer.user.as_deref();
                        let text = &states[place(&followed.players, user)];
                        own.viewer.outbox.send(text.as_str().into());
                    }
                }
                self.wait_for_beat();
            }
            Err(error) => self.fail(&error),
        }
    }

    /// Tells the owner who follows the game, and finds out whether messages are missing.
    async fn beat(&mut self) {
        match self.follow(0, false).await {
            Ok(Answered::Here(commands)) => self.hand_over(&commands).await,
            Ok(Answered::Owner(followed)) => {
                self.wait_for_beat();
                let Some(heard) = &self.heard else {
                    return self.schedule(Due::Refresh, Duration::ZERO);
                };
                let missing = self.behind.is_some_and(|number| heard.number < number);
                let other = heard.stream != followed.stream;
                // Those since the last beat may be on their way.
                self.behind = Some(followed.number);
                if missing || other {
                    self.schedule(Due::Refresh, Duration::ZERO);
                }
            }
            Err(error) => self.fail(&error),
        }
    }

    /// The owner could not be asked.
    fn fail(&mut self, error: &LoadError) {
        if !error.is_temporary() {
            tracing::error!(game = self.id, %error, "a game cannot be followed");
            for own in self.viewers.values() {
                own.viewer.outbox.close();
            }
        }
        self.due = Instant::now() + RETRY;
        self.next = Due::Refresh;
    }

    /// The game is this node's now: its task shows it.
    async fn hand_over(&mut self, commands: &mpsc::Sender<Command>) {
        for own in std::mem::take(&mut self.viewers).into_values() {
            show(commands, own.viewer).await;
        }
        self.wait_for_beat();
    }

    /// Tells the owner that nobody follows the game here any more.
    async fn leave(&self) {
        if self.heard.is_some() {
            let _ = self.follow(0, false).await;
        }
    }
}

/// Lets the task of a game show it to a viewer. A viewer whom it does not show the game
/// connects again.
async fn show(commands: &mpsc::Sender<Command>, viewer: Viewer) {
    let outbox = viewer.outbox.clone();
    let (reply, answer) = oneshot::channel();
    let sent = commands.send(Command::Watch(viewer, reply)).await;
    if sent.is_err() || answer.await.is_err() {
        outbox.close();
    }
}

/// Which of the three states a person sees.
fn place(players: &[Option<String>; 2], user: Option<&str>) -> usize {
    let own = |player: &Option<String>| user.is_some() && player.as_deref() == user;
    players.iter().position(own).unwrap_or(2)
}
