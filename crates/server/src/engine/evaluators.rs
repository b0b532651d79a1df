//! Engines that evaluate positions and never search.

use hyperrook_rules::Game;
use hyperrook_search::{Engine, EngineSettings};
use moka::sync::Cache;
use std::sync::Arc;

/// The games whose engines are kept.
const KEPT: u64 = 8;

/// An engine for each of the games that were asked for last, by the identities of their
/// rules. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Evaluators(Cache<String, Arc<Engine>>);

impl Default for Evaluators {
    fn default() -> Evaluators {
        Evaluators(Cache::new(KEPT))
    }
}

impl Evaluators {
    /// The engine for a game. Making one takes a while.
    pub(crate) fn engine(&self, game: &Game) -> Arc<Engine> {
        let identity = game.definition().identity().to_owned();
        self.0.get_with(identity, || {
            let settings = EngineSettings {
                hash_mib: 1,
                ..EngineSettings::default()
            };
            Arc::new(Engine::new(game, settings))
        })
    }
}
