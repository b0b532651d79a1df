//! Games as they are played, and nothing else: no store, no connection, no clock of
//! its own.
//!
//! `model` has what is known of a game, `live_game` the game in memory, `action` what
//! players can do and `actions` what comes of it: a `change`, which a store writes as a
//! whole. `clock`, `lag`, `conditional` (conditional moves), `new_game` and `rating` have the
//! rules that their names say.

pub mod action;
pub mod actions;
pub mod change;
pub mod clock;
mod conditional;
mod lag;
pub mod live_game;
pub mod model;
pub mod new_game;
pub mod rating;
pub mod time_control;

#[cfg(test)]
mod tests;
