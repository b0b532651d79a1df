//! Other users.

use super::error::{ApiError, ApiResult, ErrorBody};
use super::extract::Path;
use crate::app::App;
use crate::live::RecordRequest;
use crate::messages::types::{GameSummary, User};
use crate::security::caller::{Caller, OwnOrigin};
use crate::store::{Account, FIRST_PAGE, GameFilter};
use crate::time::rfc3339;
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use std::collections::VecDeque;
use std::sync::Arc;
use utoipa::ToSchema;

/// A user's profile.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Profile {
    /// The user.
    user: User,
    /// When the account was created.
    created: String,
    /// The results of all games.
    totals: ResultTotals,
    /// The latest games, the last changed first.
    recent: Vec<GameSummary>,
}

/// The results of a user's finished games.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ResultTotals {
    /// Games won.
    wins: i64,
    /// Games lost.
    losses: i64,
    /// Games drawn.
    draws: i64,
}

pub(super) async fn find(app: &App, name: &str) -> ApiResult<Account> {
    // An ID goes first: nobody can take over the address of somebody else's profile by a name.
    let found = match app.store.account(name).await? {
        Some(account) => Some(account),
        None => app.store.account_named(name).await?,
    };
    found.ok_or_else(|| ApiError::not_found("There is no user with this name."))
}

/// Get a user's profile
#[utoipa::path(
    get, path = "/api/users/{name}", tag = "people", operation_id = "get_user",
    params(("name" = String, Path, description = "The user's name or ID")),
    responses(
        (status = 200, description = "The user, their results and their latest games", body = Profile),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn profile(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(name): Path,
) -> ApiResult<Json<Profile>> {
    let account = find(&app, &name).await?;
    let [wins, losses, draws] = app.store.totals(&account.id).await?;
    // Whoever knows the id of an open game can take its empty seat.
    let filter = GameFilter::Begun;
    let viewer = caller.user();
    let recent =
        crate::live::games_of(&app.games, &account.id, viewer, filter, FIRST_PAGE, 20).await?;
    Ok(Json(Profile {
        user: crate::live::user(&app.games, &account).await?,
        created: rfc3339(account.created),
        totals: ResultTotals {
            wins,
            losses,
            draws,
        },
        recent,
    }))
}

/// Get the records of a user's finished games
///
/// Newest first. The answer is a stream, because there may be many.
#[utoipa::path(
    get, path = "/api/users/{name}/records", tag = "people", operation_id = "get_user_records",
    params(("name" = String, Path, description = "The user's name or ID")),
    responses(
        (status = 200, description = "The records, in PGN", body = String, content_type = "application/x-chess-pgn"),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn records(
    State(app): State<Arc<App>>,
    caller: Caller,
    OwnOrigin(origin): OwnOrigin,
    Path(name): Path,
) -> ApiResult<Response> {
    struct HistoryReading {
        app: Arc<App>,
        request: RecordRequest,
        user: String,
        page: VecDeque<String>,
        before: (i64, String),
    }
    app.limits.heavy(caller.address)?;
    let account = find(&app, &name).await?;
    let reading = HistoryReading {
        app,
        request: RecordRequest::new(caller.address, origin),
        user: account.id,
        page: VecDeque::new(),
        before: (FIRST_PAGE.0, FIRST_PAGE.1.to_owned()),
    };
    let texts = stream::unfold(reading, |mut reading| async move {
        loop {
            if let Some(id) = reading.page.pop_front() {
                let (games, questions) = (&reading.app.games, &reading.app.questions);
                let record =
                    crate::live::record_in_time(games, questions, &id, &reading.request).await;
                let text = match record {
                    Ok(text) => text,
                    Err(error) => {
                        tracing::error!(game = id, %error, "a record could not be made");
                        continue;
                    }
                };
                let text = format!("{}\n\n", text.trim_end());
                return Some((Ok::<_, std::io::Error>(text), reading));
            }
            let store = &reading.app.store;
            let before = (reading.before.0, &*reading.before.1);
            let rows = store
                .games_of(&reading.user, GameFilter::Over, before, 50)
                .await;
            let rows = match rows {
                Ok(rows) if !rows.is_empty() => rows,
                Ok(_) => return None,
                Err(error) => return Some((Err(std::io::Error::other(error)), reading)),
            };
            if let Some(last) = rows.last() {
                reading.before = (last.updated, last.id.clone());
            }
            reading.page.extend(rows.into_iter().map(|row| row.id));
        }
    });
    let kind = [(
        header::CONTENT_TYPE,
        "application/x-chess-pgn; charset=utf-8",
    )];
    Ok((kind, Body::from_stream(texts)).into_response())
}
