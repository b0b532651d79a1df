//! Where the games are for which moves are found: on this node, or on others.

use crate::catalogue::ServerCatalogue;
use crate::cluster::node::ClusterNode;
use crate::cluster::wire::{Ask, Reply, Request};
use crate::game::live_game::EngineTurn;
use crate::live::{Command, GameRegistry, LoadError, acted, load_turn};
use crate::store::{QueuedJob, Store};
use futures_util::future::{BoxFuture, FutureExt};
use std::sync::Arc;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// What became of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Made {
    /// It is made.
    Yes,
    /// The game does not take it.
    No,
    /// The game could not be reached.
    Unreachable,
}

/// What the engine needs to find a move, and a token that is cancelled when the game goes
/// on without it. `None` if the game has gone on already.
pub(crate) type CancellableTurn = Option<(EngineTurn, CancellationToken)>;

/// Where the games are for which moves are found.
pub(crate) trait Desk: Send + Sync + 'static {
    /// The database with the queue.
    fn store(&self) -> &Store;

    /// Whether moves that are found can be made at the moment, as far as is known.
    fn is_reachable(&self) -> bool;

    /// Wakes another thread.
    fn ring(&self);

    /// Waits until there may be something to do.
    fn rung(&self) -> BoxFuture<'_, ()>;

    /// What the engine needs to find a move.
    fn turn<'a>(&'a self, job: &'a QueuedJob) -> BoxFuture<'a, Result<CancellableTurn, LoadError>>;

    /// Makes the engine's move.
    fn make<'a>(&'a self, job: &'a QueuedJob, mv: String) -> BoxFuture<'a, Made>;

    /// Ends the game, since the engine has failed too often.
    fn give_up<'a>(&'a self, job: &'a QueuedJob) -> BoxFuture<'a, Made>;
}

fn made<T>(answer: Result<Result<i64, T>, LoadError>) -> Made {
    match answer {
        Ok(Ok(_)) => Made::Yes,
        Ok(Err(_)) => Made::No,
        Err(error) if error.is_temporary() => Made::Unreachable,
        Err(_) => Made::No,
    }
}

/// A node: it knows where the games are, and has many of them itself.
impl Desk for Arc<GameRegistry> {
    fn store(&self) -> &Store {
        &self.store
    }

    fn is_reachable(&self) -> bool {
        self.store.holds_lease()
    }

    fn ring(&self) {
        self.jobs.ring_here();
    }

    fn rung(&self) -> BoxFuture<'_, ()> {
        self.jobs.rung().boxed()
    }

    fn turn<'a>(&'a self, job: &'a QueuedJob) -> BoxFuture<'a, Result<CancellableTurn, LoadError>> {
        let turn = |reply| Command::EngineTurn(job.log, reply);
        async move { self.ask(&job.game, turn).await }.boxed()
    }

    fn make<'a>(&'a self, job: &'a QueuedJob, mv: String) -> BoxFuture<'a, Made> {
        let make = move |reply| Command::EngineMove(job.log, mv.clone(), reply);
        async move { made(self.ask(&job.game, make).await) }.boxed()
    }

    fn give_up<'a>(&'a self, job: &'a QueuedJob) -> BoxFuture<'a, Made> {
        async move { made(self.ask(&job.game, Command::EngineFailed).await) }.boxed()
    }
}

/// A worker, which has no games: it reads them from the database, and sends its moves to
/// any node.
#[derive(Debug)]
pub(crate) struct RemoteDesk {
    pub(crate) store: Store,
    pub(crate) catalogue: Arc<ServerCatalogue>,
    pub(crate) cluster: ClusterNode,
    pub(crate) bell: Notify,
}

impl RemoteDesk {
    async fn ask(&self, job: &QueuedJob, ask: Ask) -> Made {
        let game = job.game.clone();
        match self.cluster.ask(None, &Request { game, ask }).await {
            Ok(Reply::NoGame {}) => Made::No,
            Ok(reply) => match acted(reply) {
                Some(Ok(_)) => Made::Yes,
                Some(Err(_)) => Made::No,
                None => Made::Unreachable,
            },
            Err(error) => {
                tracing::warn!(game = job.game, %error, "no node could be asked");
                Made::Unreachable
            }
        }
    }
}

impl Desk for RemoteDesk {
    fn store(&self) -> &Store {
        &self.store
    }

    fn is_reachable(&self) -> bool {
        self.cluster.bus.is_connected()
    }

    fn ring(&self) {
        self.bell.notify_one();
    }

    fn rung(&self) -> BoxFuture<'_, ()> {
        self.bell.notified().boxed()
    }

    fn turn<'a>(&'a self, job: &'a QueuedJob) -> BoxFuture<'a, Result<CancellableTurn, LoadError>> {
        async move {
            let turn = load_turn(&self.store, &self.catalogue, &job.game, job.log).await?;
            Ok(turn.map(|turn| (turn, CancellationToken::new())))
        }
        .boxed()
    }

    fn make<'a>(&'a self, job: &'a QueuedJob, mv: String) -> BoxFuture<'a, Made> {
        let log = job.log;
        self.ask(job, Ask::EngineMove { log, mv }).boxed()
    }

    fn give_up<'a>(&'a self, job: &'a QueuedJob) -> BoxFuture<'a, Made> {
        self.ask(job, Ask::EngineFailed {}).boxed()
    }
}
