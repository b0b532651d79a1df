//! Analyses for people, shared fairly: a person has one at a time, they are taken
//! in the order in which they were asked for, and nobody keeps a thread for long
//! while others wait.

use super::thinker::{EngineThread, spawn};
use crate::messages::outbox::Outbox;
use crate::messages::server::{self, AnalysisState};
use hyperrook_rules::History;
use hyperrook_search::{Control, Info, Limits};
use hyperrook_view::types::Line;
use std::collections::VecDeque;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long an analysis lasts at least while others wait.
const SLICE: Duration = Duration::from_secs(5);
/// How often lines are sent, at most.
const PACE: Duration = Duration::from_millis(150);
/// The most analyses that wait.
const MAX_WAITING: usize = 200;
/// The most of them that come from one address, so that nobody fills the queue.
const WAITING_BY_ADDRESS: usize = 10;

/// An analysis that somebody asks for.
#[derive(Clone, Debug)]
pub(crate) struct AnalysisRequest {
    pub(crate) socket: u64,
    /// The person, or the socket of somebody unknown.
    pub(crate) who: String,
    pub(crate) address: IpAddr,
    pub(crate) req: i64,
    pub(crate) lines: usize,
    pub(crate) outbox: Outbox,
}

struct QueuedAnalysis {
    request: AnalysisRequest,
    history: History,
}

struct RunningAnalysis {
    socket: u64,
    who: String,
    req: i64,
    control: Control,
}

#[derive(Default)]
struct AnalysisQueue {
    waiting: VecDeque<QueuedAnalysis>,
    running: Vec<RunningAnalysis>,
    closed: bool,
}

struct AnalystsInner {
    queue: Mutex<AnalysisQueue>,
    changed: Condvar,
    longest: Duration,
}

/// The threads that analyse, and their queue. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Analysts(Arc<AnalystsInner>);

impl std::fmt::Debug for Analysts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Analysts").finish_non_exhaustive()
    }
}

impl Analysts {
    /// Starts the threads.
    pub(crate) fn start(
        threads: usize,
        hash_mib: usize,
        longest: Duration,
    ) -> std::io::Result<Analysts> {
        let analysts = Analysts(Arc::new(AnalystsInner {
            queue: Mutex::default(),
            changed: Condvar::new(),
            longest,
        }));
        for number in 0..threads {
            let own = analysts.clone();
            spawn(&format!("analyst-{number}"), move || own.work(hash_mib))?;
        }
        Ok(analysts)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, AnalysisQueue> {
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts an analysis into the queue; what the same person had before ends.
    pub(crate) fn analyse(&self, request: AnalysisRequest, history: History) {
        let mut queue = self.lock();
        queue.end(|who, _, _| who == request.who);
        let from_there = queue.waiting.iter();
        let from_there = from_there.filter(|waiting| waiting.request.address == request.address);
        if queue.waiting.len() >= MAX_WAITING
            || from_there.count() >= WAITING_BY_ADDRESS
            || queue.closed
        {
            let message = "Too many wait for an analysis: try again later.";
            let text = server::error("busy", message, None, Some(request.req));
            request.outbox.send(text);
            return;
        }
        queue.waiting.push_back(QueuedAnalysis { request, history });
        self.settle(queue);
    }

    /// Ends an analysis.
    pub(crate) fn stop(&self, socket: u64, req: i64) {
        let mut queue = self.lock();
        queue.end(|_, own, number| own == socket && number == req);
        self.settle(queue);
    }

    /// Ends what a socket asked for.
    pub(crate) fn leave(&self, socket: u64) {
        let mut queue = self.lock();
        queue.end(|_, own, _| own == socket);
        self.settle(queue);
    }

    /// Ends everything.
    pub(crate) fn close(&self) {
        let mut queue = self.lock();
        queue.closed = true;
        queue.end(|_, _, _| true);
        self.settle(queue);
    }

    /// How many wait.
    pub(crate) fn waiting(&self) -> usize {
        self.lock().waiting.len()
    }

    /// Tells those who wait their places, and the threads that there is work.
    fn settle(&self, queue: std::sync::MutexGuard<'_, AnalysisQueue>) {
        for (place, waiting) in queue.waiting.iter().enumerate() {
            let request = &waiting.request;
            let state = AnalysisState::Queued;
            let text = server::analysis(request.req, state, Some(place + 1), &[], None);
            request.outbox.send(text);
        }
        drop(queue);
        self.0.changed.notify_all();
    }

    fn work(&self, hash_mib: usize) {
        let mut engine = EngineThread::new(hash_mib);
        loop {
            let mut queue = self.lock();
            let (waiting, control) = loop {
                if queue.closed {
                    return;
                }
                if let Some(waiting) = queue.waiting.pop_front() {
                    let control = Control::new();
                    queue.running.push(RunningAnalysis {
                        socket: waiting.request.socket,
                        who: waiting.request.who.clone(),
                        req: waiting.request.req,
                        control: control.clone(),
                    });
                    break (waiting, control);
                }
                queue = self
                    .0
                    .changed
                    .wait(queue)
                    .unwrap_or_else(PoisonError::into_inner);
            };
            self.settle(queue);
            let search = AssertUnwindSafe(|| self.analyse_one(&mut engine, &waiting, &control));
            if catch_unwind(search).is_err() {
                engine = EngineThread::new(hash_mib);
            }
            let request = &waiting.request;
            let mut queue = self.lock();
            queue
                .running
                .retain(|running| (running.socket, running.req) != (request.socket, request.req));
        }
    }

    /// Whether an analysis has had its time, as others wait.
    fn must_yield(&self, begun: Instant) -> bool {
        begun.elapsed() >= SLICE && !self.lock().waiting.is_empty()
    }

    fn analyse_one(&self, engine: &mut EngineThread, waiting: &QueuedAnalysis, control: &Control) {
        let (request, history) = (&waiting.request, &waiting.history);
        let begun = Instant::now();
        let limits = Limits {
            move_time: Some(self.0.longest),
            lines: request.lines,
            ..Limits::default()
        };
        let mut lines: Vec<Line> = Vec::new();
        let mut sent = Instant::now();
        let mut nps = None;
        let outbox = request.outbox.clone();
        let say = |state, lines: &[Line], nps| {
            outbox.send(server::analysis(request.req, state, None, lines, nps));
        };
        say(AnalysisState::Running, &[], None);
        let mut tell = |info: &Info| {
            let line = hyperrook_view::line(history.position(), info);
            nps = Some(info.nodes_per_second());
            match lines.iter_mut().find(|known| known.rank == line.rank) {
                Some(known) => *known = line,
                None => lines.push(line),
            }
            lines.sort_by_key(|line| line.rank);
            if sent.elapsed() >= PACE {
                say(AnalysisState::Running, &lines, nps);
                sent = Instant::now();
            }
            if self.must_yield(begun) {
                control.stop();
            }
        };
        // Deep iterations say nothing for long: somebody looks at the clock.
        let (done, over) = std::sync::mpsc::channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                while over.recv_timeout(Duration::from_millis(250))
                    == Err(std::sync::mpsc::RecvTimeoutError::Timeout)
                {
                    if self.must_yield(begun) {
                        control.stop();
                    }
                }
            });
            engine.search(history, &limits, 0, control, &mut tell);
            drop(done);
        });
        say(AnalysisState::Done, &lines, nps);
    }
}

impl AnalysisQueue {
    /// Ends what fits: person, socket, number.
    fn end(&mut self, fits: impl Fn(&str, u64, i64) -> bool) {
        self.waiting.retain(|waiting| {
            let request = &waiting.request;
            !fits(&request.who, request.socket, request.req)
        });
        for running in &self.running {
            if fits(&running.who, running.socket, running.req) {
                running.control.stop();
            }
        }
    }
}
