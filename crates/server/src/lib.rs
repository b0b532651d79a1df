//! The web server: people, live games, analysis, and the web client.
//!
//! From the outside in: `serve` starts everything; `api` has the routes, `socket`
//! the socket, `web` the files of the client, `security` says who may do what;
//! `live` plays the games, `engine` finds moves for them and analyses; `catalogue`
//! knows the games there are; `store` keeps what lasts. What clients see is
//! described in `docs/api.md`, what those who run it can set in `docs/server.md`.
#![forbid(unsafe_code)]

pub mod admin;
mod api;
mod app;
pub mod catalogue;
mod engine;
mod listen;
pub mod live;
mod security;
mod serve;
pub mod settings;
mod socket;
pub mod store;
mod time;
mod web;

pub use api::openapi_json;
pub use serve::{ServeError, Server, log, raise_file_limit, serve};
