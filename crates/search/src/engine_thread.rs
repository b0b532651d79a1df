//! An engine on a thread of its own, for programs that must go on listening
//! while it thinks.

use crate::{Control, Engine, Info, Limits, Report, Settings};
use hyperrook_rules::{Game, History};
use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// What an [`EngineThread`] reports about a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineEvent {
    /// A search has found a line of play.
    Info(Info),
    /// A task of [`EngineThread::run`] has written a line of text.
    Text(String),
    /// The engine is ready, with these settings: its hash table may be smaller
    /// than asked for. The last event of [`EngineThread::prepare`].
    Ready(Settings),
    /// The search or the task has ended. Its last event.
    Finished(Report),
    /// The job panicked, and the engine of its game was dropped. Its last event.
    Failed,
}

impl EngineEvent {
    /// Whether no event of the same job follows.
    pub fn is_last(&self) -> bool {
        !matches!(self, EngineEvent::Info(_) | EngineEvent::Text(_))
    }
}

/// A position to search, and how.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The game so far; its present position is searched.
    pub history: History,
    /// When the search ends.
    pub limits: Limits,
    /// The engine's settings.
    pub settings: Settings,
    /// Makes weak levels choose otherwise, see [`Engine::seed`].
    pub seed: u64,
}

/// How to start an [`EngineThread`].
pub struct EngineThreadBuilder {
    name: String,
    engines: usize,
    at_start: Box<dyn FnOnce() + Send>,
}

impl fmt::Debug for EngineThreadBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineThreadBuilder")
            .field("name", &self.name)
            .field("engines", &self.engines)
            .finish_non_exhaustive()
    }
}

impl EngineThreadBuilder {
    /// Keeps the engines of the last so many games instead of one. Each has a
    /// hash table of its own.
    pub fn engines(mut self, engines: usize) -> EngineThreadBuilder {
        self.engines = engines.max(1);
        self
    }

    /// Runs this on the new thread first, for example to lower its priority.
    pub fn at_start(mut self, run: impl FnOnce() + Send + 'static) -> EngineThreadBuilder {
        self.at_start = Box::new(run);
        self
    }

    /// Starts the thread.
    ///
    /// # Errors
    /// If the system refuses another thread.
    pub fn spawn(self) -> io::Result<EngineThread> {
        let (jobs, queue) = channel();
        let state = Arc::new(Mutex::new(State::default()));
        let shared = Arc::clone(&state);
        let thread = std::thread::Builder::new().name(self.name).spawn(move || {
            (self.at_start)();
            work(&queue, &shared, self.engines);
        })?;
        Ok(EngineThread {
            jobs: Some(jobs),
            thread: Some(thread),
            state,
        })
    }
}

/// A thread that searches one position after another.
///
/// Every job returns a [`Control`] at once, which stops it or tells it of a
/// ponder hit, and reports its progress to a function that the thread calls.
/// Jobs run in the order in which they were given. The engine is kept from one
/// job to the next, with what it has learnt. Dropping the handle stops the job
/// that is running, and the thread ends without doing those that wait.
///
/// ```
/// use hyperrook_rules::{Game, GameFile, History};
/// use hyperrook_search::{EngineEvent, EngineThread, Limits, SearchRequest, Settings};
/// use std::sync::mpsc::channel;
///
/// let chess = GameFile::shipped("chess").unwrap();
/// let game = Game::new(chess.define(&[]).unwrap()).unwrap();
/// let engine = EngineThread::named("engine").spawn().unwrap();
/// let (sender, events) = channel();
/// let control = engine.search(
///     SearchRequest {
///         history: History::new(game.start()),
///         limits: Limits { infinite: true, ..Limits::default() },
///         settings: Settings::default(),
///         seed: 0,
///     },
///     move |event| drop(sender.send(event)),
/// );
/// // It thinks until it is told to stop.
/// assert!(matches!(events.recv(), Ok(EngineEvent::Info(_))));
/// control.stop();
/// let Some(EngineEvent::Finished(report)) = events.iter().last() else {
///     panic!("the search reports its end");
/// };
/// assert!(report.best.is_some());
/// ```
pub struct EngineThread {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    state: Arc<Mutex<State>>,
}

impl fmt::Debug for EngineThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineThread").finish_non_exhaustive()
    }
}

type OnEvent = Box<dyn FnMut(EngineEvent) + Send>;

struct Job {
    task: Task,
    control: Control,
    on_event: OnEvent,
}

/// What [`EngineThread::run`] does: it looks at the control, and writes lines.
type OtherTask = Box<dyn FnOnce(&Control, &mut dyn FnMut(String)) -> Report + Send>;

enum Task {
    Search(Box<SearchRequest>),
    Prepare {
        game: Game,
        settings: Settings,
        clear: bool,
    },
    Other(OtherTask),
}

#[derive(Default)]
struct State {
    closed: bool,
    running: Option<Control>,
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    // The state is whole at any time.
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl EngineThread {
    /// A thread with this name, to be started with
    /// [`EngineThreadBuilder::spawn`].
    pub fn named(name: &str) -> EngineThreadBuilder {
        EngineThreadBuilder {
            name: name.to_owned(),
            engines: 1,
            at_start: Box::new(|| {}),
        }
    }

    /// Searches a position. `on_event` hears of every line found and of the
    /// end.
    pub fn search(
        &self,
        request: SearchRequest,
        on_event: impl FnMut(EngineEvent) + Send + 'static,
    ) -> Control {
        self.give(Task::Search(Box::new(request)), Box::new(on_event))
    }

    /// Gets the engine of a game ready, which may take seconds for a large hash
    /// table. With `clear`, it forgets what it has learnt.
    pub fn prepare(
        &self,
        game: Game,
        settings: Settings,
        clear: bool,
        on_event: impl FnMut(EngineEvent) + Send + 'static,
    ) -> Control {
        let task = Task::Prepare {
            game,
            settings,
            clear,
        };
        self.give(task, Box::new(on_event))
    }

    /// Does something else in its turn, such as counting positions. The task
    /// looks at the control to see whether it is to stop, and may write lines,
    /// which are reported as [`EngineEvent::Text`].
    pub fn run(
        &self,
        task: impl FnOnce(&Control, &mut dyn FnMut(String)) -> Report + Send + 'static,
        on_event: impl FnMut(EngineEvent) + Send + 'static,
    ) -> Control {
        self.give(Task::Other(Box::new(task)), Box::new(on_event))
    }

    fn give(&self, task: Task, on_event: OnEvent) -> Control {
        let control = Control::new();
        let job = Job {
            task,
            control: control.clone(),
            on_event,
        };
        if let Some(jobs) = &self.jobs {
            // The thread takes jobs until this handle is dropped.
            let _ = jobs.send(job);
        }
        control
    }

    /// Stops the job that is running and waits until the thread has ended. Jobs
    /// that wait are not done. An `on_event` that blocks must be released
    /// before.
    pub fn join(mut self) {
        self.close();
        if let Some(thread) = self.thread.take() {
            // Panics of jobs are caught and reported.
            let _ = thread.join();
        }
    }

    fn close(&mut self) {
        let mut state = lock(&self.state);
        state.closed = true;
        if let Some(running) = &state.running {
            running.stop();
        }
        self.jobs = None;
    }
}

impl Drop for EngineThread {
    fn drop(&mut self) {
        self.close();
    }
}

fn work(queue: &Receiver<Job>, state: &Mutex<State>, most: usize) {
    let mut engines = Engines {
        most,
        engines: VecDeque::new(),
    };
    while let Ok(Job {
        task,
        control,
        mut on_event,
    }) = queue.recv()
    {
        {
            let mut state = lock(state);
            if state.closed {
                return;
            }
            state.running = Some(control.clone());
        }
        let job = AssertUnwindSafe(|| do_task(task, &control, &mut engines, &mut on_event));
        let last = catch_unwind(job).unwrap_or_else(|_| {
            // What the engine has learnt may be half written.
            engines.drop_last_used();
            EngineEvent::Failed
        });
        lock(state).running = None;
        on_event(last);
    }
}

fn do_task(
    task: Task,
    control: &Control,
    engines: &mut Engines,
    on_event: &mut OnEvent,
) -> EngineEvent {
    match task {
        Task::Search(request) => {
            let game = request.history.position().game();
            let engine = engines.get(game, request.settings);
            engine.seed(request.seed);
            let mut on_info = |info: &Info| on_event(EngineEvent::Info(info.clone()));
            let report = engine.search(&request.history, &request.limits, control, &mut on_info);
            EngineEvent::Finished(report)
        }
        Task::Prepare {
            game,
            settings,
            clear,
        } => {
            let engine = engines.get(&game, settings);
            if clear {
                engine.clear();
            }
            EngineEvent::Ready(engine.settings())
        }
        Task::Other(task) => {
            let report = task(control, &mut |text| on_event(EngineEvent::Text(text)));
            EngineEvent::Finished(report)
        }
    }
}

/// The engines of the last games, the one used last at the end.
struct Engines {
    most: usize,
    engines: VecDeque<KeptEngine>,
}

/// An engine, and the settings that were asked for: the memory may have been too
/// small for them, and it must not try again before every search.
struct KeptEngine {
    engine: Engine,
    requested: Settings,
}

impl Engines {
    fn get(&mut self, game: &Game, settings: Settings) -> &mut Engine {
        let known = self
            .engines
            .iter()
            .position(|kept| kept.engine.game().is(game));
        let known = known.and_then(|index| self.engines.remove(index));
        let mut kept = known.unwrap_or_else(|| {
            // Drop the oldest first: the memory may be too small for one more.
            while self.engines.len() >= self.most {
                self.engines.pop_front();
            }
            KeptEngine {
                engine: Engine::new(game, settings),
                requested: settings,
            }
        });
        if kept.requested != settings {
            kept.engine.set(settings);
            kept.requested = settings;
        }
        self.engines.push_back(kept);
        let last = self.engines.len() - 1;
        &mut self.engines[last].engine
    }

    fn drop_last_used(&mut self) {
        self.engines.pop_back();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperrook_rules::GameFile;
    use std::sync::mpsc::channel;

    fn game(name: &str) -> Game {
        let file = GameFile::shipped(name).unwrap();
        Game::new(file.define(&[]).unwrap()).unwrap()
    }

    fn request(game: &Game, limits: Limits) -> SearchRequest {
        SearchRequest {
            history: History::new(game.start()),
            limits,
            settings: Settings {
                hash_mib: 1,
                ..Settings::default()
            },
            seed: 0,
        }
    }

    fn depth(depth_plies: u32) -> Limits {
        Limits {
            depth_plies: Some(depth_plies),
            ..Limits::default()
        }
    }

    #[test]
    fn jobs_are_done_in_their_order_and_each_reports_its_end() {
        let thread = EngineThread::named("test").engines(2).spawn().unwrap();
        let (sender, events) = channel();
        for (number, name) in ["chess", "walkers", "chess"].iter().enumerate() {
            let sender = sender.clone();
            thread.search(request(&game(name), depth(3)), move |event| {
                sender.send((number, event)).unwrap();
            });
        }
        drop(sender);
        let all: Vec<_> = events.iter().collect();
        assert!(all.is_sorted_by_key(|(number, _)| *number));
        let last: Vec<usize> = all
            .iter()
            .filter(|(_, event)| event.is_last())
            .map(|(number, _)| *number)
            .collect();
        assert_eq!(last, [0, 1, 2]);
        for (_, event) in all {
            assert!(matches!(
                event,
                EngineEvent::Info(_) | EngineEvent::Finished(Report { best: Some(_), .. })
            ));
        }
    }

    #[test]
    fn an_engine_is_kept_with_what_it_has_learnt() {
        let thread = EngineThread::named("test").spawn().unwrap();
        let (sender, events) = channel();
        let chess = game("chess");
        for _ in 0..2 {
            let sender = sender.clone();
            thread.search(request(&chess, depth(6)), move |event| {
                drop(sender.send(event));
            });
        }
        drop(sender);
        let nodes: Vec<u64> = events
            .iter()
            .filter_map(|event| match event {
                EngineEvent::Finished(report) => Some(report.nodes),
                _ => None,
            })
            .collect();
        assert!(nodes[1] < nodes[0] / 2, "{nodes:?}");
    }

    #[test]
    fn a_job_that_panics_is_reported_and_the_next_one_done() {
        let thread = EngineThread::named("test").spawn().unwrap();
        let (sender, events) = channel();
        let failing = sender.clone();
        thread.run(
            |_, _| panic!("this panic is part of a test"),
            move |event| drop(failing.send(event)),
        );
        thread.run(
            |_, write| {
                write("a line".to_owned());
                Report::default()
            },
            move |event| drop(sender.send(event)),
        );
        let all: Vec<_> = events.iter().collect();
        assert_eq!(
            all,
            [
                EngineEvent::Failed,
                EngineEvent::Text("a line".to_owned()),
                EngineEvent::Finished(Report::default())
            ]
        );
    }

    #[test]
    fn joining_stops_what_is_running_and_drops_what_waits() {
        let thread = EngineThread::named("test").spawn().unwrap();
        let (sender, events) = channel();
        let infinite = Limits {
            infinite: true,
            ..Limits::default()
        };
        let chess = game("chess");
        for number in 0..2 {
            let sender = sender.clone();
            thread.search(request(&chess, infinite.clone()), move |event| {
                drop(sender.send((number, event)));
            });
        }
        drop(sender);
        assert_eq!(events.recv().unwrap().0, 0);
        thread.join();
        let all: Vec<_> = events.iter().collect();
        assert!(all.iter().all(|(number, _)| *number == 0));
        assert!(all.last().unwrap().1.is_last());
    }

    #[test]
    fn pondering_becomes_a_search_on_the_clock() {
        let thread = EngineThread::named("test").spawn().unwrap();
        let (sender, events) = channel();
        let limits = Limits {
            ponder: true,
            depth_plies: Some(2),
            ..Limits::default()
        };
        let control = thread.search(request(&game("chess"), limits), move |event| {
            drop(sender.send(event));
        });
        control.ponder_hit();
        assert!(matches!(
            events.iter().last(),
            Some(EngineEvent::Finished(Report { best: Some(_), .. }))
        ));
    }
}
