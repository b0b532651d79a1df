//! Game-tree search for every game of `hyperrook-rules`.
//!
//! An [`Engine`] searches the present position of a [`hyperrook_rules::History`]
//! within [`Limits`] and gives a [`Report`]; a [`Control`] stops it from another
//! thread. An [`EngineThread`] keeps an engine on a thread of its own.
//!
//! From the outside in: `engine` owns what lasts from search to search, `threads`
//! runs the threads of one search, `root` deepens, `node` searches a node in
//! numbered steps, `quiesce` plays captures out; `picker` gives moves in order by
//! what `memory` has learnt; `table` is the transposition table. All of it is
//! generic over the width of bitboards, which [`Engine::search`] chooses once.
#![forbid(unsafe_code)]

mod control;
mod engine;
mod engine_thread;
mod features;
mod limits;
mod memory;
mod node;
mod picker;
#[cfg(test)]
mod plain;
mod quiesce;
mod report;
mod root;
mod strength;
mod table;
mod threads;
mod time;
mod value;
mod worker;

pub use control::Control;
pub use engine::{Engine, Evaluation, Settings, WeightsSource};
pub use engine_thread::{EngineEvent, EngineThread, EngineThreadBuilder, SearchRequest};
pub use features::{Feature, Features, UnknownFeature};
pub use limits::{Clock, Limits, Strength};
pub use report::{Bound, Info, Report, Score};
