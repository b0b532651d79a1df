//! The lobby: games that people offer to anybody.

use super::begin::{CreateError, begin_from_seek, check, start};
use super::registry::GameRegistry;
use crate::game::new_game::{GameSetup, NewGame};
use crate::game::time_control::{Clock, DAY_MS};
use crate::messages::server;
use crate::messages::types::{Seek, User};
use crate::security::secret;
use crate::store::{Account, StoreResult, StoredSeek};
use crate::time::now_ms;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How long a seek for a live game stands, in ms. It also goes when its maker has been
/// away for a while.
const LIVE_SEEK_MS: i64 = 3_600_000;
/// How long other seeks stand, in ms.
const SLOW_SEEK_MS: i64 = 14 * DAY_MS;
/// The most seeks of one person.
const MAX_OWN: usize = 10;
/// The most seeks shown.
const MAX_SHOWN: i64 = 500;

/// Puts a seek into the lobby.
pub(super) async fn add(
    games: &GameRegistry,
    account: &Account,
    new_game: &NewGame,
    setup: &GameSetup,
) -> Result<String, CreateError> {
    let now = now_ms();
    let standing = games.store.seeks(now, MAX_SHOWN).await?;
    let own = standing.iter().filter(|seek| seek.user == account.id);
    if own.count() >= MAX_OWN {
        let message = format!("You have {MAX_OWN} seeks in the lobby already: withdraw one first.");
        return Err(CreateError::field("opponent", message));
    }
    let lasts_ms = match new_game.clock {
        Clock::Live { .. } => LIVE_SEEK_MS,
        _ => SLOW_SEEK_MS,
    };
    let id = secret::id();
    games
        .store
        .add_seek(StoredSeek {
            id: id.clone(),
            user: account.id.clone(),
            new_game: setup.normalized(new_game),
            title: setup.title().to_owned(),
            created: now,
            expires: now + lasts_ms,
        })
        .await?;
    games.lobby_changed.notify_one();
    Ok(id)
}

/// The seeks in the lobby.
pub(crate) async fn seeks(games: &GameRegistry) -> StoreResult<Vec<Seek>> {
    let mut seeks = Vec::new();
    for stored in games.store.seeks(now_ms(), MAX_SHOWN).await? {
        let Some((name, guest)) = games.store.name_of(&stored.user).await? else {
            continue;
        };
        let new_game = stored.new_game;
        seeks.push(Seek {
            id: stored.id,
            by: User {
                id: stored.user,
                name,
                guest,
                ratings: BTreeMap::new(),
            },
            game: new_game.game,
            title: stored.title,
            clock: new_game.clock,
            rated: new_game.rated,
            colour: new_game.colour,
        });
    }
    Ok(seeks)
}

/// Accepts a seek: the game begins, and whoever made the seek is told. Returns the
/// game's id.
pub(crate) async fn accept_seek(
    games: &Arc<GameRegistry>,
    account: &Account,
    id: &str,
) -> Result<String, CreateError> {
    let stored = games.store.seek(id, now_ms()).await?;
    let stored = stored.ok_or(CreateError::Gone)?;
    if stored.user == account.id {
        let message = "You cannot accept your own seek.";
        return Err(CreateError::field("id", message));
    }
    let new_game = &stored.new_game;
    let (compiled, setup) = check(games, account, new_game).await?;
    let game = begin_from_seek(
        &setup,
        new_game.colour,
        stored.user.clone(),
        account.id.clone(),
    );
    let game = start(games, &compiled, game, Some(stored.id.clone())).await?;
    games.lobby_changed.notify_one();
    let message = server::started(&stored.id, &game);
    games.hub.send_to(&stored.user, &message);
    Ok(game)
}
