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
    Account, AddedSeek, ExistingSeek, ListedSeek, SeekChoice, SeekExpiry, SeekLimits, StoreResult,
    StoredSeek,
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
        game: seek.new_game.game.into(),
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
        // What was seen before says nothing when that ends: everybody gets the whole time.
        games.lobby.last_seen.lock().await.clear();
        return Ok(false);
    }
    let standings = games.store.seek_standings().await?;
    let is_online = |user: &str| games.hub.is_online(user);
    let Sweep { gone, extended } = {
        let mut last_seen = games.lobby.last_seen.lock().await;
        look_at(standings, &mut last_seen, is_online, now_ms())
    };
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

/// What a look at all seeks has found.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sweep {
    /// The seeks to remove.
    gone: Vec<String>,
    /// The seeks that stand longer, and until when.
    extended: Vec<(String, i64)>,
}

/// Looks at all seeks. The owner of a live seek who is not connected is away since the last
/// look that saw them connected, or since the first look at the seek.
fn look_at(
    standings: Vec<SeekExpiry>,
    last_seen: &mut HashMap<String, i64>,
    is_online: impl Fn(&str) -> bool,
    now: i64,
) -> Sweep {
    let mut seen_now = HashMap::new();
    let mut sweep = Sweep::default();
    for standing in standings {
        let online = is_online(&standing.user_id);
        let seen = match last_seen.get(&standing.id) {
            Some(seen) if !online => *seen,
            _ => now,
        };
        let away = standing.live != 0 && now - seen > AWAY_MS;
        if standing.expires <= now || away {
            sweep.gone.push(standing.id);
            continue;
        }
        if online && let Some(expires) = extension(&standing, now) {
            sweep.extended.push((standing.id.clone(), expires));
        }
        if standing.live != 0 {
            seen_now.insert(standing.id, seen);
        }
    }
    *last_seen = seen_now;
    sweep
}

/// When a seek of a connected owner expires, if that is worth a write.
fn extension(standing: &SeekExpiry, now: i64) -> Option<i64> {
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
    address: IpAddr,
    id: &str,
) -> Result<String, CreateError> {
    let stored = games.store.seek(id, now_ms()).await?;
    let stored = stored.ok_or(CreateError::Gone)?;
    if stored.user == account.id {
        let message = "You cannot accept your own seek.";
        return Err(CreateError::field("id", message));
    }
    let new_game = &stored.new_game;
    let (compiled, setup) = check(games, account, address, new_game).await?;
    let game = begin_from_seek(
        &setup,
        new_game.colour,
        stored.user.clone(),
        account.id.clone(),
    );
    let game = start(
        games,
        &compiled,
        game,
        (account, address),
        Some(stored.id.clone()),
    )
    .await?;
    games.note_lobby_change();
    let message = server::started(&stored.id, &game);
    games.hub.send_to(&stored.user, &message);
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_those_who_are_away_for_a_minute_lose_their_live_seeks() {
        let standing = |id: &str, user: &str, live: bool, expires| SeekExpiry {
            id: id.into(),
            user_id: user.into(),
            guest: 0,
            live: i64::from(live),
            created: 0,
            expires,
        };
        let seeks = || {
            vec![
                standing("here", "ann", true, LIVE_MS),
                standing("away", "bob", true, LIVE_MS),
                standing("slow", "bob", false, SLOW_MS),
                standing("back", "eve", true, LIVE_MS),
            ]
        };
        let mut last_seen = HashMap::new();
        let mut look = |online: &[&str], now| {
            let is_online = |user: &str| online.contains(&user);
            look_at(seeks(), &mut last_seen, is_online, now).gone
        };
        let nobody: Vec<String> = Vec::new();
        // The first look cannot tell how long the people whom it does not see have been away.
        assert_eq!(look(&["ann"], 100_000), nobody);
        assert_eq!(look(&["ann", "eve"], 100_000 + AWAY_MS), nobody);
        // Coming back for a moment is enough for another minute.
        assert_eq!(look(&["ann"], 100_001 + AWAY_MS), ["away"]);
        assert_eq!(look(&["ann"], 100_000 + 2 * AWAY_MS), nobody);
        assert_eq!(look(&["ann"], 100_001 + 2 * AWAY_MS), ["back"]);
        // Other seeks go when they have expired, and only those of live games are remembered.
        assert_eq!(look(&["ann", "bob", "eve"], LIVE_MS - 1), nobody);
        assert_eq!(look(&["bob"], LIVE_MS), ["here", "away", "back"]);
        assert!(last_seen.is_empty(), "{last_seen:?}");
    }

    #[test]
    fn seeks_stand_longer_while_their_owner_is_connected() {
        let standing = |guest: bool, live: bool, expires| SeekExpiry {
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
