//! Long runs of numbered jobs on threads, with a journal from which a killed run continues.
//!
//! A run has the jobs 0 to n − 1, such as games. The result of a job depends only on its number and
//! the settings. [`run`] works on them on several threads, appends each result to a journal as soon
//! as it is available, and passes the results on in the order of their numbers. So a run that was
//! interrupted, any number of times and with any number of threads, ends with the same results as
//! one that was not. A larger n continues a finished run.

mod error;
mod half_points;
mod journal;
#[cfg(test)]
mod tests;

pub use error::JobsError;
pub(crate) use half_points::half_points;
pub use journal::JobsHeader;
pub(crate) use journal::changed_settings;

use journal::JobJournal;
use serde::{Serialize, de::DeserializeOwned};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// The progress of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JobsProgress {
    /// The number of finished jobs, including those of earlier parts of the run.
    pub done: u64,
    /// The number of all jobs.
    pub jobs: u64,
    /// The number of jobs that were finished before this part of the run.
    pub before: u64,
    /// The time that this part of the run has taken.
    pub elapsed: Duration,
}

impl JobsProgress {
    /// The estimated time of the remaining jobs; `None` before the first job has ended.
    pub fn left(&self) -> Option<Duration> {
        let (now, rest) = (self.done - self.before, self.jobs - self.done);
        (now > 0).then(|| self.elapsed.mul_f64(rest as f64 / now as f64))
    }
}

/// An event of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JobsEvent<'r, R> {
    /// The result of a job. Results come in the order of their numbers, starting at 0.
    Result(u64, &'r R),
    /// The progress, about once a second and at the end.
    Progress(JobsProgress),
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobsEnd {
    /// All jobs are done.
    Complete,
    /// The receiver of the results needs no more.
    Enough,
    /// The run was stopped. The same run can be continued.
    Stopped,
}

/// How to run jobs. Nothing here influences the results.
#[derive(Clone, Copy, Debug)]
pub struct JobsRun<'j> {
    /// The file of the journal. Its folder is created if it does not exist. Without a journal,
    /// nothing is kept.
    pub journal: Option<&'j Path>,
    /// The number of jobs.
    pub jobs: u64,
    /// The number of jobs in a round, if an earlier part of the run may have had more jobs: then all
    /// whole rounds in the journal are kept.
    pub round: Option<u64>,
    /// The number of threads, at least 1.
    pub threads: usize,
    /// When this is set, no further jobs are started.
    pub stop: &'j AtomicBool,
}

/// The maximum time between syncs of the journal while results come in.
const SYNC_INTERVAL: Duration = Duration::from_secs(3);
/// The interval of progress reports.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

/// Runs jobs, or continues a run.
///
/// `worker` creates the state of a thread, such as an engine, and returns the function that does a
/// job. The function returns `None` if it saw the stop flag and gave up.
///
/// `on_event` receives the results in the order of their numbers, starting with those of earlier
/// parts of the run. When it breaks, the run ends; the results that it has received by then are the
/// same in every run.
///
/// # Errors
/// If the journal cannot be used, is damaged, or belongs to another run. It keeps the results
/// written so far.
pub fn run<R, W>(
    header: &JobsHeader,
    run: &JobsRun<'_>,
    worker: impl Fn() -> W + Sync,
    on_event: &mut dyn FnMut(JobsEvent<'_, R>) -> ControlFlow<()>,
) -> Result<JobsEnd, JobsError>
where
    R: Serialize + DeserializeOwned + Send,
    W: FnMut(u64) -> Option<R>,
{
    let begun = Instant::now();
    let (mut journal, known) = match run.journal {
        Some(path) => {
            let Some((journal, known)) = JobJournal::open::<R>(path, header, run.stop)? else {
                return Ok(JobsEnd::Stopped);
            };
            (Some(journal), known)
        }
        None => (None, BTreeMap::new()),
    };
    let without_gap = known.keys().zip(0..).take_while(|&(&a, b)| a == b).count() as u64;
    let kept = run
        .round
        .map_or(0, |round| without_gap - without_gap % round.max(1));
    let jobs = run.jobs.max(kept);
    let open: Vec<u64> = (0..jobs).filter(|n| !known.contains_key(n)).collect();
    let before = jobs - open.len() as u64;
    let mut progress = JobsProgress {
        done: before,
        jobs,
        before,
        elapsed: Duration::ZERO,
    };
    let mut results = ReorderBuffer::new(known, jobs);
    // Many results can take minutes. If they are not all passed on, the journal still has them.
    while results.has_next() {
        if run.stop.load(Ordering::Relaxed) {
            return Ok(JobsEnd::Stopped);
        }
        if results.hand_over_one(on_event).is_break() {
            return Ok(JobsEnd::Enough);
        }
    }
    let enough = AtomicBool::new(false);
    let next = AtomicUsize::new(0);
    let panicked = AtomicU64::new(u64::MAX);
    let mut failure = None;
    std::thread::scope(|scope| {
        let (send, receive) = sync_channel::<(u64, R)>(1_024);
        for _ in 0..run.threads.clamp(1, open.len().max(1)) {
            let (send, worker, open) = (send.clone(), &worker, &open);
            let (next, enough, panicked) = (&next, &enough, &panicked);
            scope.spawn(move || {
                let mut work = None;
                while !run.stop.load(Ordering::Relaxed) && !enough.load(Ordering::Relaxed) {
                    let Some(&number) = open.get(next.fetch_add(1, Ordering::Relaxed)) else {
                        break;
                    };
                    let result =
                        catch_unwind(AssertUnwindSafe(|| work.get_or_insert_with(worker)(number)));
                    let Ok(result) = result else {
                        panicked.fetch_min(number, Ordering::Relaxed);
                        enough.store(true, Ordering::Relaxed);
                        break;
                    };
                    let Some(result) = result else { break };
                    if send.send((number, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let mut last_report = Instant::now();
        let mut is_enough = false;
        loop {
            let is_last = match receive.recv_timeout(PROGRESS_INTERVAL) {
                Ok((number, result)) => {
                    let kept = journal.as_mut().map_or(Ok(()), |j| j.add(number, &result));
                    if let Err(error) = kept {
                        // The journal may now end with half a line, which is dropped later.
                        failure.get_or_insert(error);
                        enough.store(true, Ordering::Relaxed);
                    } else if failure.is_none() {
                        progress.done += 1;
                        results.add(number, result);
                    }
                    if failure.is_none() && !is_enough && results.hand_over(on_event).is_break() {
                        is_enough = true;
                        enough.store(true, Ordering::Relaxed);
                    }
                    false
                }
                Err(RecvTimeoutError::Timeout) => false,
                Err(RecvTimeoutError::Disconnected) => true,
            };
            if let Some(journal) = &mut journal
                && let Err(error) = journal.sync(if is_last {
                    Duration::ZERO
                } else {
                    SYNC_INTERVAL
                })
            {
                failure.get_or_insert(error);
                enough.store(true, Ordering::Relaxed);
            }
            if is_last || last_report.elapsed() >= PROGRESS_INTERVAL {
                last_report = Instant::now();
                progress.elapsed = begun.elapsed();
                if on_event(JobsEvent::Progress(progress)).is_break() {
                    is_enough = true;
                    enough.store(true, Ordering::Relaxed);
                }
            }
            if is_last {
                break;
            }
        }
        match (failure, panicked.load(Ordering::Relaxed)) {
            (Some(error), _) => Err(error),
            (None, number) if number < u64::MAX => Err(JobsError::Panicked(number)),
            _ if is_enough => Ok(JobsEnd::Enough),
            _ if progress.done < jobs => Ok(JobsEnd::Stopped),
            _ => Ok(JobsEnd::Complete),
        }
    })
}

/// Results that wait until all results with lower numbers have come.
struct ReorderBuffer<R> {
    waiting: BTreeMap<u64, R>,
    next: u64,
    jobs: u64,
}

impl<R> ReorderBuffer<R> {
    fn new(waiting: BTreeMap<u64, R>, jobs: u64) -> ReorderBuffer<R> {
        ReorderBuffer {
            waiting,
            next: 0,
            jobs,
        }
    }

    fn add(&mut self, number: u64, result: R) {
        self.waiting.insert(number, result);
    }

    /// Passes on the results that are next.
    fn hand_over(
        &mut self,
        on_event: &mut dyn FnMut(JobsEvent<'_, R>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        while self.has_next() {
            self.hand_over_one(on_event)?;
        }
        ControlFlow::Continue(())
    }

    /// Whether the next result has come.
    fn has_next(&self) -> bool {
        self.next < self.jobs && self.waiting.contains_key(&self.next)
    }

    /// Passes on the next result, if it has come.
    fn hand_over_one(
        &mut self,
        on_event: &mut dyn FnMut(JobsEvent<'_, R>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(result) = self.waiting.remove(&self.next) else {
            return ControlFlow::Continue(());
        };
        self.next += 1;
        on_event(JobsEvent::Result(self.next - 1, &result))
    }
}
