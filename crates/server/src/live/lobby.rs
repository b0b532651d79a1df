//! The lobby: games that people offer to anybody.

use super::create::{Checked, CreateError, begin, check, new_row, side_of};
use super::registry::Live;
use super::types::{Clock, Colour, NewGame, Seek, User};
use crate::security::secret;
use crate::store::{Account, Seat, SeekRow, StoreResult};
use crate::time::now_ms;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How long a seek for a live game stands, in ms. It goes when whoever made it
/// has been away for a while, too.
const LIVE_SEEK_MS: i64 = 3_600_000;
/// How long other seeks stand, in ms.
const SLOW_SEEK_MS: i64 = 14 * super::types::DAY_MS;
/// The most seeks of one person.
const MAX_OWN: usize = 10;
/// The most seeks shown.
const MAX_SHOWN: i64 = 500;

/// Puts a seek into the lobby.
pub(super) async fn add(
    live: &Arc<Live>,
    account: &Account,
    wish: &NewGame,
    checked: &Checked,
) -> Result<String, CreateError> {
    let now = now_ms();
    let standing = live.store.seeks(now, MAX_SHOWN).await?;
    let own = standing.iter().filter(|seek| seek.user == account.id);
    if own.count() >= MAX_OWN {
        let message = format!("you have {MAX_OWN} seeks in the lobby already");
        return Err(CreateError::field("opponent", message));
    }
    let stands = match wish.clock {
        Clock::Live { .. } => LIVE_SEEK_MS,
        _ => SLOW_SEEK_MS,
    };
    let id = secret::id();
    let wish = NewGame {
        game: checked.ready.game_ref.clone(),
        position: checked.start_text.clone(),
        ..wish.clone()
    };
    live.store
        .add_seek(SeekRow {
            id: id.clone(),
            user: account.id.clone(),
            wish: serde_json::to_string(&wish).map_err(crate::store::StoreError::from)?,
            title: checked.ready.game.definition().title().to_owned(),
            created: now,
            expires: now + stands,
        })
        .await?;
    live.lobby_changed.notify_one();
    Ok(id)
}

/// Puts a seek into the lobby.
pub async fn post_seek(
    live: &Arc<Live>,
    account: &Account,
    wish: &NewGame,
) -> Result<String, CreateError> {
    let checked = check(live, account, wish).await?;
    add(live, account, wish, &checked).await
}

/// The seeks in the lobby.
pub async fn seeks(live: &Arc<Live>) -> StoreResult<Vec<Seek>> {
    let mut seeks = Vec::new();
    for row in live.store.seeks(now_ms(), MAX_SHOWN).await? {
        let Ok(wish) = serde_json::from_str::<NewGame>(&row.wish) else {
            continue;
        };
        let Some((name, guest)) = live.store.name_of(&row.user).await? else {
            continue;
        };
        seeks.push(Seek {
            id: row.id,
            by: User {
                id: row.user,
                name,
                guest,
                ratings: BTreeMap::new(),
            },
            game: wish.game,
            title: row.title,
            clock: wish.clock,
            rated: wish.rated,
            colour: wish.colour,
        });
    }
    Ok(seeks)
}

/// Accepts a seek: the game begins, and whoever made the seek is told.
pub async fn accept_seek(
    live: &Arc<Live>,
    account: &Account,
    id: &str,
) -> Result<String, CreateError> {
    let row = live.store.seek(id, now_ms()).await?;
    let row = row.ok_or(CreateError::Gone)?;
    if row.user == account.id {
        return Err(CreateError::field("id", "this is your own seek"));
    }
    let wish: NewGame = serde_json::from_str(&row.wish).map_err(crate::store::StoreError::from)?;
    let checked = check(live, account, &wish).await?;
    // The colour is that of the one who made the seek.
    let own = side_of(match wish.colour {
        Colour::White => Colour::Black,
        Colour::Black => Colour::White,
        Colour::Random => Colour::Random,
    });
    let me = Seat::Person(account.id.clone());
    let other = Seat::Person(row.user.clone());
    let new = new_row(&checked, wish.clock, wish.rated, own, me, other)?;
    let game = begin(live, &checked.ready, new, Some(row.id.clone())).await?;
    live.lobby_changed.notify_one();
    let told = crate::socket::messages::started(&row.id, &game);
    live.hub.tell(&row.user, &told);
    Ok(game)
}
