//! The tree of openings.

use super::error::{ApiResult, ErrorBody};
use super::extract::Body;
use super::rules::{history, run};
use crate::app::App;
use crate::background::openings::position_key;
use crate::security::caller::Caller;
use crate::store::{OpeningGames, OpeningRow};
use axum::Json;
use axum::extract::State;
use hyperrook_view::types::PositionRef;
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// The most moves that are listed of a position.
const MAX_MOVES: i64 = 40;

/// A move that was played in a position.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OpeningMove {
    /// The move text.
    #[serde(rename = "move")]
    mv: String,
    /// The move in short notation.
    short: String,
    /// How many games with it White won.
    white: i64,
    /// How many were drawn.
    draws: i64,
    /// How many Black won.
    black: i64,
    /// The ID of the last of the games on this server.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<String>,
}

impl From<OpeningRow> for OpeningMove {
    fn from(row: OpeningRow) -> OpeningMove {
        OpeningMove {
            mv: row.mv,
            short: row.short,
            white: row.white,
            draws: row.draws,
            black: row.black,
            game: Some(row.game).filter(|id| !id.is_empty()),
        }
    }
}

/// What was played in a position.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Openings {
    /// In finished games of this server, the most frequent moves first.
    people: Vec<OpeningMove>,
    /// In games between engines.
    engine: Vec<OpeningMove>,
}

/// List what was played in a position
///
/// The moves come from the first moves of finished games by the same rules, whatever name the
/// rules have: up to 40 moves from games on this server, and up to 40 from games between engines.
#[utoipa::path(
    post, path = "/api/openings", tag = "records", operation_id = "list_openings",
    request_body = PositionRef,
    responses(
        (status = 200, description = "The moves", body = Openings),
        (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn openings(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(asked): Body<PositionRef>,
) -> ApiResult<Json<Openings>> {
    let address = caller.address;
    let compiled = app.catalogue.get_for(&asked.game, address).await?;
    let history = history(&app, address, compiled, asked.position, asked.moves).await?;
    let (rules, key) = run(&app, address, move || {
        let position = history.position();
        let rules = position.game().definition().identity().to_owned();
        (rules, position_key(position))
    })
    .await?;
    let mut found = Vec::new();
    for source in [OpeningGames::People, OpeningGames::Engine] {
        let rows = app.store.openings(&rules, &key, source, MAX_MOVES).await?;
        found.push(rows.into_iter().map(OpeningMove::from).collect());
    }
    let engine = found.pop().unwrap_or_default();
    let people = found.pop().unwrap_or_default();
    Ok(Json(Openings { people, engine }))
}
