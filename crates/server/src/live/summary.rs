//! Games in lists, and people as others see them.

use super::present::{header, player};
use super::registry::GameRegistry;
use crate::game::model::{GameStatus, Seat, StoredGame};
use crate::messages::types::{FromTo, GameSummary, Player, PlayerKind, User, UserRating};
use crate::store::{Account, GameFilter, StoreResult};
use crate::time::rfc3339;
use hyperrook_view::types::Side;
use std::collections::HashMap;

/// The games in which something happened last.
pub(crate) async fn live_games(
    games: &GameRegistry,
    limit: i64,
    user: Option<&str>,
) -> StoreResult<Vec<GameSummary>> {
    let found_games = games.store.live_games(limit).await?;
    summaries(games, found_games, user).await
}

/// A person's games, as `viewer` sees them.
pub(crate) async fn games_of(
    games: &GameRegistry,
    user: &str,
    viewer: Option<&str>,
    filter: GameFilter,
    before: (i64, &str),
    limit: i64,
) -> StoreResult<Vec<GameSummary>> {
    let found_games = games.store.games_of(user, filter, before, limit).await?;
    summaries(games, found_games, viewer).await
}

async fn summaries(
    games: &GameRegistry,
    found_games: Vec<StoredGame>,
    user: Option<&str>,
) -> StoreResult<Vec<GameSummary>> {
    let mut known: HashMap<(String, String), Option<Player>> = HashMap::new();
    let mut summaries = Vec::with_capacity(found_games.len());
    for stored in found_games {
        let mut players = Vec::with_capacity(2);
        for side in [Side::White, Side::Black] {
            let seat = stored.seat(side);
            let Seat::Person(person) = seat else {
                players.push(player(&games.store, seat, &stored.game.name).await?);
                continue;
            };
            let key = (person.clone(), stored.game.name.clone());
            let found = match known.get(&key) {
                Some(found) => found.clone(),
                None => {
                    let found = player(&games.store, seat, &stored.game.name).await?;
                    known.insert(key, found.clone());
                    found
                }
            };
            let online = games.hub.is_online(person);
            players.push(found.map(|player| Player {
                online: online || player.kind == PlayerKind::Engine,
                ..player
            }));
        }
        let black = players.pop().flatten();
        let white = players.pop().flatten();
        summaries.push(summary(stored, [white, black], user));
    }
    Ok(summaries)
}

fn summary(stored: StoredGame, players: [Option<Player>; 2], user: Option<&str>) -> GameSummary {
    let you = user.and_then(|user| stored.side_of(user));
    GameSummary {
        header: header(&stored, players, you),
        layout_kind: stored.layout_kind,
        position: stored.position,
        last: stored.last.map(|(from, to)| FromTo { from, to }),
        updated: rfc3339(stored.updated),
        your_turn: stored.status == GameStatus::Active && you == Some(stored.turn),
    }
}

/// A person as others see them.
pub(crate) async fn user(games: &GameRegistry, account: &Account) -> StoreResult<User> {
    let ratings = games.store.ratings(&account.id).await?;
    Ok(User {
        id: account.id.clone(),
        name: account.name.clone(),
        guest: account.guest,
        ratings: ratings
            .into_iter()
            .map(|stored| {
                let shown = UserRating {
                    rating: stored.rating,
                    deviation: stored.deviation,
                    games: stored.games,
                };
                (stored.game, shown)
            })
            .collect(),
    })
}
