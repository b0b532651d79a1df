//! Threads that analyse for the clients of all nodes, where there are several. The queue is
//! in the database; what is found goes to the node of the client by NATS.

use super::analysis::{MIN_ANALYSIS_TIME, SEND_INTERVAL};
use super::lines::LineCollector;
use super::thread;
use crate::catalogue::{ServedGameError, ServerCatalogue};
use crate::cluster::bus::messages;
use crate::cluster::node::ClusterNode;
use crate::cluster::wire;
use crate::cluster::wire::analyses::{
    AnalysisNotice, AnalysisQuery, AnalysisUpdate, read_analysis_notice,
};
use crate::store::{AnalysisJob, Store, StoreError, StoreResult};
use crate::supervise::supervise;
use futures_util::StreamExt;
use hyperrook_rules::History;
use hyperrook_search::{EngineEvent, EngineSettings, EngineThread, SearchLimits, SearchRequest};
use hyperrook_view::types::AnalysisLine;
use std::collections::HashMap;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, mpsc};
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How long a worker may be silent before another begins its analysis again, in ms.
const LEASE_MS: i64 = 5000;
/// How often the lease is extended. Then the worker also sees whether the analysis is still
/// wanted, and whether others wait.
const LEASE_INTERVAL: Duration = Duration::from_secs(1);
/// How often threads look for analyses of which no message told them.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Why a position cannot be analysed.
#[derive(Debug, thiserror::Error)]
enum AnalysisError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Game(#[from] ServedGameError),
    #[error("what is to be analysed: {0}")]
    Wish(String),
    #[error("the engine has failed")]
    Engine,
}

/// How an analysis has ended here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AnalysisEnd {
    /// It has had its time.
    Done,
    /// Nobody wants it any more, or another worker has it.
    Unwanted,
    /// It is for another worker: this one stops, or cannot reach the node.
    GivenBack,
}

/// How analyses are made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnalysisWorkerSettings {
    /// How many threads search.
    pub(crate) threads: usize,
    pub(crate) engine: EngineSettings,
    /// The longest analysis.
    pub(crate) longest: Duration,
}

/// What all threads share.
struct AnalysisWorkers {
    store: Store,
    catalogue: Arc<ServerCatalogue>,
    cluster: Arc<ClusterNode>,
    settings: AnalysisWorkerSettings,
    /// The analyses that run here, with tokens that end them.
    running: Mutex<HashMap<String, CancellationToken>>,
    waiting: Notify,
    stopping: CancellationToken,
}

/// Starts the threads. When `stopping` is cancelled they give back what they are analysing
/// and end; the tracker then has no tasks.
pub(crate) fn start(
    store: Store,
    catalogue: Arc<ServerCatalogue>,
    cluster: Arc<ClusterNode>,
    settings: AnalysisWorkerSettings,
    stopping: CancellationToken,
) -> std::io::Result<TaskTracker> {
    let workers = Arc::new(AnalysisWorkers {
        store,
        catalogue,
        cluster,
        settings,
        running: Mutex::default(),
        waiting: Notify::new(),
        stopping,
    });
    let tracker = TaskTracker::new();
    for number in 0..settings.threads {
        let engine = thread::start(&format!("analyses-{number}"))?;
        let own = workers.clone();
        tracker.spawn(async move { supervise("analyses", || own.work(&engine)).await });
    }
    tracker.spawn(async move { supervise("notices of analyses", || workers.listen()).await });
    tracker.close();
    Ok(tracker)
}

impl AnalysisWorkers {
    fn running(&self) -> std::sync::MutexGuard<'_, HashMap<String, CancellationToken>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Receives messages that somebody waits, or that an analysis is not wanted any more.
    async fn listen(&self) {
        let subject = self.cluster.subjects.analyses();
        let mut notices = pin!(messages(&*self.cluster.bus, subject, None));
        loop {
            let received = tokio::select! {
                received = notices.next() => received,
                () = self.stopping.cancelled() => return,
            };
            let Some(received) = received else { return };
            match read_analysis_notice(&received.payload) {
                Ok(AnalysisNotice::Waiting {}) => self.waiting.notify_one(),
                Ok(AnalysisNotice::Unwanted { ids }) => {
                    let running = self.running();
                    for id in ids {
                        if let Some(unwanted) = running.get(&id) {
                            unwanted.cancel();
                        }
                    }
                }
                Ok(AnalysisNotice::Unknown) => {}
                Err(error) => tracing::warn!(%error, "a notice about analyses is ignored"),
            }
        }
    }

    async fn work(&self, engine: &EngineThread) {
        while !self.stopping.is_cancelled() {
            match self.next(engine).await {
                Ok(true) => continue,
                Ok(false) => {}
                Err(error) => tracing::warn!(%error, "the queue of analyses failed"),
            }
            tokio::select! {
                _ = tokio::time::timeout(POLL_INTERVAL, self.waiting.notified()) => {}
                () = self.stopping.cancelled() => {}
            }
        }
    }

    /// Makes the next analysis. Returns whether there was one.
    async fn next(&self, engine: &EngineThread) -> StoreResult<bool> {
        // Lines that cannot be sent are of no use.
        if !self.cluster.bus.is_connected() || self.store.is_failing() || !self.store.holds_lease()
        {
            return Ok(false);
        }
        let Some(mut job) = self.store.claim_analysis(LEASE_MS).await? else {
            return Ok(false);
        };
        // There may be more for others.
        self.waiting.notify_one();
        let unwanted = CancellationToken::new();
        self.running().insert(job.id.clone(), unwanted.clone());
        let ended = self.analyse(engine, &mut job, &unwanted).await;
        self.running().remove(&job.id);
        match ended {
            Ok(AnalysisEnd::Done) => {
                metrics::counter!("hyperrook_shared_analyses_total").increment(1);
                self.store.finish_analysis(&job.id, job.lease).await?;
            }
            Ok(AnalysisEnd::Unwanted) => {}
            Ok(AnalysisEnd::GivenBack) => {
                self.store.release_analysis(&job.id, job.lease).await?;
                let waiting = wire::write(&AnalysisNotice::Waiting {});
                let subject = self.cluster.subjects.analyses();
                self.cluster.bus.publish(subject, waiting);
            }
            // It is begun again when its lease ends, but not for ever.
            Err(error) => tracing::warn!(%error, "an analysis could not be made"),
        }
        Ok(true)
    }

    /// The position to analyse.
    async fn history(&self, query: &AnalysisQuery) -> Result<History, AnalysisError> {
        let served = self.catalogue.get(&query.game).await?;
        let query = query.clone();
        let history = tokio::task::spawn_blocking(move || {
            hyperrook_view::history(&served.game, query.position.as_deref(), &query.moves)
        });
        let history = history.await.map_err(|_| AnalysisError::Engine)?;
        history.map_err(|error| AnalysisError::Wish(error.to_string()))
    }

    fn send(&self, job: &AnalysisJob, done: bool, lines: &[AnalysisLine], nps: Option<u64>) {
        let update = AnalysisUpdate {
            id: job.id.clone(),
            attempt: job.attempts,
            done,
            lines: lines.to_vec(),
            nps,
        };
        let subject = self.cluster.subjects.analyses_for(&job.node);
        self.cluster.bus.publish(subject, wire::write(&update));
    }

    /// Searches, and sends what is found, until the analysis ends.
    async fn analyse(
        &self,
        engine: &EngineThread,
        job: &mut AnalysisJob,
        unwanted: &CancellationToken,
    ) -> Result<AnalysisEnd, AnalysisError> {
        let query: AnalysisQuery = serde_json::from_str(&job.wish)
            .map_err(|error| AnalysisError::Wish(error.to_string()))?;
        let history = self.history(&query).await?;
        let (sender, mut events) = mpsc::unbounded_channel();
        let request = SearchRequest {
            history: history.clone(),
            limits: SearchLimits::default()
                .move_time(self.settings.longest)
                .lines(query.lines),
            settings: self.settings.engine,
            seed: 0,
        };
        let control = engine.search(request, move |event| drop(sender.send(event)));
        let begun = Instant::now();
        let mut collected = LineCollector::new(query.lines, &history);
        let mut lines: Vec<AnalysisLine> = Vec::new();
        let mut nps = None;
        let mut is_new = false;
        let [mut sends, mut leases] = [SEND_INTERVAL, LEASE_INTERVAL].map(interval);
        sends.set_missed_tick_behavior(MissedTickBehavior::Delay);
        leases.set_missed_tick_behavior(MissedTickBehavior::Delay);
        self.send(job, false, &[], None);
        let end = loop {
            tokio::select! {
                event = events.recv() => match event {
                    Some(EngineEvent::Info(info)) => {
                        nps = Some(info.nodes_per_second());
                        if let Some(complete) = collected.add(&history, &info) {
                            lines = complete;
                            is_new = true;
                        }
                    }
                    Some(EngineEvent::Finished(_)) => break Ok(AnalysisEnd::Done),
                    Some(event) if event.is_last() => break Err(AnalysisError::Engine),
                    Some(_) => {}
                    None => break Err(AnalysisError::Engine),
                },
                // The lines of a depth come one after the other, and are sent together.
                _ = sends.tick() => if is_new {
                    self.send(job, false, &lines, nps);
                    is_new = false;
                },
                _ = leases.tick() => match self.keep(job, begun).await {
                    Ok(None) => {}
                    Ok(Some(AnalysisEnd::Done)) => control.stop(),
                    Ok(Some(end)) => break Ok(end),
                    Err(error) => tracing::warn!(%error, "a lease could not be extended"),
                },
                () = unwanted.cancelled() => break Ok(AnalysisEnd::Unwanted),
                () = self.stopping.cancelled() => break Ok(AnalysisEnd::GivenBack),
            }
        };
        control.stop();
        if matches!(end, Ok(AnalysisEnd::Done)) {
            self.send(job, true, &lines, nps);
        }
        end
    }

    /// Extends the lease. Returns how the analysis ends, if it does.
    async fn keep(
        &self,
        job: &mut AnalysisJob,
        begun: Instant,
    ) -> StoreResult<Option<AnalysisEnd>> {
        if !self.cluster.bus.is_connected() {
            return Ok(Some(AnalysisEnd::GivenBack));
        }
        let kept = self
            .store
            .keep_analysis(&job.id, job.lease, LEASE_MS)
            .await?;
        let Some(lease) = kept else {
            return Ok(Some(AnalysisEnd::Unwanted));
        };
        job.lease = lease;
        if begun.elapsed() < MIN_ANALYSIS_TIME {
            return Ok(None);
        }
        // Those that have run longest make room, as many as are needed.
        let (waiting, older) = self.store.waiting_analyses(job.begun).await?;
        Ok((waiting > older).then_some(AnalysisEnd::Done))
    }
}
