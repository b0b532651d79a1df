//! Live games.
//!
//! `registry` finds the task of a game and starts it if need be; `task` is that
//! task, with `audience` for those who look on; `live_game` is the game in memory and
//! `actions` what can happen to it, with `clock` and `conditional` (conditional moves)
//! beside. `create` begins games, `lobby` has the seeks, `summary` the lists,
//! `record` the records. `hub` knows who is connected. `types` is what clients see.

mod actions;
mod audience;
mod clock;
mod conditional;
mod create;
mod hub;
mod live_game;
mod lobby;
pub mod ratings;
mod record;
mod registry;
mod summary;
mod task;
pub mod types;
mod upkeep;

pub use actions::Rejection;
pub(crate) use audience::Viewer;
pub use create::{CreateError, Created, create};
pub use hub::Hub;
pub use live_game::LoadError;
pub use lobby::{accept_seek, post_seek, seeks};
pub use record::record_of;
pub use registry::GameRegistry;
pub use summary::{live, mine, user};
pub(crate) use task::{ActionRequest, Command};
pub(crate) use upkeep::HOME_GAMES;
pub use upkeep::{keep_up, resume};
