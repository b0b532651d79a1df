//! The routes.

pub(crate) mod error;
pub(crate) mod extract;
mod me;
mod openapi;
mod operation;
mod people;
mod play;
pub(crate) mod rules;
mod texts;

use crate::app::App;
use crate::security::{caller, guard, headers};
use crate::socket::connection;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{delete, get, post};
use error::ApiError;
use std::sync::Arc;

/// The most bytes of a body. Definitions are the longest; their JSON has some
/// escapes.
const MAX_BODY: usize = 512 * 1024;

/// All routes.
pub(crate) fn router(app: Arc<App>) -> Router {
    let people = Router::new()
        .route("/api/me", get(me::me).delete(me::delete))
        .route("/api/guest", post(me::guest))
        .route("/api/register", post(me::register))
        .route("/api/login", post(me::login))
        .route("/api/logout", post(me::logout))
        .route("/api/logout-everywhere", post(me::logout_everywhere))
        .route("/api/password", post(me::change_password))
        .route("/api/me/settings", get(me::settings).put(me::set_settings))
        .route("/api/me/tokens", get(me::tokens).post(me::add_token))
        .route("/api/me/tokens/{id}", delete(me::remove_token))
        .route("/api/users/{name}", get(people::profile))
        .route("/api/users/{name}/records", get(people::records));
    let play = Router::new()
        .route("/api/play", post(play::begin))
        .route("/api/play/{id}", get(play::state))
        .route("/api/play/{id}/join", post(play::join))
        .route("/api/play/{id}/actions", post(play::act))
        .route("/api/play/{id}/record", get(play::record))
        .route("/api/play/{id}/attackers", get(play::attackers))
        .route("/api/play/{id}/why", get(play::why))
        .route("/api/seeks", get(play::seeks))
        .route("/api/seeks/{id}", delete(play::withdraw_seek))
        .route("/api/seeks/{id}/accept", post(play::accept_seek))
        .route("/api/live", get(play::live_games))
        .route("/api/mine", get(play::mine))
        .route("/api/socket", get(connection::open));
    let rules = Router::new()
        .route("/api/games", get(rules::games))
        .route("/api/games/{name}", get(rules::game))
        .route("/api/rules/view", post(rules::view))
        .route("/api/rules/attackers", post(rules::attackers))
        .route("/api/rules/why", post(rules::why))
        .route("/api/rules/refusal", post(rules::refusal))
        .route("/api/rules/read", post(rules::read))
        .route("/api/rules/check", post(rules::check))
        .route("/api/rules/explain", post(rules::explain))
        .route("/api/definitions", post(rules::add_definition))
        .route("/api/definitions/{hash}", get(rules::definition))
        .route("/api/learn/{name}/exercises", get(texts::exercises));
    let records = Router::new()
        .route("/api/records/read", post(texts::read_record))
        .route("/api/records/write", post(texts::write_record))
        .route("/api/analyses", post(texts::share))
        .route("/api/analyses/{id}", get(texts::shared))
        .route("/api/board.svg", get(texts::board_svg))
        .route("/api/board.png", get(texts::board_png))
        .route("/api/openapi.json", get(openapi::json));
    let api = people
        .merge(play)
        .merge(rules)
        .merge(records)
        .route("/api/{*rest}", axum::routing::any(unknown))
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn_with_state(app.clone(), guard::check))
        .layer(from_fn_with_state(app.clone(), caller::find));
    Router::new()
        .route("/healthz", get(operation::healthz))
        .route("/readyz", get(operation::readyz))
        .route("/metrics", get(operation::figures))
        .route("/api-docs", get(openapi::html))
        .route("/api-docs.css", get(openapi::css))
        .merge(api)
        .fallback(crate::web::serve)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(from_fn(headers::add))
        .with_state(app)
}

async fn unknown() -> ApiError {
    ApiError::not_found("There is nothing here.")
}

async fn wrong_method() -> ApiError {
    ApiError::new(
        axum::http::StatusCode::METHOD_NOT_ALLOWED,
        "method",
        "This cannot be done here.",
    )
}
