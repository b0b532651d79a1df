//! Games in lists, and people as others see them.

use super::live_list::LiveGameList;
use super::present::{header, player_of};
use super::registry::GameRegistry;
use crate::game::model::{GameStatus, Seat, StoredGame};
use crate::game::time_control::Clock;
use crate::messages::server;
use crate::messages::types::{GameSummary, MoveCells, Player, User, UserRating};
use crate::store::{Account, GameFilter, StoreResult};
use crate::time::rfc3339;
use axum::extract::ws::Utf8Bytes;
use hyperrook_rules::Side;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// How many games the home page shows.
pub(crate) const HOME_GAMES: usize = 12;

/// The most games being played that a list has.
pub(crate) const MAX_LIVE_GAMES: usize = 50;

impl LiveGameList {
    /// The first games, as `user` sees them.
    fn first(&self, limit: usize, user: Option<&str>) -> Vec<GameSummary> {
        let first = self.games.iter().take(limit);
        first
            .map(|(stored, players)| summary(stored.clone(), players.clone(), user))
            .collect()
    }
}

/// The games being played. They are read once for everybody.
async fn live_list(games: &GameRegistry) -> StoreResult<Arc<LiveGameList>> {
    let read = async {
        let found_games = games.store.live_games(MAX_LIVE_GAMES as i64).await?;
        let people = PlayerNames::of(games, &found_games).await?;
        let seats = |stored: &StoredGame| people.players(games, stored);
        let shown = found_games.into_iter().map(|stored| {
            let players = seats(&stored);
            (stored, players)
        });
        let mut list = LiveGameList {
            games: shown.collect(),
            home: Utf8Bytes::default(),
        };
        list.home = server::home(&list.first(HOME_GAMES, None));
        Ok(Arc::new(list))
    };
    games.live_list.get(read).await
}

/// Games being played, as `user` sees them.
pub(crate) async fn live_games(
    games: &GameRegistry,
    limit: usize,
    user: Option<&str>,
) -> StoreResult<Vec<GameSummary>> {
    Ok(live_list(games).await?.first(limit, user))
}

/// The message with the games of the home page.
pub(crate) async fn home(games: &GameRegistry) -> StoreResult<Utf8Bytes> {
    Ok(live_list(games).await?.home.clone())
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

/// The games of a definition, as `viewer` sees them.
pub(crate) async fn games_by_definition(
    games: &GameRegistry,
    hash: &str,
    viewer: Option<&str>,
    limit: i64,
) -> StoreResult<Vec<GameSummary>> {
    let found_games = games.store.games_by_definition(hash, limit).await?;
    summaries(games, found_games, viewer).await
}

async fn summaries(
    games: &GameRegistry,
    found_games: Vec<StoredGame>,
    user: Option<&str>,
) -> StoreResult<Vec<GameSummary>> {
    let people = PlayerNames::of(games, &found_games).await?;
    let mut summaries = Vec::with_capacity(found_games.len());
    for stored in found_games {
        let players = people.players(games, &stored);
        summaries.push(summary(stored, players, user));
    }
    Ok(summaries)
}

/// The people in a list of games, all looked up at once.
struct PlayerNames {
    names: HashMap<String, (String, bool)>,
    /// By person and rules.
    ratings: HashMap<(String, String), f64>,
}

impl PlayerNames {
    async fn of(games: &GameRegistry, found_games: &[StoredGame]) -> StoreResult<PlayerNames> {
        let seats = found_games
            .iter()
            .flat_map(|stored| [&stored.white, &stored.black]);
        let users: BTreeSet<&str> = seats.filter_map(Seat::person).collect();
        let users: Vec<&str> = users.into_iter().collect();
        Ok(PlayerNames {
            names: games.store.names_of(&users).await?,
            ratings: games.store.ratings_of_all(&users).await?,
        })
    }

    fn players(&self, games: &GameRegistry, stored: &StoredGame) -> [Option<Player>; 2] {
        Side::BOTH.map(|side| self.player(games, stored, side))
    }

    fn player(&self, games: &GameRegistry, stored: &StoredGame, side: Side) -> Option<Player> {
        let seat = stored.seat(side);
        let Seat::Person(id) = seat else {
            return player_of(seat, None, None);
        };
        let name = self.names.get(id).map(|(name, _)| name.clone());
        let rating = self.ratings.get(&(id.clone(), stored.game.name.clone()));
        let online = games.hub.is_online(id);
        player_of(seat, name, rating.copied()).map(|player| Player { online, ..player })
    }
}

fn summary(stored: StoredGame, players: [Option<Player>; 2], user: Option<&str>) -> GameSummary {
    let you = user.and_then(|user| stored.side_of(user));
    GameSummary {
        header: header(&stored, players, you),
        layout_kind: stored.drawing.into(),
        due: match (stored.clock, stored.status) {
            (Clock::Days { .. }, GameStatus::Active) => stored.deadline.map(rfc3339),
            _ => None,
        },
        position: stored.position,
        last: stored.last.map(|(from, to)| MoveCells { from, to }),
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
