//! The tree of openings.

use super::error::{ApiResult, ErrorBody};
use super::extract::Body;
use super::rules::{history, run};
use crate::app::App;
use crate::background::openings::position_key;
use crate::measured::engine_openings;
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
    let (rules, key, shipped) = run(&app, address, move || {
        let position = history.position();
        let rules = position.game().definition().identity().to_owned();
        (rules, position_key(position), engine_openings(position))
    })
    .await?;
    let stored = |source| app.store.openings(&rules, &key, source, MAX_MOVES);
    let people = stored(OpeningGames::People).await?;
    let engine = together(stored(OpeningGames::Engine).await?, shipped);
    let listed = |rows: Vec<OpeningRow>| rows.into_iter().map(OpeningMove::from).collect();
    Ok(Json(Openings {
        people: listed(people),
        engine: listed(engine),
    }))
}

/// The moves of two lists, each once, the most frequent first.
fn together(mut rows: Vec<OpeningRow>, others: Vec<OpeningRow>) -> Vec<OpeningRow> {
    for other in others {
        match rows.iter_mut().find(|row| row.mv == other.mv) {
            Some(row) => {
                row.white += other.white;
                row.draws += other.draws;
                row.black += other.black;
            }
            None => rows.push(other),
        }
    }
    let games = |row: &OpeningRow| row.white + row.draws + row.black;
    rows.sort_by(|a, b| games(b).cmp(&games(a)).then_with(|| a.mv.cmp(&b.mv)));
    rows.truncate(MAX_MOVES as usize);
    rows
}
