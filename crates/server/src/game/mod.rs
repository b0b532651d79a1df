//! Games as they are played, and nothing else: no store, no connection, no clock of
//! its own.
//!
//! `model` has what is known of a game, `live_game` the game in memory, `action` what
//! players can do and `actions` what comes of it: a `change`, which a store writes as a
//! whole, and `answers` what has been answered before. `rules` says which rules a game is played by, `outcome` how it ended. `clock`, `lag`,
//! `conditional` (conditional moves), `new_game` and `rating` have the rules that their names
//! say.
//!
//! What clients see is derived from these types in `crate::messages`. Types that clients send
//! unchanged, such as actions and time controls, carry their description for the API.

pub mod action;
pub mod actions;
pub(crate) mod answers;
pub mod change;
pub mod clock;
mod conditional;
mod lag;
pub mod live_game;
pub mod model;
pub mod new_game;
pub mod outcome;
pub mod rating;
pub mod rules;
pub mod time_control;

#[cfg(test)]
mod tests;
