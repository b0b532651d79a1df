//! The simple opponent: a plain search for material that can punish a hanging piece. The
//! engine is measured against it in every game.

mod search;
mod uci;
mod values;

pub use search::SimpleSearch;
pub use uci::run as run_uci;

/// The depths at which it can play, in plies.
pub const PLIES: std::ops::RangeInclusive<u32> = 1..=3;
