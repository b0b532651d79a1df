//! Seeks: adding them to the lobby, listing and accepting them, and removing those whose
//! owners have gone.

use super::begin::{CreateError, begin_from_seek, check, start};
use super::lobby::SeekList;
use super::registry::GameRegistry;
use crate::cluster::wire::NoticeBody;
use crate::game::new_game::{GameSetup, NewGame};
use crate::game::time_control::{Clock, DAY_MS};
use crate::messages::server;
use crate::messages::types::{Seek, User};
use crate::security::secret;
use crate::store::{
    Account, AddedSeek, ExistingSeek, ListedSeek, SeekChoice, SeekLimits, SeekStanding,
    StoreResult, StoredSeek,
};
use crate::text::shown_title;
use crate::time::now_ms;
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::Arc;

/// How long a seek for a live game stands, in ms. It also goes when its owner has been
/// away for [`AWAY_MS`].
const LIVE_MS: i64 = 3_600_000;
/// How long the owner of a live seek may be away, in ms.
const AWAY_MS: i64 = 60_000;
/// How long other seeks stand after their owner was last connected, in ms.
const SLOW_MS: i64 = DAY_MS;
/// The same for seeks of guests.
const SLOW_GUEST_MS: i64 = 3_600_000;
/// How long a seek stands at most, in ms.
const LONGEST_MS: i64 = 14 * DAY_MS;
/// The most seeks that are shown.
const MAX_SHOWN: usize = 100;
/// The most seeks of one person that are shown.
const MAX_SHOWN_OF_USER: usize = 3;

/// Where a seek is made, and how many there may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeekOrigin {
    pub(crate) address: IpAddr,
    pub(crate) limits: SeekLimits,
}

/// A seek that was added, or why it was not.
pub(super) enum AddSeekResult {
    /// Its ID.
    Added(String),
    /// What there was instead.
    Existing(ExistingSeek),
}

/// Puts a seek into the lobby.
pub(super) async fn add(
    games: &GameRegistry,
    account: &Account,
    origin: SeekOrigin,
    new_game: &NewGame,
    setup: &GameSetup,
) -> Result<String, CreateError> {
    match add_unless(games, account, origin, (new_game, setup), None).await? {
        AddSeekResult::Added(id) | AddSeekResult::Existing(ExistingSeek::Standing(id)) => Ok(id),
        AddSeekResult::Existing(ExistingSeek::Fitting(_)) => Err(CreateError::Gone),
    }
}

/// Puts a seek into the lobby, unless there is another one that makes it needless.
pub(super) async fn add_unless(
    games: &GameRegistry,
    account: &Account,
    origin: SeekOrigin,
    (new_game, setup): (&NewGame, &GameSetup),
    unless: Option<SeekChoice>,
) -> Result<AddSeekResult, CreateError> {
    let now = now_ms();
    let lasts_ms = match new_game.clock {
        Clock::Live { .. } => LIVE_MS,
        _ => slow_ms(account.guest),
    };
    let id = secret::id();
    let seek = StoredSeek {
        id: id.clone(),
        user: account.id.clone(),
        address: games.address_hash(origin.address).await?,
        new_game: setup.normalized(new_game),
        title: setup.title().to_owned(),
        created: now,
        expires: now + lasts_ms,
    };
    let of_user = origin.limits.of_user;
    let message = match games.store.add_seek(seek, origin.limits, unless).await? {
        AddedSeek::Added => {
            games.note_lobby_change();
            return Ok(AddSeekResult::Added(id));
        }
        AddedSeek::Existing(instead) => return Ok(AddSeekResult::Existing(instead)),
        AddedSeek::TooManyOfUser => {
            format!("You have {of_user} seeks in the lobby already: withdraw one first.")
        }
        AddedSeek::TooManyOfAddress => {
            "There are too many seeks from your network in the lobby already.".to_owned()
        }
    };
    Err(CreateError::field("opponent", message))
}

fn slow_ms(guest: bool) -> i64 {
    if guest { SLOW_GUEST_MS } else { SLOW_MS }
}

/// The seeks in the lobby, newest first. They are read once a change, for everybody.
pub(crate) async fn seeks(games: &GameRegistry) -> StoreResult<SeekList> {
    let read = async {
        let listed = games
            .store
            .listed_seeks(now_ms(), MAX_SHOWN_OF_USER, MAX_SHOWN)
            .await?;
        let seeks: Vec<Seek> = listed.into_iter().map(shown).collect();
        Ok(SeekList {
            json: serde_json::to_string(&seeks)?.into(),
            message: server::lobby(&seeks),
        })
    };
    games.lobby.list.get(read).await
}

fn shown(listed: ListedSeek) -> Seek {
    let ListedSeek { seek, name, guest } = listed;
    Seek {
        id: seek.id,
        by: User {
            id: seek.user,
            name,
            guest,
            ratings: BTreeMap::new(),
        },
        title: shown_title(&seek.title),
        game: seek.new_game.game,
        clock: seek.new_game.clock,
        rated: seek.new_game.rated,
        colour: seek.new_game.colour,
    }
}

/// Removes the seeks that have expired or whose owners have gone, and lets those of
/// connected owners stand longer. Returns whether any was removed.
pub(super) async fn sweep(games: &GameRegistry) -> StoreResult<bool> {
    // Without NATS nobody knows who is connected to other nodes.
    if !games.leads() || !games.cluster.bus.is_connected() {
        return Ok(false);
    }
    let now = now_ms();
    let standings = games.store.seek_standings().await?;
    let mut last_seen = games.lobby.last_seen.lock().await;
    let mut seen_now = HashMap::new();
    let (mut gone, mut extended) = (Vec::new(), Vec::new());
    for standing in standings {
        let online = games.hub.is_online(&standing.user_id);
        let seen = match last_seen.get(&standing.id) {
            Some(seen) if !online => *seen,
            _ => now,
        };
        let away = standing.live != 0 && now - seen > AWAY_MS;
        if standing.expires <= now || away {
            gone.push(standing.id);
            continue;
        }
        if online && let Some(expires) = extension(&standing, now) {
            extended.push((standing.id.clone(), expires));
        }
        if standing.live != 0 {
            seen_now.insert(standing.id, seen);
        }
    }
    *last_seen = seen_now;
    drop(last_seen);
    if gone.is_empty() && extended.is_empty() {
        return Ok(false);
    }
    let removed = games.store.update_seeks(gone, extended).await? > 0;
    if removed {
        games.cluster.broadcast(NoticeBody::Lobby {});
        games.lobby.list.invalidate();
    }
    Ok(removed)
}

/// When a seek of a connected owner expires, if that is worth a write.
fn extension(standing: &SeekStanding, now: i64) -> Option<i64> {
    if standing.live != 0 {
        return None;
    }
    let lasts_ms = slow_ms(standing.guest != 0);
    let expires = (now + lasts_ms).min(standing.created + LONGEST_MS);
    (expires - standing.expires > lasts_ms / 4).then_some(expires)
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
    let game = start(games, &compiled, game, account, Some(stored.id.clone())).await?;
    games.note_lobby_change();
    let message = server::started(&stored.id, &game);
    games.hub.send_to(&stored.user, &message);
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeks_stand_longer_while_their_owner_is_connected() {
        let standing = |guest: bool, live: bool, expires| SeekStanding {
            id: "s".into(),
            user_id: "u".into(),
            guest: i64::from(guest),
            live: i64::from(live),
            created: 0,
            expires,
        };
        let hour = 3_600_000;
        assert_eq!(extension(&standing(false, true, hour), 1000), None);
        assert_eq!(extension(&standing(false, false, DAY_MS), hour), None);
        assert_eq!(
            extension(&standing(false, false, DAY_MS), 20 * hour),
            Some(20 * hour + DAY_MS)
        );
        assert_eq!(
            extension(&standing(true, false, hour), hour / 2),
            Some(hour / 2 + hour)
        );
        // But not for ever.
        let last = LONGEST_MS - hour;
        assert_eq!(
            extension(&standing(false, false, last), last - 1),
            None,
            "an hour more is not worth a write"
        );
        assert_eq!(
            extension(&standing(false, false, last - DAY_MS), last),
            Some(LONGEST_MS)
        );
    }
}
