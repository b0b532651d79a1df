//! What the engine is doing, and the commands that wait for it: one after another.

use super::perft::perft;
use super::{Uci, lines};
use hyperrook_rules::{Game, History, Position};
use hyperrook_search::{Control, EngineEvent, Report, SearchRequest, Settings};
use std::io;

/// How many commands may wait for the search before them.
const MAX_WAITING: usize = 64;

/// A command that waits for the engine, in the order in which they came.
pub(super) struct WaitingCommand {
    command: QueuedCommand,
    /// Whether it was told to stop before it began.
    stopped: bool,
}

/// What the engine's thread can be asked to do.
pub(super) enum UciTask {
    /// Search a position.
    Search(SearchRequest),
    /// Get an engine ready for a game; with `clear`, one that has learnt nothing.
    Prepare {
        game: Game,
        settings: Settings,
        clear: bool,
    },
    /// Count the sequences of so many moves after each move.
    Perft { position: Position, depth: u32 },
    /// Measure the engine, at a depth in plies unless the host chooses one.
    Bench { depth: Option<u32> },
}

enum QueuedCommand {
    Task(Box<UciTask>),
    /// `isready`, to be answered when all before it is done.
    Ready,
}

impl WaitingCommand {
    /// Whether it goes on until it is done or stopped, and is not just making
    /// ready.
    fn is_long(&self) -> bool {
        match &self.command {
            QueuedCommand::Ready => false,
            QueuedCommand::Task(task) => !matches!(**task, UciTask::Prepare { .. }),
        }
    }
}

/// The job that the engine is doing.
pub(super) struct RunningJob {
    number: u64,
    pub(super) control: Control,
    pub(super) task: RunningTask,
}

/// What is to be told when the job ends.
pub(super) enum RunningTask {
    Search {
        history: History,
        /// Until then the best move is not to be told.
        until_stopped: bool,
        /// Until then neither.
        until_hit: bool,
        /// The result, if the search had nothing more to find.
        found: Option<Report>,
    },
    /// A search that was not asked for a move: perft, bench.
    Count,
    /// Making ready: `asked` is the size of the hash table that is wanted.
    Preparing { asked: Settings },
}

impl Uci<'_> {
    /// `isready` is answered at once while a search goes on, else when all that
    /// makes ready is done.
    pub(super) fn is_ready(&mut self) -> io::Result<()> {
        let running = self.running.as_ref();
        if running.is_some_and(|running| !matches!(running.task, RunningTask::Preparing { .. })) {
            return self.out.line("readyok");
        }
        // Before a search that waits: nobody knows how long that takes.
        if let Some(at) = self.waiting.iter().position(WaitingCommand::is_long) {
            let ready = WaitingCommand {
                command: QueuedCommand::Ready,
                stopped: false,
            };
            self.waiting.insert(at, ready);
            return Ok(());
        }
        // Making the engine ready now saves the clock of the first move.
        self.prepare(false)?;
        self.wait_for(QueuedCommand::Ready)
    }

    /// Stops what is going on, and what waits as soon as it begins.
    pub(super) fn stop(&mut self) -> io::Result<()> {
        for waiting in &mut self.waiting {
            waiting.stopped = true;
        }
        self.stop_running()
    }

    /// Ends when what is going on is finished.
    pub(super) fn quit(&mut self) -> io::Result<()> {
        self.quitting = true;
        self.waiting.retain(|waiting| !waiting.is_long());
        self.stop_running()
    }

    fn stop_running(&mut self) -> io::Result<()> {
        let Some(running) = &mut self.running else {
            return Ok(());
        };
        running.control.stop();
        if let RunningTask::Search {
            until_stopped,
            until_hit,
            ..
        } = &mut running.task
        {
            (*until_stopped, *until_hit) = (false, false);
        }
        self.tell_if_found()
    }

    /// Does something now, or when what is before it is done.
    pub(super) fn ask(&mut self, task: UciTask) -> io::Result<()> {
        self.wait_for(QueuedCommand::Task(Box::new(task)))
    }

    fn wait_for(&mut self, command: QueuedCommand) -> io::Result<()> {
        if self.waiting.len() >= MAX_WAITING {
            return self.say("too many commands wait for the search; send `stop`");
        }
        self.waiting.push_back(WaitingCommand {
            command,
            stopped: false,
        });
        self.go_on()
    }

    /// Begins what waits, if nothing is going on.
    fn go_on(&mut self) -> io::Result<()> {
        while self.running.is_none() {
            let Some(WaitingCommand { command, stopped }) = self.waiting.pop_front() else {
                break;
            };
            let task = match command {
                QueuedCommand::Task(task) => *task,
                QueuedCommand::Ready => {
                    self.out.line("readyok")?;
                    continue;
                }
            };
            let (task, (number, control)) = self.start(task, stopped);
            if stopped {
                control.stop();
            }
            self.running = Some(RunningJob {
                number,
                control,
                task,
            });
        }
        Ok(())
    }

    /// Gives a task to the engine; `stopped` says that it is to end at once.
    fn start(&mut self, task: UciTask, stopped: bool) -> (RunningTask, (u64, Control)) {
        let engine = &mut self.engine_thread;
        match task {
            UciTask::Search(request) => {
                let running = RunningTask::Search {
                    history: request.history.clone(),
                    until_stopped: request.limits.infinite && !stopped,
                    until_hit: request.limits.ponder && !stopped,
                    found: None,
                };
                (running, engine.search(request))
            }
            UciTask::Prepare {
                game,
                settings,
                clear,
            } => {
                let running = RunningTask::Preparing { asked: settings };
                (running, engine.prepare(game, settings, clear))
            }
            UciTask::Perft { position, depth } => {
                let job = engine.run(move |control, write| perft(&position, depth, control, write));
                (RunningTask::Count, job)
            }
            UciTask::Bench { depth } => {
                let bench = self.host.bench;
                let job = engine.run(move |control, write| bench(depth, control, write));
                (RunningTask::Count, job)
            }
        }
    }

    pub(super) fn is_running(&self, number: u64) -> bool {
        let running = self.running.as_ref();
        running.is_some_and(|running| running.number == number)
    }

    /// The game of the search, which may be another than the one played now.
    pub(super) fn running_game(&self) -> Game {
        match &self.running {
            Some(RunningJob {
                task: RunningTask::Search { history, .. },
                ..
            }) => history.position().game().clone(),
            _ => self.game.clone(),
        }
    }

    /// The job that was running has ended.
    pub(super) fn job_ended(&mut self, last: EngineEvent) -> io::Result<()> {
        let Some(running) = &mut self.running else {
            return Ok(());
        };
        match (&mut running.task, last) {
            (RunningTask::Search { found, .. }, EngineEvent::Finished(report)) => {
                *found = Some(report);
                return self.tell_if_found();
            }
            (RunningTask::Search { history, found, .. }, _) => {
                // Who waits for a move must get one.
                *found = Some(Report {
                    best: history.position().moves().first().copied(),
                    ..Report::default()
                });
                self.say("the search failed because of an error in this program")?;
                return self.tell_if_found();
            }
            (RunningTask::Preparing { asked }, EngineEvent::Ready(settings)) => {
                let asked = *asked;
                if settings.hash_mib < asked.hash_mib {
                    self.say(&format!(
                        "there is not enough memory for a hash table of {} MiB; it now has {} MiB",
                        asked.hash_mib, settings.hash_mib
                    ))?;
                }
            }
            (_, EngineEvent::Failed) => {
                self.say("the command failed because of an error in this program")?;
            }
            _ => {}
        }
        self.running = None;
        self.go_on()
    }

    /// Tells the best move, if there is one and it may be told.
    pub(super) fn tell_if_found(&mut self) -> io::Result<()> {
        let Some(RunningJob {
            task:
                RunningTask::Search {
                    history,
                    until_stopped: false,
                    until_hit: false,
                    found: Some(report),
                },
            ..
        }) = &self.running
        else {
            return Ok(());
        };
        let game = history.position().game();
        if report.best.is_none()
            && let Some(outcome) = history.outcome()
        {
            self.out.line(&lines::ended(history.position(), outcome))?;
        }
        self.out
            .line(&lines::best_move(game, report.best, report.ponder))?;
        self.running = None;
        self.go_on()
    }
}
