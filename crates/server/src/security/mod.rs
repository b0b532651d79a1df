//! Who may do what.
//!
//! `secret` makes and hashes secrets, `password` passwords; `caller` finds out
//! who makes a request; `guard` refuses what another site made a browser send;
//! `hosts` knows the server's names, `network` which addresses count as one, `scope` what tokens may do; `limits`, `allowance`,
//! `sign_ins` and `exports` count; `work_queue` gives turns; `headers` are those of every answer.

pub(crate) mod allowance;
pub(crate) mod caller;
pub(crate) mod exports;
pub(crate) mod guard;
pub(crate) mod headers;
pub(crate) mod hosts;
pub(crate) mod limits;
pub(crate) mod network;
pub(crate) mod password;
pub(crate) mod scope;
pub(crate) mod secret;
pub(crate) mod sign_ins;
pub(crate) mod work_queue;
