//! The description of the routes: OpenAPI for programs, a page for people.

mod bodies;
mod errors;
mod operations;
mod page;
mod security;

use super::error::ErrorBody;
use super::{
    definitions, endgames, evaluation, export, leaders, learn, me, measured, openings, operation,
    people, play, playtests, reports, rules, texts,
};
use crate::game::action::PlayerAction;
use crate::messages::client::{ClientMessage, GameAction};
use crate::messages::server::ServerMessage;
use crate::messages::types::NewGameBody;
use crate::socket;
use axum::Json;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use errors::CommonErrors;
use security::Security;
use serde_json::Value;
use std::sync::LazyLock;
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{Modify, OpenApi};

/// An action in a request.
const KEYED_ACTION: &str = "KeyedAction";
/// The schemas of an action together with more fields.
const FLATTENED_ACTIONS: [&str; 2] = [KEYED_ACTION, "GameAction"];
/// How long a message travelled. Only the socket measures how much of it is true, so a
/// request cannot claim it.
const LAG: &str = "lag_ms";

/// Writes the actions of players as plain objects, each with the fields that go with
/// it. Derived from `flatten` they would be an `allOf` with a choice in it, which
/// generators of clients do not understand. The actions with the id of a game are also
/// messages of clients.
struct FlatActions;

impl Modify for FlatActions {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        let schemas = &mut api.components.get_or_insert_default().schemas;
        let Some(RefOr::T(Schema::OneOf(actions))) = schemas.remove("PlayerAction") else {
            return;
        };
        for name in FLATTENED_ACTIONS {
            let Some(RefOr::T(Schema::AllOf(parts))) = schemas.remove(name) else {
                continue;
            };
            let mut flat = actions.clone();
            flat.description = parts.description;
            for part in parts.items {
                let RefOr::T(Schema::Object(fields)) = part else {
                    continue;
                };
                for action in &mut flat.items {
                    if let RefOr::T(Schema::Object(action)) = action {
                        if name == KEYED_ACTION {
                            action.properties.shift_remove(LAG);
                        }
                        action.properties.extend(fields.properties.clone());
                        action.required.extend(fields.required.clone());
                    }
                }
            }
            schemas.insert(name.to_owned(), RefOr::T(Schema::OneOf(flat)));
        }
        if let Some(RefOr::T(Schema::OneOf(messages))) = schemas.get_mut("ClientMessage") {
            let actions = Ref::from_schema_name("GameAction");
            messages.items.push(RefOr::Ref(actions));
        }
    }
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Hyperrook",
        description = "Chess on boards of any dimension: rules, games between users, analysis. \
            Every error has the same shape, `ErrorBody`. Games can also be followed and played \
            on the WebSocket `/api/socket`: the client sends a `ClientMessage`, the server a \
            `ServerMessage`."
    ),
    servers((url = "/", description = "The server that gave you this description")),
    tags(
        (name = "me", description = "Your account, sessions and tokens"),
        (name = "people", description = "Other users"),
        (name = "play", description = "Games between users or against the engine"),
        (name = "rules", description = "Questions about games and positions; nothing is stored"),
        (name = "playtests", description = "What your own games are like, from games of the engine"),
        (name = "records", description = "Records, analyses and pictures"),
        (name = "operation", description = "For those who run the server"),
    ),
    paths(
        me::me, me::guest, me::register, me::login, me::logout, me::logout_everywhere,
        me::change_password, me::delete, export::export, me::settings, me::set_settings, me::tokens,
        me::add_token, me::remove_token, people::profile, people::records, leaders::leaders,
        leaders::past_ratings, play::begin,
        play::state, play::join, play::act, play::record, play::attackers, play::why,
        play::seeks, play::withdraw_seek, play::accept_seek, play::live_games, play::mine,
        rules::games, rules::game, rules::view, rules::attackers, rules::why, rules::refusal,
        rules::premoves, rules::read, rules::check, rules::explain, endgames::endgame_of, evaluation::evaluate, rules::add_definition, rules::definition,
        texts::read_record, texts::write_record, texts::share, texts::shared, texts::board_svg,
        texts::board_png, texts::exercises, learn::lessons, learn::lesson, learn::puzzles, learn::progress,
        learn::add_progress, reports::report, reports::ask_report,
        openings::openings, definitions::check, definitions::of_game, definitions::mine,
        definitions::published, definitions::page, definitions::publish,
        definitions::withdraw, measured::of_game, measured::report, playtests::mine, playtests::ask, playtests::one,
        playtests::stop, playtests::delete, playtests::get_report, socket::open, json, operation::healthz,
        operation::readyz, operation::metrics,
    ),
    components(schemas(
        NewGameBody, PlayerAction, GameAction, ErrorBody, play::MyGamesState, ClientMessage,
        ServerMessage<'_>,
    )),
    modifiers(&Security, &CommonErrors, &FlatActions),
)]
struct Description;

static DESCRIPTION: LazyLock<Value> = LazyLock::new(|| {
    // A derived description can always be written as JSON.
    let mut description = serde_json::to_value(Description::openapi()).unwrap_or_default();
    bodies::close(&mut description);
    description
});

static PAGE: LazyLock<String> = LazyLock::new(|| page::page(&DESCRIPTION));

/// Get this description
#[utoipa::path(
    get, path = "/api/openapi.json", tag = "operation", operation_id = "get_openapi",
    responses((status = 200, description = "The description, as OpenAPI 3.1", body = Object)),
)]
pub(super) async fn json() -> Json<&'static Value> {
    Json(&DESCRIPTION)
}

/// The description of the API, as OpenAPI in JSON.
pub fn openapi_json() -> String {
    // A description consists of maps, lists and texts, which can always be written.
    serde_json::to_string_pretty(&*DESCRIPTION).unwrap_or_default() + "\n"
}

/// The description as a page for people.
pub(super) async fn html() -> Response {
    let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
    (kind, PAGE.as_str()).into_response()
}

/// The style sheet of that page.
pub(super) async fn css() -> Response {
    let kind = [(header::CONTENT_TYPE, "text/css; charset=utf-8")];
    (kind, include_str!("openapi.css")).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

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
    fn actions_are_objects_with_a_key() {
        let schemas = &DESCRIPTION["components"]["schemas"];
        for (name, required) in [
            ("KeyedAction", &["t"][..]),
            ("GameAction", &["t", "id", "key"]),
        ] {
            let actions = schemas[name]["oneOf"].as_array().unwrap();
            assert_eq!(actions.len(), 7);
            for action in actions {
                let names = action["required"].as_array().unwrap();
                for field in required {
                    assert!(names.iter().any(|name| name == field), "{action}");
                }
                assert!(action["properties"]["key"].is_object(), "{action}");
            }
        }
    }

    #[test]
    fn only_moves_on_the_socket_report_their_lag() {
        let schemas = &DESCRIPTION["components"]["schemas"];
        for (name, reports) in [("KeyedAction", false), ("GameAction", true)] {
            let actions = schemas[name]["oneOf"].as_array().unwrap();
            let with_lag = actions
                .iter()
                .filter(|action| action["properties"]["lag_ms"].is_object());
            assert_eq!(with_lag.count(), usize::from(reports), "{name}");
        }
    }

    #[test]
    fn every_operation_describes_failures_of_the_server_and_its_sign_in() {
        for (path, methods) in DESCRIPTION["paths"].as_object().unwrap() {
            for (method, about) in methods.as_object().unwrap() {
                let responses = &about["responses"];
                assert!(about["security"].is_array(), "{method} {path}");
                assert!(responses["500"].is_object(), "{method} {path}");
                if path.starts_with("/api/") {
                    assert!(responses["400"].is_object(), "{method} {path}");
                }
                if path != "/healthz" {
                    assert!(responses["503"].is_object(), "{method} {path}");
                }
                for status in ["429", "503"] {
                    let content = &responses[status]["content"];
                    let header = &responses[status]["headers"]["Retry-After"];
                    let is_error = content["application/json"].is_object();
                    assert_eq!(header.is_object(), is_error, "{method} {path} {status}");
                }
            }
        }
    }

    #[test]
    fn every_message_of_a_client_is_described_as_it_is_read() {
        let schemas = &DESCRIPTION["components"]["schemas"];
        let mut kinds = Vec::new();
        for name in ["ClientMessage", "GameAction"] {
            for message in schemas[name]["oneOf"].as_array().unwrap() {
                if let Some(kind) = message["properties"]["t"]["enum"][0].as_str() {
                    kinds.push(kind);
                } else {
                    assert_eq!(message["$ref"], "#/components/schemas/GameAction");
                }
            }
        }
        assert_eq!(kinds.len(), 9 + 7);
        for kind in kinds {
            let text = serde_json::json!({
                "t": kind, "id": "g", "key": "k", "seq": 0, "move": "e2e4", "accept": true,
                "lines": if kind == "analyse" { Value::from(1) } else { Value::Array(Vec::new()) },
                "req": 1, "game": {"name": "chess"},
            });
            ClientMessage::parse(&text.to_string()).unwrap();
        }
    }

    /// Every object of a schema allows only the fields that it names.
    fn assert_closed(schema: &Value, place: &str, seen: &mut BTreeSet<String>) {
        if let Some(reference) = schema["$ref"].as_str() {
            if seen.insert(reference.to_owned()) {
                let named = DESCRIPTION.pointer(reference.trim_start_matches('#'));
                assert_closed(named.unwrap(), reference, seen);
            }
            return;
        }
        // An object in several closed parts could not exist.
        assert!(schema["allOf"].is_null(), "{place}");
        if schema["properties"].is_object() {
            assert_eq!(schema["additionalProperties"], false, "{place}");
            for (name, field) in schema["properties"].as_object().unwrap() {
                assert_closed(field, &format!("{place}.{name}"), seen);
            }
        } else if schema["type"] == "object" {
            // Texts by name, such as options.
            let values = &schema["additionalProperties"];
            assert!(values.is_object(), "{place}");
            assert_closed(values, place, seen);
        }
        for choice in ["oneOf", "anyOf"] {
            for part in schema[choice].as_array().into_iter().flatten() {
                assert_closed(part, place, seen);
            }
        }
        if !schema["items"].is_null() {
            assert_closed(&schema["items"], place, seen);
        }
    }

    #[test]
    fn bodies_have_no_other_fields() {
        let mut seen = BTreeSet::new();
        let mut bodies = 0;
        for (path, methods) in DESCRIPTION["paths"].as_object().unwrap() {
            for (method, about) in methods.as_object().unwrap() {
                let schema = &about["requestBody"]["content"]["application/json"]["schema"];
                // The server does not interpret settings.
                if schema.is_null() || about["operationId"] == "put_settings" {
                    continue;
                }
                assert_closed(schema, &format!("{method} {path}"), &mut seen);
                bodies += 1;
            }
        }
        assert!(bodies > 20, "{bodies}");
    }

    #[test]
    fn operation_ids_are_unique() {
        let mut seen = BTreeSet::new();
        for (path, methods) in DESCRIPTION["paths"].as_object().unwrap() {
            for (method, about) in methods.as_object().unwrap() {
                let id = about["operationId"].as_str().unwrap();
                assert!(seen.insert(id), "{method} {path}: {id}");
            }
        }
    }

    /// The web client's types are generated from the committed copy.
    /// `UPDATE_SNAPSHOTS=1` writes it.
    #[test]
    fn the_committed_description_is_up_to_date() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/openapi.json");
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            std::fs::write(path, openapi_json()).unwrap();
        }
        let committed = std::fs::read_to_string(path).unwrap();
        assert!(
            committed == openapi_json(),
            "web/openapi.json is out of date: run `make api`"
        );
    }
}
