//! What an engine thread is asked to search, and what it reports.

use crate::{EngineSettings, Info, SearchLimits, SearchReport};
use hyperrook_rules::History;

/// What an [`EngineThread`](super::EngineThread) reports about a job.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineEvent {
    /// A search has found a line of play.
    Info(Info),
    /// A task of [`EngineThread::run`](super::EngineThread::run) has written a line of text.
    Text(String),
    /// The engine is ready, with these settings: its hash table may be smaller
    /// than asked for. The last event of [`EngineThread::prepare`](super::EngineThread::prepare).
    Ready(EngineSettings),
    /// The search or the task has ended. Its last event.
    Finished(SearchReport),
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
    pub limits: SearchLimits,
    /// The engine's settings.
    pub settings: EngineSettings,
    /// Makes weak levels choose otherwise, see [`Engine::seed`](crate::Engine::seed).
    pub seed: u64,
}
