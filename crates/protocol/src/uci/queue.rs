//! What the worker is at, and what waits for it: one thing after another.

use super::{Uci, lines};
use crate::worker::{Done, Task};
use hyperrook_rules::{Game, History};
use hyperrook_search::{Control, Report, Settings};
use std::io;

/// How many commands may wait for the search before them.
const MAX_WAITING: usize = 64;

/// What waits for the worker, in the order of the commands.
pub(super) struct Waiting {
    asked: Asked,
    /// Whether it was told to stop before it began.
    stopped: bool,
}

/// Something for the worker.
enum Asked {
    Task(Box<Task>),
    /// `isready`, to be answered when all before it is done.
    Ready,
}

impl Waiting {
    /// Whether it goes on until it is done or stopped, and is not just making
    /// ready.
    fn is_long(&self) -> bool {
        match &self.asked {
            Asked::Ready => false,
            Asked::Task(task) => !matches!(**task, Task::Prepare { .. }),
        }
    }
}

/// What the worker is at.
pub(super) struct Running {
    number: u64,
    pub(super) control: Control,
    pub(super) what: What,
}

pub(super) enum What {
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
        if running.is_some_and(|running| !matches!(running.what, What::Preparing { .. })) {
            return self.out.line("readyok");
        }
        // Before a search that waits: nobody knows how long that takes.
        if let Some(at) = self.waiting.iter().position(Waiting::is_long) {
            let ready = Waiting {
                asked: Asked::Ready,
                stopped: false,
            };
            self.waiting.insert(at, ready);
            return Ok(());
        }
        // Making the engine ready now saves the clock of the first move.
        self.prepare(false)?;
        self.wait_for(Asked::Ready)
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
        if let What::Search {
            until_stopped,
            until_hit,
            ..
        } = &mut running.what
        {
            (*until_stopped, *until_hit) = (false, false);
        }
        self.tell_if_found()
    }

    /// Does something now, or when what is before it is done.
    pub(super) fn ask(&mut self, task: Task) -> io::Result<()> {
        self.wait_for(Asked::Task(Box::new(task)))
    }

    fn wait_for(&mut self, asked: Asked) -> io::Result<()> {
        if self.waiting.len() >= MAX_WAITING {
            return self.say("too many commands wait for the search; send `stop`");
        }
        self.waiting.push_back(Waiting {
            asked,
            stopped: false,
        });
        self.go_on()
    }

    /// Begins what waits, if nothing is going on.
    fn go_on(&mut self) -> io::Result<()> {
        while self.running.is_none() {
            let Some(Waiting { asked, stopped }) = self.waiting.pop_front() else {
                break;
            };
            let task = match asked {
                Asked::Task(task) => *task,
                Asked::Ready => {
                    self.out.line("readyok")?;
                    continue;
                }
            };
            let what = match &task {
                Task::Search {
                    history, limits, ..
                } => What::Search {
                    history: history.clone(),
                    until_stopped: limits.infinite && !stopped,
                    until_hit: limits.ponder && !stopped,
                    found: None,
                },
                Task::Prepare { settings, .. } => What::Preparing { asked: *settings },
                Task::Perft { .. } | Task::Bench { .. } => What::Count,
            };
            let (number, control) = self.worker.give(task);
            if stopped {
                control.stop();
            }
            self.running = Some(Running {
                number,
                control,
                what,
            });
        }
        Ok(())
    }

    pub(super) fn is_running(&self, number: u64) -> bool {
        let running = self.running.as_ref();
        running.is_some_and(|running| running.number == number)
    }

    /// The game of the search, which may be another than the one played now.
    pub(super) fn running_game(&self) -> Game {
        match &self.running {
            Some(Running {
                what: What::Search { history, .. },
                ..
            }) => history.position().game().clone(),
            _ => self.game.clone(),
        }
    }

    /// Hears that the task that is running is over.
    pub(super) fn done(&mut self, done: Done) -> io::Result<()> {
        let Some(running) = &mut self.running else {
            return Ok(());
        };
        match (&mut running.what, done) {
            (What::Search { found, .. }, Done::Search(report)) => {
                *found = Some(report);
                return self.tell_if_found();
            }
            (What::Search { history, found, .. }, _) => {
                // Who waits for a move must get one.
                *found = Some(Report {
                    best: history.position().moves().first().copied(),
                    ..Report::default()
                });
                self.say("the search has failed: this is a fault of the program")?;
                return self.tell_if_found();
            }
            (What::Preparing { asked }, Done::Ready(settings)) => {
                let asked = *asked;
                if settings.hash_mib < asked.hash_mib {
                    self.say(&format!(
                        "there was no room for a hash table of {} MiB; it has {} MiB",
                        asked.hash_mib, settings.hash_mib
                    ))?;
                }
            }
            (_, Done::Failed) => {
                self.say("the command has failed: this is a fault of the program")?;
            }
            _ => {}
        }
        self.running = None;
        self.go_on()
    }

    /// Tells the best move, if there is one and it may be told.
    pub(super) fn tell_if_found(&mut self) -> io::Result<()> {
        let Some(Running {
            what:
                What::Search {
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
