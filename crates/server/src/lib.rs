//! The web server: people, live games, analysis, and the web client.
//!
//! From the inside out: `game` is a game as it is played, without a store or a
//! connection; `store` is the database; `catalogue` has the games that can be played;
//! `messages` is what clients and the server say to each other; `live` plays the games
//! that are live, and `engine` finds moves for them and analyses; `security` says who
//! may do what; `api` has the routes, `socket` the socket, `web` the files of the
//! client; `serve` starts everything. `docs/api.md` describes what clients see,
//! `docs/server.md` what operators can set.
#![forbid(unsafe_code)]

pub mod admin;
mod api;
mod app;
mod background;
pub mod catalogue;
mod cluster;
mod endgames;
mod engine;
pub mod game;
mod listen;
mod live;
mod measured;
mod messages;
mod preview;
mod security;
mod serve;
pub mod settings;
mod socket;
pub mod store;
mod supervise;
mod text;
mod time;
mod web;
mod web_pages;
mod worker;

pub use api::{api_paths, openapi_json};
pub use serve::{ServeError, Server, log, raise_file_limit, serve};
pub use worker::work;
