//! Game-tree search for every game of `hyperrook-rules`.
//!
//! An [`Engine`] searches the present position of a [`hyperrook_rules::History`]
//! within [`Limits`] and gives a [`Report`]; a [`Control`] stops it from another
//! thread.
#![forbid(unsafe_code)]

mod control;
mod engine;
mod limits;
mod report;

pub use control::Control;
pub use engine::{Engine, Evaluation, Settings};
pub use limits::{Clock, Limits, Strength};
pub use report::{Bound, Info, Report, Score};
