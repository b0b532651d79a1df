//! Live games: the ones that somebody plays or follows now.
//!
//! `registry` finds the task of a game and starts it if needed; `task` is that task. It owns
//! the game of `crate::game`, which `load` reads from the store, `present` shows to clients,
//! and `audience` sends to those who follow it. `create` and `begin` begin games, `lobby` is
//! the state of the lobby, `seeks` what people do in it, `pairing` brings two together;
//! `summary` makes the lists, `record` the records. `maintenance` keeps the node's lease and
//! does what is due from time to time, `sweeps` does what is due rarely. `routing` takes
//! commands to the node that owns a game, where `inbox` answers; `remote` translates them, and
//! a `mirror` shows a game of another node. `job_signal` wakes those who find the engine's
//! moves, and `workers` knows those in other processes. `hub` knows who is connected,
//! `cached_value` caches what many ask for.

mod audience;
mod begin;
mod cached_value;
mod create;
mod hub;
mod inbox;
mod job_signal;
mod live_list;
mod load;
mod lobby;
mod maintenance;
mod memory;
mod mirror;
mod pairing;
mod present;
mod record;
mod registry;
mod remote;
mod routing;
mod seeks;
mod summary;
mod sweeps;
mod task;
mod workers;

pub(crate) use audience::Viewer;
pub(crate) use begin::{CreateError, NewGameOrSeek};
pub(crate) use create::create;
pub(crate) use load::{LoadError, load_copy, load_turn};
pub(crate) use maintenance::{resume, run_maintenance};
pub(crate) use record::{RecordRequest, record_in_time, record_of};
pub(crate) use registry::GameRegistry;
pub(crate) use remote::acted;
pub(crate) use routing::Asker;
pub(crate) use seeks::{SeekOrigin, accept_seek, seeks};
pub(crate) use summary::{
    HOME_GAMES, MAX_LIVE_GAMES, games_by_definition, games_of, home, live_games, user,
};
pub(crate) use task::Command;
