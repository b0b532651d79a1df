//! Plays the playtests that inventors ask for. Each one runs for a few seconds, then it is the
//! turn of the next.

use crate::catalogue::{ServedGameError, ServerCatalogue};
use crate::settings::Settings;
use crate::store::{PlaytestJob, Store, StoreError, StoreResult};
use crate::supervise::supervise;
use crate::time::now_ms;
use hyperrook_lab::playtest::{Playtest, PlaytestSettings, RunSums, StepBounds, StepEnd};
use hyperrook_rules::Game;
use hyperrook_view::types::GameRef;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Bounds of a step. Nothing is stored within a step, so this is what a kill can cost.
const STEP_BOUNDS: StepBounds = StepBounds {
    step: Duration::from_secs(3),
    game: Duration::from_secs(20),
    mv: Duration::from_millis(500),
};
/// How often the queue is looked at.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// How long a worker may be silent before another takes the step, in ms.
const LEASE_MS: i64 = 15_000;
/// How often the lease is extended.
const LEASE_INTERVAL: Duration = Duration::from_secs(2);

/// Why a step cannot be played.
#[derive(Debug, thiserror::Error)]
enum StepError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Game(#[from] ServedGameError),
    #[error("the stored settings or sums: {0}")]
    Data(String),
    #[error("the thread of the game has ended")]
    Thread,
}

struct PlaytestWorker {
    store: Store,
    catalogue: Arc<ServerCatalogue>,
    stopping: CancellationToken,
}

/// Starts the threads that play playtests. When `stopping` is cancelled they store what they
/// have and end; the tracker then has no tasks.
pub(crate) fn start(
    store: &Store,
    catalogue: &Arc<ServerCatalogue>,
    settings: &Settings,
    stopping: &CancellationToken,
) -> TaskTracker {
    let tracker = TaskTracker::new();
    for _ in 0..settings.playtest_threads {
        let worker = PlaytestWorker {
            store: store.clone(),
            catalogue: catalogue.clone(),
            stopping: stopping.clone(),
        };
        tracker.spawn(async move { supervise("playtests", || worker.work()).await });
    }
    tracker.close();
    tracker
}

impl PlaytestWorker {
    async fn work(&self) {
        while !self.stopping.is_cancelled() {
            match self.next().await {
                Ok(true) => continue,
                Ok(false) => {}
                Err(error) => tracing::error!(%error, "the queue of playtests failed"),
            }
            tokio::select! {
                () = tokio::time::sleep(POLL_INTERVAL) => {}
                () = self.stopping.cancelled() => {}
            }
        }
    }

    /// Plays the next step. Returns whether there was one.
    async fn next(&self) -> StoreResult<bool> {
        let (store, now) = (&self.store, now_ms());
        if store.is_failing() || !store.has_playtest_job(now).await? {
            return Ok(false);
        }
        let Some(job) = store.take_playtest(now, now + LEASE_MS).await? else {
            return Ok(false);
        };
        let id = job.id.clone();
        if let Err(error) = self.step(job).await {
            // The step is tried again when its lease ends, but not for ever.
            tracing::warn!(playtest = id, %error, "a step of a playtest could not be played");
        }
        Ok(true)
    }

    async fn step(&self, mut job: PlaytestJob) -> Result<(), StepError> {
        let wanted = GameRef {
            name: job.name.clone(),
            definition: Some(job.definition.clone()),
            options: serde_json::from_str(&job.options)
                .map_err(|error| StepError::Data(error.to_string()))?,
        };
        let game = self.catalogue.get(&wanted).await?.game;
        let run = resumed(&game, &job).map_err(StepError::Data)?;
        let total = u64::try_from(job.total).unwrap_or(0);
        let stop = Arc::new(AtomicBool::new(false));
        let own_stop = stop.clone();
        let budget = Duration::from_millis(u64::try_from(job.budget_ms).unwrap_or(0));
        let bounds = StepBounds {
            game: STEP_BOUNDS.game.min(budget),
            ..STEP_BOUNDS
        };
        let begun = Instant::now();
        let mut playing = tokio::task::spawn_blocking(move || {
            with_low_priority(|| {
                let mut run = run;
                let end = run.step(&game, total, bounds, &own_stop)?;
                let text = run.sums.to_json().map_err(|error| error.to_string())?;
                Ok::<_, String>((run, text, end))
            })
        });
        let mut is_stopping = false;
        let played = loop {
            tokio::select! {
                played = &mut playing => break played,
                () = tokio::time::sleep(LEASE_INTERVAL) => {
                    match self.store.keep_playtest(&job.id, job.lease, now_ms() + LEASE_MS).await {
                        Ok(Some(lease)) => job.lease = lease,
                        // It was stopped or deleted, or another worker has it.
                        Ok(None) => stop.store(true, Ordering::Relaxed),
                        // The lease may still hold when the step is over.
                        Err(error) => tracing::warn!(%error, "a lease could not be extended"),
                    }
                }
                () = self.stopping.cancelled(), if !is_stopping => {
                    is_stopping = true;
                    stop.store(true, Ordering::Relaxed);
                }
            }
        };
        let (run, sums, end) = played
            .map_err(|_| StepError::Thread)?
            .map_err(StepError::Data)?;
        let spent = i64::try_from(begun.elapsed().as_millis()).unwrap_or(i64::MAX);
        let stored = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        let games = stored(run.sums.sums.games());
        metrics::counter!("hyperrook_playtest_games_total")
            .increment(u64::try_from(games - job.games).unwrap_or(0));
        job.spent_ms += spent;
        job.games = games;
        job.next_game = stored(run.next);
        job.failures = stored(run.failures);
        job.sums = Some(sums);
        let ended = match end {
            StepEnd::Complete => Some("complete"),
            StepEnd::OutOfOpenings => Some("openings"),
            StepEnd::More | StepEnd::Stopped if job.spent_ms >= job.budget_ms => Some("time"),
            StepEnd::More | StepEnd::Stopped => None,
        };
        let ended = ended.map(|why| (why, now_ms()));
        self.store.note_playtest_step(job, ended).await?;
        Ok(())
    }
}

/// A playtest as its last step left it.
fn resumed(game: &Game, job: &PlaytestJob) -> Result<Playtest, String> {
    let settings: PlaytestSettings =
        serde_json::from_str(&job.settings).map_err(|error| error.to_string())?;
    let Some(sums) = &job.sums else {
        return Ok(Playtest::new(game, &settings));
    };
    Ok(Playtest {
        sums: RunSums::from_json(sums)?,
        next: u64::try_from(job.next_game).unwrap_or(0),
        failures: u64::try_from(job.failures).unwrap_or(0),
    })
}

/// Runs something on a thread of its own, with a priority below that of the threads that answer
/// people.
fn with_low_priority<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = scope.spawn(|| {
            // On Linux this concerns the thread alone. It may be forbidden.
            let _ = rustix::process::nice(10);
            work()
        });
        match thread.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
