//! Game-tree search for every game of `hyperrook-rules`.
//!
//! An [`Engine`] searches the last position of a [`hyperrook_rules::History`] within
//! [`SearchLimits`] and returns a [`SearchReport`]. A [`Control`] stops it from another thread. An
//! [`EngineThread`] runs an engine on its own thread.
//!
//! From the outside in: `engine` owns the state that is kept between searches, `threads` runs the
//! threads of one search, `iterate` deepens, `node` searches a node in numbered steps with
//! `node_evals`, `pruning`, `singular` and `late_moves`, and `quiesce` plays captures out. `move_picker` gives moves in the order of
//! `ordering`, which uses the statistics of `history`. `worker` is the state of a thread, `params`
//! holds the tunable numbers. All of this is generic over the width of bitboards, which
//! [`Engine::search`] chooses once.

mod buffers;
mod chances;
mod control;
mod engine;
mod engine_thread;
mod evaluation;
mod features;
mod game_end;
mod history;
mod huge_pages;
mod insufficient;
mod iterate;
mod key_history;
mod late_moves;
mod learn;
mod limits;
mod memory;
mod move_picker;
mod moves_in_search;
mod node;
mod node_evals;
mod ordering;
mod params;
#[cfg(feature = "testing")]
pub mod plain;
mod pruning;
mod quiesce;
mod report;
mod root_moves;
mod score;
mod settings;
mod shared;
mod singular;
mod stack;
mod strength;
mod table_score;
mod threads;
mod time;
mod transposition_table;
mod worker;

pub use chances::ChancesModel;
pub use control::Control;
pub use engine::Engine;
pub use engine_thread::{EngineEvent, EngineThread, EngineThreadBuilder, SearchRequest};
pub use evaluation::{Evaluation, PieceWorth};
pub use features::{Feature, Features, UnknownFeature};
pub use limits::{SearchClock, SearchLimits, Strength};
pub use params::{SearchParam, SearchParams, SearchParamsError, SearchParamsFile};
pub use report::{Bound, Chances, Info, Score, SearchReport};
pub use settings::{EngineSettings, NetworkSource, TablesSource, WeightsSource};

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
