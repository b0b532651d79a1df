//! Games that players end before they begin.

use crate::app::App;
use crate::game::action::{ActionRequest, PlayerAction};
use std::net::IpAddr;

/// Counts a game with another person that a player has ended before it began. Players who abort
/// often waste their opponents' time. `request` was carried out.
pub(crate) async fn note_abort(app: &App, game: &str, request: &ActionRequest, address: IpAddr) {
    if !matches!(request.action, PlayerAction::Abort {}) {
        return;
    }
    let Ok(Some(stored)) = app.store.game(game).await else {
        return;
    };
    if stored.white.person().is_some() && stored.black.person().is_some() {
        app.limits.note_abort(&request.user, address);
    }
}
