//! Telling a search to stop from another thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A handle on a search, shared by its clones. Make a new one for each search.
#[derive(Clone, Debug, Default)]
pub struct Control(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
}

impl Control {
    /// A handle for a search to come.
    pub fn new() -> Control {
        Control::default()
    }

    /// Ends the search as soon as it looks; it still reports its best move.
    pub fn stop(&self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }

    /// Says that the move pondered on was played: the search goes on as an
    /// ordinary one on its clock, counted from now.
    pub fn ponder_hit(&self) {
        self.0.ponder_hit.store(true, Ordering::Relaxed);
    }

    /// Whether the search was told to stop.
    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed)
    }

    /// Whether the move pondered on was played.
    pub fn is_ponder_hit(&self) -> bool {
        self.0.ponder_hit.load(Ordering::Relaxed)
    }
}
