//! The engine's work: moves of games that it plays (`moves`, from the queue in the
//! store) and analyses for people (`analysis`).

pub(crate) mod analysis;
pub(crate) mod moves;
mod thread;
