//! Jobs of the engine: running and waiting ones, and the replies when they end.

use hyperrook_rules::{Game, History, Position};
use hyperrook_search::{Control, EngineSettings, SearchReport, SearchRequest};

/// A command that waits in the queue.
pub(super) struct WaitingCommand {
    pub(super) command: QueuedCommand,
    /// Whether `stop` came before the command was started.
    pub(super) stopped: bool,
}

/// A job for the engine thread.
pub(super) enum UciTask {
    /// Search a position.
    Search(SearchRequest),
    /// Prepare the engine of a game. With `clear`, its tables are emptied.
    Prepare {
        game: Game,
        settings: EngineSettings,
        clear: bool,
    },
    /// Count the move sequences of this length after each legal move.
    Perft { position: Position, depth: u8 },
    /// Run the bench, at a depth in plies or at the default depth of the host.
    Bench { depth: Option<u32> },
}

/// A command or request that waits in the queue.
pub(super) enum QueuedCommand {
    /// A job.
    Task(Box<UciTask>),
    /// `isready`: answered when all commands before it are done.
    Ready,
}

impl WaitingCommand {
    /// Whether the command can take long. Preparing the engine does not count.
    pub(super) fn is_long(&self) -> bool {
        match &self.command {
            QueuedCommand::Ready => false,
            QueuedCommand::Task(task) => !matches!(**task, UciTask::Prepare { .. }),
        }
    }

    /// Whether the command empties tables, if it prepares the engine.
    pub(super) fn clears(&self) -> Option<bool> {
        match &self.command {
            QueuedCommand::Task(task) => match **task {
                UciTask::Prepare { clear, .. } => Some(clear),
                _ => None,
            },
            QueuedCommand::Ready => None,
        }
    }

    /// The request of a search that ponders when it starts.
    pub(super) fn pondering(&mut self) -> Option<&mut SearchRequest> {
        match &mut self.command {
            QueuedCommand::Task(task) => match &mut **task {
                UciTask::Search(request) => {
                    Some(request).filter(|request| request.limits.ponder && !self.stopped)
                }
                _ => None,
            },
            QueuedCommand::Ready => None,
        }
    }

    /// Whether the command is a search, which is answered with a best move.
    pub(super) fn is_search(&self) -> bool {
        matches!(&self.command, QueuedCommand::Task(task) if matches!(**task, UciTask::Search(_)))
    }
}

/// The running job.
pub(super) struct RunningJob {
    pub(super) number: u64,
    pub(super) control: Control,
    pub(super) task: PendingReply,
}

/// What to write when the running job ends.
pub(super) enum PendingReply {
    Search {
        history: History,
        /// Whether a line has been written.
        has_line: bool,
        /// The best move must not be written before `stop`.
        until_stopped: bool,
        /// The best move must not be written before `ponderhit` or `stop`.
        until_hit: bool,
        /// The result of a search that ended before its best move may be written.
        finished: Option<SearchReport>,
    },
    /// A job without a best move: perft or bench.
    Count,
    /// The engine is being prepared, with these requested settings.
    Preparing { requested: EngineSettings },
}
