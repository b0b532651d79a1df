//! Analyses that clients of this node ask for, where several nodes share the work: they go
//! into the queue in the database, and what is found comes by NATS.
//!
//! A message that is lost costs nothing: a row that is gone means that the analysis has ended.
//! If NATS or the database fails, the analyses continue on the threads of this node.

use super::analysis::{AnalysisPool, AnalysisRequest, BUSY, MAX_WAITING, WAITING_BY_ADDRESS};
use crate::cluster::bus::messages;
use crate::cluster::wire;
use crate::cluster::wire::analyses::{
    AnalysisNotice, AnalysisQuery, AnalysisUpdate, read_analysis_notice, read_update,
};
use crate::live::GameRegistry;
use crate::messages::server::{self, AnalysisState};
use crate::security::secret;
use crate::store::{
    AnalysisJobLimits, AnalysisJobRequest, AnalysisJobState, NewAnalysisJob, StoreError,
    StoreResult,
};
use futures_util::StreamExt;
use hyperrook_rules::History;
use hyperrook_view::types::AnalysisLine;
use std::collections::HashMap;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How often the node checks how far its analyses have come.
const TEND_INTERVAL: Duration = Duration::from_millis(500);
/// After how many such checks analyses of nodes that are gone are deleted.
const FORGET_TICKS: u32 = 10;

/// An analysis that a client of this node waits for.
struct PendingAnalysis {
    request: AnalysisRequest,
    history: History,
    /// Whether it is in the queue.
    is_queued: bool,
    /// Whether it was not in the queue when the node last looked: the last message may
    /// still be under way.
    is_missing: bool,
    /// The place in the queue that the client knows.
    place: Option<usize>,
    /// How often it was begun; 0 while it waits.
    attempt: i64,
    lines: Vec<AnalysisLine>,
    nps: Option<u64>,
}

impl PendingAnalysis {
    fn send(&self, state: AnalysisState) {
        let lines: &[AnalysisLine] = if state == AnalysisState::Queued {
            &[]
        } else {
            &self.lines
        };
        let text = server::analysis(self.request.req, state, self.place, lines, self.nps);
        self.request.outbox.send(text);
    }

    /// Says that it has ended, if it had begun.
    fn end(&self) {
        if self.attempt > 0 {
            self.send(AnalysisState::Done);
        }
    }

    /// Takes what a worker has found. An analysis that has begun again has nothing new at
    /// first.
    fn note(&mut self, update: &mut AnalysisUpdate) {
        let depth = |lines: &[AnalysisLine]| lines.first().map_or(0, |line| line.depth);
        self.attempt = update.attempt;
        self.place = None;
        update.lines.truncate(self.request.lines);
        if depth(&update.lines) >= depth(&self.lines) {
            self.lines = std::mem::take(&mut update.lines);
            self.nps = update.nps;
        }
    }
}

/// The analyses that clients of this node wait for.
pub(crate) struct SharedAnalyses {
    games: Arc<GameRegistry>,
    /// The threads of this node.
    pool: AnalysisPool,
    pending: Mutex<HashMap<String, PendingAnalysis>>,
}

impl SharedAnalyses {
    pub(crate) fn new(games: Arc<GameRegistry>, pool: AnalysisPool) -> SharedAnalyses {
        SharedAnalyses {
            games,
            pool,
            pending: Mutex::default(),
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, PendingAnalysis>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether others can be asked at the moment, as far as is known.
    fn is_usable(&self) -> bool {
        let store = &self.games.store;
        self.games.cluster.bus.is_connected() && !store.is_failing() && store.holds_lease()
    }

    fn publish(&self, notice: &AnalysisNotice) {
        let cluster = &self.games.cluster;
        let subject = cluster.subjects.analyses();
        cluster.bus.publish(subject, wire::write(notice));
    }

    /// Puts an analysis into the queue; what the same person had before ends, on any node.
    pub(crate) async fn analyse(
        &self,
        request: AnalysisRequest,
        history: History,
        query: &AnalysisQuery,
    ) {
        self.end(|other| other.who == request.who);
        if !self.is_usable() {
            return self.pool.analyse(request, history);
        }
        let id = secret::id();
        let pending = PendingAnalysis {
            request: request.clone(),
            history,
            is_queued: false,
            is_missing: false,
            place: None,
            attempt: 0,
            lines: Vec::new(),
            nps: None,
        };
        self.lock().insert(id.clone(), pending);
        let asked = self.ask(&id, &request, query).await;
        let mut waiting = self.lock();
        let Some(pending) = waiting.get_mut(&id) else {
            // The client has gone meanwhile. The next look deletes it from the queue.
            return;
        };
        match asked {
            Ok(asked) if asked.queued => {
                pending.is_queued = true;
                if pending.attempt == 0 {
                    pending.send(AnalysisState::Queued);
                }
                drop(waiting);
                let ids = asked.replaced;
                if !ids.is_empty() {
                    self.publish(&AnalysisNotice::Unwanted { ids });
                }
                self.publish(&AnalysisNotice::Waiting {});
            }
            Ok(_) => {
                waiting.remove(&id);
                let text = server::error("busy", BUSY, None, Some(request.req));
                request.outbox.send(text);
            }
            // Deleted or banned: the socket is about to be closed.
            Err(StoreError::PersonLeft) => {
                pending.send(AnalysisState::Done);
                waiting.remove(&id);
            }
            Err(error) => {
                tracing::warn!(%error, "an analysis is made by this node alone");
                if let Some(pending) = waiting.remove(&id) {
                    drop(waiting);
                    self.pool.analyse(pending.request, pending.history);
                }
            }
        }
    }

    async fn ask(
        &self,
        id: &str,
        request: &AnalysisRequest,
        query: &AnalysisQuery,
    ) -> StoreResult<AnalysisJobRequest> {
        let node = &self.games.cluster.id;
        // Each node numbers its own sockets.
        let person = match request.who.strip_prefix('#') {
            Some(socket) => format!("#{node}-{socket}"),
            None => request.who.clone(),
        };
        let address = self.games.address_hash(request.address).await?;
        let turns = if request.has_own_turns {
            person.clone()
        } else {
            address.clone()
        };
        let job = NewAnalysisJob {
            id: id.to_owned(),
            node: node.clone(),
            person,
            address,
            turns,
            wish: serde_json::to_string(query)?,
        };
        let limits = AnalysisJobLimits {
            of_address: WAITING_BY_ADDRESS as i64,
            in_all: MAX_WAITING as i64,
        };
        self.games.store.want_analysis(job, limits).await
    }

    /// Ends analyses.
    fn end(&self, fits: impl Fn(&AnalysisRequest) -> bool) {
        let mut waiting = self.lock();
        let ended: Vec<String> = waiting
            .extract_if(|_, pending| fits(&pending.request))
            .map(|(id, pending)| {
                pending.end();
                id
            })
            .collect();
        drop(waiting);
        self.withdraw(ended);
    }

    /// Takes analyses out of the queue and tells whoever has them.
    fn withdraw(&self, ids: Vec<String>) {
        if ids.is_empty() {
            return;
        }
        self.publish(&AnalysisNotice::Unwanted { ids: ids.clone() });
        let games = self.games.clone();
        tokio::spawn(async move {
            // If this fails, the next look finds them.
            let _ = games.store.delete_analysis_jobs(ids).await;
        });
    }

    /// Ends an analysis.
    pub(crate) fn stop(&self, socket: u64, req: i64) {
        self.end(|request| request.socket == socket && request.req == req);
    }

    /// Ends what a socket asked for.
    pub(crate) fn leave(&self, socket: u64) {
        self.end(|request| request.socket == socket);
    }

    /// Ends everything.
    pub(crate) fn close(&self) {
        let ids = self.lock().drain().map(|(id, _)| id).collect();
        self.withdraw(ids);
    }

    /// How many analyses of this node wait.
    pub(crate) fn waiting(&self) -> usize {
        let waiting = self.lock();
        waiting.values().filter(|one| one.attempt == 0).count()
    }

    /// Runs until the future is dropped: receives what is found, and looks after the queue.
    pub(crate) async fn run(&self) {
        tokio::join!(self.receive(), self.receive_notices(), self.look_after());
    }

    /// Receives what workers find.
    async fn receive(&self) {
        let cluster = &self.games.cluster;
        let subject = cluster.subjects.analyses_for(&cluster.id);
        let mut updates = pin!(messages(&*cluster.bus, subject, None));
        while let Some(received) = updates.next().await {
            match read_update(&received.payload) {
                Ok(update) => self.note(update),
                Err(error) => tracing::warn!(%error, "lines of a worker are ignored"),
            }
        }
    }

    fn note(&self, mut update: AnalysisUpdate) {
        let mut waiting = self.lock();
        let Some(pending) = waiting.get_mut(&update.id) else {
            return;
        };
        // It comes from a worker that was asleep or cut off meanwhile.
        if update.attempt < pending.attempt {
            return;
        }
        pending.note(&mut update);
        if update.done {
            pending.send(AnalysisState::Done);
            waiting.remove(&update.id);
        } else {
            pending.send(AnalysisState::Running);
        }
    }

    /// Receives what a person has asked for at another node, which ends it here.
    async fn receive_notices(&self) {
        let cluster = &self.games.cluster;
        let mut notices = pin!(messages(&*cluster.bus, cluster.subjects.analyses(), None));
        while let Some(received) = notices.next().await {
            let Ok(AnalysisNotice::Unwanted { ids }) = read_analysis_notice(&received.payload)
            else {
                continue;
            };
            let mut waiting = self.lock();
            for id in ids {
                if let Some(pending) = waiting.remove(&id) {
                    pending.end();
                }
            }
        }
    }

    async fn look_after(&self) {
        let mut ticks = 0;
        loop {
            tokio::time::sleep(TEND_INTERVAL).await;
            ticks += 1;
            if !self.is_usable() {
                self.fall_back();
                continue;
            }
            let has_any = !self.lock().is_empty();
            let is_time = ticks % FORGET_TICKS == 0;
            if (has_any || is_time)
                && let Err(error) = self.look().await
            {
                tracing::warn!(%error, "the queue of analyses cannot be read");
            }
            if is_time && self.games.leads() {
                let forgotten = self.games.store.forget_analyses_of_lost_nodes();
                if let Err(error) = forgotten.await {
                    tracing::warn!(%error, "analyses of lost nodes could not be deleted");
                }
            }
        }
    }

    /// Compares the queue with what is waited for.
    async fn look(&self) -> StoreResult<()> {
        let queued: Vec<String> = {
            let waiting = self.lock();
            let queued = waiting.iter().filter(|(_, pending)| pending.is_queued);
            queued.map(|(id, _)| id.clone()).collect()
        };
        let store = &self.games.store;
        let states = store.analyses_of_node(&self.games.cluster.id).await?;
        let mut waiting = self.lock();
        let mut unwanted: Vec<String> = Vec::new();
        for (id, state) in &states {
            let Some(pending) = waiting.get_mut(id) else {
                unwanted.push(id.clone());
                continue;
            };
            match state {
                AnalysisJobState::Running => {}
                AnalysisJobState::Waiting(before) => {
                    let place = Some(before + 1);
                    // One that has begun shows its lines until it is begun again.
                    if pending.attempt == 0 && pending.place != place {
                        pending.place = place;
                        pending.send(AnalysisState::Queued);
                    }
                }
                AnalysisJobState::Failed => {
                    tracing::error!(id, "an analysis has failed too often");
                    pending.send(AnalysisState::Done);
                    waiting.remove(id);
                    unwanted.push(id.clone());
                }
            }
        }
        for id in queued {
            let Some(pending) = waiting.get_mut(&id) else {
                continue;
            };
            let was_missing = pending.is_missing;
            pending.is_missing = !states.contains_key(&id);
            if was_missing && pending.is_missing {
                pending.send(AnalysisState::Done);
                waiting.remove(&id);
            }
        }
        drop(waiting);
        self.withdraw(unwanted);
        Ok(())
    }

    /// Nobody else can be reached: this node goes on alone.
    fn fall_back(&self) {
        // A node without threads of its own cannot. If only the database is away, or the node's
        // lease, the workers go on with what they have, and a later look tells the rest.
        if !self.pool.has_threads() && self.games.cluster.bus.is_connected() {
            return;
        }
        let mut left = HashMap::new();
        {
            let mut waiting = self.lock();
            std::mem::swap(&mut *waiting, &mut left);
        }
        let mut ids = Vec::with_capacity(left.len());
        for (id, pending) in left {
            ids.push(id);
            self.pool.analyse(pending.request, pending.history);
        }
        self.withdraw(ids);
    }
}
