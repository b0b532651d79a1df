//! Live games: the ones that somebody plays or follows now.
//!
//! `registry` finds the task of a game and starts it if needed; `task` is that task. It
//! owns the game of `crate::game`, which `load` reads from the store, `present` shows
//! to clients, and `audience` sends to those who follow it. `create` and `begin` begin games,
//! `lobby` has the seeks, `summary` the lists, `record` the records, `maintenance` what
//! is done from time to time, and keeps the node's lease; `sweeps` what is done rarely.
//! `hub` knows who is connected, `latest` keeps what many ask for.

mod audience;
mod begin;
mod create;
mod hub;
mod latest;
mod load;
mod lobby;
mod maintenance;
mod present;
mod record;
mod registry;
mod summary;
mod sweeps;
mod task;

pub(crate) use audience::Viewer;
pub(crate) use begin::CreateError;
pub(crate) use create::{Created, create};
pub(crate) use load::LoadError;
pub(crate) use lobby::{SeekOrigin, accept_seek, seeks};
pub(crate) use maintenance::{HOME_GAMES, resume, run_maintenance};
pub(crate) use record::record_of;
pub(crate) use registry::GameRegistry;
pub(crate) use summary::{games_of, home, live_games, user};
pub(crate) use task::Command;
