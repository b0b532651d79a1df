//! The games being played, as they are read for everybody.

use crate::game::model::StoredGame;
use crate::messages::types::Player;
use axum::extract::ws::Utf8Bytes;

/// Games being played, for everybody who asks: see [`crate::store::Store::live_games`].
#[derive(Debug)]
pub(super) struct LiveGameList {
    pub(super) games: Vec<(StoredGame, [Option<Player>; 2])>,
    /// The message with those of the home page.
    pub(super) home: Utf8Bytes,
}
