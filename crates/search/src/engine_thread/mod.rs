//! An engine on its own thread, for programs that must handle input while it searches.

mod engines;
mod event;
mod job;

pub use event::{EngineEvent, SearchRequest};

use crate::{Control, EngineSettings, SearchReport};
use hyperrook_rules::Game;
use job::{EngineThreadState, Job, OnEvent, Task, lock, run_jobs};
use std::fmt;
use std::io;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

/// Options of an [`EngineThread`] that is about to start.
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
    /// The number of games whose engines are kept; 1 by default. Each engine has its own hash
    /// table.
    pub fn engines(mut self, engines: usize) -> EngineThreadBuilder {
        self.engines = engines.max(1);
        self
    }

    /// Runs a function on the new thread before the first job, for example to lower the
    /// priority of the thread.
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
        let state = Arc::new(Mutex::new(EngineThreadState::default()));
        let shared = Arc::clone(&state);
        let thread = std::thread::Builder::new().name(self.name).spawn(move || {
            (self.at_start)();
            run_jobs(&queue, &shared, self.engines);
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
/// Each method that adds a job returns a [`Control`] immediately, which can stop the job or report
/// a ponder hit to it. The thread calls `on_event` with the progress of the job. Jobs run in the
/// order in which they were added. The engine and its tables are kept between jobs. When the handle
/// is dropped, the running job is stopped, and the thread ends without starting the waiting ones.
///
/// ```
/// use hyperrook_rules::{Game, GameFile, History};
/// use hyperrook_search::{EngineEvent, EngineThread, SearchLimits, SearchRequest, EngineSettings};
/// use std::sync::mpsc::channel;
///
/// let chess = GameFile::shipped("chess").unwrap();
/// let game = Game::new(chess.define(&[]).unwrap()).unwrap();
/// let engine = EngineThread::named("engine").spawn().unwrap();
/// let (sender, events) = channel();
/// let control = engine.search(
///     SearchRequest {
///         history: History::new(game.start()),
///         limits: SearchLimits::default().infinite(true),
///         settings: EngineSettings::default(),
///         seed: 0,
///     },
///     move |event| drop(sender.send(event)),
/// );
/// // It searches until it is stopped.
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
    state: Arc<Mutex<EngineThreadState>>,
}

impl fmt::Debug for EngineThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineThread").finish_non_exhaustive()
    }
}

impl EngineThread {
    /// A builder of a thread with this name. [`EngineThreadBuilder::spawn`] starts it.
    pub fn named(name: &str) -> EngineThreadBuilder {
        EngineThreadBuilder {
            name: name.to_owned(),
            engines: 1,
            at_start: Box::new(|| {}),
        }
    }

    /// Searches a position. `on_event` receives every line that is found, and the end.
    pub fn search(
        &self,
        request: SearchRequest,
        on_event: impl FnMut(EngineEvent) + Send + 'static,
    ) -> Control {
        self.add_job(Task::Search(Box::new(request)), Box::new(on_event))
    }

    /// Prepares the engine of a game, which may take seconds for a large hash table. With `clear`,
    /// its tables are emptied.
    pub fn prepare(
        &self,
        game: Game,
        settings: EngineSettings,
        clear: bool,
        on_event: impl FnMut(EngineEvent) + Send + 'static,
    ) -> Control {
        let task = Task::Prepare {
            game,
            settings,
            clear,
        };
        self.add_job(task, Box::new(on_event))
    }

    /// Runs a task that is not a search, such as perft. The task should end when its control is
    /// stopped. The lines that it writes are reported as [`EngineEvent::Text`].
    pub fn run(
        &self,
        task: impl FnOnce(&Control, &mut dyn FnMut(String)) -> SearchReport + Send + 'static,
        on_event: impl FnMut(EngineEvent) + Send + 'static,
    ) -> Control {
        self.add_job(Task::Other(Box::new(task)), Box::new(on_event))
    }

    fn add_job(&self, task: Task, on_event: OnEvent) -> Control {
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

    /// Stops the running job and waits until the thread has ended. Waiting jobs are not started. Do
    /// not call this while an `on_event` is blocked: it would wait forever.
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
