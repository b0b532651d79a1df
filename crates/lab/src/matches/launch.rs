//! Creates an engine of either protocol from its specification.

use super::cecp::CecpEngine;
use super::engine::{EngineLink, ExternalEngine, MatchGame, Timeouts};
use super::process::ProcessEnvironment;
use super::spec::{EngineSpec, Protocol};
use super::uci::UciEngine;

/// The engine of a specification, not started yet.
pub(super) fn engine(
    spec: &EngineSpec,
    game: &MatchGame,
    timeouts: Timeouts,
    environment: &ProcessEnvironment,
) -> Box<dyn ExternalEngine> {
    let link = EngineLink {
        spec: spec.clone(),
        game: game.clone(),
        timeouts,
        environment: environment.clone(),
        process: None,
    };
    match spec.protocol {
        Protocol::Uci => Box::new(UciEngine::new(link)),
        Protocol::Cecp => Box::new(CecpEngine::new(link)),
    }
}
