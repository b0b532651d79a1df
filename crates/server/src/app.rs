//! The state that all requests share.

use crate::catalogue::ServerCatalogue;
use crate::endgames::EndgameTables;
use crate::engine::analyses::Analyses;
use crate::engine::evaluators::Evaluators;
use crate::live::GameRegistry;
use crate::security::exports::Exports;
use crate::security::limits::RateLimits;
use crate::security::work_queue::WorkQueue;
use crate::settings::Settings;
use crate::store::Store;
use metrics_exporter_prometheus::PrometheusHandle;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The state that all requests share.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) settings: Settings,
    pub(crate) store: Store,
    pub(crate) catalogue: Arc<ServerCatalogue>,
    pub(crate) games: Arc<GameRegistry>,
    pub(crate) limits: RateLimits,
    pub(crate) analyses: Analyses,
    pub(crate) endgames: EndgameTables,
    pub(crate) evaluators: Evaluators,
    /// Downloads of people's data.
    pub(crate) exports: Exports,
    /// A queue for questions that keep a core busy for a while.
    pub(crate) questions: WorkQueue,
    /// A queue for drawing pictures.
    pub(crate) pictures: WorkQueue,
    pub(crate) metrics: PrometheusHandle,
    /// Whether the games have been resumed after the start.
    pub(crate) ready: AtomicBool,
    /// Requests that change something, which run to their end.
    pub(crate) changes: TaskTracker,
    /// The open sockets.
    pub(crate) sockets: TaskTracker,
    /// Signals that the server stops.
    pub(crate) stopping: CancellationToken,
}
