//! The engine's work: moves of games that it plays (`moves`, from the queue in the
//! store; `game_host` says where the games are) and analyses for people (`analyses`: on the
//! threads of this process by `analysis`, on those of all nodes and workers by
//! `shared_analyses` and `analysis_worker`).

pub(crate) mod analyses;
pub(crate) mod analysis;
pub(crate) mod analysis_worker;
pub(crate) mod evaluators;
pub(crate) mod game_host;
mod lines;
pub(crate) mod moves;
mod shared_analyses;
pub(crate) mod thread;
