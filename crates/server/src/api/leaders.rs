//! The best players of a game, and how a player's rating has changed.

use super::error::{ApiError, ApiResult, ErrorBody};
use super::extract::{Path, Query};
use super::people::find;
use crate::app::App;
use crate::time::rfc3339;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// How many players are on a page.
const LEADERS_PER_PAGE: usize = 100;
/// The last place that can be asked for: every place before it is read.
const LAST_PLACE: usize = 10_000;
/// How many past ratings are listed.
const MAX_PAST: i64 = 500;
/// The longest name of a game.
const MAX_NAME: usize = 40;

/// A player in the list of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LeaderOfGame {
    /// The place, from 1.
    place: usize,
    /// The player's ID.
    user: String,
    /// The player's name.
    name: String,
    /// The rating.
    rating: f64,
    /// Its deviation: the true strength is within twice of it, most likely.
    deviation: f64,
    /// The number of rated games.
    games: i64,
}

/// A rating after a rated game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RatingAfterGame {
    /// The number of rated games until then, this one included.
    games: i64,
    /// The rating.
    rating: f64,
    /// When the game ended, in RFC 3339.
    at: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LeadersQuery {
    /// The first place to list, from 1 to 10,000; 1 if left out. For the next page, send the
    /// last `place` plus 1.
    #[param(minimum = 1, maximum = 10000)]
    from: Option<usize>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PastRatingsQuery {
    /// The name of the game.
    game: String,
}

fn check_name(game: &str) -> ApiResult<()> {
    if game.len() > MAX_NAME {
        return Err(ApiError::field(
            "game",
            "The name of a game has at most 40 bytes.",
        ));
    }
    Ok(())
}

/// List the best players of a game
///
/// Up to 100 players, beginning at a place. Only players with at least five rated games of
/// this game count. Guests are not rated.
#[utoipa::path(
    get, path = "/api/leaders/{game}", tag = "people", operation_id = "list_leaders",
    params(("game" = String, Path, description = "The name of the game"), LeadersQuery),
    responses(
        (status = 200, description = "The players, the best first", body = [LeaderOfGame]),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn leaders(
    State(app): State<Arc<App>>,
    Path(game): Path,
    Query(query): Query<LeadersQuery>,
) -> ApiResult<Json<Vec<LeaderOfGame>>> {
    check_name(&game)?;
    let from = query.from.unwrap_or(1);
    if !(1..=LAST_PLACE).contains(&from) {
        return Err(ApiError::field("from", "Write a place from 1 to 10,000."));
    }
    let leaders = app.store.leaders(&game, from - 1, LEADERS_PER_PAGE);
    let listed = leaders
        .await?
        .into_iter()
        .enumerate()
        .map(|(i, leader)| LeaderOfGame {
            place: from + i,
            user: leader.user_id,
            name: leader.name,
            rating: leader.rating,
            deviation: leader.deviation,
            games: leader.games,
        });
    Ok(Json(listed.collect()))
}

/// List a player's ratings over time
///
/// The rating after each of the last 500 rated games of one game, oldest first.
#[utoipa::path(
    get, path = "/api/users/{name}/ratings", tag = "people", operation_id = "list_past_ratings",
    params(
        ("name" = String, Path, description = "The user's name or ID"),
        PastRatingsQuery,
    ),
    responses(
        (status = 200, description = "The ratings", body = [RatingAfterGame]),
        (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn past_ratings(
    State(app): State<Arc<App>>,
    Path(name): Path,
    Query(query): Query<PastRatingsQuery>,
) -> ApiResult<Json<Vec<RatingAfterGame>>> {
    check_name(&query.game)?;
    let account = find(&app, &name).await?;
    let past = app.store.past_ratings(&account.id, &query.game, MAX_PAST);
    let then = past.await?.into_iter().rev().map(|past| RatingAfterGame {
        games: past.games,
        rating: past.rating,
        at: rfc3339(past.at),
    });
    Ok(Json(then.collect()))
}
