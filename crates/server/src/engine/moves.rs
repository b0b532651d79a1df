//! Workers that find the engine's moves in games. The queue is in the store, so
//! that no move is forgotten when the server stops.

use super::thinker::{EngineThread, spawn};
use crate::live::{Command, GameRegistry};
use crate::store::QueuedJob;
use crate::time::now_ms;
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_rules::History;
use hyperrook_search::{Control, Limits, Strength};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

/// How long a worker may take for a move before another tries, in ms.
const LEASE_MS: i64 = 60_000;
/// How often a move is tried before the game is given up.
const ATTEMPTS: i64 = 5;
/// How often workers look for jobs that nobody told them of.
const LOOK: Duration = Duration::from_secs(2);
/// The shortest time for a move.
const SHORTEST: Duration = Duration::from_millis(20);

struct MoveRequest {
    history: History,
    limits: Limits,
    seed: u64,
    found: oneshot::Sender<Option<String>>,
}

/// Starts the workers.
pub(crate) fn start(
    games: &Arc<GameRegistry>,
    threads: usize,
    hash_mib: usize,
    move_ms: u64,
    stopping: &CancellationToken,
) -> std::io::Result<()> {
    for number in 0..threads {
        let (requests, to_do) = mpsc::channel::<MoveRequest>(1);
        spawn(&format!("engine-{number}"), move || {
            serve_requests(to_do, hash_mib)
        })?;
        let (games, stopping) = (games.clone(), stopping.clone());
        tokio::spawn(async move {
            let work = work(&games, &requests, move_ms);
            stopping.run_until_cancelled(work).await;
        });
    }
    Ok(())
}

fn serve_requests(mut to_do: mpsc::Receiver<MoveRequest>, hash_mib: usize) {
    let mut engine = EngineThread::new(hash_mib);
    while let Some(request) = to_do.blocking_recv() {
        let search = AssertUnwindSafe(|| {
            engine.search(
                &request.history,
                &request.limits,
                request.seed,
                &Control::new(),
                &mut |_| {},
            )
        });
        let found = match catch_unwind(search) {
            Ok(report) => report.best.map(|mv| {
                let game = request.history.position().game();
                format_move(game.definition(), mv, CellStyle::Plain)
            }),
            Err(_) => {
                engine = EngineThread::new(hash_mib);
                None
            }
        };
        let _ = request.found.send(found);
    }
}

async fn work(games: &Arc<GameRegistry>, requests: &mpsc::Sender<MoveRequest>, move_ms: u64) {
    loop {
        let now = now_ms();
        match games.store.take_job(now, now + LEASE_MS).await {
            Ok(Some(job)) => {
                // There may be more for others.
                games.jobs.notify_one();
                find(games, requests, move_ms, &job).await;
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
async fn find(
    games: &Arc<GameRegistry>,
    requests: &mpsc::Sender<MoveRequest>,
    move_ms: u64,
    job: &QueuedJob,
) {
    let begun = std::time::Instant::now();
    if job.attempts > ATTEMPTS {
        tracing::error!(game = job.game, "the engine found no move too often");
        let _ = games.ask(&job.game, Command::EngineFailed).await;
        let _ = games.store.drop_job(&job.game, job.seq).await;
        return;
    }
    let turn = |reply| Command::EngineTurn(job.seq, reply);
    let turn = match games.ask(&job.game, turn).await {
        Ok(Some(turn)) => turn,
        Ok(None) => {
            let _ = games.store.drop_job(&job.game, job.seq).await;
            return;
        }
        // The job is tried again when its lease ends.
        Err(_) => return,
    };
    // A share of the clock, and never more than anybody wants to wait.
    let longest = Duration::from_millis(move_ms);
    let share = turn.remaining.map_or(longest, |left| left / 30);
    let mut hasher = DefaultHasher::new();
    (&job.game, job.seq).hash(&mut hasher);
    let (found, answer) = oneshot::channel();
    let request = MoveRequest {
        history: turn.history,
        limits: Limits {
            move_time: Some(share.clamp(SHORTEST, longest.max(SHORTEST))),
            strength: Strength::Level(job.level),
            ..Limits::default()
        },
        seed: hasher.finish(),
        found,
    };
    if requests.send(request).await.is_err() {
        return;
    }
    let made = match answer.await {
        Ok(Some(mv)) => {
            let told = games.ask(&job.game, |reply| {
                Command::EngineMove(job.seq, mv.clone(), reply)
            });
            matches!(told.await, Ok(Ok(_)))
        }
        _ => false,
    };
    metrics::histogram!("hyperrook_engine_move_seconds").record(begun.elapsed());
    if !made {
        let _ = games.store.give_back_job(&job.game, job.seq).await;
    }
}
