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
/// How often those who wait are told that their places have changed, at most. Whoever comes is
/// told at once.
const PLACES_INTERVAL: Duration = Duration::from_millis(250);
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
    /// Whose turn it takes.
    turns: String,
    history: History,
    /// The place in the queue that the client knows.
    place: Option<usize>,
}

struct RunningAnalysis {
    /// Distinguishes it from others: clients number theirs as they like.
    number: u64,
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
    /// Places may have changed since those who wait were told.
    places_changed: bool,
    places_sent: Option<Instant>,
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
        queue.waiting.push_back(QueuedAnalysis {
            turns: request.turns(),
            request,
            history,
            place: None,
        });
        queue.places_changed = true;
        queue.send_places();
        drop(queue);
        self.0.changed.notify_one();
    }

    /// Ends an analysis.
    pub(crate) fn stop(&self, socket: u64, req: i64) {
        let mut queue = self.lock();
        queue.end(|_, own, number| own == socket && number == req);
        queue.tell_changed_places();
    }

    /// Ends what a socket asked for.
    pub(crate) fn leave(&self, socket: u64) {
        let mut queue = self.lock();
        queue.end(|_, own, _| own == socket);
        queue.tell_changed_places();
    }

    /// Ends everything.
    pub(crate) fn close(&self) {
        let mut queue = self.lock();
        queue.closed = true;
        queue.end(|_, _, _| true);
        drop(queue);
        self.0.changed.notify_all();
    }

    /// How many wait.
    pub(crate) fn waiting(&self) -> usize {
        self.lock().waiting.len()
    }

    fn work(&self, engine: &EngineThread, settings: EngineSettings) {
        loop {
            let mut queue = self.lock();
            let (request, history, number, control, events) = loop {
                if queue.closed {
                    return;
                }
                if let Some(next) = queue.pop() {
                    let QueuedAnalysis {
                        request,
                        turns,
                        history,
                        ..
                    } = next;
                    let (sender, events) = channel();
                    let search = self.search_request(&request, history.clone(), settings);
                    let control = engine.search(search, move |event| drop(sender.send(event)));
                    let number = queue.turn;
                    queue.running.push(RunningAnalysis {
                        number,
                        turns,
                        socket: request.socket,
                        who: request.who.clone(),
                        req: request.req,
                        control: control.clone(),
                    });
                    break (request, history, number, control, events);
                }
                queue = self
                    .0
                    .changed
                    .wait(queue)
                    .unwrap_or_else(PoisonError::into_inner);
            };
            queue.tell_changed_places();
            drop(queue);
            self.report(&request, &history, &control, &events);
            let mut queue = self.lock();
            queue.running.retain(|running| running.number != number);
            queue.places_changed = true;
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

    /// Whether an analysis has had its time while others wait, who are told their places.
    fn must_yield(&self, begun: Instant) -> bool {
        let mut queue = self.lock();
        queue.tell_changed_places();
        begun.elapsed() >= MIN_ANALYSIS_TIME && !queue.waiting.is_empty()
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
    /// The order in which those who wait are served: those with the fewest running
    /// analyses first, of those the one that was served longest ago.
    fn order(&self) -> Vec<usize> {
        let mut running: HashMap<&str, usize> = HashMap::new();
        for own in &self.running {
            *running.entry(&own.turns).or_default() += 1;
        }
        // What waits for the same turns, in the order in which it was asked for.
        let mut groups: HashMap<&str, VecDeque<usize>> = HashMap::new();
        for (index, waiting) in self.waiting.iter().enumerate() {
            groups.entry(&waiting.turns).or_default().push_back(index);
        }
        let mut groups: Vec<((usize, u64, usize), VecDeque<usize>)> = groups
            .into_iter()
            .map(|(turns, indices)| {
                let running = running.get(turns).copied().unwrap_or(0);
                let served = self.served.get(turns).copied().unwrap_or(0);
                ((running, served, indices[0]), indices)
            })
            .collect();
        groups.sort_unstable_by_key(|(rank, _)| *rank);
        let mut order = Vec::with_capacity(self.waiting.len());
        // Whoever is served is the last of those with as many running.
        for equals in groups.chunk_by_mut(|one, next| one.0.0 == next.0.0) {
            let rounds = equals.iter().map(|(_, indices)| indices.len()).max();
            for _ in 0..rounds.unwrap_or(0) {
                let next = equals.iter_mut();
                order.extend(next.filter_map(|(_, indices)| indices.pop_front()));
            }
        }
        order
    }

    /// Tells those who wait their places, where these have changed.
    fn tell_changed_places(&mut self) {
        if self.places_changed && self.is_time_for_places() {
            self.send_places();
        }
    }

    /// Whether those who wait may be told their places again.
    fn is_time_for_places(&self) -> bool {
        let sent = self.places_sent;
        sent.is_none_or(|sent| sent.elapsed() >= PLACES_INTERVAL)
    }

    /// Tells those their places who do not know any; the others, too, if it is time for that.
    fn send_places(&mut self) {
        let is_time = self.is_time_for_places();
        for (index, place) in self.order().into_iter().zip(1..) {
            let waiting = &mut self.waiting[index];
            if waiting.place == Some(place) || (waiting.place.is_some() && !is_time) {
                continue;
            }
            waiting.place = Some(place);
            let state = AnalysisState::Queued;
            let text = server::analysis(waiting.request.req, state, Some(place), &[], None);
            waiting.request.outbox.send(text);
        }
        if is_time {
            self.places_changed = false;
            self.places_sent = Some(Instant::now());
        }
    }

    /// Takes the next analysis out.
    fn pop(&mut self) -> Option<QueuedAnalysis> {
        let next = self.order().first().copied()?;
        let next = self.waiting.remove(next)?;
        if self.waiting.is_empty() {
            self.served.clear();
        }
        self.turn += 1;
        self.served.insert(next.turns.clone(), self.turn);
        self.places_changed = true;
        Some(next)
    }

    /// Ends the analyses for which `fits` is true, given person, socket and number.
    fn end(&mut self, fits: impl Fn(&str, u64, i64) -> bool) {
        let before = self.waiting.len();
        self.waiting.retain(|waiting| {
            let request = &waiting.request;
            !fits(&request.who, request.socket, request.req)
        });
        self.places_changed |= self.waiting.len() < before;
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
    use crate::messages::outbox::OutboxReader;
    use hyperrook_rules::Game;
    use serde_json::Value;

    /// Longer than anything here takes.
    const SOON: Duration = Duration::from_secs(30);

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    /// What somebody unknown asks for on a socket, and what they are sent.
    fn request(socket: u64, last: u8) -> (AnalysisRequest, OutboxReader) {
        let (outbox, reader) = Outbox::new();
        let request = AnalysisRequest {
            socket,
            who: format!("#{socket}"),
            address: address(last),
            has_own_turns: false,
            req: 1,
            lines: 1,
            outbox,
        };
        (request, reader)
    }

    fn chess() -> History {
        History::new(Game::shipped("chess").unwrap().start())
    }

    /// A queue in which these addresses wait.
    fn queue(waiting: &[u8]) -> AnalysisQueue {
        let waiting = (0..).zip(waiting).map(|(socket, &last)| {
            let (request, _) = request(socket, last);
            QueuedAnalysis {
                turns: request.turns(),
                request,
                history: chess(),
                place: None,
            }
        });
        AnalysisQueue {
            waiting: waiting.collect(),
            ..AnalysisQueue::default()
        }
    }

    /// A pool without threads: whatever comes waits.
    fn pool() -> AnalysisPool {
        AnalysisPool(Arc::new(PoolState {
            queue: Mutex::default(),
            changed: Condvar::new(),
            threads: 1,
            longest: SOON,
        }))
    }

    /// The places that somebody was told.
    fn places(reader: &mut OutboxReader) -> Vec<u64> {
        let texts = std::iter::from_fn(|| reader.try_recv());
        let place = |text: axum::extract::ws::Utf8Bytes| {
            let message: Value = serde_json::from_str(&text).unwrap();
            message["place"].as_u64().unwrap()
        };
        texts.map(place).collect()
    }

    /// Waits for a message about an analysis that says this.
    async fn wait_for(reader: &mut OutboxReader, state: &str) {
        let wanted = format!("\"state\":\"{state}\"");
        let come = async { while !reader.recv().await.unwrap().contains(&wanted) {} };
        tokio::time::timeout(SOON, come).await.expect(state);
    }

    #[test]
    fn people_and_addresses_take_turns() {
        // Eight of one address came first, then one of another.
        let mut queue = queue(&[1, 1, 1, 1, 1, 1, 1, 1, 2]);
        assert_eq!(queue.order()[..3], [0, 8, 1]);
        // The first address was served last.
        queue.served.insert(address(1).to_string(), 7);
        queue.turn = 7;
        assert_eq!(queue.order()[..3], [8, 0, 1]);
        // Those who were served longer ago come first.
        queue.served.insert(address(2).to_string(), 6);
        assert_eq!(queue.order()[0], 8);
        queue.served.insert(address(2).to_string(), 8);
        assert_eq!(queue.order()[0], 0);
        queue.waiting.clear();
        assert!(queue.order().is_empty());
    }

    /// The order as its description says it: the next one is chosen, and has been served then.
    fn order_one_by_one(queue: &AnalysisQueue) -> Vec<usize> {
        let mut served = queue.served.clone();
        let mut turn = queue.turn;
        let running = |turns: &str| {
            let running = queue.running.iter();
            running.filter(|running| running.turns == turns).count()
        };
        let mut rest: Vec<usize> = (0..queue.waiting.len()).collect();
        let mut order = Vec::new();
        while let Some(&next) = rest.iter().min_by_key(|&&index| {
            let turns = &*queue.waiting[index].turns;
            (
                running(turns),
                served.get(turns).copied().unwrap_or(0),
                index,
            )
        }) {
            rest.retain(|&index| index != next);
            turn += 1;
            served.insert(queue.waiting[next].turns.clone(), turn);
            order.push(next);
        }
        order
    }

    #[test]
    fn the_order_is_that_of_choosing_one_by_one() {
        let mut random = fastrand::Rng::with_seed(9);
        let control = Control::default();
        for _ in 0..200 {
            let waiting: Vec<u8> = (0..random.usize(0..30)).map(|_| random.u8(0..8)).collect();
            let mut queue = queue(&waiting);
            for last in 0..random.u8(0..8) {
                queue.turn += 1;
                queue.served.insert(address(last).to_string(), queue.turn);
            }
            for number in 0..random.u64(0..5) {
                queue.running.push(RunningAnalysis {
                    number,
                    turns: address(random.u8(0..8)).to_string(),
                    socket: 0,
                    who: String::new(),
                    req: 0,
                    control: control.clone(),
                });
            }
            assert_eq!(queue.order(), order_one_by_one(&queue), "{waiting:?}");
        }
    }

    /// However often somebody stops what there is not, comes and goes.
    #[test]
    fn those_who_wait_are_told_only_places_that_have_changed() {
        let pool = pool();
        let mut readers = Vec::new();
        for socket in 0..4 {
            let (request, mut reader) = request(socket, 1);
            pool.analyse(request, chess());
            assert_eq!(places(&mut reader), [socket + 1]);
            readers.push(reader);
        }
        for _ in 0..1000 {
            pool.stop(99, 9);
            pool.stop(0, 9);
            pool.leave(99);
        }
        for reader in &mut readers {
            assert!(places(reader).is_empty());
        }
        // The first goes; the others are told, those who come meanwhile at once.
        pool.lock().places_sent = Some(Instant::now() + SOON);
        pool.stop(0, 1);
        let (request, mut last) = request(4, 1);
        pool.analyse(request, chess());
        assert_eq!(places(&mut last), [4]);
        for reader in &mut readers {
            assert!(places(reader).is_empty(), "it is too early");
        }
        pool.lock().places_sent = None;
        assert!(!pool.must_yield(Instant::now()));
        for (reader, place) in readers[1..].iter_mut().zip(1..) {
            assert_eq!(places(reader), [place]);
        }
        assert!(places(&mut last).is_empty());
        assert!(places(&mut readers[0]).is_empty());
    }

    /// Clients number their analyses as they like, and may use a number again.
    #[tokio::test(flavor = "multi_thread")]
    async fn an_analysis_with_the_number_of_the_last_one_can_be_stopped() {
        let pool = AnalysisPool::start(2, EngineSettings::default(), 10 * SOON).unwrap();
        let (first, mut firsts) = request(7, 1);
        pool.analyse(first, chess());
        wait_for(&mut firsts, "running").await;
        for _ in 0..3 {
            let (next, mut nexts) = request(7, 1);
            pool.analyse(next, chess());
            wait_for(&mut firsts, "done").await;
            wait_for(&mut nexts, "running").await;
            // The thread of the one before is free.
            let begun = Instant::now();
            while pool.lock().running.len() != 1 {
                assert!(begun.elapsed() < SOON);
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            firsts = nexts;
        }
        pool.stop(7, 1);
        wait_for(&mut firsts, "done").await;
        pool.close();
    }
}
