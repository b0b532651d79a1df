//! The engine's work: moves of games that it plays (`moves`, from the queue in the
//! store) and analyses for people (`analysis`). `thinker` searches.

pub(crate) mod analysis;
pub(crate) mod moves;
mod thinker;
