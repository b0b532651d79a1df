//! What clients and the server say to each other: `types` is the JSON of the API,
//! `client` and `server` are the messages on the socket, `outbox` sends them. `json` says
//! what is wrong in what clients send. `from_game` derives
//! what clients see from the types of `crate::game`.
//! `docs/api.md` describes them all.

pub(crate) mod client;
mod from_game;
pub(crate) mod json;
pub(crate) mod outbox;
pub(crate) mod server;
pub(crate) mod types;
