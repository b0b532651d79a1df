//! The engines that an engine thread keeps.

use crate::{Engine, EngineSettings};
use hyperrook_rules::Game;
use std::collections::VecDeque;

/// The engines of the most recently searched games, the latest one at the end.
pub(super) struct Engines {
    /// The maximum number of engines to keep.
    capacity: usize,
    engines: VecDeque<KeptEngine>,
}

/// An engine and the settings that were requested. If memory is short, the engine may have less
/// than requested; it does not try again before every search.
struct KeptEngine {
    engine: Engine,
    requested: EngineSettings,
}

impl Engines {
    /// Makes an empty list for at most `capacity` engines.
    pub(super) fn new(capacity: usize) -> Engines {
        Engines {
            capacity,
            engines: VecDeque::new(),
        }
    }

    /// The engine of a game with these settings, which is created if there is none yet.
    pub(super) fn get(&mut self, game: &Game, settings: EngineSettings) -> &mut Engine {
        let known = self
            .engines
            .iter()
            .position(|kept| kept.engine.game().is(game));
        let known = known.and_then(|index| self.engines.remove(index));
        let mut kept = known.unwrap_or_else(|| {
            // Drop the oldest engines first, to free memory for the new one.
            while self.engines.len() >= self.capacity {
                self.engines.pop_front();
            }
            KeptEngine {
                engine: Engine::new(game, settings),
                requested: settings,
            }
        });
        if kept.requested != settings {
            kept.engine.set(settings);
            kept.requested = settings;
        }
        self.engines.push_back(kept);
        let last = self.engines.len() - 1;
        &mut self.engines[last].engine
    }

    /// Drops the most recently used engine.
    pub(super) fn drop_last_used(&mut self) {
        self.engines.pop_back();
    }
}
