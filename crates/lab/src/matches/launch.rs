//! An engine of either protocol, from what is said of it.

use super::cecp::CecpEngine;
use super::engine::{EngineLink, ExternalEngine, MatchGame, Timeouts};
use super::process::ProcessEnvironment;
use super::spec::{EngineSpec, Protocol};
use super::uci::UciEngine;

/// An engine of a specification; it is not started yet.
pub(super) fn engine(
    spec: &EngineSpec,
    game: &MatchGame,
    patience: Timeouts,
    surroundings: &ProcessEnvironment,
) -> Box<dyn ExternalEngine> {
    let link = EngineLink {
        spec: spec.clone(),
        game: game.clone(),
        patience,
        surroundings: surroundings.clone(),
        process: None,
    };
    match spec.protocol {
        Protocol::Uci => Box::new(UciEngine::new(link)),
        Protocol::Cecp => Box::new(CecpEngine::new(link)),
    }
}
