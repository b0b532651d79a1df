//! Threads that find the engine's moves in games. The queue is in the store, so
//! that no move is forgotten when the server stops. `game_host` says where the games are.

use super::game_host::{GameHost, MoveResult};
use super::thread;
use crate::store::QueuedJob;
use crate::supervise::supervise;
use crate::time::now_ms;
use futures_util::FutureExt;
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_search::{
    Control, EngineEvent, EngineSettings, EngineThread, SearchLimits, SearchRequest, Strength,
    TablesSource,
};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How long a worker may take for a move before another tries, besides the time for two
/// searches, in ms.
const LEASE_MS: i64 = 6000;
/// How often a move is tried before the game is given up.
const MAX_ATTEMPTS: i64 = 5;
/// How often workers look for jobs of which no message told them.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// The shortest time for a move.
const MIN_MOVE_TIME: Duration = Duration::from_millis(20);

/// What all threads share.
struct MoveWorkers<D> {
    host: Arc<D>,
    settings: EngineSettings,
    /// The longest time for a move.
    longest: Duration,
    /// The most moves that are found for one person at the same time.
    at_once: i64,
}

/// How moves are found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveEngineSettings {
    /// How many threads search.
    pub(crate) threads: usize,
    /// MiB of hash table for each of them.
    pub(crate) hash_mib: usize,
    pub(crate) tables: TablesSource,
    /// The longest time for a move, in ms.
    pub(crate) move_ms: u64,
}

/// Starts the threads. When `stopping` is cancelled they end after the move that they are
/// finding; the tracker then has no tasks.
pub(crate) fn start<D: GameHost>(
    host: &Arc<D>,
    move_engine_settings: MoveEngineSettings,
    stopping: &CancellationToken,
) -> std::io::Result<TaskTracker> {
    let threads = move_engine_settings.threads;
    let workers = Arc::new(MoveWorkers {
        host: host.clone(),
        settings: thread::settings(move_engine_settings.hash_mib, move_engine_settings.tables),
        longest: Duration::from_millis(move_engine_settings.move_ms).max(MIN_MOVE_TIME),
        // Others are served soon, however much one person asks for.
        at_once: i64::try_from(threads.saturating_sub(1)).unwrap_or(1).max(1),
    });
    let tracker = TaskTracker::new();
    for number in 0..threads {
        let engine = thread::start(&format!("engine-{number}"))?;
        let (workers, stopping) = (workers.clone(), stopping.clone());
        tracker.spawn(async move {
            supervise("engine", || workers.work(&engine, &stopping)).await;
        });
    }
    tracker.close();
    Ok(tracker)
}

impl<D: GameHost> MoveWorkers<D> {
    async fn work(&self, engine: &EngineThread, stopping: &CancellationToken) {
        let host = &self.host;
        let longest_ms = i64::try_from(self.longest.as_millis()).unwrap_or(0);
        let lease_ms = LEASE_MS + 2 * longest_ms;
        while !stopping.is_cancelled() {
            let now = now_ms();
            let pause = if host.is_reachable() {
                match host
                    .store()
                    .claim_job(now, now + lease_ms, self.at_once)
                    .await
                {
                    Ok(Some(job)) => {
                        // There may be more for others.
                        host.notify();
                        self.find(engine, &job).await;
                        continue;
                    }
                    Ok(None) => host.notified().boxed(),
                    Err(error) => {
                        tracing::error!(%error, "the queue of engine moves failed");
                        std::future::pending().boxed()
                    }
                }
            } else {
                std::future::pending().boxed()
            };
            tokio::select! {
                _ = tokio::time::timeout(POLL_INTERVAL, pause) => {}
                () = stopping.cancelled() => {}
            }
        }
    }

    /// Finds one move and makes it.
    async fn find(&self, engine: &EngineThread, job: &QueuedJob) {
        let (host, store) = (&self.host, self.host.store());
        let begun = std::time::Instant::now();
        if job.attempts > MAX_ATTEMPTS {
            tracing::error!(
                game = job.game,
                "the engine failed too often to find a move"
            );
            match host.give_up(job).await {
                MoveResult::Made | MoveResult::Rejected => {
                    let _ = store.delete_job(&job.game, job.log).await;
                }
                MoveResult::Unreachable => self.put_off(job).await,
            }
            return;
        }
        let (turn, stale) = match host.turn(job).await {
            Ok(Some(turn)) => turn,
            Ok(None) => {
                let _ = store.delete_job(&job.game, job.log).await;
                return;
            }
            Err(error) if error.is_temporary() => return self.put_off(job).await,
            // The job is tried again when its lease ends.
            Err(error) => {
                tracing::error!(game = job.game, %error, "a game could not be loaded");
                return;
            }
        };
        let mut hasher = DefaultHasher::new();
        (&job.game, job.seq).hash(&mut hasher);
        // A share of the clock, and never more than anybody wants to wait.
        let share = turn.remaining.map_or(self.longest, |left| left / 30);
        let request = SearchRequest {
            history: turn.history,
            limits: SearchLimits::default()
                .move_time(share.clamp(MIN_MOVE_TIME, self.longest))
                .strength(Strength::Level(job.level)),
            settings: self.settings,
            seed: hasher.finish(),
        };
        let (control, mut found) = search(engine, request);
        let best = tokio::select! {
            best = &mut found => best.ok().flatten(),
            // A player has taken a move back, resigned, or run out of time.
            () = stale.cancelled() => {
                control.stop();
                let _ = found.await;
                metrics::counter!("hyperrook_engine_searches_dropped_total").increment(1);
                return;
            }
        };
        let made = match best {
            Some(mv) => host.make(job, mv).await,
            None => MoveResult::Rejected,
        };
        metrics::histogram!("hyperrook_engine_move_seconds").record(begun.elapsed());
        match made {
            MoveResult::Made => {}
            MoveResult::Rejected => {
                let _ = store.release_job(&job.game, job.log).await;
            }
            MoveResult::Unreachable => self.put_off(job).await,
        }
    }

    /// The game cannot be reached at the moment, which is not the engine's fault: the
    /// attempt does not count. Others are tried first.
    async fn put_off(&self, job: &QueuedJob) {
        let pause_ms = i64::try_from(POLL_INTERVAL.as_millis()).unwrap_or(0);
        let until = now_ms() + pause_ms;
        if let Err(error) = self
            .host
            .store()
            .postpone_job(&job.game, job.log, until)
            .await
        {
            tracing::warn!(game = job.game, %error, "a job is tried again when its lease ends");
        }
    }
}

/// Begins a search. The receiver gets the move, as a move text, or `None` if the search
/// failed.
fn search(
    engine: &EngineThread,
    request: SearchRequest,
) -> (Control, oneshot::Receiver<Option<String>>) {
    let game = request.history.position().game().clone();
    let (sender, found) = oneshot::channel();
    let mut sender = Some(sender);
    let control = engine.search(request, move |event| {
        if !event.is_last() {
            return;
        }
        let best = match event {
            EngineEvent::Finished(report) => report.best,
            _ => None,
        };
        let text = best.map(|best| format_move(game.definition(), best, CellStyle::Plain));
        if let Some(sender) = sender.take() {
            let _ = sender.send(text);
        }
    });
    (control, found)
}
