//! What all parts of the server share.

use crate::catalogue::ServerCatalogue;
use crate::engine::analysis::AnalysisPool;
use crate::live::GameRegistry;
use crate::security::limits::RateLimits;
use crate::settings::Settings;
use crate::store::Store;
use metrics_exporter_prometheus::PrometheusHandle;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// What all parts of the server share.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) settings: Settings,
    pub(crate) store: Store,
    pub(crate) catalogue: Arc<ServerCatalogue>,
    pub(crate) games: Arc<GameRegistry>,
    pub(crate) limits: RateLimits,
    pub(crate) analysts: AnalysisPool,
    pub(crate) metrics: PrometheusHandle,
    /// Whether the games have been resumed.
    pub(crate) ready: AtomicBool,
    /// The open sockets.
    pub(crate) sockets: TaskTracker,
    /// Says that the server is to stop.
    pub(crate) stopping: CancellationToken,
}
