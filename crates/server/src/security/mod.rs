//! Who may do what.
//!
//! `secret` makes and hashes secrets, `password` passwords; `caller` finds out
//! who makes a request; `guard` refuses what another site made a browser send;
//! `limits` counts; `headers` are those of every answer.

pub(crate) mod caller;
pub(crate) mod guard;
pub(crate) mod headers;
pub(crate) mod limits;
pub(crate) mod password;
pub(crate) mod secret;
