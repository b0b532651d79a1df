//! The socket: `GET /api/socket`. `connection` is one socket, `messages` what is
//! said on it; `docs/api.md` describes it.

pub(crate) mod connection;
pub(crate) mod messages;
mod outbox;

pub(crate) use outbox::Outbox;
