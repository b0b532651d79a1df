//! Games in lists, and people as others see them.

use super::live_game::player;
use super::registry::GameRegistry;
use super::types::{FromTo, GameSummary, Player, PlayerKind, User, UserRating};
use crate::store::{Account, GameFilter, GameStatus, Seat, StoreResult, StoredGame};
use crate::time::rfc3339;
use hyperrook_view::types::Side;
use std::collections::HashMap;
use std::sync::Arc;

/// The games in which something happened last.
pub async fn live(
    live: &Arc<GameRegistry>,
    limit: i64,
    user: Option<&str>,
) -> StoreResult<Vec<GameSummary>> {
    let rows = live.store.live_games(limit).await?;
    summaries(live, rows, user).await
}

/// A person's games, as `viewer` sees them.
pub async fn mine(
    live: &Arc<GameRegistry>,
    user: &str,
    viewer: Option<&str>,
    filter: GameFilter,
    before: (i64, &str),
    limit: i64,
) -> StoreResult<Vec<GameSummary>> {
    let rows = live.store.games_of(user, filter, before, limit).await?;
    summaries(live, rows, viewer).await
}

async fn summaries(
    live: &Arc<GameRegistry>,
    rows: Vec<StoredGame>,
    user: Option<&str>,
) -> StoreResult<Vec<GameSummary>> {
    let mut known: HashMap<(String, String), Option<Player>> = HashMap::new();
    let mut summaries = Vec::with_capacity(rows.len());
    for row in rows {
        let mut players = Vec::with_capacity(2);
        for side in [Side::White, Side::Black] {
            let seat = row.seat(side);
            let Seat::Person(person) = seat else {
                players.push(player(&live.store, seat, &row.game.name).await?);
                continue;
            };
            let key = (person.clone(), row.game.name.clone());
            let found = match known.get(&key) {
                Some(found) => found.clone(),
                None => {
                    let found = player(&live.store, seat, &row.game.name).await?;
                    known.insert(key, found.clone());
                    found
                }
            };
            let online = live.hub.is_online(person);
            players.push(found.map(|player| Player {
                online: online || player.kind == PlayerKind::Engine,
                ..player
            }));
        }
        let black = players.pop().flatten();
        let white = players.pop().flatten();
        summaries.push(summary(row, white, black, user)?);
    }
    Ok(summaries)
}

fn summary(
    row: StoredGame,
    white: Option<Player>,
    black: Option<Player>,
    user: Option<&str>,
) -> StoreResult<GameSummary> {
    let you = user.and_then(|user| row.side_of(user));
    Ok(GameSummary {
        your_turn: row.state == GameStatus::Active && you == Some(row.turn),
        you,
        white,
        black,
        clock: serde_json::from_str(&row.clock)?,
        last: row.last.map(|(from, to)| FromTo { from, to }),
        updated: rfc3339(row.updated),
        id: row.id,
        game: row.game,
        title: row.title,
        layout_kind: row.layout_kind,
        rated: row.rated,
        seq: row.seq,
        position: row.position,
        outcome: row.outcome,
    })
}

/// A person as others see them.
pub async fn user(live: &Arc<GameRegistry>, account: &Account) -> StoreResult<User> {
    let ratings = live.store.ratings(&account.id).await?;
    Ok(User {
        id: account.id.clone(),
        name: account.name.clone(),
        guest: account.guest,
        ratings: ratings
            .into_iter()
            .map(|row| {
                let shown = UserRating {
                    rating: row.rating,
                    deviation: row.deviation,
                    games: row.games,
                };
                (row.game, shown)
            })
            .collect(),
    })
}
