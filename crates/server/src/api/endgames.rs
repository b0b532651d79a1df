//! Endgame tables.

use super::error::{ApiError, ApiResult, ErrorBody};
use super::extract::Body;
use super::rules::{history, run};
use crate::app::App;
use crate::endgames::TableAnswer;
use crate::security::caller::Caller;
use axum::Json;
use axum::extract::State;
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_notation::short::format_short;
use hyperrook_rules::Position;
use hyperrook_tables::{CountVerdict, EndgameValue, Material, ProbeResult};
use hyperrook_view::types::{PositionRef, SideName};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// Whether there is a table of a position.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TableState {
    /// A table has the position.
    Known,
    /// Its table is being built, which takes some seconds.
    Building,
    /// No table has the position.
    Missing,
}

/// What perfect play gives.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TableValue {
    /// Who wins; null for a draw.
    #[schema(required)]
    winner: Option<SideName>,
    /// The plies to the end of the game; null for a draw.
    #[schema(required)]
    plies: Option<u16>,
    /// The same in moves of the winner.
    #[schema(required)]
    moves: Option<u16>,
    /// Whether the win can certainly be won before the move count ends the game.
    within_count: bool,
    /// What the move count makes of the win.
    count: TableCount,
}

/// What the move count makes of a win.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TableCount {
    /// Nothing: the win can be won in time. Also for draws.
    Stands,
    /// With best defence it makes the game a draw.
    Spoiled,
    /// The table does not know: it was built by a version that did not look at the move count.
    Unknown,
}

/// A move and what perfect play gives after it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TableMove {
    /// The move text.
    #[serde(rename = "move")]
    mv: String,
    /// The move in short notation.
    short: String,
    /// What it gives; null if no table has the position after it.
    #[schema(required)]
    value: Option<TableValue>,
}

/// What endgame tables say of a position.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Endgame {
    /// The pieces, White's first: `KRK`.
    pieces: String,
    /// Whether there is a table.
    state: TableState,
    /// What perfect play gives; null without a table.
    #[schema(required)]
    value: Option<TableValue>,
    /// The legal moves, the best first; empty without a table.
    moves: Vec<TableMove>,
}

fn value_of(found: ProbeResult, mover: hyperrook_rules::Side) -> TableValue {
    let winner = match found.value {
        EndgameValue::Win(_) => Some(mover),
        EndgameValue::Draw => None,
        EndgameValue::Loss(_) => Some(mover.other()),
    };
    TableValue {
        winner: winner.map(SideName::from),
        plies: found.value.plies(),
        moves: found.value.moves(),
        within_count: found.within_count(),
        count: match found.verdict {
            CountVerdict::Stands => TableCount::Stands,
            CountVerdict::Spoiled => TableCount::Spoiled,
            _ => TableCount::Unknown,
        },
    }
}

/// What tables say. The error says after how many seconds somebody may ask again.
fn endgame(position: &Position, answer: TableAnswer) -> Result<Endgame, u64> {
    let definition = position.game().definition();
    let mover = position.turn();
    let pieces = Material::of(position).text(definition);
    let (state, found, moves) = match answer {
        TableAnswer::Known { found, moves } => (TableState::Known, Some(found), moves),
        TableAnswer::Building => (TableState::Building, None, Vec::new()),
        TableAnswer::Missing => (TableState::Missing, None, Vec::new()),
        TableAnswer::Busy(retry_s) => return Err(retry_s),
    };
    Ok(Endgame {
        pieces,
        state,
        value: found.map(|found| value_of(found, mover)),
        moves: moves
            .into_iter()
            .map(|probed| TableMove {
                mv: format_move(definition, probed.mv, CellStyle::Plain),
                short: format_short(position, probed.mv),
                value: probed.found.map(|found| value_of(found, mover)),
            })
            .collect(),
    })
}

/// Look a position up in the endgame tables
///
/// The answer has each legal move with what perfect play gives after it. The server has tables
/// of all positions with three pieces of its games, and those that its operator has built. It
/// builds the tables of three pieces of a game when somebody first asks for one; ask again
/// after some seconds if `state` is `building`. If too many tables wait already, the status is 503.
#[utoipa::path(
    post, path = "/api/rules/endgame", tag = "rules", operation_id = "look_up_endgame",
    request_body = PositionRef,
    responses(
        (status = 200, description = "What the tables say", body = Endgame),
        (status = 422, body = ErrorBody),
        (status = 503, description = "Too many tables wait, or the server is busy", body = ErrorBody),
    ),
)]
pub(crate) async fn endgame_of(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(asked): Body<PositionRef>,
) -> ApiResult<Json<Endgame>> {
    let address = caller.address;
    let compiled = app.catalogue.get_for(&asked.game, address).await?;
    let history = history(&app, address, compiled.clone(), asked.position, asked.moves).await?;
    let own = app.clone();
    let answer = run(&app, address, move || {
        let position = history.position();
        let answer = own.endgames.probe(&compiled, position, address);
        answer.map(|answer| endgame(position, answer))
    });
    let answer = answer.await?.map_err(ApiError::internal)?;
    answer.map(Json).map_err(|retry_s| {
        let message = "The server has to build many other endgame tables first.";
        ApiError::busy(message, retry_s)
    })
}
