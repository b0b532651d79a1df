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

struct MoveRequest {
    history: History,
    limits: Limits,
    seed: u64,
    found: oneshot::Sender<Option<String>>,
}

/// Starts the workers.
pub(crate) fn start(
    live: &Arc<GameRegistry>,
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
        let (live, stopping) = (live.clone(), stopping.clone());
        tokio::spawn(async move {
            let work = work(&live, &requests, move_ms);
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

async fn work(live: &Arc<GameRegistry>, requests: &mpsc::Sender<MoveRequest>, move_ms: u64) {
    loop {
        let now = now_ms();
        match live.store.take_job(now, now + LEASE_MS).await {
            Ok(Some(job)) => {
                // There may be more for others.
                live.jobs.notify_one();
                find(live, requests, move_ms, &job).await;
            }
            Ok(None) => {
                let _ = tokio::time::timeout(LOOK, live.jobs.notified()).await;
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
    live: &Arc<GameRegistry>,
    requests: &mpsc::Sender<MoveRequest>,
    move_ms: u64,
    job: &QueuedJob,
) {
    let begun = std::time::Instant::now();
    if job.attempts > ATTEMPTS {
        tracing::error!(game = job.game, "the engine found no move too often");
        let _ = live.ask(&job.game, Command::GiveUp).await;
        let _ = live.store.drop_job(&job.game, job.seq).await;
        return;
    }
    let state = live
        .ask(&job.game, |reply| Command::State(None, reply))
        .await;
    let history = live
        .ask(&job.game, |reply| Command::HistoryAt(None, reply))
        .await;
    let (Ok(state), Ok(Some(history))) = (state, history) else {
        // It is tried again when the lease ends.
        return;
    };
    if state.seq != job.seq || state.outcome.is_some() {
        let _ = live.store.drop_job(&job.game, job.seq).await;
        return;
    }
    let left_ms = state.clocks.and_then(|clocks| {
        let running = clocks.running?;
        Some(match running {
            hyperrook_view::types::Side::White => clocks.white_ms,
            hyperrook_view::types::Side::Black => clocks.black_ms,
        })
    });
    // A share of the clock, and never more than anybody wants to wait.
    let share = left_ms.map_or(u64::MAX, |left| u64::try_from(left).unwrap_or(0) / 30);
    let mut hasher = DefaultHasher::new();
    (&job.game, job.seq).hash(&mut hasher);
    let (found, answer) = oneshot::channel();
    let request = MoveRequest {
        history,
        limits: Limits {
            move_time: Some(Duration::from_millis(share.clamp(20, move_ms.max(20)))),
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
            let told = live.ask(&job.game, |reply| {
                Command::EngineMove(job.seq, mv.clone(), reply)
            });
            matches!(told.await, Ok(Ok(_)))
        }
        _ => false,
    };
    metrics::histogram!("hyperrook_engine_move_seconds").record(begun.elapsed());
    if !made {
        let _ = live.store.give_back_job(&job.game, job.seq).await;
    }
}
