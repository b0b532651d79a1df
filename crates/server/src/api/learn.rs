//! Lessons and puzzles, and what people have done in them.

use super::error::{ApiError, ApiResult, ErrorBody};
use super::extract::{Body, Path, Query};
use super::rules::{game_ref, run};
use crate::app::App;
use crate::security::caller::Caller;
use crate::store::ProgressRow;
use crate::time::now_ms;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use hyperrook_view::types::{Lesson, LessonSummary, PuzzleInfo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::ToSchema;

/// The most items of one request.
const MAX_ITEMS: usize = 500;
/// The most items of one user that are listed. There are fewer in the program.
const MAX_LISTED: i64 = 10_000;

/// Something that you have done.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ProgressItem {
    /// `lesson/GAME/STEP` or `puzzle/GAME/ID`.
    #[schema(max_length = 120)]
    item: String,
    /// Whether it was solved without a mistake and without help.
    first_try: bool,
    /// When, in milliseconds since 1970.
    done: i64,
}

/// List the lessons
#[utoipa::path(
    get, path = "/api/lessons", tag = "rules", operation_id = "list_lessons",
    responses((status = 200, description = "The lessons", body = [LessonSummary])),
)]
pub(crate) async fn lessons() -> Json<Vec<LessonSummary>> {
    Json(hyperrook_view::lessons())
}

/// Get the lesson of a game
///
/// Options of the game are query parameters of their own. A lesson exists only for the rules
/// that it was written for.
#[utoipa::path(
    get, path = "/api/learn/{name}/lesson", tag = "rules", operation_id = "get_lesson",
    params(
        ("name" = String, Path, description = "The game's name, as in the list of games"),
        ("definition" = Option<String>, Query, description = "Hash of a stored definition"),
    ),
    responses(
        (status = 200, description = "The lesson", body = Lesson),
        (status = 404, description = "There is no such game, or no lesson for it", body = ErrorBody),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn lesson(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(name): Path,
    Query(query): Query<BTreeMap<String, String>>,
) -> ApiResult<Json<Lesson>> {
    let address = caller.address;
    let compiled = app
        .catalogue
        .get_for(&game_ref(name, query), address)
        .await?;
    let lesson = run(&app, address, move || {
        hyperrook_view::lesson(&compiled.game)
    })
    .await?;
    let none = || ApiError::not_found("There is no lesson for these rules.");
    lesson.map(Json).ok_or_else(none)
}

/// List the puzzles of a game
///
/// Easier ones come first. Options of the game are query parameters of their own. The list is
/// empty for rules that have no puzzles.
#[utoipa::path(
    get, path = "/api/learn/{name}/puzzles", tag = "rules", operation_id = "list_puzzles",
    params(
        ("name" = String, Path, description = "The game's name, as in the list of games"),
        ("definition" = Option<String>, Query, description = "Hash of a stored definition"),
    ),
    responses(
        (status = 200, description = "The puzzles", body = [PuzzleInfo]),
        (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn puzzles(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(name): Path,
    Query(query): Query<BTreeMap<String, String>>,
) -> ApiResult<Json<&'static [PuzzleInfo]>> {
    let address = caller.address;
    let compiled = app
        .catalogue
        .get_for(&game_ref(name, query), address)
        .await?;
    let puzzles = run(&app, address, move || {
        hyperrook_view::puzzles(&compiled.game)
    });
    puzzles.await.map(Json)
}

/// List what you have done in lessons and puzzles
#[utoipa::path(
    get, path = "/api/me/progress", tag = "me", operation_id = "list_progress",
    responses(
        (status = 200, description = "What you have done", body = [ProgressItem]),
        (status = 401, body = ErrorBody),
    ),
)]
pub(crate) async fn progress(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> ApiResult<Json<Vec<ProgressItem>>> {
    let account = caller.need()?;
    let rows = app.store.progress(&account.id, MAX_LISTED).await?;
    let items = rows.into_iter().map(|row| ProgressItem {
        item: row.item,
        first_try: row.first_try != 0,
        done: row.done,
    });
    Ok(Json(items.collect()))
}

/// Add what you have done in lessons and puzzles
///
/// At most 500 items at once. Items that are stored already do not change. Guests keep their
/// progress in the browser, and send it when they have registered.
#[utoipa::path(
    post, path = "/api/me/progress", tag = "me", operation_id = "add_progress",
    request_body = Vec<ProgressItem>,
    responses(
        (status = 204, description = "It is stored"),
        (status = 401, body = ErrorBody),
        (status = 403, description = "The user is a guest", body = ErrorBody),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn add_progress(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(items): Body<Vec<ProgressItem>>,
) -> ApiResult<StatusCode> {
    let account = caller.need_registered()?;
    app.limits.heavy(caller.address)?;
    if items.len() > MAX_ITEMS {
        return Err(ApiError::invalid(
            "items",
            "Send at most 500 items at once.",
        ));
    }
    let now = now_ms();
    let mut rows = Vec::new();
    for item in items {
        // Only lesson steps and puzzles of the program can be stored, so nobody can store much.
        if !hyperrook_view::is_learning_item(&item.item) {
            return Err(ApiError::invalid(
                "items",
                "An item is not a step of a lesson or a puzzle of this server.",
            ));
        }
        rows.push(ProgressRow {
            item: item.item,
            first_try: i64::from(item.first_try),
            done: item.done.clamp(0, now),
        });
    }
    app.store.add_progress(&account.id, rows).await?;
    Ok(StatusCode::NO_CONTENT)
}
