//! The engine's work: moves of games that it plays (`moves`, from the queue in the
//! store; `game_host` says where the games are) and analyses for people (`analysis`).

pub(crate) mod analysis;
pub(crate) mod evaluators;
pub(crate) mod game_host;
pub(crate) mod moves;
pub(crate) mod thread;
