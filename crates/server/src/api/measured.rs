//! What was measured of the games of the server.

use super::error::{ApiError, ApiResult, ErrorBody};
use super::extract::Path;
use super::playtests::page;
use super::rules::run;
use crate::app::App;
use crate::measured::{self, MeasuredGame};
use crate::security::caller::Caller;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use hyperrook_view::types::GameRef;
use std::sync::{Arc, LazyLock};

/// Answers by the hash of the definition: few games come with the program.
static KNOWN: LazyLock<moka::sync::Cache<String, Bytes>> =
    LazyLock::new(|| moka::sync::Cache::new(32));

fn named(name: String) -> GameRef {
    GameRef {
        name,
        ..GameRef::default()
    }
}

/// Get what was measured of a game
///
/// What thousands of games of the engine against itself show, what the pieces are worth, and
/// which pieces win endgames. Parts that were not measured are empty. Only for listed games.
#[utoipa::path(
    get, path = "/api/games/{name}/measured", tag = "rules", operation_id = "get_measured",
    params(("name" = String, Path, description = "The game's name, as in the list of games")),
    responses(
        (status = 200, description = "What was measured", body = MeasuredGame),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn of_game(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(name): Path,
) -> ApiResult<Response> {
    let served = app.catalogue.get_for(&named(name), caller.address).await?;
    let is_shipped = app.catalogue.is_shipped(&served.hash);
    let bytes = match KNOWN.get(&served.hash) {
        Some(bytes) => bytes,
        None => {
            let hash = served.hash.clone();
            let made = run(&app, caller.address, move || {
                serde_json::to_vec(&measured::measured(&served.game, is_shipped)).map(Bytes::from)
            });
            let bytes = made.await?.map_err(ApiError::internal)?;
            KNOWN.insert(hash, bytes.clone());
            bytes
        }
    };
    Ok(([(header::CONTENT_TYPE, "application/json")], bytes).into_response())
}

/// Get the report of the playtest of a game
///
/// A page with all figures. Only for listed games that have a playtest.
#[utoipa::path(
    get, path = "/api/games/{name}/measured/report", tag = "rules", operation_id = "get_measured_report",
    params(("name" = String, Path, description = "The game's name, as in the list of games")),
    responses(
        (status = 200, description = "The report", body = String, content_type = "text/html"),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn report(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(name): Path,
) -> ApiResult<Response> {
    app.limits.heavy(caller.address)?;
    let served = app.catalogue.get_for(&named(name), caller.address).await?;
    let none = || ApiError::not_found("There is no report of this game.");
    if !app.catalogue.is_shipped(&served.hash) {
        return Err(none());
    }
    let page_of = move || measured::report_page(&served.game);
    let text = run(&app, caller.address, page_of).await?;
    Ok(page(text.ok_or_else(none)?))
}
