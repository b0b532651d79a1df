//! Workers that find the engine's moves in games. The queue is in the store, so
//! that no move is forgotten when the server stops.

use super::thread;
use crate::live::{Command, GameRegistry};
use crate::store::QueuedJob;
use crate::supervise::supervise;
use crate::time::now_ms;
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_search::{
    Control, EngineEvent, EngineSettings, EngineThread, SearchLimits, SearchRequest, Strength,
};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

/// How long a worker may take for a move before another tries, in ms.
const LEASE_MS: i64 = 60_000;
/// How often a move is tried before the game is given up.
const ATTEMPTS: i64 = 5;
/// How often workers look for jobs that nobody told them of.
const LOOK: Duration = Duration::from_secs(2);
/// The shortest time for a move.
const SHORTEST: Duration = Duration::from_millis(20);

/// What all workers share.
struct Workers {
    games: Arc<GameRegistry>,
    settings: EngineSettings,
    /// The longest time for a move.
    longest: Duration,
    /// The most moves that are found for one person at the same time.
    at_once: i64,
}

/// Starts the workers.
pub(crate) fn start(
    games: &Arc<GameRegistry>,
    threads: usize,
    hash_mib: usize,
    move_ms: u64,
    stopping: &CancellationToken,
) -> std::io::Result<()> {
    let workers = Arc::new(Workers {
        games: games.clone(),
        settings: thread::settings(hash_mib),
        longest: Duration::from_millis(move_ms).max(SHORTEST),
        // Somebody else is served soon, whatever one person asks for.
        at_once: i64::try_from(threads.saturating_sub(1)).unwrap_or(1).max(1),
    });
    for number in 0..threads {
        let engine = thread::start(&format!("engine-{number}"))?;
        let (workers, stopping) = (workers.clone(), stopping.clone());
        tokio::spawn(async move {
            let work = supervise("engine", || workers.work(&engine));
            stopping.run_until_cancelled(work).await;
        });
    }
    Ok(())
}

impl Workers {
    async fn work(&self, engine: &EngineThread) {
        let games = &self.games;
        loop {
            let now = now_ms();
            match games
                .store
                .take_job(now, now + LEASE_MS, self.at_once)
                .await
            {
                Ok(Some(job)) => {
                    // There may be more for others.
                    games.jobs.notify_one();
                    self.find(engine, &job).await;
                }
                Ok(None) => {
                    let _ = tokio::time::timeout(LOOK, games.jobs.notified()).await;
                }
                Err(error) => {
                    tracing::error!(%error, "the queue of engine moves failed");
                    tokio::time::sleep(LOOK).await;
                }
            }
        }
    }

    /// Finds one move and makes it.
    async fn find(&self, engine: &EngineThread, job: &QueuedJob) {
        let games = &self.games;
        let begun = std::time::Instant::now();
        if job.attempts > ATTEMPTS {
            tracing::error!(game = job.game, "the engine found no move too often");
            let _ = games.ask(&job.game, Command::EngineFailed).await;
            let _ = games.store.drop_job(&job.game, job.log).await;
            return;
        }
        let turn = |reply| Command::EngineTurn(job.log, reply);
        let (turn, stale) = match games.ask(&job.game, turn).await {
            Ok(Some(turn)) => turn,
            Ok(None) => {
                let _ = games.store.drop_job(&job.game, job.log).await;
                return;
            }
            // The job is tried again when its lease ends.
            Err(_) => return,
        };
        let mut hasher = DefaultHasher::new();
        (&job.game, job.seq).hash(&mut hasher);
        // A share of the clock, and never more than anybody wants to wait.
        let share = turn.remaining.map_or(self.longest, |left| left / 30);
        let request = SearchRequest {
            history: turn.history,
            limits: SearchLimits::default()
                .move_time(share.clamp(SHORTEST, self.longest))
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
            Some(mv) => {
                let engine_move = |reply| Command::EngineMove(job.log, mv.clone(), reply);
                matches!(games.ask(&job.game, engine_move).await, Ok(Ok(_)))
            }
            None => false,
        };
        metrics::histogram!("hyperrook_engine_move_seconds").record(begun.elapsed());
        if !made {
            let _ = games.store.give_back_job(&job.game, job.log).await;
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
