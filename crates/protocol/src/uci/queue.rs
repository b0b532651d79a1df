//! What the worker is at, and what waits for it: one thing after another.

use super::{Uci, lines};
use crate::worker::{Done, Task};
use hyperrook_rules::{Game, History};
use hyperrook_search::{Control, Limits, Report, Settings};
use std::io;

/// How many commands may wait for the search before them.
const MAX_WAITING: usize = 64;

/// Something for the worker, in the order of the commands.
pub(super) enum Asked {
    Search {
        history: History,
        limits: Limits,
        /// Whether it was told to stop already.
        stopped: bool,
    },
    Other(Task),
    /// `isready`, to be answered when all before it is done.
    Ready,
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
    pub(super) fn stop_running(&mut self) -> io::Result<()> {
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
    pub(super) fn ask(&mut self, asked: Asked) -> io::Result<()> {
        if self.waiting.len() >= MAX_WAITING {
            return self.say("too many commands wait for the search; send `stop`");
        }
        self.waiting.push_back(asked);
        self.go_on()
    }

    /// Begins what waits, if nothing is going on.
    pub(super) fn go_on(&mut self) -> io::Result<()> {
        while self.running.is_none() {
            let Some(asked) = self.waiting.pop_front() else {
                break;
            };
            let mut stop = false;
            let (task, what) = match asked {
                Asked::Ready => {
                    self.out.line("readyok")?;
                    continue;
                }
                Asked::Search {
                    history,
                    limits,
                    stopped,
                } => {
                    stop = stopped;
                    let what = What::Search {
                        history: history.clone(),
                        until_stopped: limits.infinite && !stopped,
                        until_hit: limits.ponder && !stopped,
                        found: None,
                    };
                    let settings = self.options.engine;
                    let task = Task::Search {
                        history,
                        limits,
                        settings,
                    };
                    (task, what)
                }
                Asked::Other(task) => {
                    let what = match &task {
                        Task::Prepare { settings, .. } => What::Preparing { asked: *settings },
                        _ => What::Count,
                    };
                    (task, what)
                }
            };
            let (number, control) = self.worker.give(task);
            if stop {
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
