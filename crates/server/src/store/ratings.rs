//! Ratings, one a person and game.

use super::{RatedResult, Store, StoreResult};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// A Glicko-2 rating.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredRating {
    /// Whose.
    pub user: String,
    /// In which game.
    pub game: String,
    /// The rating, 1500 at first.
    pub rating: f64,
    /// Its deviation.
    pub deviation: f64,
    /// Its volatility.
    pub volatility: f64,
    /// The number of rated games.
    pub games: i64,
}

/// Changes the ratings of both players by a game. Both are read in the
/// transaction that writes them, so that games that end together all count.
pub(super) async fn rate(connection: &mut AnyConnection, end: RatedResult) -> StoreResult<()> {
    let white = read_rating(&mut *connection, &end.white, &end.game).await?;
    let black = read_rating(&mut *connection, &end.black, &end.game).await?;
    let (white, black) = crate::live::ratings::after(&white, &black, end.score);
    put_rating(connection, white).await?;
    put_rating(connection, black).await
}

async fn read_rating(
    connection: &mut AnyConnection,
    user: &str,
    game: &str,
) -> StoreResult<StoredRating> {
    let row = sqlx::query(
        "SELECT user_id, game, rating, deviation, volatility, games FROM ratings \
         WHERE user_id = $1 AND game = $2",
    )
    .bind(user)
    .bind(game)
    .fetch_optional(connection)
    .await?;
    match row {
        Some(row) => rating(&row),
        None => Ok(crate::live::ratings::unrated(user, game)),
    }
}

async fn put_rating(connection: &mut AnyConnection, rating: StoredRating) -> StoreResult<()> {
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
    .bind(crate::time::now_ms())
    .execute(connection)
    .await?;
    Ok(())
}

fn rating(row: &AnyRow) -> StoreResult<StoredRating> {
    Ok(StoredRating {
        user: row.try_get(0)?,
        game: row.try_get(1)?,
        rating: row.try_get(2)?,
        deviation: row.try_get(3)?,
        volatility: row.try_get(4)?,
        games: row.try_get(5)?,
    })
}

impl Store {
    /// All ratings of a person.
    pub async fn ratings(&self, user: &str) -> StoreResult<Vec<StoredRating>> {
        let rows = sqlx::query(
            "SELECT user_id, game, rating, deviation, volatility, games FROM ratings \
             WHERE user_id = $1 ORDER BY game",
        )
        .bind(user)
        .fetch_all(self.reads())
        .await?;
        rows.iter().map(rating).collect()
    }

    /// The rating of a person in a game, if there is one.
    pub async fn rating(&self, user: &str, game: &str) -> StoreResult<Option<StoredRating>> {
        let row = sqlx::query(
            "SELECT user_id, game, rating, deviation, volatility, games FROM ratings \
             WHERE user_id = $1 AND game = $2",
        )
        .bind(user)
        .bind(game)
        .fetch_optional(self.reads())
        .await?;
        row.as_ref().map(rating).transpose()
    }
}
