//! Reports of games by the engine.

use super::error::{ApiError, ApiResult, ErrorBody};
use super::extract::Path;
use crate::app::App;
use crate::background::report::GameReport;
use crate::background::reports::{MAX_MOVES, main_line};
use crate::game::model::GameStatus;
use crate::game::time_control::DAY_MS;
use crate::security::caller::Caller;
use crate::security::secret;
use crate::store::{
    BACKGROUND_JOB_ATTEMPTS, BackgroundJobKind, BackgroundJobProgress, ReportLimits,
    ReportRequestResult,
};
use crate::time::now_ms;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use hyperrook_view::types::MoveTree;
use serde::Serialize;
use std::net::IpAddr;
use std::sync::Arc;
use utoipa::ToSchema;

/// How many reports of a person may wait at the same time.
const MAX_WAITING: i64 = 3;
/// How many of one address may wait, and how many of everybody.
const MAX_WAITING_OF_ADDRESS: i64 = 10;
const MAX_WAITING_IN_ALL: i64 = 200;
/// How many reports a person may have in a day.
const MAX_A_DAY: i64 = 40;

/// How far a report is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReportState {
    /// Nobody has asked for it.
    None,
    /// It waits for the engine.
    Queued,
    /// The engine is at work.
    Running,
    /// It is there.
    Done,
    /// The engine failed. Ask again.
    Failed,
}

/// A report of a game, or how far it is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReportAnswer {
    /// How far it is.
    state: ReportState,
    /// How many positions are done.
    done: i64,
    /// Of how many; 0 until the engine begins.
    total: i64,
    /// The report.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<GameReport>)]
    report: Option<serde_json::Value>,
}

async fn answer(app: &App, id: &str) -> ApiResult<ReportAnswer> {
    if let Some(text) = app.store.report(id).await? {
        let report = serde_json::from_str(&text).map_err(ApiError::internal)?;
        return Ok(ReportAnswer {
            state: ReportState::Done,
            done: 0,
            total: 0,
            report: Some(report),
        });
    }
    let progress = app
        .store
        .background_job_progress(BackgroundJobKind::Report, id)
        .await?;
    let (done, total) = progress.map_or((0, 0), |progress| (progress.done, progress.total));
    let state = match progress {
        None => ReportState::None,
        Some(BackgroundJobProgress { lease, .. }) if lease > now_ms() => ReportState::Running,
        Some(progress) if progress.attempts >= BACKGROUND_JOB_ATTEMPTS => ReportState::Failed,
        Some(_) => ReportState::Queued,
    };
    Ok(ReportAnswer {
        state,
        done,
        total,
        report: None,
    })
}

/// Checks that there is something to report.
async fn check_subject(app: &App, id: &str) -> ApiResult<()> {
    let moves = if let Some(game) = app.store.game(id).await? {
        if game.status != GameStatus::Over {
            let message = "The engine reports on finished games. This one is not over.";
            return Err(ApiError::conflict("not_over", message));
        }
        usize::try_from(game.seq).unwrap_or(0)
    } else {
        let tree = app.store.analysis(id).await?;
        let tree =
            tree.ok_or_else(|| ApiError::not_found("There is no game or analysis with this ID."))?;
        let tree: MoveTree = serde_json::from_str(&tree).map_err(ApiError::internal)?;
        main_line(&tree).len()
    };
    match moves {
        0 => Err(ApiError::invalid(
            "no_moves",
            "There are no moves to report on.",
        )),
        count if count > MAX_MOVES => {
            let message = format!("The engine reports on games of up to {MAX_MOVES} moves.");
            Err(ApiError::invalid("too_many_moves", message))
        }
        _ => Ok(()),
    }
}

/// Get the engine's report of a game
///
/// The answer says how far the report is if it is not there yet.
#[utoipa::path(
    get, path = "/api/reports/{id}", tag = "records", operation_id = "get_report",
    params(("id" = String, Path, description = "The ID of a finished game, or of a shared analysis")),
    responses(
        (status = 200, description = "The report, or how far it is", body = ReportAnswer),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn report(
    State(app): State<Arc<App>>,
    Path(id): Path,
) -> ApiResult<Json<ReportAnswer>> {
    let known = answer(&app, &id).await?;
    if known.state == ReportState::None {
        let store = &app.store;
        if store.game(&id).await?.is_none() && store.analysis(&id).await?.is_none() {
            let message = "There is no game or analysis with this ID.";
            return Err(ApiError::not_found(message));
        }
    }
    Ok(Json(known))
}

/// Ask the engine for a report of a game
///
/// The engine judges every move of a finished game, or of the main line of a shared
/// analysis. That takes up to a minute, and the report is kept. A caller who is not signed
/// in becomes a guest.
#[utoipa::path(
    post, path = "/api/reports/{id}", tag = "records", operation_id = "ask_report",
    params(("id" = String, Path, description = "The ID of a finished game, or of a shared analysis")),
    responses(
        (status = 202, description = "The engine makes the report, or has made it", body = ReportAnswer),
        (status = 404, body = ErrorBody),
        (status = 409, description = "The game is not over, or you have asked for too many reports", body = ErrorBody),
        (status = 422, description = "There are no moves to report on, or too many", body = ErrorBody),
    ),
)]
pub(crate) async fn ask_report(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path,
) -> ApiResult<Response> {
    app.limits.heavy(caller.address)?;
    if !secret::is_id(&id) {
        let message = "There is no game or analysis with this ID.";
        return Err(ApiError::not_found(message));
    }
    let known = answer(&app, &id).await?;
    if matches!(
        known.state,
        ReportState::Done | ReportState::Queued | ReportState::Running
    ) {
        return Ok((StatusCode::ACCEPTED, Json(known)).into_response());
    }
    check_subject(&app, &id).await?;
    let (account, headers) = super::me::user_or_guest(&app, &caller).await?;
    let asked = enqueue(&app, &account.id, caller.address, &id).await;
    let asked = asked.map(|answer| (StatusCode::ACCEPTED, Json(answer)));
    Ok((headers, asked).into_response())
}

/// Puts a report into the queue for a person.
async fn enqueue(app: &App, person: &str, address: IpAddr, id: &str) -> ApiResult<ReportAnswer> {
    let now = now_ms();
    let limits = ReportLimits {
        waiting: MAX_WAITING,
        of_address: MAX_WAITING_OF_ADDRESS,
        in_all: MAX_WAITING_IN_ALL,
        since: now - DAY_MS,
        recent: MAX_A_DAY,
    };
    let address = app.games.address_hash(address).await?;
    let store = &app.store;
    let message = match store
        .enqueue_report(id, [person, &address], limits, now)
        .await?
    {
        ReportRequestResult::Queued => None,
        ReportRequestResult::TooManyOfPerson => Some(format!(
            "You can have {MAX_WAITING} reports made at the same time and {MAX_A_DAY} in a day. Try \
             again later."
        )),
        ReportRequestResult::TooManyWaiting => Some(
            "Too many reports are waiting, from your network or on the whole server. Try again \
             later."
                .to_owned(),
        ),
    };
    if let Some(message) = message {
        return Err(ApiError::conflict("too_many_reports", message));
    }
    answer(app, id).await
}
