//! Live games: the ones that somebody plays or follows now.
//!
//! `registry` finds the task of a game and starts it if needed; `task` is that task. It
//! owns the game of `crate::game`, which `load` reads from the store, `present` shows
//! to clients, and `audience` sends to those who follow it. `create` and `begin` begin games,
//! `lobby` is the state of the lobby, `seeks` what people do in it; `summary` makes the lists,
//! `record` the records. `maintenance` keeps the node's lease and does what is due from
//! time to time, `sweeps` what is due rarely. `remote` asks other nodes, `inbox` answers
//! them, and a `mirror` shows a game of another node; `bell` wakes those who find the
//! engine's moves, and `workers` knows those in other processes. `hub` knows who is connected, `latest` caches
//! what many ask for.

mod audience;
mod begin;
mod bell;
mod create;
mod hub;
mod inbox;
mod latest;
mod load;
mod lobby;
mod maintenance;
mod mirror;
mod present;
mod record;
mod registry;
mod remote;
mod seeks;
mod summary;
mod sweeps;
mod task;
mod workers;

pub(crate) use audience::Viewer;
pub(crate) use begin::CreateError;
pub(crate) use create::{Created, create};
pub(crate) use load::{LoadError, load_copy};
pub(crate) use maintenance::{resume, run_maintenance};
pub(crate) use record::record_of;
pub(crate) use registry::GameRegistry;
pub(crate) use remote::acted;
pub(crate) use seeks::{SeekOrigin, accept_seek, seeks};
pub(crate) use summary::{HOME_GAMES, games_by_definition, games_of, home, live_games, user};
pub(crate) use task::Command;
