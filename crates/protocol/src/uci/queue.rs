//! The running job of the engine, and the queue of commands that wait for it.

use super::lines;
use super::perft::perft;
use super::session::Uci;
use super::task::{PendingReply, QueuedCommand, RunningJob, UciTask, WaitingCommand};
use hyperrook_search::{Control, EngineEvent, Info, SearchReport};
use std::io;

/// The maximum number of long commands that wait.
const MAX_WAITING: usize = 64;

impl Uci<'_> {
    /// Handles `isready`: answered immediately during a search, otherwise when the engine is ready.
    pub(super) fn is_ready(&mut self) -> io::Result<()> {
        let running = self.running.as_ref();
        if running.is_some_and(|running| !matches!(running.task, PendingReply::Preparing { .. })) {
            return self.out.line("readyok");
        }
        // Answer before any long command, which may take any time.
        if let Some(at) = self.waiting.iter().position(WaitingCommand::is_long) {
            let ready = WaitingCommand {
                command: QueuedCommand::Ready,
                stopped: false,
            };
            self.waiting.insert(at, ready);
            return Ok(());
        }
        // Prepare the engine now, so that this does not cost time on the clock of the first
        // move.
        self.prepare(false)?;
        self.enqueue(QueuedCommand::Ready)
    }

    /// Stops the running job. Waiting jobs are stopped as soon as they start.
    pub(super) fn stop(&mut self) -> io::Result<()> {
        for waiting in &mut self.waiting {
            waiting.stopped = true;
        }
        self.stop_running()
    }

    /// Ends the program when the running job has ended, and waiting searches have answered with the
    /// first move that they find.
    pub(super) fn quit(&mut self) -> io::Result<()> {
        self.quitting = true;
        self.waiting
            .retain(|waiting| waiting.is_search() || !waiting.is_long());
        self.stop()
    }

    fn stop_running(&mut self) -> io::Result<()> {
        let Some(running) = &mut self.running else {
            return Ok(());
        };
        running.control.stop();
        if let PendingReply::Search {
            until_stopped,
            until_hit,
            ..
        } = &mut running.task
        {
            (*until_stopped, *until_hit) = (false, false);
        }
        self.write_pending_best_move()
    }

    /// Starts a job now, or queues it.
    pub(super) fn add_task(&mut self, mut task: UciTask) -> io::Result<()> {
        // Of several preparations in a row, only the last one is needed.
        if let UciTask::Prepare { clear, .. } = &mut task
            && let Some(last) = self.waiting.back()
            && let Some(clears) = last.clears()
        {
            *clear |= clears;
            self.waiting.pop_back();
        }
        self.enqueue(QueuedCommand::Task(Box::new(task)))
    }

    fn enqueue(&mut self, command: QueuedCommand) -> io::Result<()> {
        let waiting = WaitingCommand {
            command,
            stopped: false,
        };
        let long = self.waiting.iter().filter(|waiting| waiting.is_long());
        if waiting.is_long() && long.count() >= MAX_WAITING {
            return self.message("too many commands wait for the search; send `stop`");
        }
        self.waiting.push_back(waiting);
        self.start_next()
    }

    /// Starts the next command of the queue if no job is running.
    fn start_next(&mut self) -> io::Result<()> {
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

    /// Starts a job. With `stopped`, stops it immediately.
    fn start(&mut self, task: UciTask, stopped: bool) -> (PendingReply, (u64, Control)) {
        let engine = &mut self.engine_thread;
        match task {
            UciTask::Search(request) => {
                let running = PendingReply::Search {
                    history: request.history.clone(),
                    has_line: false,
                    until_stopped: request.limits.infinite && !stopped,
                    until_hit: request.limits.ponder && !stopped,
                    finished: None,
                };
                (running, engine.search(request))
            }
            UciTask::Prepare {
                game,
                settings,
                clear,
            } => {
                let running = PendingReply::Preparing {
                    requested: settings,
                };
                (running, engine.prepare(game, settings, clear))
            }
            UciTask::Perft { position, depth } => {
                let job = engine.run(move |control, write| perft(&position, depth, control, write));
                (PendingReply::Count, job)
            }
            UciTask::Bench { depth } => {
                let bench = self.host.bench;
                let job = engine.run(move |control, write| bench(depth, control, write));
                (PendingReply::Count, job)
            }
        }
    }

    pub(super) fn is_running(&self, number: u64) -> bool {
        let running = self.running.as_ref();
        running.is_some_and(|running| running.number == number)
    }

    /// Writes a line of the running search. Its game may differ from the current one.
    pub(super) fn write_info(&mut self, info: &Info) -> io::Result<()> {
        let Some(RunningJob {
            task: PendingReply::Search {
                history, has_line, ..
            },
            ..
        }) = &mut self.running
        else {
            return Ok(());
        };
        *has_line = true;
        let game = history.position().game();
        let with_chances = self.options.show_wdl;
        self.out.line(&lines::info(game, info, with_chances))
    }

    /// Handles the end of the running job.
    pub(super) fn job_ended(&mut self, last: EngineEvent) -> io::Result<()> {
        let Some(running) = &mut self.running else {
            return Ok(());
        };
        match (&mut running.task, last) {
            (PendingReply::Search { finished, .. }, EngineEvent::Finished(report)) => {
                *finished = Some(report);
                return self.write_pending_best_move();
            }
            (
                PendingReply::Search {
                    history, finished, ..
                },
                _,
            ) => {
                // The GUI must always get a `bestmove`, so send some legal move.
                *finished = Some(SearchReport {
                    best: history.position().moves().first().copied(),
                    ..SearchReport::default()
                });
                self.message("the search failed because of an error in this program")?;
                return self.write_pending_best_move();
            }
            (PendingReply::Preparing { requested }, EngineEvent::Ready(settings)) => {
                let requested = *requested;
                if settings.hash_mib < requested.hash_mib {
                    self.message(&format!(
                        "there is not enough memory for a hash table of {} MiB; it now has {} MiB",
                        requested.hash_mib, settings.hash_mib
                    ))?;
                }
            }
            (_, EngineEvent::Failed) => {
                self.message("the command failed because of an error in this program")?;
            }
            _ => {}
        }
        self.running = None;
        self.start_next()
    }

    /// Writes the best move, if there is one and it may be written.
    pub(super) fn write_pending_best_move(&mut self) -> io::Result<()> {
        let Some(RunningJob {
            task:
                PendingReply::Search {
                    history,
                    has_line,
                    until_stopped: false,
                    until_hit: false,
                    finished: Some(report),
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
        // A search that ended in its first iteration has sent no line, but has a score.
        if !has_line && let Some(line) = report.lines.first() {
            let with_chances = self.options.show_wdl;
            self.out.line(&lines::info(game, line, with_chances))?;
        }
        self.out
            .line(&lines::best_move(game, report.best, report.ponder))?;
        self.running = None;
        self.start_next()
    }
}
