//! Games of other nodes that this node's clients follow.
//!
//! A mirror asks the owner of the game for its state once, and then receives what happens. Each
//! message has a number; where one is missing the mirror asks for the state again. From
//! time to time it tells the owner how many follow the game here. When the owner is gone,
//! the mirror asks until the game has another owner; if that is this node, it hands its
//! viewers over to the game's task.

use super::audience::{FOLLOW_TIMEOUT, Viewer, is_among, people_among};
use super::load::LoadError;
use super::task::Command;
use crate::cluster::bus::{Received, listen};
use crate::cluster::node::ClusterNode;
use crate::cluster::wire::{self, Follow, FollowedGame, GameUpdate};
use axum::extract::ws::Utf8Bytes;
use futures_util::future::BoxFuture;
use futures_util::stream::{BoxStream, StreamExt};
use hyperrook_rules::Side;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

/// How many commands wait for a mirror.
const QUEUE: usize = 256;
/// How often the owner is told who follows the game.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(FOLLOW_TIMEOUT.as_secs() / 3);
/// How long changes of the audience are gathered before the owner is told.
const GATHER_TIME: Duration = Duration::from_millis(300);
/// The pause before an owner that does not answer is asked again.
const RETRY: Duration = Duration::from_millis(500);

/// How often a mirror that is just ending is asked.
const ATTEMPTS: usize = 3;

/// What a mirror needs of all games.
pub(super) trait MirrorSource: Send + Sync {
    /// Tells the owner of a game who follows it here, or finds that this node has it.
    fn follow<'a>(
        &'a self,
        id: &'a str,
        follow: Follow,
    ) -> BoxFuture<'a, Result<FollowAnswer, LoadError>>;

    /// All mirrors.
    fn mirrors(&self) -> &Mirrors;

    /// This node.
    fn cluster(&self) -> &ClusterNode;
}

/// What is known of the place of a game.
pub(super) enum FollowAnswer {
    /// Its owner has answered.
    Owner(FollowedGame),
    /// The game is this node's now.
    Here(mpsc::Sender<Command>),
}

/// What a mirror is asked.
enum MirrorCommand {
    /// Show the game to a viewer from now on.
    Add(Viewer, oneshot::Sender<Result<(), LoadError>>),
    /// Stop showing it to the viewer on this socket.
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
    games: Arc<dyn MirrorSource>,
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

/// Stops showing a game to the viewer on a socket, if there is a mirror of the game.
pub(super) async fn unwatch(mirrors: &Mirrors, id: &str, socket: u64) {
    let commands = mirrors.lock().get(id).cloned();
    if let Some(commands) = commands {
        let _ = commands.send(MirrorCommand::Remove(socket)).await;
    }
}

/// The commands of a game's mirror, which is started if there is none.
fn commands(games: Arc<dyn MirrorSource>, id: &str) -> mpsc::Sender<MirrorCommand> {
    let mut mirrors = games.mirrors().lock();
    if let Some(commands) = mirrors.get(id).filter(|commands| !commands.is_closed()) {
        return commands.clone();
    }
    let (commands, queue) = mpsc::channel(QUEUE);
    mirrors.insert(id.to_owned(), commands.clone());
    drop(mirrors);
    let mirror = GameMirror {
        games,
        id: id.to_owned(),
        viewers: HashMap::new(),
        last_update: None,
        behind: None,
        schedule: Schedule::heartbeat(),
    };
    tokio::spawn(mirror.run(queue));
    commands
}

/// A viewer, and the number of the last message that it need not get.
struct MirrorViewer {
    viewer: Viewer,
    seen: u64,
}

/// The last update of the game.
struct LastUpdate {
    stream: String,
    number: u64,
    players: [Option<String>; 2],
}

/// What a mirror does next by itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NextStep {
    /// Tell the owner who follows the game.
    Heartbeat,
    /// Ask for the state: messages are missing, or the owner is gone.
    Refresh,
}

/// What a mirror does next by itself, and when.
#[derive(Clone, Copy)]
struct Schedule {
    due: Instant,
    next: NextStep,
}

impl Schedule {
    /// What happens next if all goes well.
    fn heartbeat() -> Schedule {
        Schedule {
            due: Instant::now() + HEARTBEAT_INTERVAL,
            next: NextStep::Heartbeat,
        }
    }

    /// Does something in a while, unless it is due before. A refresh tells the owner all that a
    /// heartbeat does, so a heartbeat never takes its place.
    fn add(&mut self, what: NextStep, wait: Duration) {
        let at = Instant::now() + wait;
        if what == NextStep::Refresh && self.next == NextStep::Heartbeat {
            *self = Schedule {
                due: at,
                next: what,
            };
        } else {
            self.due = self.due.min(at);
        }
    }
}

struct GameMirror {
    games: Arc<dyn MirrorSource>,
    id: String,
    viewers: HashMap<u64, MirrorViewer>,
    last_update: Option<LastUpdate>,
    /// The number of the owner's last message, as of the last heartbeat.
    behind: Option<u64>,
    schedule: Schedule,
}

impl GameMirror {
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
                            self.schedule.add(NextStep::Heartbeat, GATHER_TIME);
                        }
                    }
                    None => return,
                },
                received = news.next() => match received {
                    Some(received) => self.receive_update(&received).await,
                    None => {
                        news = self.subscribe().await;
                        self.schedule.add(NextStep::Refresh, Duration::ZERO);
                    }
                },
                changed = connections.changed(), if watched => {
                    // Messages may have been lost meanwhile.
                    watched = changed.is_ok();
                    self.schedule.add(NextStep::Refresh, Duration::ZERO);
                }
                () = tokio::time::sleep_until(self.schedule.due) => match self.schedule.next {
                    NextStep::Refresh => self.refresh().await,
                    NextStep::Heartbeat => self.send_heartbeat().await,
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

    /// Whether White and Black are among the viewers.
    fn present(&self) -> [bool; 2] {
        let Some(last_update) = &self.last_update else {
            return [false; 2];
        };
        last_update.players.each_ref().map(|player| {
            let mut users = self.viewers.values().map(|own| own.viewer.user.as_deref());
            player.is_some() && users.any(|user| user == player.as_deref())
        })
    }

    /// Asks the owner of the game, or finds that it is this node. `more` people come soon.
    async fn follow(&self, more: usize, states: bool) -> Result<FollowAnswer, LoadError> {
        let follow = Follow {
            node: self.games.cluster().id.clone(),
            people: people_among(self.viewers.values().map(|own| &own.viewer)) + more,
            present: self.present(),
            states,
        };
        self.games.follow(&self.id, follow).await
    }

    /// Begins to show the game to a viewer.
    async fn add(&mut self, viewer: Viewer) -> Result<(), LoadError> {
        let viewers = self.viewers.values().map(|own| &own.viewer);
        let more = usize::from(!is_among(viewers, &viewer));
        match self.follow(more, true).await? {
            FollowAnswer::Here(commands) => {
                self.hand_over(&commands).await;
                show(&commands, viewer).await;
            }
            FollowAnswer::Owner(followed) => {
                let seen = followed.number;
                if let Some(states) = &followed.states {
                    let text = &states[place(&followed.players, viewer.user.as_deref())];
                    viewer.outbox.send(text.as_str().into());
                }
                let plays = place(&followed.players, viewer.user.as_deref()) < 2;
                self.viewers
                    .insert(viewer.socket, MirrorViewer { viewer, seen });
                match &self.last_update {
                    None => self.note(&followed),
                    // The others need the states, too.
                    Some(last_update) if last_update.stream != followed.stream => {
                        self.schedule.add(NextStep::Refresh, Duration::ZERO);
                    }
                    Some(_) => {}
                }
                if plays {
                    self.schedule.add(NextStep::Heartbeat, Duration::ZERO);
                }
            }
        }
        Ok(())
    }

    /// Notes the number of the owner's last message.
    fn note(&mut self, followed: &FollowedGame) {
        self.last_update = Some(LastUpdate {
            stream: followed.stream.clone(),
            number: followed.number,
            players: followed.players.clone(),
        });
    }

    /// Shows a message of the owner to all viewers.
    async fn receive_update(&mut self, received: &Received) {
        let news: GameUpdate = match wire::read(&received.payload) {
            Ok(news) => news,
            Err(error) => {
                tracing::warn!(game = self.id, %error, "a message about a game is ignored");
                return;
            }
        };
        let Some(last_update) = &mut self.last_update else {
            return;
        };
        if news.stream != last_update.stream {
            return self.schedule.add(NextStep::Refresh, Duration::ZERO);
        }
        if news.number <= last_update.number {
            return;
        }
        if Some(news.number) != last_update.number.checked_add(1) {
            metrics::counter!("hyperrook_game_gaps_total").increment(1);
            return self.schedule.add(NextStep::Refresh, Duration::ZERO);
        }
        last_update.number = news.number;
        let others: Utf8Bytes = news.others.get().into();
        let side = |text: Option<Box<serde_json::value::RawValue>>| match text {
            Some(text) => Utf8Bytes::from(text.get()),
            None => others.clone(),
        };
        let texts = [side(news.white), side(news.black), others.clone()];
        let joined = last_update.players != news.players;
        last_update.players = news.players;
        let only = news.only.map(|side| Side::from(side).index());
        for own in self.viewers.values().filter(|own| own.seen < news.number) {
            let place = place(&last_update.players, own.viewer.user.as_deref());
            if only.is_none_or(|only| only == place) {
                own.viewer.outbox.send(texts[place].clone());
            }
        }
        if joined {
            self.schedule.add(NextStep::Heartbeat, Duration::ZERO);
        }
    }

    /// Asks for the state and shows it to all viewers.
    async fn refresh(&mut self) {
        match self.follow(0, true).await {
            Ok(FollowAnswer::Here(commands)) => self.hand_over(&commands).await,
            Ok(FollowAnswer::Owner(followed)) => {
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
                self.schedule = Schedule::heartbeat();
            }
            Err(error) => self.fail(&error),
        }
    }

    /// Tells the owner who follows the game, and finds out whether messages are missing.
    async fn send_heartbeat(&mut self) {
        match self.follow(0, false).await {
            Ok(FollowAnswer::Here(commands)) => self.hand_over(&commands).await,
            Ok(FollowAnswer::Owner(followed)) => {
                self.schedule = Schedule::heartbeat();
                let Some(last_update) = &self.last_update else {
                    return self.schedule.add(NextStep::Refresh, Duration::ZERO);
                };
                let missing = self
                    .behind
                    .is_some_and(|number| last_update.number < number);
                let other = last_update.stream != followed.stream;
                // Those since the last heartbeat may be on their way.
                self.behind = Some(followed.number);
                if missing || other {
                    self.schedule.add(NextStep::Refresh, Duration::ZERO);
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
        self.schedule = Schedule {
            due: Instant::now() + RETRY,
            next: NextStep::Refresh,
        };
    }

    /// The game is this node's now: its task shows it.
    async fn hand_over(&mut self, commands: &mpsc::Sender<Command>) {
        for own in std::mem::take(&mut self.viewers).into_values() {
            show(commands, own.viewer).await;
        }
        self.schedule = Schedule::heartbeat();
    }

    /// Tells the owner that nobody follows the game here any more.
    async fn leave(&self) {
        if self.last_update.is_some() {
            let _ = self.follow(0, false).await;
        }
    }
}

/// Lets the task of a game show it to a viewer. A viewer that is not shown the game connects
/// again.
async fn show(commands: &mpsc::Sender<Command>, viewer: Viewer) {
    let outbox = viewer.outbox.clone();
    let (reply, answer) = oneshot::channel();
    let sent = commands.send(Command::Watch(Box::new(viewer), reply)).await;
    if sent.is_err() || answer.await.is_err() {
        outbox.close();
    }
}

/// Which of the three states a person sees.
fn place(players: &[Option<String>; 2], user: Option<&str>) -> usize {
    let own = |player: &Option<String>| user.is_some() && player.as_deref() == user;
    players.iter().position(own).unwrap_or(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heartbeat_takes_no_refresh_away() {
        let mut schedule = Schedule::heartbeat();
        schedule.add(NextStep::Refresh, RETRY);
        assert!(schedule.next == NextStep::Refresh && schedule.due <= Instant::now() + RETRY);
        schedule.add(NextStep::Heartbeat, Duration::ZERO);
        assert!(schedule.next == NextStep::Refresh && schedule.due <= Instant::now());
        // A refresh comes when it is wanted, even if a heartbeat was due before.
        let mut schedule = Schedule::heartbeat();
        schedule.add(NextStep::Heartbeat, Duration::ZERO);
        assert!(schedule.next == NextStep::Heartbeat && schedule.due <= Instant::now());
        schedule.add(NextStep::Refresh, RETRY);
        assert!(schedule.next == NextStep::Refresh);
    }
}
