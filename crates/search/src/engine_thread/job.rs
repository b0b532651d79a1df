//! The jobs of an engine thread and the loop that runs them.

use super::engines::Engines;
use super::event::{EngineEvent, SearchRequest};
use crate::{Control, EngineSettings, Info, SearchReport};
use hyperrook_rules::Game;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Receiver;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Receives the events of a job.
pub(super) type OnEvent = Box<dyn FnMut(EngineEvent) + Send>;

/// A task in the queue of the thread.
pub(super) struct Job {
    pub(super) task: Task,
    pub(super) control: Control,
    pub(super) on_event: OnEvent,
}

/// The function of [`EngineThread::run`](super::EngineThread::run).
pub(super) type OtherTask =
    Box<dyn FnOnce(&Control, &mut dyn FnMut(String)) -> SearchReport + Send>;

/// The work of a job.
pub(super) enum Task {
    Search(Box<SearchRequest>),
    Prepare {
        game: Game,
        settings: EngineSettings,
        clear: bool,
    },
    Other(OtherTask),
}

/// The state that the handle and the thread share.
#[derive(Default)]
pub(super) struct EngineThreadState {
    /// Whether the handle is gone: the thread ends instead of starting another job.
    pub(super) closed: bool,
    /// The control of the job that is running.
    pub(super) running: Option<Control>,
}

/// Locks the state. A panic elsewhere leaves it consistent, so poisoning is ignored.
pub(super) fn lock(state: &Mutex<EngineThreadState>) -> MutexGuard<'_, EngineThreadState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs jobs one after another until the handle is dropped.
pub(super) fn run_jobs(queue: &Receiver<Job>, state: &Mutex<EngineThreadState>, engines: usize) {
    let mut engines = Engines::new(engines);
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
        let run = AssertUnwindSafe(|| run_task(task, &control, &mut engines, &mut on_event));
        let last = catch_unwind(run).unwrap_or_else(|_| {
            // The panic may have left the tables of the engine inconsistent.
            engines.drop_last_used();
            EngineEvent::Failed
        });
        lock(state).running = None;
        on_event(last);
    }
}

/// Runs a task and returns its last event.
fn run_task(
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
