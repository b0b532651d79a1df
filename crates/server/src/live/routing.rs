//! Sends commands for games to the task on this node, or to the node that owns the game.

use super::load::{LoadError, UnplayedGame, load_turn};
use super::mirror::{self, FollowAnswer, MirrorSource, Mirrors};
use super::registry::GameRegistry;
use super::remote;
use super::task::Command;
use crate::cluster::bus::BusError;
use crate::cluster::node::{ClusterNode, NodeRequestError};
use crate::cluster::wire::{Follow, Reply, Request, RequestBody};
use crate::game::live_game::LiveGame;
use crate::security::work_queue::{OWN_WORK, WorkQueue};
use crate::store::StoreError;
use futures_util::future::BoxFuture;
use hyperrook_rules::{History, Position};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

/// How often a game's task is asked when it ends without an answer.
const ATTEMPTS: usize = 5;
/// The pause before the owner of a game is looked for again.
const PAUSE: Duration = Duration::from_millis(100);

/// Where a game is.
enum GameLocation {
    /// On this node: the commands of its task.
    Here(mpsc::Sender<Command>),
    /// On another node.
    Node(String),
}

/// Who asks about a game, and the queue in which the address waits for its turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asker<'a> {
    pub(crate) questions: &'a WorkQueue,
    pub(crate) address: IpAddr,
}

impl GameRegistry {
    /// Where a game is. If nobody has it, it is taken.
    async fn place(
        self: &Arc<GameRegistry>,
        id: &str,
        address: IpAddr,
    ) -> Result<GameLocation, LoadError> {
        if let Some(owner) = self.owners.get(id)
            && self.find(id).is_none()
        {
            return Ok(GameLocation::Node(owner));
        }
        match self.commands(id, address).await {
            Ok(commands) => Ok(GameLocation::Here(commands)),
            Err(LoadError::Store(StoreError::NotOwner)) if self.cluster.shared => {
                match self.store.owner_of(id).await? {
                    Some(owner) if owner != self.cluster.id => {
                        self.owners.insert(id.to_owned(), owner.clone());
                        Ok(GameLocation::Node(owner))
                    }
                    // It has just changed hands.
                    _ => Err(LoadError::Elsewhere),
                }
            }
            Err(error) => Err(error),
        }
    }

    /// Asks another node something about a game.
    async fn ask_node(&self, owner: &str, request: &Request) -> Result<Reply, LoadError> {
        let reply = self.cluster.request(Some(owner), request).await;
        match reply {
            Ok(Reply::NoGame {}) => Err(LoadError::Unknown),
            Ok(Reply::NotMine {}) => {
                self.owners.invalidate(&request.game);
                Ok(Reply::NotMine {})
            }
            Ok(Reply::Busy {} | Reply::Unknown) => Err(LoadError::Elsewhere),
            Ok(reply) => Ok(reply),
            // It is gone, or about to be: the database knows who has the game, or will soon.
            Err(NodeRequestError::Bus(BusError::Nobody)) => {
                self.owners.invalidate(&request.game);
                Ok(Reply::NotMine {})
            }
            Err(error) => {
                self.owners.invalidate(&request.game);
                tracing::warn!(game = request.game, owner, %error, "a node cannot be asked");
                Err(LoadError::Elsewhere)
            }
        }
    }

    /// Asks a game something, wherever it is. `make` makes the command with the channel for
    /// the answer; it is called again if the task was just ending.
    pub(crate) async fn ask<T>(
        self: &Arc<GameRegistry>,
        id: &str,
        make: impl Fn(oneshot::Sender<T>) -> Command,
    ) -> Result<T, LoadError> {
        self.ask_for(OWN_WORK, id, make).await
    }

    /// Asks a game something for somebody at an address. If it must be loaded first, the address
    /// waits for its turns, and may be refused.
    pub(crate) async fn ask_for<T>(
        self: &Arc<GameRegistry>,
        address: IpAddr,
        id: &str,
        make: impl Fn(oneshot::Sender<T>) -> Command,
    ) -> Result<T, LoadError> {
        self.ask_within(id, address, true, make).await
    }

    /// Asks a game something. If it may not be asked elsewhere, and is not on this node,
    /// that is [`StoreError::NotOwner`].
    pub(super) async fn ask_within<T>(
        self: &Arc<GameRegistry>,
        id: &str,
        address: IpAddr,
        elsewhere: bool,
        make: impl Fn(oneshot::Sender<T>) -> Command,
    ) -> Result<T, LoadError> {
        for attempt in 1..=ATTEMPTS {
            let (reply, answer) = oneshot::channel();
            let command = make(reply);
            let place = if elsewhere {
                self.place(id, address).await?
            } else {
                GameLocation::Here(self.commands(id, address).await?)
            };
            match place {
                GameLocation::Here(commands) => {
                    if commands.send(command).await.is_ok()
                        && let Ok(answer) = answer.await
                    {
                        return Ok(answer);
                    }
                    // The task has ended or failed: the next one takes the game over.
                    if commands.is_closed() {
                        self.forget(id, &commands);
                    }
                }
                GameLocation::Node(owner) => {
                    self.ask_elsewhere(&owner, id, address, command).await?;
                    if let Ok(answer) = answer.await {
                        return Ok(answer);
                    }
                    if attempt > 1 {
                        tokio::time::sleep(PAUSE).await;
                    }
                }
            }
        }
        Err(LoadError::NoAnswer)
    }

    /// The history of a game after this many moves, for somebody at an address.
    pub(crate) async fn history_at(
        self: &Arc<GameRegistry>,
        id: &str,
        seq: Option<i64>,
        asker: Asker<'_>,
    ) -> Result<Option<History>, LoadError> {
        let ask = |reply| Command::HistoryAt(seq, reply);
        let read = move |game: &LiveGame| game.history_at(seq);
        self.look_up(id, asker, ask, read).await
    }

    /// The position of a game after this many moves, for somebody at an address.
    pub(crate) async fn position_at(
        self: &Arc<GameRegistry>,
        id: &str,
        seq: Option<i64>,
        asker: Asker<'_>,
    ) -> Result<Option<Position>, LoadError> {
        let ask = |reply| Command::PositionAt(seq, reply);
        let read = move |game: &LiveGame| game.position_at(seq);
        self.look_up(id, asker, ask, read).await
    }

    /// What has happened in a game: this node's task is asked, and what another node plays is
    /// read from the store. A long game keeps a core busy for a while, so this waits for a turn
    /// among the questions.
    async fn look_up<T: Send + 'static>(
        self: &Arc<GameRegistry>,
        id: &str,
        asker: Asker<'_>,
        ask: impl Fn(oneshot::Sender<Option<T>>) -> Command,
        read: impl FnOnce(&LiveGame) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>, LoadError> {
        if let GameLocation::Here(_) = self.place(id, asker.address).await? {
            match self.ask_within(id, asker.address, false, ask).await {
                // It has just changed hands.
                Err(LoadError::Store(StoreError::NotOwner)) => {}
                answer => return answer,
            }
        }
        let Asker { questions, address } = asker;
        let copy = UnplayedGame::read_copy(&self.store, &self.catalogue, id, address).await?;
        let read = questions.run(address, move || copy.play().map(|game| read(&game)));
        Ok(read.await??)
    }

    /// Carries out a command for a game of another node. If that node says that the game
    /// is not its own, nobody gets an answer.
    async fn ask_elsewhere(
        self: &Arc<GameRegistry>,
        owner: &str,
        id: &str,
        address: IpAddr,
        command: Command,
    ) -> Result<(), LoadError> {
        match remote::forward(command) {
            Ok((ask, send_answer)) => {
                let request = Request {
                    game: id.to_owned(),
                    address: Some(address),
                    ask,
                };
                match self.ask_node(owner, &request).await? {
                    Reply::NotMine {} => Ok(()),
                    reply => send_answer(reply),
                }
            }
            Err(Command::Watch(viewer, reply)) => {
                // The owner loads it for this address.
                let wake = Request {
                    game: id.to_owned(),
                    address: Some(address),
                    ask: RequestBody::Wake {},
                };
                if let Reply::NotMine {} = self.ask_node(owner, &wake).await? {
                    return Ok(());
                }
                mirror::watch(Arc::new(self.clone()), id, *viewer).await?;
                let _ = reply.send(());
                Ok(())
            }
            Err(Command::EngineTurn(log, reply)) => {
                let turn = load_turn(&self.store, &self.catalogue, id, log).await?;
                let _ = reply.send(turn.map(|turn| (turn, CancellationToken::new())));
                Ok(())
            }
            Err(_) => Ok(()),
        }
    }
}

impl MirrorSource for Arc<GameRegistry> {
    fn follow<'a>(
        &'a self,
        id: &'a str,
        follow: Follow,
    ) -> BoxFuture<'a, Result<FollowAnswer, LoadError>> {
        Box::pin(async move {
            let owner = match self.place(id, OWN_WORK).await? {
                GameLocation::Here(commands) => return Ok(FollowAnswer::Here(commands)),
                GameLocation::Node(owner) => owner,
            };
            let request = Request {
                game: id.to_owned(),
                address: None,
                ask: RequestBody::Follow { follow },
            };
            match self.ask_node(&owner, &request).await? {
                Reply::Followed { followed } => Ok(FollowAnswer::Owner(followed)),
                _ => Err(LoadError::Elsewhere),
            }
        })
    }

    fn mirrors(&self) -> &Mirrors {
        &self.mirrors
    }

    fn cluster(&self) -> &ClusterNode {
        &self.cluster
    }
}
