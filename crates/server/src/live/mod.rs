//! Live games.
//!
//! `registry` finds the task of a game and starts it if need be; `task` is that
//! task, with `audience` for those who look on; `table` is the game in memory and
//! `deeds` what can happen to it, with `clock` and `plan` (conditional moves)
//! beside. `create` begins games, `lobby` has the seeks, `summary` the lists,
//! `record` the records. `hub` knows who is connected. `types` is what clients see.

mod audience;
mod clock;
mod create;
mod deeds;
mod hub;
mod lobby;
mod plan;
pub mod ratings;
mod record;
mod registry;
mod summary;
mod table;
mod task;
pub mod types;
mod upkeep;

pub(crate) use audience::Viewer;
pub use create::{CreateError, Created, create};
pub use deeds::Refused;
pub use hub::Hub;
pub use lobby::{accept_seek, post_seek, seeks};
pub use record::record_of;
pub use registry::Live;
pub use summary::{live, mine, user};
pub use table::LoadError;
pub(crate) use task::{Act, Command};
pub(crate) use upkeep::HOME_GAMES;
pub use upkeep::{keep_up, resume};
