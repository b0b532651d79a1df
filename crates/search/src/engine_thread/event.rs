//! The requests to an engine thread and the events that it reports.

use crate::{EngineSettings, Info, SearchLimits, SearchReport};
use hyperrook_rules::History;

/// An event that an [`EngineThread`](super::EngineThread) reports about a job.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineEvent {
    /// A search has found a line of play.
    Info(Info),
    /// A task of [`EngineThread::run`](super::EngineThread::run) has written a line of text.
    Text(String),
    /// The engine is ready, with these settings: its hash table may be smaller than requested. The
    /// last event of [`EngineThread::prepare`](super::EngineThread::prepare).
    Ready(EngineSettings),
    /// The search or the task has ended. The last event of the job.
    Finished(SearchReport),
    /// The job panicked, and the engine of its game was dropped. The last event of the job.
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
    /// The game so far; its current position is searched.
    pub history: History,
    /// The limits of the search.
    pub limits: SearchLimits,
    /// The engine's settings.
    pub settings: EngineSettings,
    /// The seed of the random choices of weak levels; see [`Engine::seed`](crate::Engine::seed).
    pub seed: u64,
}
