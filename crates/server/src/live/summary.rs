//! Games in lists, and people as others see them.

<<<<<<< HEAD
use super::present::{header, player};
=======
use super::maintenance::HOME_GAMES;
use super::present::player_of;
>>>>>>> ecabc48 (Bounds for what strangers can cost: texts, seeks, outboxes, connections, checks, pictures, guesses; scopes of tokens, exports, sweeps)
use super::registry::GameRegistry;
use crate::game::model::{GameStatus, Seat, StoredGame};
use crate::messages::server;
use crate::messages::types::{FromTo, GameSummary, Player, User, UserRating};
use crate::store::{Account, GameFilter, StoreResult};
use crate::text::shown_title;
use crate::time::rfc3339;
use axum::extract::ws::Utf8Bytes;
use hyperrook_view::types::Side;
use std::collections::{BTreeSet, HashMap};

/// The games in which something happened last.
pub(crate) async fn live_games(
    games: &GameRegistry,
    limit: i64,
    user: Option<&str>,
) -> StoreResult<Vec<GameSummary>> {
    let found_games = games.store.live_games(limit).await?;
    summaries(games, found_games, user).await
}

/// The message with the games of the home page. They are read once for everybody.
pub(crate) async fn home(games: &GameRegistry) -> StoreResult<Utf8Bytes> {
    let read = async { Ok(server::home(&live_games(games, HOME_GAMES, None).await?)) };
    games.home.get(read).await
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
    let people = People::of(games, &found_games).await?;
    let mut summaries = Vec::with_capacity(found_games.len());
    for stored in found_games {
        let mut players = [Side::White, Side::Black]
            .map(|side| people.player(games, &stored, side))
            .to_vec();
        let black = players.pop().flatten();
        let white = players.pop().flatten();
        summaries.push(summary(stored, [white, black], user));
    }
    Ok(summaries)
}

<<<<<<< HEAD
fn summary(stored: StoredGame, players: [Option<Player>; 2], user: Option<&str>) -> GameSummary {
=======
/// The people in a list of games, all looked up at once.
struct People {
    names: HashMap<String, (String, bool)>,
    /// By person and rules.
    ratings: HashMap<(String, String), f64>,
}

impl People {
    async fn of(games: &GameRegistry, found_games: &[StoredGame]) -> StoreResult<People> {
        let seats = found_games
            .iter()
            .flat_map(|stored| [&stored.white, &stored.black]);
        let users: BTreeSet<&str> = seats.filter_map(Seat::person).collect();
        let users: Vec<&str> = users.into_iter().collect();
        Ok(People {
            names: games.store.names_of(&users).await?,
            ratings: games.store.ratings_of_all(&users).await?,
        })
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

fn summary(
    stored: StoredGame,
    white: Option<Player>,
    black: Option<Player>,
    user: Option<&str>,
) -> GameSummary {
>>>>>>> ecabc48 (Bounds for what strangers can cost: texts, seeks, outboxes, connections, checks, pictures, guesses; scopes of tokens, exports, sweeps)
    let you = user.and_then(|user| stored.side_of(user));
    GameSummary {
        header: header(&stored, players, you),
        layout_kind: stored.layout_kind,
        position: stored.position,
        last: stored.last.map(|(from, to)| FromTo { from, to }),
        updated: rfc3339(stored.updated),
<<<<<<< HEAD
        your_turn: stored.status == GameStatus::Active && you == Some(stored.turn),
=======
        id: stored.id,
        game: stored.game,
        title: shown_title(&stored.title),
        layout_kind: stored.layout_kind,
        rated: stored.rated,
        seq: stored.seq,
        position: stored.position,
        outcome: stored.outcome,
>>>>>>> ecabc48 (Bounds for what strangers can cost: texts, seeks, outboxes, connections, checks, pictures, guesses; scopes of tokens, exports, sweeps)
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
