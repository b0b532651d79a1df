//! Where the games are for which moves are found: on this node, or on others.

use crate::catalogue::ServerCatalogue;
use crate::cluster::node::ClusterNode;
use crate::cluster::wire::{Reply, Request, RequestBody};
use crate::game::live_game::EngineTurn;
use crate::live::{Command, GameRegistry, LoadError, acted, load_turn};
use crate::store::{QueuedJob, Store};
use futures_util::future::{BoxFuture, FutureExt};
use std::sync::Arc;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// The result of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveResult {
    /// It is made.
    Made,
    /// The game does not take it.
    Rejected,
    /// The game could not be reached.
    Unreachable,
}

/// What the engine needs to find a move, and a token that is cancelled when the game goes
/// on without it. `None` if the game has gone on already.
pub(crate) type PendingTurn = Option<(EngineTurn, CancellationToken)>;

/// Where the games are for which moves are found.
pub(crate) trait GameHost: Send + Sync + 'static {
    /// The database with the queue.
    fn store(&self) -> &Store;

    /// Whether moves that are found can be made at the moment, as far as is known.
    fn is_reachable(&self) -> bool;

    /// Wakes another thread.
    fn notify(&self);

    /// Waits until there may be something to do.
    fn notified(&self) -> BoxFuture<'_, ()>;

    /// What the engine needs to find a move.
    fn turn<'a>(&'a self, job: &'a QueuedJob) -> BoxFuture<'a, Result<PendingTurn, LoadError>>;

    /// Makes the engine's move.
    fn make<'a>(&'a self, job: &'a QueuedJob, mv: String) -> BoxFuture<'a, MoveResult>;

    /// Ends the game, since the engine has failed too often.
    fn give_up<'a>(&'a self, job: &'a QueuedJob) -> BoxFuture<'a, MoveResult>;
}

fn move_result<T>(answer: Result<Result<i64, T>, LoadError>) -> MoveResult {
    match answer {
        Ok(Ok(_)) => MoveResult::Made,
        Ok(Err(_)) => MoveResult::Rejected,
        Err(error) if error.is_temporary() => MoveResult::Unreachable,
        Err(_) => MoveResult::Rejected,
    }
}

/// A node: it knows where the games are, and has many of them itself.
impl GameHost for Arc<GameRegistry> {
    fn store(&self) -> &Store {
        &self.store
    }

    fn is_reachable(&self) -> bool {
        self.store.holds_lease()
    }

    fn notify(&self) {
        self.jobs.notify_local();
    }

    fn notified(&self) -> BoxFuture<'_, ()> {
        self.jobs.notified().boxed()
    }

    fn turn<'a>(&'a self, job: &'a QueuedJob) -> BoxFuture<'a, Result<PendingTurn, LoadError>> {
        let turn = |reply| Command::EngineTurn(job.log, reply);
        async move { self.ask(&job.game, turn).await }.boxed()
    }

    fn make<'a>(&'a self, job: &'a QueuedJob, mv: String) -> BoxFuture<'a, MoveResult> {
        let make = move |reply| Command::EngineMove(job.log, mv.clone(), reply);
        async move { move_result(self.ask(&job.game, make).await) }.boxed()
    }

    fn give_up<'a>(&'a self, job: &'a QueuedJob) -> BoxFuture<'a, MoveResult> {
        async move { move_result(self.ask(&job.game, Command::EngineFailed).await) }.boxed()
    }
}

/// A worker, which has no games: it reads them from the database, and sends its moves to
/// any node.
#[derive(Debug)]
pub(crate) struct RemoteGameHost {
    pub(crate) store: Store,
    pub(crate) catalogue: Arc<ServerCatalogue>,
    pub(crate) cluster: Arc<ClusterNode>,
    pub(crate) notify: Notify,
}

impl RemoteGameHost {
    async fn ask(&self, job: &QueuedJob, ask: RequestBody) -> MoveResult {
        let game = job.game.clone();
        match self
            .cluster
            .request(
                None,
                &Request {
                    game,
                    address: None,
                    ask,
                },
            )
            .await
        {
            Ok(Reply::NoGame {}) => MoveResult::Rejected,
            Ok(reply) => match acted(reply) {
                Some(Ok(_)) => MoveResult::Made,
                Some(Err(_)) => MoveResult::Rejected,
                None => MoveResult::Unreachable,
            },
            Err(error) => {
                tracing::warn!(game = job.game, %error, "no node could be asked");
                MoveResult::Unreachable
            }
        }
    }
}

impl GameHost for RemoteGameHost {
    fn store(&self) -> &Store {
        &self.store
    }

    fn is_reachable(&self) -> bool {
        self.cluster.bus.is_connected()
    }

    fn notify(&self) {
        self.notify.notify_one();
    }

    fn notified(&self) -> BoxFuture<'_, ()> {
        self.notify.notified().boxed()
    }

    fn turn<'a>(&'a self, job: &'a QueuedJob) -> BoxFuture<'a, Result<PendingTurn, LoadError>> {
        async move {
            let turn = load_turn(&self.store, &self.catalogue, &job.game, job.log).await?;
            Ok(turn.map(|turn| (turn, CancellationToken::new())))
        }
        .boxed()
    }

    fn make<'a>(&'a self, job: &'a QueuedJob, mv: String) -> BoxFuture<'a, MoveResult> {
        let log = job.log;
        self.ask(job, RequestBody::EngineMove { log, mv }).boxed()
    }

    fn give_up<'a>(&'a self, job: &'a QueuedJob) -> BoxFuture<'a, MoveResult> {
        self.ask(job, RequestBody::EngineFailed {}).boxed()
    }
}
