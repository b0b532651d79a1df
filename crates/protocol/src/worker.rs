//! The thread that searches.
//!
//! It does one task after another and tells of each by [`Event`]s that carry
//! the task's number. A task that panics is told of too: a program that waits
//! for a move must not wait for ever.

use crate::host::Host;
use crate::input::Line;
use crate::text::move_text;
use hyperrook_rules::{Game, History, Position};
use hyperrook_search::{Control, Engine, Info, Limits, Report, Settings};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::thread::JoinHandle;

/// What the protocols listen to.
#[derive(Debug)]
pub(crate) enum Event {
    /// A line of input.
    Line(Line),
    /// There will be no more lines.
    EndOfInput,
    /// A line of play that a search found.
    Info(u64, Info),
    /// A line of text that a task has to say.
    Says(u64, String),
    /// A task is over.
    Done(u64, Done),
}

/// How a task ended.
#[derive(Debug)]
pub(crate) enum Done {
    /// A search, with its result.
    Search(Report),
    /// An engine is ready, with these settings.
    Ready(Settings),
    /// Something else.
    Other,
    /// It panicked.
    Failed,
}

/// What the worker can do.
#[derive(Debug)]
pub(crate) enum Task {
    /// Search a position.
    Search {
        /// The game so far.
        history: History,
        /// What to search for.
        limits: Limits,
        /// The engine's settings.
        settings: Settings,
    },
    /// Get an engine ready for a game; with `fresh`, one that has seen nothing.
    Prepare {
        /// The game.
        game: Game,
        /// The engine's settings.
        settings: Settings,
        /// Whether to forget what was seen before.
        fresh: bool,
    },
    /// Count the sequences of so many moves after each move.
    Perft {
        /// The position.
        position: Position,
        /// Their length, in plies.
        depth: u32,
    },
    /// Measure the engine.
    Bench {
        /// The depth in plies, unless the host chooses.
        depth: Option<u32>,
    },
}

struct Job {
    number: u64,
    task: Task,
    control: Control,
}

/// A handle on the thread; dropping it ends the thread after its task.
#[derive(Debug)]
pub(crate) struct Worker {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    given: u64,
    /// That of the last task, so that nothing outlives the worker.
    last: Control,
}

impl Worker {
    /// Starts the thread.
    pub(crate) fn start(events: SyncSender<Event>, host: Host) -> std::io::Result<Worker> {
        let (jobs, queue) = channel();
        let thread = std::thread::Builder::new()
            .name("search".to_owned())
            .spawn(move || work(&queue, &events, host))?;
        Ok(Worker {
            jobs: Some(jobs),
            thread: Some(thread),
            given: 0,
            last: Control::new(),
        })
    }

    /// Gives a task, to be done after those given before; returns its number
    /// and what stops it.
    pub(crate) fn give(&mut self, task: Task) -> (u64, Control) {
        self.given += 1;
        let control = Control::new();
        let job = Job {
            number: self.given,
            task,
            control: control.clone(),
        };
        if let Some(jobs) = &self.jobs {
            // The thread ends only with this handle.
            let _ = jobs.send(job);
        }
        self.last = control.clone();
        (self.given, control)
    }

    /// Ends the last task and the thread. Nobody may be waiting to be told of
    /// anything: the receiver of the events must be gone.
    pub(crate) fn end(mut self) {
        self.last.stop();
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // Panics of tasks are caught and told of.
            let _ = thread.join();
        }
    }
}

fn work(queue: &Receiver<Job>, events: &SyncSender<Event>, host: Host) {
    let mut engine = None;
    while let Ok(job) = queue.recv() {
        let number = job.number;
        let done = catch_unwind(AssertUnwindSafe(|| job.run(&mut engine, events, host)));
        let done = done.unwrap_or_else(|_| {
            // What it has seen may be half written.
            engine = None;
            Done::Failed
        });
        if events.send(Event::Done(number, done)).is_err() {
            return;
        }
    }
}

impl Job {
    fn run(self, engine: &mut Option<Asked>, events: &SyncSender<Event>, host: Host) -> Done {
        let number = self.number;
        // When nobody listens, the control soon ends the task.
        let mut says = |line: &str| {
            let _ = events.send(Event::Says(number, line.to_owned()));
        };
        match self.task {
            Task::Search {
                history,
                limits,
                settings,
            } => {
                let engine = ready(engine, history.position().game(), settings);
                let report = engine.search(&history, &limits, &self.control, &mut |info| {
                    let _ = events.send(Event::Info(number, info.clone()));
                });
                Done::Search(report)
            }
            Task::Prepare {
                game,
                settings,
                fresh,
            } => {
                let engine = ready(engine, &game, settings);
                if fresh {
                    engine.clear();
                }
                Done::Ready(engine.settings())
            }
            Task::Perft { position, depth } => {
                perft(&position, depth, &self.control, &mut says);
                Done::Other
            }
            Task::Bench { depth } => {
                (host.bench)(depth, &self.control, &mut says);
                Done::Other
            }
        }
    }
}

/// An engine, and the settings that were asked for: it may have had no room
/// for them, and is not to try again before every search.
struct Asked {
    engine: Engine,
    settings: Settings,
}

/// An engine for a game, with settings.
fn ready<'e>(asked: &'e mut Option<Asked>, game: &Game, settings: Settings) -> &'e mut Engine {
    if asked
        .as_ref()
        .is_some_and(|asked| !asked.engine.game().is(game))
    {
        // Two hash tables may not fit into the memory.
        *asked = None;
    }
    let asked = asked.get_or_insert_with(|| Asked {
        engine: Engine::new(game, settings),
        settings,
    });
    if asked.settings != settings {
        asked.engine.set(settings);
        asked.settings = settings;
    }
    &mut asked.engine
}

/// Says how many sequences of moves begin with each move, and in all.
fn perft(position: &Position, depth: u32, control: &Control, says: &mut dyn FnMut(&str)) {
    let mut total = 0_u64;
    let mut moves: Vec<_> = position
        .moves()
        .into_iter()
        .map(|mv| (move_text(position.game(), mv), mv))
        .collect();
    moves.sort();
    for (text, mv) in moves {
        let below = match (position.after(mv), depth) {
            (_, 0) => break,
            (Ok(after), depth) => count(&after, depth - 1, control),
            // The moves of a position are legal in it.
            (Err(_), _) => continue,
        };
        let Some(below) = below else {
            says("info string perft was stopped");
            return;
        };
        says(&format!("{text}: {below}"));
        total += below;
    }
    if depth == 0 {
        total = 1;
    }
    says("");
    says(&format!("Nodes searched: {total}"));
}

/// The number of sequences of moves; `None` if it was stopped.
fn count(position: &Position, depth: u32, control: &Control) -> Option<u64> {
    /// Counted in one go: some 100,000 sequences at most, so that a stop is
    /// soon seen.
    const WHOLE: u32 = 2;
    if control.is_stopped() {
        return None;
    }
    if depth <= WHOLE {
        return Some(position.perft(depth));
    }
    let moves = position.moves().into_iter();
    let after = moves.filter_map(|mv| position.after(mv).ok());
    after
        .map(|after| count(&after, depth - 1, control))
        .sum::<Option<u64>>()
}
