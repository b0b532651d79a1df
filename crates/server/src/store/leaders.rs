//! The best players of a game, and how ratings have changed.

use super::database::Store;
use super::error::StoreResult;
use crate::game::rating::Rating;
use sqlx::{AnyConnection, FromRow};

/// A player with their place in the list of a game.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct Leader {
    /// The player's ID.
    pub user_id: String,
    /// The player's name.
    pub name: String,
    /// The rating.
    pub rating: f64,
    /// Its deviation.
    pub deviation: f64,
    /// The number of rated games.
    pub games: i64,
}

/// A rating after a rated game.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct PastRating {
    /// The rules' name.
    pub game: String,
    /// The number of rated games until then.
    pub games: i64,
    /// The rating.
    pub rating: f64,
    /// When the game ended.
    pub at: i64,
}

/// Keeps a rating for the player's history.
pub(super) async fn keep(
    connection: &mut AnyConnection,
    rating: &Rating,
    at: i64,
) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO rating_history (user_id, game, games, rating, deviation, at) \
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (user_id, game, games) DO NOTHING",
    )
    .bind(rating.user.clone())
    .bind(rating.game.clone())
    .bind(rating.games)
    .bind(rating.rating)
    .bind(rating.deviation)
    .bind(at)
    .execute(connection)
    .await?;
    Ok(())
}

impl Store {
    /// The players with the highest ratings in a game, of those who have played at least
    /// five rated games of it, without the first `skipped`. Guests and those whose account is
    /// closed are not among them.
    pub async fn leaders(
        &self,
        game: &str,
        skipped: usize,
        limit: usize,
    ) -> StoreResult<Vec<Leader>> {
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let leaders = sqlx::query_as(
            // As the index of leaders says it.
            "SELECT r.user_id, u.name, r.rating, r.deviation, r.games \
             FROM ratings r JOIN users u ON u.id = r.user_id \
             WHERE r.game = $1 AND r.games >= 5 \
             AND u.guest = 0 AND u.deleted = 0 AND u.banned = 0 \
             ORDER BY r.rating DESC LIMIT $2 OFFSET $3",
        )
        .bind(game)
        .bind(number(limit))
        .bind(number(skipped))
        .fetch_all(self.reads())
        .await?;
        Ok(leaders)
    }

    /// A person's ratings in a game over time, the latest first.
    pub async fn past_ratings(
        &self,
        user: &str,
        game: &str,
        limit: i64,
    ) -> StoreResult<Vec<PastRating>> {
        let ratings = sqlx::query_as(
            "SELECT game, games, rating, at FROM rating_history \
             WHERE user_id = $1 AND game = $2 ORDER BY games DESC LIMIT $3",
        )
        .bind(user)
        .bind(game)
        .bind(limit)
        .fetch_all(self.reads())
        .await?;
        Ok(ratings)
    }

    /// All past ratings of a person, for the export of their data.
    pub async fn all_past_ratings(&self, user: &str) -> StoreResult<Vec<PastRating>> {
        let ratings = sqlx::query_as(
            "SELECT game, games, rating, at FROM rating_history \
             WHERE user_id = $1 ORDER BY game, games",
        )
        .bind(user)
        .fetch_all(self.reads())
        .await?;
        Ok(ratings)
    }
}
