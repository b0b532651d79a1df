//! The engine's work: moves of games that it plays (`moves`, from the queue in the
//! store; `desk` says where the games are) and analyses for people (`analysis`).

pub(crate) mod analysis;
pub(crate) mod desk;
pub(crate) mod moves;
pub(crate) mod thread;
