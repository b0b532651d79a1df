//! The description of the routes, for programs and for people.

mod page;

use super::error::ErrorBody;
use super::{me, operation, people, play, rules, texts};
use crate::live::types::{Action, NewGame};
use crate::security::caller::COOKIE;
use crate::security::guard;
use crate::socket::connection;
use axum::Json;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use std::sync::LazyLock;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ContentBuilder, Ref, ResponseBuilder};
use utoipa::{Modify, OpenApi};

/// How requests say who makes them.
struct Security;

impl Modify for Security {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        let components = api.components.get_or_insert_default();
        let cookie = ApiKeyValue::with_description(
            COOKIE,
            "The cookie that browsers get. Requests that change something also need the header \
             `X-CSRF` with the token of `/api/me`, and an `Origin` of this server.",
        );
        components.add_security_scheme("cookie", SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
        let token = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("A token of `/api/me/tokens`, for bots."))
            .build();
        components.add_security_scheme("token", SecurityScheme::Http(token));
    }
}

/// What every route of a kind can answer beside what is its own.
struct Everywhere;

impl Modify for Everywhere {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        for (path, item) in &mut api.paths.paths {
            if !path.starts_with("/api/") {
                continue;
            }
            let stateless = guard::is_stateless(path);
            // These name games, people or other things that there may not be.
            let names = ["/api/rules/", "/api/records/", "/api/analyses", "/api/play"];
            let names = path.contains('{') || names.iter().any(|start| path.starts_with(start));
            let kept = [
                "/api/play",
                "/api/seeks/",
                "/api/definitions",
                "/api/me/tokens",
            ];
            let kept = kept.iter().any(|start| path.starts_with(start));
            let changing = [&mut item.post, &mut item.put, &mut item.delete];
            for operation in changing.into_iter().flatten() {
                if kept {
                    answer(operation, "409", "It does not fit how things stand");
                }
                if !stateless {
                    answer(
                        operation,
                        "403",
                        "It is not allowed, or comes from elsewhere",
                    );
                }
                if operation.request_body.is_some() {
                    answer(operation, "408", "The body took too long");
                    answer(operation, "413", "The body is too long");
                    answer(operation, "415", "The body is no JSON");
                    answer(
                        operation,
                        "422",
                        "The body does not read, or says what cannot be",
                    );
                }
            }
            let all = [
                &mut item.get,
                &mut item.post,
                &mut item.put,
                &mut item.delete,
            ];
            for operation in all.into_iter().flatten() {
                if operation
                    .parameters
                    .as_ref()
                    .is_some_and(|all| !all.is_empty())
                {
                    answer(operation, "400", "The address does not read");
                }
                if names {
                    answer(operation, "404", "There is no such thing");
                }
                answer(
                    operation,
                    "401",
                    "Nobody is signed in, or the token is not valid",
                );
                answer(
                    operation,
                    "429",
                    "That is too often; `Retry-After` says when again",
                );
            }
        }
    }
}

/// Adds an error to those of a route, unless it has one of the status.
fn answer(operation: &mut Operation, status: &str, about: &str) {
    let responses = &mut operation.responses.responses;
    if !responses.contains_key(status) {
        let body = Ref::from_schema_name("ErrorBody");
        let content = ContentBuilder::new().schema(Some(body)).build();
        let response = ResponseBuilder::new()
            .description(about)
            .content("application/json", content)
            .build();
        responses.insert(status.to_owned(), response.into());
    }
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Hyperrook",
        description = "Chess on boards of any dimension: games, people, rules. Errors have one \
            shape everywhere. Live games are on the socket `/api/socket`, which docs/api.md \
            describes."
    ),
    paths(
        me::me, me::guest, me::register, me::login, me::logout, me::logout_everywhere,
        me::change_password, me::delete, me::settings, me::set_settings, me::tokens,
        me::add_token, me::remove_token, people::profile, people::records, play::begin,
        play::state, play::join, play::act, play::record, play::attackers, play::why,
        play::seeks, play::withdraw_seek, play::accept_seek, play::live_games, play::mine,
        rules::games, rules::game, rules::view, rules::attackers, rules::why, rules::refusal,
        rules::read, rules::check, rules::explain, rules::add_definition, rules::definition,
        texts::read_record, texts::write_record, texts::share, texts::shared, texts::board_svg,
        texts::board_png, texts::exercises, connection::open, json, operation::healthz,
        operation::readyz, operation::figures,
    ),
    components(schemas(NewGame, Action, ErrorBody, play::MineState)),
    modifiers(&Security, &Everywhere),
    security((), ("cookie" = []), ("token" = [])),
)]
struct Description;

static DESCRIPTION: LazyLock<Value> = LazyLock::new(|| {
    // What is derived can be written as JSON.
    serde_json::to_value(Description::openapi()).unwrap_or_default()
});

static PAGE: LazyLock<String> = LazyLock::new(|| page::page(&DESCRIPTION));

/// This description
#[utoipa::path(get, path = "/api/openapi.json", tag = "operation",
    responses((status = 200, body = Object)))]
pub(super) async fn json() -> Json<&'static Value> {
    Json(&DESCRIPTION)
}

/// The description for people.
pub(super) async fn html() -> Response {
    let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
    (kind, PAGE.as_str()).into_response()
}

/// The style of that page.
pub(super) async fn css() -> Response {
    let kind = [(header::CONTENT_TYPE, "text/css; charset=utf-8")];
    (kind, include_str!("openapi.css")).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn references(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    match value.as_str() {
                        Some(text) if name == "$ref" => found.push(text.to_owned()),
                        _ => references(value, found),
                    }
                }
            }
            Value::Array(values) => values.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }

    #[test]
    fn every_reference_leads_somewhere() {
        let mut found = Vec::new();
        references(&DESCRIPTION, &mut found);
        assert!(found.len() > 100);
        for reference in found {
            let target = DESCRIPTION.pointer(reference.trim_start_matches('#'));
            assert!(target.is_some(), "{reference}");
        }
    }

    #[test]
    fn parameters_are_where_they_are_said_to_be() {
        for (path, methods) in DESCRIPTION["paths"].as_object().unwrap() {
            for (method, about) in methods.as_object().unwrap() {
                let parameters = about["parameters"].as_array();
                let parameters = parameters.map_or(&[][..], Vec::as_slice);
                let mut in_path: Vec<String> = Vec::new();
                for parameter in parameters {
                    let name = parameter["name"].as_str().unwrap();
                    let place = parameter["in"].as_str().unwrap();
                    match place {
                        "path" => in_path.push(format!("{{{name}}}")),
                        other => assert_eq!(other, "query", "{method} {path} {name}"),
                    }
                }
                let parts = path.split('/').filter(|part| part.starts_with('{'));
                assert_eq!(in_path, parts.collect::<Vec<_>>(), "{method} {path}");
            }
        }
    }

    #[test]
    fn every_route_is_described() {
        let described = DESCRIPTION["paths"].as_object().unwrap();
        for (path, _) in super::super::all() {
            assert!(described.contains_key(path), "{path}");
        }
    }
}
