//! The simple opponent: a plain search for material, good enough to punish a
//! hanging piece. The engine is measured against it; players meet it no more.

mod search;
mod uci;
mod values;

pub(crate) use search::Searcher;
pub(crate) use uci::run as run_uci;

/// The plies that the simple opponent can look ahead.
pub(crate) const PLIES: std::ops::RangeInclusive<u32> = 1..=3;
