//! Makes the reports that people ask for: one game after the other, on a thread of its own.

use super::report::{GameReport, JudgedPosition, report};
use crate::catalogue::ServerCatalogue;
use crate::engine::thread;
use crate::live::{LoadError, load_copy};
use crate::store::{BackgroundJob, BackgroundJobKind, Store, StoreError, StoreResult};
use crate::supervise::supervise;
use crate::time::now_ms;
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_notation::short::format_short;
use hyperrook_rules::{History, Side};
use hyperrook_search::{EngineEvent, EngineSettings, EngineThread, SearchLimits, SearchRequest};
use hyperrook_view::types::MoveTree;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The longest time for a position.
const MAX_POSITION_TIME: Duration = Duration::from_millis(250);
/// The time for a whole game: long games get less for each position.
const MAX_GAME_TIME: Duration = Duration::from_secs(60);
/// The most moves of a game that has a report.
pub(crate) const MAX_MOVES: usize = 1000;
/// How many moves of a better line are shown.
const MAX_LINE_MOVES: usize = 6;
/// How often the queue is looked at.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// How long a worker may be silent before another tries, in ms.
const LEASE_MS: i64 = 15_000;
/// How long a job waits that cannot be done at the moment, in ms: others come first.
const PUT_OFF_MS: i64 = 10_000;
/// How often the progress is written.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(700);

/// Why there is no report.
#[derive(Debug)]
enum ReportError {
    /// The server stops.
    Stopping,
    /// Another worker has the job now.
    Taken,
    /// The game has no moves, or too many.
    NothingToJudge,
    /// The engine failed.
    Engine,
    /// The game could not be read.
    Load(LoadError),
}

impl From<StoreError> for ReportError {
    fn from(error: StoreError) -> ReportError {
        ReportError::Load(error.into())
    }
}

struct Reporter {
    store: Store,
    catalogue: Arc<ServerCatalogue>,
    engine: EngineThread,
    settings: EngineSettings,
    stopping: CancellationToken,
}

/// Starts the thread that makes reports. When `stopping` is cancelled it gives its job back
/// and ends; the tracker then has no tasks.
pub(crate) fn start(
    store: Store,
    catalogue: Arc<ServerCatalogue>,
    settings: EngineSettings,
    stopping: CancellationToken,
) -> std::io::Result<TaskTracker> {
    let reporter = Reporter {
        store,
        catalogue,
        engine: thread::start("reports")?,
        settings,
        stopping,
    };
    let tracker = TaskTracker::new();
    tracker.spawn(async move { supervise("reports", || reporter.work()).await });
    tracker.close();
    Ok(tracker)
}

impl Reporter {
    async fn work(&self) {
        while !self.stopping.is_cancelled() {
            match self.next().await {
                Ok(true) => continue,
                Ok(false) => {}
                Err(error) => tracing::error!(%error, "the queue of reports failed"),
            }
            tokio::select! {
                () = tokio::time::sleep(POLL_INTERVAL) => {}
                () = self.stopping.cancelled() => {}
            }
        }
    }

    /// Makes the next report. Returns whether there was one to make.
    async fn next(&self) -> StoreResult<bool> {
        let (store, now) = (&self.store, now_ms());
        let kind = BackgroundJobKind::Report;
        if store.is_failing() || !store.has_background_job(kind, now).await? {
            return Ok(false);
        }
        let Some(mut job) = store
            .claim_background_job(kind, now, now + LEASE_MS)
            .await?
        else {
            return Ok(false);
        };
        match self.make(&mut job).await {
            Ok(made) => {
                let text = serde_json::to_string(&made)?;
                store.add_report(job, text, now_ms()).await?;
                metrics::counter!("hyperrook_reports_total").increment(1);
            }
            Err(ReportError::Taken) => {}
            Err(ReportError::NothingToJudge) => store.delete_background_job(kind, job).await?,
            Err(ReportError::Stopping) => store.release_background_job(kind, job, 0).await?,
            Err(ReportError::Load(error)) if error.is_temporary() => {
                let until = now_ms() + PUT_OFF_MS;
                store.release_background_job(kind, job, until).await?;
            }
            // The job is tried again when its lease ends, but not for ever.
            Err(error) => {
                tracing::warn!(subject = job.subject, ?error, "a report could not be made");
            }
        }
        Ok(true)
    }

    /// The moves of a game, or of the main line of a shared analysis.
    async fn history(&self, id: &str) -> Result<History, ReportError> {
        match load_copy(&self.store, &self.catalogue, id).await {
            Ok(game) => return Ok(game.history().clone()),
            Err(LoadError::Unknown) => {}
            Err(error) => return Err(ReportError::Load(error)),
        }
        let tree = self.store.analysis(id).await?;
        let tree = tree.and_then(|text| serde_json::from_str::<MoveTree>(&text).ok());
        let tree = tree.ok_or(ReportError::NothingToJudge)?;
        let served = self.catalogue.get(&tree.game).await;
        let served = served.map_err(|error| ReportError::Load(error.into()))?;
        let moves = main_line(&tree);
        hyperrook_view::history(&served.game, tree.start.as_deref(), &moves)
            .map_err(|_| ReportError::NothingToJudge)
    }

    async fn make(&self, job: &mut BackgroundJob) -> Result<GameReport, ReportError> {
        let history = self.history(&job.subject).await?;
        let count = history.moves().len();
        if count == 0 || count > MAX_MOVES {
            return Err(ReportError::NothingToJudge);
        }
        let share = MAX_GAME_TIME / u32::try_from(count).unwrap_or(u32::MAX);
        let time = share.min(MAX_POSITION_TIME);
        // The moves are taken back one by one, so that each position knows those before it.
        let mut now = history.clone();
        let mut positions = Vec::with_capacity(count + 1);
        let mut said = std::time::Instant::now();
        self.report_progress(job, 0, count).await?;
        loop {
            positions.push(self.judge(&now, time).await?);
            if said.elapsed() >= PROGRESS_INTERVAL {
                said = std::time::Instant::now();
                self.report_progress(job, positions.len(), count).await?;
            }
            if now.undo().is_none() {
                break;
            }
        }
        positions.reverse();
        let moves = history.positions().iter().zip(history.moves());
        let moves = moves.map(|(position, &mv)| {
            let side = position.turn().into();
            let text = format_move(position.game().definition(), mv, CellStyle::Plain);
            (side, text, format_short(position, mv))
        });
        let move_ms = u64::try_from(time.as_millis()).unwrap_or(0);
        Ok(report(moves.collect(), &positions, move_ms))
    }

    /// Writes the progress, which extends the lease.
    async fn report_progress(
        &self,
        job: &mut BackgroundJob,
        done: usize,
        of: usize,
    ) -> Result<(), ReportError> {
        let progress = [done.min(of), of].map(|count| i64::try_from(count).unwrap_or(0));
        let until = now_ms() + LEASE_MS;
        let noted = self.store.note_background_job_progress(
            BackgroundJobKind::Report,
            job.clone(),
            progress,
            until,
        );
        *job = noted.await?.ok_or(ReportError::Taken)?;
        Ok(())
    }

    async fn judge(
        &self,
        history: &History,
        time: Duration,
    ) -> Result<JudgedPosition, ReportError> {
        if let Some(outcome) = history.outcome() {
            return Ok(JudgedPosition::end(match outcome.winner {
                Some(Side::White) => 1.0,
                Some(Side::Black) => 0.0,
                None => 0.5,
            }));
        }
        let request = SearchRequest {
            history: history.clone(),
            limits: SearchLimits::default().move_time(time),
            settings: self.settings,
            seed: 0,
        };
        let (sender, found) = oneshot::channel();
        let mut sender = Some(sender);
        let control = self.engine.search(request, move |event| {
            let report = match event {
                EngineEvent::Finished(report) => Some(report),
                event if event.is_last() => None,
                _ => return,
            };
            if let Some(sender) = sender.take() {
                let _ = sender.send(report);
            }
        });
        let mut found = found;
        let report = tokio::select! {
            report = &mut found => report.ok().flatten(),
            () = self.stopping.cancelled() => {
                control.stop();
                let _ = found.await;
                return Err(ReportError::Stopping);
            }
        };
        let report = report.ok_or(ReportError::Engine)?;
        let best = report.lines.first().ok_or(ReportError::Engine)?;
        let line = hyperrook_view::line(history.position(), best);
        let moves = line.moves.into_iter().zip(line.short).take(MAX_LINE_MOVES);
        Ok(JudgedPosition::scored(line.score, moves.collect()))
    }
}

/// The moves of the main line of a tree.
pub(crate) fn main_line(tree: &MoveTree) -> Vec<String> {
    let mut moves = Vec::new();
    let mut parent = None;
    // A parent comes before its children, so one pass is enough.
    for node in &tree.nodes {
        if node.parent == parent {
            moves.push(node.mv.clone());
            parent = Some(node.id);
        }
    }
    moves
}
