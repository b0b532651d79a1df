//! Ratings, one a person and game.

use super::database::Store;
use super::error::StoreResult;
use crate::game::change::RatedResult;
use crate::game::rating::Rating;
use sqlx::{AnyConnection, FromRow};

/// Changes the ratings of both players by a game. Both are read in the
/// transaction that writes them, so that games that end together all count.
pub(super) async fn rate(connection: &mut AnyConnection, result: RatedResult) -> StoreResult<()> {
    let white = read_rating(&mut *connection, &result.white, &result.game).await?;
    let black = read_rating(&mut *connection, &result.black, &result.game).await?;
    let (white, black) = crate::game::rating::after(&white, &black, result.score);
    put_rating(connection, white).await?;
    put_rating(connection, black).await
}

async fn read_rating(
    connection: &mut AnyConnection,
    user: &str,
    game: &str,
) -> StoreResult<Rating> {
    let row: Option<RatingRow> = sqlx::query_as(
        "SELECT user_id, game, rating, deviation, volatility, games FROM ratings \
         WHERE user_id = $1 AND game = $2",
    )
    .bind(user)
    .bind(game)
    .fetch_optional(connection)
    .await?;
    match row {
        Some(row) => Ok(row.into()),
        None => Ok(crate::game::rating::unrated(user, game)),
    }
}

async fn put_rating(connection: &mut AnyConnection, rating: Rating) -> StoreResult<()> {
    let now = crate::time::now_ms();
    super::leaders::keep(&mut *connection, &rating, now).await?;
    sqlx::query(
        "INSERT INTO ratings (user_id, game, rating, deviation, volatility, games, updated) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (user_id, game) DO UPDATE SET \
         rating = $3, deviation = $4, volatility = $5, games = $6, updated = $7",
    )
    .bind(rating.user)
    .bind(rating.game)
    .bind(rating.rating)
    .bind(rating.deviation)
    .bind(rating.volatility)
    .bind(rating.games)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

/// A row of the table `ratings`.
#[derive(FromRow)]
struct RatingRow {
    user_id: String,
    game: String,
    rating: f64,
    deviation: f64,
    volatility: f64,
    games: i64,
}

impl From<RatingRow> for Rating {
    fn from(row: RatingRow) -> Rating {
        Rating {
            user: row.user_id,
            game: row.game,
            rating: row.rating,
            deviation: row.deviation,
            volatility: row.volatility,
            games: row.games,
        }
    }
}

impl Store {
    /// All ratings of a person.
    pub async fn ratings(&self, user: &str) -> StoreResult<Vec<Rating>> {
        let rows: Vec<RatingRow> = sqlx::query_as(
            "SELECT user_id, game, rating, deviation, volatility, games FROM ratings \
             WHERE user_id = $1 ORDER BY game",
        )
        .bind(user)
        .fetch_all(self.reads())
        .await?;
        Ok(rows.into_iter().map(Rating::from).collect())
    }

    /// The rating of a person in a game, if there is one.
    pub async fn rating(&self, user: &str, game: &str) -> StoreResult<Option<Rating>> {
        let row: Option<RatingRow> = sqlx::query_as(
            "SELECT user_id, game, rating, deviation, volatility, games FROM ratings \
             WHERE user_id = $1 AND game = $2",
        )
        .bind(user)
        .bind(game)
        .fetch_optional(self.reads())
        .await?;
        Ok(row.map(Rating::from))
    }
}
