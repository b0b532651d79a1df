//! Starting and stopping.

use crate::api::{self, texts};
use crate::app::App;
use crate::background::{openings, playtests, reports};
use crate::catalogue::ServerCatalogue;
use crate::cluster::nats::Nats;
use crate::cluster::node::ClusterNode;
use crate::cluster::subjects::Subjects;
use crate::endgames::EndgameTables;
use crate::engine::analyses::Analyses;
use crate::engine::analysis::AnalysisPool;
use crate::engine::analysis_worker::{self, AnalysisWorkerSettings};
use crate::engine::evaluators::Evaluators;
use crate::engine::moves::{self, MoveEngineSettings};
use crate::engine::thread;
use crate::listen;
use crate::live::{self, GameRegistry};
use crate::security::exports::Exports;
use crate::security::limits::RateLimits;
use crate::security::work_queue::WorkQueue;
use crate::settings::{LogFormat, Settings};
use crate::store::{DataLock, LeaseTerms, Store, StoreError, Takeover};
use crate::supervise::supervise;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::io::{ErrorKind, IsTerminal};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing_subscriber::EnvFilter;

/// How long a server takes to stop, at most.
const LONGEST_STOP: Duration = Duration::from_secs(10);
/// How much of that is left for the games, however long clients take.
const LAST_GAMES: Duration = Duration::from_secs(1);
/// How much of that is left for the database.
const LAST_STORE: Duration = Duration::from_secs(3);
/// How long the server waits for running requests when it stops.
const LAST_REQUESTS: Duration = Duration::from_secs(5);
/// How long the server waits for sockets after that.
const LAST_SOCKETS: Duration = Duration::from_secs(3);
/// How long the server waits until analyses are given back when it stops.
const LAST_ANALYSES: Duration = Duration::from_secs(1);
/// How long the server waits for a database that does not answer when it stops.
const LAST_WRITES: Duration = Duration::from_secs(2);
/// How often a server that starts looks whether another one's lease has ended.
const LEASE_POLL_INTERVAL: Duration = Duration::from_millis(250);

/// Why the server cannot run.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The network, signals, a thread or the folder of definitions.
    #[error("{0}: {1}")]
    Io(String, std::io::Error),
    /// The address cannot be listened on.
    #[error("cannot listen on {0}: {1}{help}", help = listen_help(.1))]
    Listen(SocketAddr, std::io::Error),
    /// The metrics could not be set up.
    #[error("metrics: {0}")]
    Metrics(String),
    /// Nodes or workers without what they share.
    #[error("{0}")]
    Alone(&'static str),
    /// The task that accepts connections has ended.
    #[error("the server cannot accept connections any more")]
    Deaf,
}

/// What to do instead.
fn listen_help(error: &std::io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::AddrInUse => {
            ". Choose another port with `--port`, or a free one with `--port 0`"
        }
        ErrorKind::PermissionDenied => ". Choose a port above 1023 with `--port`",
        ErrorKind::AddrNotAvailable => ". Choose an address of this machine with `--host`",
        _ => "",
    }
}

pub(crate) fn io(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> ServeError {
    let what = what.into();
    move |error| ServeError::Io(what, error)
}

/// Starts logging to standard error, according to the settings. Does nothing if a
/// logger is set already.
pub fn log(settings: &Settings) {
    let filter = EnvFilter::try_new(&settings.log).unwrap_or_else(|_| EnvFilter::new("info"));
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        // Colours are for terminals, not for files.
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    let _ = match settings.log_format {
        LogFormat::Text => builder.try_init(),
        LogFormat::Json => builder.json().try_init(),
    };
}

/// The metrics of this process. There is one set, however many servers.
fn metrics() -> Result<PrometheusHandle, ServeError> {
    static HANDLE: OnceLock<Result<PrometheusHandle, String>> = OnceLock::new();
    let handle = HANDLE.get_or_init(|| {
        PrometheusBuilder::new()
            .install_recorder()
            .map_err(|error| error.to_string())
    });
    handle.clone().map_err(ServeError::Metrics)
}

/// A server that runs.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    app: Arc<App>,
    stopping: CancellationToken,
    served: tokio::task::JoinHandle<()>,
    upkeep: tokio::task::JoinHandle<()>,
    /// The threads that analyse for all nodes.
    analysts: TaskTracker,
    /// No other server can run on this SQLite database.
    _lock: Option<DataLock>,
}

impl Server {
    /// Starts a server: opens the store, resumes the games, listens.
    pub async fn start(settings: Settings) -> Result<Server, ServeError> {
        let metrics = metrics()?;
        if settings.nats.is_some() && !settings.is_on_postgres() {
            return Err(ServeError::Alone(
                "servers that reach each other by NATS need a PostgreSQL database (`database`)",
            ));
        }
        // The lock first: an SQLite database is brought up to date when it is opened.
        let (lock, store) = match &settings.database {
            Some(url) => (DataLock::url(url)?, Store::open_to_serve(url).await?),
            None => {
                let lock = DataLock::folder(&settings.data)?;
                (Some(lock), Store::open_folder(&settings.data).await?)
            }
        };
        let terms = LeaseTerms {
            duration: Duration::from_millis(settings.lease_ms),
            alone: lock.is_some(),
            shared: settings.nats.is_some(),
        };
        let cluster = cluster_node(&settings, store.node_id())
            .await
            .map_err(io("NATS"))?;
        let catalogue = ServerCatalogue::new(store.clone(), settings.games.as_deref()).map_err(
            io(match &settings.games {
                Some(folder) => format!("the folder of definitions {}", folder.display()),
                None => "the definitions".to_owned(),
            }),
        )?;
        let catalogue = Arc::new(catalogue);
        let limits = RateLimits::new(&settings.limits);
        let games = GameRegistry::new(
            store.clone(),
            catalogue.clone(),
            &settings.limits,
            limits.aborts.clone(),
            cluster,
        );
        let longest = Duration::from_secs(settings.analysis_seconds.max(1));
        let engine_settings = thread::settings(settings.hash_mib, settings.tables_source());
        let pool = AnalysisPool::start(settings.analysis_threads, engine_settings, longest)
            .map_err(io("threads"))?;
        let analyses = Analyses::new(pool, &games);
        let endgames = EndgameTables::start(settings.tables_folder()).map_err(io("threads"))?;
        let address = SocketAddr::new(settings.host, settings.port);
        let listener = TcpListener::bind(address)
            .await
            .map_err(|error| ServeError::Listen(address, error))?;
        let address = listener.local_addr().map_err(io("the address"))?;
        let stopping = CancellationToken::new();
        let app = Arc::new(App {
            limits,
            settings,
            store,
            catalogue,
            games,
            analyses,
            endgames,
            evaluators: Evaluators::default(),
            exports: Exports::default(),
            questions: WorkQueue::for_all_cores(),
            pictures: texts::picture_turns(),
            metrics,
            ready: AtomicBool::new(false),
            changes: TaskTracker::new(),
            sockets: TaskTracker::new(),
            stopping: stopping.clone(),
        });
        let takeover = take_lease(&app.store, terms).await?;
        live::resume(&app.games, takeover).await?;
        moves::start(
            &Arc::new(app.games.clone()),
            move_engine_settings(&app.settings),
            &stopping,
        )
        .map_err(io("threads"))?;
        openings::start(app.store.clone(), app.catalogue.clone(), stopping.clone());
        let analysts = if app.games.cluster.shared {
            analysis_worker::start(
                app.store.clone(),
                app.catalogue.clone(),
                app.games.cluster.clone(),
                analysis_worker_settings(&app.settings),
                stopping.clone(),
            )
            .map_err(io("threads"))?
        } else {
            let none = TaskTracker::new();
            none.close();
            none
        };
        if app.settings.analysis_threads > 0 {
            let (store, catalogue) = (app.store.clone(), app.catalogue.clone());
            reports::start(store, catalogue, engine_settings, stopping.clone())
                .map_err(io("threads"))?;
        }
        playtests::start(&app.store, &app.catalogue, &app.settings, &stopping);
        let upkeep = tokio::spawn(upkeep(app.clone(), terms));
        let router = api::router(app.clone());
        let slots = listen::Slots::new(&app.settings);
        let served = tokio::spawn(listen::serve(listener, router, slots, stopping.clone()));
        app.ready.store(true, Ordering::Relaxed);
        tracing::info!(%address, "listening");
        Ok(Server {
            address,
            app,
            stopping,
            served,
            upkeep,
            analysts,
            _lock: lock,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The number of games in memory.
    pub fn live_games(&self) -> usize {
        self.app.games.live_games()
    }

    /// Waits until the server has ended by itself, which it should not.
    pub async fn ended(&mut self) {
        let _ = (&mut self.served).await;
    }

    /// Stops: accepts nothing new, finishes running requests, records the time at which
    /// clocks stop, and closes the store. That takes ten seconds at most, whoever is slow. If
    /// the database does not answer, the server does not wait for it: what was acknowledged is
    /// safe.
    pub async fn stop(mut self) -> Result<(), ServeError> {
        tracing::info!("stopping");
        let last = StopTimes::new(Instant::now());
        self.stopping.cancel();
        self.app.analyses.close();
        self.app.endgames.stop();
        self.app.games.hub.close_all();
        let store = self.app.store.clone();
        let impatience = tokio::spawn(async move {
            loop {
                tokio::time::sleep(LAST_WRITES).await;
                if store.is_failing() {
                    store.abandon();
                }
            }
        });
        if !self.served.is_finished() && !last.wait(LAST_REQUESTS, &mut self.served).await {
            self.served.abort();
        }
        self.app.changes.close();
        last.wait(LAST_REQUESTS, self.app.changes.wait()).await;
        // What they were analysing goes on at another node.
        last.wait(LAST_ANALYSES, self.analysts.wait()).await;
        // Clients are told that the server stops.
        self.app.sockets.close();
        last.wait(LAST_SOCKETS, self.app.sockets.wait()).await;
        self.upkeep.abort();
        // A game whose task is still waiting is written no more when the lease is given back.
        let _ = timeout_at(last.games, self.app.games.stop()).await;
        let shared = self.app.games.cluster.shared;
        let store = self.app.store.clone();
        let mut released = Err(StoreError::NoAnswer);
        let close = async {
            if shared {
                // Another node leads at once.
                let _ = store.stop_leading().await;
            }
            released = store.release_lease().await;
            store.close().await;
        };
        if timeout_at(last.store, close).await.is_err() {
            store.abandon();
        }
        impatience.abort();
        match released {
            Ok(()) => tracing::info!("stopped"),
            // The next server knows of the last beat, and gives the time since then back.
            Err(error) => tracing::warn!(
                %error,
                "stopped without telling the database, which does not answer. No acknowledged \
                 move is lost. Another server can start on it when the lease has ended"
            ),
        }
        Ok(())
    }
}

/// By when the parts of a server that stops have ended.
struct StopTimes {
    clients: Instant,
    games: Instant,
    store: Instant,
}

impl StopTimes {
    fn new(begun: Instant) -> StopTimes {
        let store = begun + LONGEST_STOP;
        let games = store - LAST_STORE;
        StopTimes {
            clients: games - LAST_GAMES,
            games,
            store,
        }
    }

    /// Waits for something that has to do with clients: for a time, but not longer than there
    /// is for all of it. Returns whether it has happened.
    async fn wait(&self, longest: Duration, what: impl Future) -> bool {
        let until = self.clients.min(Instant::now() + longest);
        timeout_at(until, what).await.is_ok()
    }
}

/// How the engine's moves are found, by the settings.
pub(crate) fn move_engine_settings(settings: &Settings) -> MoveEngineSettings {
    MoveEngineSettings {
        threads: settings.engine_threads,
        hash_mib: settings.hash_mib,
        tables: settings.tables_source(),
        move_ms: settings.engine_move_ms,
    }
}

/// How analyses are made for all nodes, by the settings.
pub(crate) fn analysis_worker_settings(settings: &Settings) -> AnalysisWorkerSettings {
    AnalysisWorkerSettings {
        threads: settings.analysis_threads,
        engine: thread::settings(settings.hash_mib, settings.tables_source()),
        longest: Duration::from_secs(settings.analysis_seconds.max(1)),
    }
}

/// This node, with a connection to the others if the settings say that there are others.
pub(crate) async fn cluster_node(settings: &Settings, id: &str) -> std::io::Result<ClusterNode> {
    let Some(nats) = &settings.nats else {
        return Ok(ClusterNode::alone(id));
    };
    let bus = Nats::connect(nats, &format!("hyperrook {id}")).await?;
    Ok(ClusterNode {
        bus: Arc::new(bus),
        subjects: Subjects::new(&nats.prefix),
        id: id.to_owned(),
        shared: true,
    })
}

/// Takes the lease on the games. If a server was killed, this waits until its lease ends. A
/// lease that is renewed again and again belongs to a server that runs.
async fn take_lease(store: &Store, terms: LeaseTerms) -> Result<Takeover, StoreError> {
    let mut last_until = None;
    let mut renewals = 0;
    loop {
        let error = match store.take_lease(terms).await {
            Err(error @ StoreError::Leased { .. }) => error,
            other => return other,
        };
        let StoreError::Leased { node, until } = &error else {
            return Err(error);
        };
        if last_until.is_none() {
            tracing::warn!(node, until, "waiting for the end of another server's lease");
        } else if last_until.as_ref() != Some(until) {
            renewals += 1;
        }
        // The database may have finished what a server asked for just before it was killed.
        if renewals > 1 {
            return Err(error);
        }
        last_until = Some(until.clone());
        tokio::time::sleep(LEASE_POLL_INTERVAL).await;
    }
}

async fn upkeep(app: Arc<App>, terms: LeaseTerms) {
    let forget = || async {
        loop {
            tokio::time::sleep(Duration::from_secs(60)).await;
            app.limits.forget();
            app.catalogue.forget();
            app.metrics.run_upkeep();
        }
    };
    tokio::join!(
        supervise("limits", forget),
        supervise("analyses", || app.analyses.run()),
        live::run_maintenance(app.games.clone(), terms)
    );
}

/// Lets this process open as many files as it may: each player has a socket.
pub fn raise_file_limit() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // Where that is forbidden the limit stays as it is.
    let _ = setrlimit(Resource::Nofile, limit);
}

/// Runs a server until the process receives SIGINT or SIGTERM. `started` is called
/// with the address.
pub async fn serve(settings: Settings, started: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    raise_file_limit();
    // A signal that arrives while the server starts must not end the process at once.
    let mut stop = StopSignals::listen().map_err(io("signals"))?;
    let mut server = tokio::select! {
        server = Server::start(settings) => server?,
        // It may be waiting for the end of a lease.
        () = stop.wait() => return Ok(()),
    };
    started(server.address());
    let deaf = tokio::select! {
        () = stop.wait() => false,
        () = server.ended() => true,
    };
    server.stop().await?;
    if deaf { Err(ServeError::Deaf) } else { Ok(()) }
}

/// The signals that stop the process.
pub(crate) struct StopSignals {
    interrupt: Signal,
    terminate: Signal,
}

impl StopSignals {
    /// Starts listening for them.
    pub(crate) fn listen() -> std::io::Result<StopSignals> {
        Ok(StopSignals {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Waits for one of them.
    pub(crate) async fn wait(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn slow_clients_leave_time_for_the_games_and_the_database() {
        let begun = Instant::now();
        let last = StopTimes::new(begun);
        assert_eq!(last.store, begun + LONGEST_STOP);
        assert!(begun + LAST_REQUESTS < last.clients);
        assert!(last.clients < last.games && last.games < last.store);
        // When the time of clients is over, nothing is waited for that has not happened.
        let last = StopTimes {
            clients: begun,
            ..last
        };
        let slow = std::future::pending::<()>();
        assert!(!last.wait(LONGEST_STOP, slow).await);
        assert!(last.wait(LONGEST_STOP, async {}).await);
        assert!(begun.elapsed() < LONGEST_STOP);
    }
}
