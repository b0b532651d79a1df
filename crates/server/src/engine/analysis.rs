//! Analyses for people on the threads of this process, shared fairly. A person has one at a
//! time, and people take turns; equal turns go in the order in which people asked. Nobody keeps
//! a thread for long while others wait.

use super::lines::LineCollector;
use super::thread;
use crate::messages::outbox::Outbox;
use crate::messages::server::{self, AnalysisState};
use hyperrook_rules::History;
use hyperrook_search::{
    Control, EngineEvent, EngineSettings, EngineThread, SearchLimits, SearchRequest,
};
use hyperrook_view::types::AnalysisLine;
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long an analysis lasts at least while others wait.
pub(super) const MIN_ANALYSIS_TIME: Duration = Duration::from_secs(5);
/// How often lines are sent, at most.
pub(super) const SEND_INTERVAL: Duration = Duration::from_millis(150);
/// How often the time of an analysis is looked at.
const CHECK_INTERVAL: Duration = Duration::from_millis(250);
/// The most analyses that wait.
pub(super) const MAX_WAITING: usize = 200;
/// The most of them that come from one address, so that nobody fills the queue.
pub(super) const WAITING_BY_ADDRESS: usize = 10;
/// What is said when there are more.
pub(super) const BUSY: &str = "Too many analyses are waiting. Try again in a minute.";

/// An analysis that a person asks for.
#[derive(Clone, Debug)]
pub(crate) struct AnalysisRequest {
    pub(crate) socket: u64,
    /// The person, or the socket of somebody unknown.
    pub(crate) who: String,
    pub(crate) address: IpAddr,
    /// Whether the person takes turns apart from the others of the address.
    pub(crate) has_own_turns: bool,
    pub(crate) req: i64,
    pub(crate) lines: usize,
    pub(crate) outbox: Outbox,
}

impl AnalysisRequest {
    /// Whose turn it takes: the person's, or that of the address.
    fn turns(&self) -> String {
        if self.has_own_turns {
            self.who.clone()
        } else {
            self.address.to_string()
        }
    }
}

struct QueuedAnalysis {
    request: AnalysisRequest,
    history: History,
}

struct RunningAnalysis {
    turns: String,
    socket: u64,
    who: String,
    req: i64,
    control: Control,
}

#[derive(Default)]
struct AnalysisQueue {
    waiting: VecDeque<QueuedAnalysis>,
    running: Vec<RunningAnalysis>,
    /// The turns that people and addresses had last. Forgotten when nobody waits.
    served: HashMap<String, u64>,
    turn: u64,
    closed: bool,
}

struct PoolState {
    queue: Mutex<AnalysisQueue>,
    changed: Condvar,
    threads: usize,
    longest: Duration,
}

/// The threads that analyse, and their queue. Cheap to clone.
#[derive(Clone)]
pub(crate) struct AnalysisPool(Arc<PoolState>);

impl std::fmt::Debug for AnalysisPool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AnalysisPool").finish_non_exhaustive()
    }
}

impl AnalysisPool {
    /// Starts the threads.
    pub(crate) fn start(
        threads: usize,
        settings: EngineSettings,
        longest: Duration,
    ) -> std::io::Result<AnalysisPool> {
        let pool = AnalysisPool(Arc::new(PoolState {
            queue: Mutex::default(),
            changed: Condvar::new(),
            threads,
            longest,
        }));
        for number in 0..threads {
            let own = pool.clone();
            let engine = thread::start(&format!("analysis-{number}"))?;
            std::thread::Builder::new()
                .name(format!("analyst-{number}"))
                .spawn(move || own.work(&engine, settings))?;
        }
        Ok(pool)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, AnalysisQueue> {
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it can analyse at all.
    pub(crate) fn has_threads(&self) -> bool {
        self.0.threads > 0
    }

    /// Puts an analysis into the queue; what the same person had before ends.
    pub(crate) fn analyse(&self, request: AnalysisRequest, history: History) {
        if !self.has_threads() {
            let message = "No engine is free for analyses at the moment. Try again in a minute.";
            let text = server::error("busy", message, None, Some(request.req));
            return request.outbox.send(text);
        }
        let mut queue = self.lock();
        queue.end(|who, _, _| who == request.who);
        let from_there = queue.waiting.iter();
        let from_there = from_there.filter(|waiting| waiting.request.address == request.address);
        if queue.waiting.len() >= MAX_WAITING
            || from_there.count() >= WAITING_BY_ADDRESS
            || queue.closed
        {
            let text = server::error("busy", BUSY, None, Some(request.req));
            request.outbox.send(text);
            return;
        }
        queue.waiting.push_back(QueuedAnalysis { request, history });
        self.send_places(queue);
    }

    /// Ends an analysis.
    pub(crate) fn stop(&self, socket: u64, req: i64) {
        let mut queue = self.lock();
        queue.end(|_, own, number| own == socket && number == req);
        self.send_places(queue);
    }

    /// Ends what a socket asked for.
    pub(crate) fn leave(&self, socket: u64) {
        let mut queue = self.lock();
        queue.end(|_, own, _| own == socket);
        self.send_places(queue);
    }

    /// Ends everything.
    pub(crate) fn close(&self) {
        let mut queue = self.lock();
        queue.closed = true;
        queue.end(|_, _, _| true);
        self.send_places(queue);
    }

    /// How many wait.
    pub(crate) fn waiting(&self) -> usize {
        self.lock().waiting.len()
    }

    /// Tells those who wait their places, and the threads that there is work.
    fn send_places(&self, queue: std::sync::MutexGuard<'_, AnalysisQueue>) {
        let waiting = queue.turns();
        for (place, index) in queue.order(&waiting).into_iter().enumerate() {
            let request = &queue.waiting[index].request;
            let state = AnalysisState::Queued;
            let text = server::analysis(request.req, state, Some(place + 1), &[], None);
            request.outbox.send(text);
        }
        drop(queue);
        self.0.changed.notify_all();
    }

    fn work(&self, engine: &EngineThread, settings: EngineSettings) {
        loop {
            let mut queue = self.lock();
            let (request, history, control, events) = loop {
                if queue.closed {
                    return;
                }
                if let Some(QueuedAnalysis { request, history }) = queue.pop() {
                    let (sender, events) = channel();
                    let search = self.search_request(&request, history.clone(), settings);
                    let control = engine.search(search, move |event| drop(sender.send(event)));
                    queue.running.push(RunningAnalysis {
                        turns: request.turns(),
                        socket: request.socket,
                        who: request.who.clone(),
                        req: request.req,
                        control: control.clone(),
                    });
                    break (request, history, control, events);
                }
                queue = self
                    .0
                    .changed
                    .wait(queue)
                    .unwrap_or_else(PoisonError::into_inner);
            };
            self.send_places(queue);
            self.report(&request, &history, &control, &events);
            let mut queue = self.lock();
            queue
                .running
                .retain(|running| (running.socket, running.req) != (request.socket, request.req));
        }
    }

    fn search_request(
        &self,
        request: &AnalysisRequest,
        history: History,
        settings: EngineSettings,
    ) -> SearchRequest {
        SearchRequest {
            history,
            limits: SearchLimits::default()
                .move_time(self.0.longest)
                .lines(request.lines),
            settings,
            seed: 0,
        }
    }

    /// Whether an analysis has had its time while others wait.
    fn must_yield(&self, begun: Instant) -> bool {
        begun.elapsed() >= MIN_ANALYSIS_TIME && !self.lock().waiting.is_empty()
    }

    /// Sends what an analysis finds, until it ends.
    fn report(
        &self,
        request: &AnalysisRequest,
        history: &History,
        control: &Control,
        events: &Receiver<EngineEvent>,
    ) {
        let begun = Instant::now();
        let mut collected = LineCollector::new(request.lines, history);
        let mut lines: Vec<AnalysisLine> = Vec::new();
        let mut is_new = false;
        let mut sent = begun;
        let mut nps = None;
        let send = |state, lines: &[AnalysisLine], nps| {
            let text = server::analysis(request.req, state, None, lines, nps);
            request.outbox.send(text);
        };
        send(AnalysisState::Running, &[], None);
        loop {
            // Deep iterations report nothing for long, so the clock is read in any case.
            match events.recv_timeout(CHECK_INTERVAL) {
                Ok(EngineEvent::Info(info)) => {
                    nps = Some(info.nodes_per_second());
                    if let Some(complete) = collected.add(history, &info) {
                        lines = complete;
                        is_new = true;
                    }
                }
                Ok(event) if event.is_last() => break,
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            // The lines of a depth come one after the other, and are sent together.
            if is_new && sent.elapsed() >= SEND_INTERVAL {
                send(AnalysisState::Running, &lines, nps);
                sent = Instant::now();
                is_new = false;
            }
            if self.must_yield(begun) {
                control.stop();
            }
        }
        send(AnalysisState::Done, &lines, nps);
    }
}

impl AnalysisQueue {
    /// The turns that those who wait take, in the order in which they asked.
    fn turns(&self) -> Vec<String> {
        let waiting = self.waiting.iter();
        waiting.map(|waiting| waiting.request.turns()).collect()
    }

    /// The order in which those who wait are served: those with the fewest running
    /// analyses first, of those the one that was served longest ago.
    fn order(&self, waiting: &[String]) -> Vec<usize> {
        let mut served = self.served.clone();
        let mut turn = self.turn;
        let running = |turns: &str| {
            let running = self.running.iter();
            running.filter(|running| running.turns == turns).count()
        };
        let mut rest: Vec<(usize, &String, usize)> = waiting
            .iter()
            .enumerate()
            .map(|(index, turns)| (running(turns), turns, index))
            .collect();
        let mut order = Vec::with_capacity(rest.len());
        while let Some(next) = (0..rest.len()).min_by_key(|&place| {
            let (running, turns, index) = rest[place];
            (running, served.get(turns).copied().unwrap_or(0), index)
        }) {
            let (_, turns, index) = rest.remove(next);
            turn += 1;
            served.insert(turns.clone(), turn);
            order.push(index);
        }
        order
    }

    /// Takes the next analysis out.
    fn pop(&mut self) -> Option<QueuedAnalysis> {
        let next = self.order(&self.turns()).first().copied()?;
        let next = self.waiting.remove(next)?;
        if self.waiting.is_empty() {
            self.served.clear();
        }
        self.turn += 1;
        self.served.insert(next.request.turns(), self.turn);
        Some(next)
    }

    /// Ends the analyses for which `fits` is true, given person, socket and number.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> String {
        IpAddr::from([192, 0, 2, last]).to_string()
    }

    #[test]
    fn people_and_addresses_take_turns() {
        let mut queue = AnalysisQueue::default();
        // Eight of one address came first, then one of another.
        let waiting = [1, 1, 1, 1, 1, 1, 1, 1, 2].map(address);
        assert_eq!(queue.order(&waiting)[..3], [0, 8, 1]);
        // The first address was served last.
        queue.served.insert(address(1), 7);
        queue.turn = 7;
        assert_eq!(queue.order(&waiting)[..3], [8, 0, 1]);
        // Those who were served longer ago come first.
        queue.served.insert(address(2), 6);
        assert_eq!(queue.order(&waiting)[0], 8);
        queue.served.insert(address(2), 8);
        assert_eq!(queue.order(&waiting)[0], 0);
        assert!(queue.order(&[]).is_empty());
    }
}
