//! The routes.

pub(crate) mod actions;
mod body_schema;
mod definitions;
mod endgames;
pub(crate) mod error;
mod evaluation;
mod export;
pub(crate) mod extract;
mod leaders;
mod learn;
mod me;
mod measured;
mod openapi;
mod openings;
mod operation;
mod people;
mod play;
mod playtests;
mod reports;
pub(crate) mod rules;
pub(crate) mod texts;

use crate::app::App;
use crate::listen::bodies;
use crate::security::scope::is_safe;
use crate::security::{caller, guard, headers};
use crate::socket;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{MethodRouter, any, delete, get, post};
use error::ApiError;
use extract::MAX_BODY;
pub use openapi::openapi_json;
use std::sync::Arc;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

/// The addresses that [`openapi_json`] must describe. For tests.
#[doc(hidden)]
pub fn api_paths() -> Vec<&'static str> {
    all().into_iter().map(|(path, _)| path).collect()
}

/// All routes. The guard is a layer of each route, so an unknown address is 404 and a
/// wrong method 405 even for requests that the guard would reject.
pub(crate) fn router(app: Arc<App>) -> Router {
    let guarded = from_fn_with_state(app.clone(), guard::check);
    let mut api = Router::new();
    for (path, methods) in all() {
        let methods = methods.route_layer(from_fn_with_state(app.clone(), finish));
        api = api.route(path, methods.route_layer(guarded.clone()));
    }
    let api = api
        .route("/api", any(unknown))
        .route("/api/", any(unknown))
        .route("/api/{*rest}", any(unknown))
        .layer(from_fn_with_state(app.clone(), caller::find));
    Router::new()
        .route("/healthz", get(operation::healthz))
        .route("/readyz", get(operation::readyz))
        .route("/metrics", get(operation::metrics))
        .route("/api-docs", get(openapi::html))
        .route("/api-docs/", get(Redirect::permanent("/api-docs")))
        .route("/api-docs.css", get(openapi::css))
        .merge(api)
        .fallback(crate::web::serve)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(CatchPanicLayer::custom(failed))
        .layer(from_fn(bodies::drain))
        .layer(from_fn(headers::add))
        .layer(from_fn(operation::observe))
        .with_state(app)
}

/// Runs what changes something to its end, also if the client leaves: half of it would be stored,
/// and the other players would not be told. Questions end with their clients, whose turns others
/// get.
async fn finish(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    if is_safe(request.method()) || guard::is_stateless(request.uri().path()) {
        return next.run(request).await;
    }
    match app.changes.spawn(next.run(request)).await {
        Ok(response) => response,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            // Tasks are cancelled only when the server ends.
            Err(_) => ApiError::internal("a request was cancelled").into_response(),
        },
    }
}

type Routes = Vec<(&'static str, MethodRouter<Arc<App>>)>;

/// The routes under `/api`.
fn all() -> Routes {
    // Games and positions are large and public, so they are compressed. Private answers
    // are not: the length of a compressed answer reveals something of its content.
    let mut open = [rules_routes(), records_routes()].concat();
    for (_, methods) in &mut open {
        *methods = std::mem::take(methods).route_layer(CompressionLayer::new());
    }
    [people_routes(), play_routes(), inventor_routes(), open].concat()
}

fn people_routes() -> Routes {
    vec![
        ("/api/me", get(me::me).delete(me::delete)),
        ("/api/guest", post(me::guest)),
        ("/api/register", post(me::register)),
        ("/api/login", post(me::login)),
        ("/api/logout", post(me::logout)),
        ("/api/logout-everywhere", post(me::logout_everywhere)),
        ("/api/password", post(me::change_password)),
        ("/api/me/export", get(export::export)),
        ("/api/me/settings", get(me::settings).put(me::set_settings)),
        (
            "/api/me/progress",
            get(learn::progress).post(learn::add_progress),
        ),
        ("/api/me/tokens", get(me::tokens).post(me::add_token)),
        ("/api/me/tokens/{id}", delete(me::remove_token)),
        ("/api/users/{name}", get(people::profile)),
        ("/api/users/{name}/records", get(people::records)),
        ("/api/users/{name}/ratings", get(leaders::past_ratings)),
        ("/api/leaders/{game}", get(leaders::leaders)),
    ]
}

/// What depends on who asks.
fn inventor_routes() -> Routes {
    let page = get(definitions::page)
        .post(definitions::publish)
        .delete(definitions::withdraw);
    let definitions = get(definitions::mine).post(rules::add_definition);
    vec![
        ("/api/definitions", definitions),
        ("/api/playtests", get(playtests::mine).post(playtests::ask)),
        (
            "/api/playtests/{id}",
            get(playtests::one).delete(playtests::delete),
        ),
        ("/api/playtests/{id}/stop", post(playtests::stop)),
        ("/api/playtests/{id}/report", get(playtests::get_report)),
        ("/api/published", get(definitions::published)),
        ("/api/published/{hash}", page),
    ]
}

fn play_routes() -> Routes {
    vec![
        ("/api/play", post(play::begin)),
        ("/api/play/{id}", get(play::state)),
        ("/api/play/{id}/join", post(play::join)),
        ("/api/play/{id}/actions", post(play::act)),
        ("/api/play/{id}/record", get(play::record)),
        ("/api/play/{id}/attackers", get(play::attackers)),
        ("/api/play/{id}/why", get(play::why)),
        ("/api/seeks", get(play::seeks)),
        ("/api/seeks/{id}", delete(play::withdraw_seek)),
        ("/api/seeks/{id}/accept", post(play::accept_seek)),
        ("/api/live", get(play::live_games)),
        ("/api/mine", get(play::mine)),
        ("/api/socket", get(socket::open)),
    ]
}

fn rules_routes() -> Routes {
    vec![
        ("/api/games", get(rules::games)),
        ("/api/games/{name}", get(rules::game)),
        ("/api/rules/view", post(rules::view)),
        ("/api/rules/attackers", post(rules::attackers)),
        ("/api/rules/why", post(rules::why)),
        ("/api/rules/refusal", post(rules::refusal)),
        ("/api/rules/premoves", post(rules::premoves)),
        ("/api/rules/read", post(rules::read)),
        ("/api/rules/check", post(rules::check)),
        ("/api/rules/explain", post(rules::explain)),
        ("/api/rules/evaluation", post(evaluation::evaluate)),
        ("/api/rules/endgame", post(endgames::endgame_of)),
        ("/api/rules/definition", post(definitions::check)),
        ("/api/games/{name}/definition", get(definitions::of_game)),
        ("/api/games/{name}/measured", get(measured::of_game)),
        ("/api/games/{name}/measured/report", get(measured::report)),
        ("/api/definitions/{hash}", get(rules::definition)),
        ("/api/lessons", get(learn::lessons)),
        ("/api/learn/{name}/lesson", get(learn::lesson)),
        ("/api/learn/{name}/puzzles", get(learn::puzzles)),
        ("/api/learn/{name}/exercises", get(texts::exercises)),
    ]
}

fn records_routes() -> Routes {
    vec![
        ("/api/records/read", post(texts::read_record)),
        ("/api/records/write", post(texts::write_record)),
        (
            "/api/reports/{id}",
            get(reports::report).post(reports::ask_report),
        ),
        ("/api/openings", post(openings::openings)),
        ("/api/analyses", post(texts::share)),
        ("/api/analyses/{id}", get(texts::shared)),
        ("/api/board.svg", get(texts::board_svg)),
        ("/api/board.png", get(texts::board_png)),
        ("/api/openapi.json", get(openapi::json)),
    ]
}

async fn unknown() -> ApiError {
    ApiError::not_found("There is nothing at this address.")
}

/// The answer to a request whose handler panicked. Other requests are not affected.
fn failed(_: Box<dyn std::any::Any + Send>) -> Response {
    ApiError::internal("a request made the server panic").into_response()
}

async fn wrong_method() -> ApiError {
    ApiError::new(
        axum::http::StatusCode::METHOD_NOT_ALLOWED,
        "method",
        "This address does not support this method.",
    )
}
