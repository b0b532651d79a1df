//! The lobby: games that people offer to anybody.

use super::create::{CreateError, GameSetup, begin, check, new_row, side_of};
use super::registry::GameRegistry;
use super::types::{Clock, Colour, NewGame, Seek, User};
use crate::security::secret;
use crate::store::{Account, Seat, StoreResult, StoredSeek};
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
    live: &Arc<GameRegistry>,
    account: &Account,
    terms: &NewGame,
    checked: &GameSetup,
) -> Result<String, CreateError> {
    let now = now_ms();
    let standing = live.store.seeks(now, MAX_SHOWN).await?;
    let own = standing.iter().filter(|seek| seek.user == account.id);
    if own.count() >= MAX_OWN {
        let message = format!("you have {MAX_OWN} seeks in the lobby already");
        return Err(CreateError::field("opponent", message));
    }
    let stands = match terms.clock {
        Clock::Live { .. } => LIVE_SEEK_MS,
        _ => SLOW_SEEK_MS,
    };
    let id = secret::id();
    let terms = NewGame {
        game: checked.compiled.game_ref.clone(),
        position: checked.start_text.clone(),
        ..terms.clone()
    };
    live.store
        .add_seek(StoredSeek {
            id: id.clone(),
            user: account.id.clone(),
            terms: serde_json::to_string(&terms).map_err(crate::store::StoreError::from)?,
            title: checked.compiled.game.definition().title().to_owned(),
            created: now,
            expires: now + stands,
        })
        .await?;
    live.lobby_changed.notify_one();
    Ok(id)
}

/// Puts a seek into the lobby.
pub async fn post_seek(
    live: &Arc<GameRegistry>,
    account: &Account,
    terms: &NewGame,
) -> Result<String, CreateError> {
    let checked = check(live, account, terms).await?;
    add(live, account, terms, &checked).await
}

/// The seeks in the lobby.
pub async fn seeks(live: &Arc<GameRegistry>) -> StoreResult<Vec<Seek>> {
    let mut seeks = Vec::new();
    for row in live.store.seeks(now_ms(), MAX_SHOWN).await? {
        let Ok(terms) = serde_json::from_str::<NewGame>(&row.terms) else {
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
            game: terms.game,
            title: row.title,
            clock: terms.clock,
            rated: terms.rated,
            colour: terms.colour,
        });
    }
    Ok(seeks)
}

/// Accepts a seek: the game begins, and whoever made the seek is told.
pub async fn accept_seek(
    live: &Arc<GameRegistry>,
    account: &Account,
    id: &str,
) -> Result<String, CreateError> {
    let row = live.store.seek(id, now_ms()).await?;
    let row = row.ok_or(CreateError::Gone)?;
    if row.user == account.id {
        return Err(CreateError::field("id", "this is your own seek"));
    }
    let terms: NewGame =
        serde_json::from_str(&row.terms).map_err(crate::store::StoreError::from)?;
    let checked = check(live, account, &terms).await?;
    // The colour is that of the one who made the seek.
    let own = side_of(match terms.colour {
        Colour::White => Colour::Black,
        Colour::Black => Colour::White,
        Colour::Random => Colour::Random,
    });
    let me = Seat::Person(account.id.clone());
    let other = Seat::Person(row.user.clone());
    let new = new_row(&checked, terms.clock, terms.rated, own, me, other)?;
    let game = begin(live, &checked.compiled, new, Some(row.id.clone())).await?;
    live.lobby_changed.notify_one();
    let told = crate::socket::messages::started(&row.id, &game);
    live.hub.tell(&row.user, &told);
    Ok(game)
}
