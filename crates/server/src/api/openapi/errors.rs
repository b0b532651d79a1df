//! The errors in the description of the routes.

use super::operations::operations;
use crate::security::scope::is_safe;
use axum::http::Method;
use utoipa::Modify;
use utoipa::openapi::header::Header;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{ContentBuilder, ObjectBuilder, Ref, RefOr, Response, ResponseBuilder, Type};

/// The type of all errors.
const JSON: &str = "application/json";

/// Adds the errors that routes share, besides their own answers.
pub(super) struct CommonErrors;

impl Modify for CommonErrors {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        for (path, method, operation) in operations(api) {
            for status in common_errors(path, &method, operation) {
                add_error(operation, status);
            }
            complete_errors(operation);
        }
    }
}

/// The statuses of the errors that a route shares with others.
fn common_errors(path: &str, method: &Method, operation: &Operation) -> Vec<&'static str> {
    // Any handler may have a bug.
    let mut found = vec!["500"];
    // The health check uses no database.
    if path != "/healthz" {
        found.push("503");
    }
    if !path.starts_with("/api/") {
        return found;
    }
    let is_under = |starts: &[&str]| starts.iter().any(|start| path.starts_with(start));
    // Any request may carry a token: one that is not valid, or lacks the scope.
    found.extend(["401", "403", "429"]);
    // Any address can have a character that addresses cannot have, such as `%00`.
    found.push("400");
    // These name games, users or other things that may not exist.
    let names = ["/api/rules/", "/api/records/", "/api/analyses", "/api/play"];
    if path.contains('{') || is_under(&names) {
        found.push("404");
    }
    let stored = [
        "/api/play",
        "/api/seeks/",
        "/api/definitions",
        "/api/me/tokens",
    ];
    if !is_safe(method) && is_under(&stored) {
        found.push("409");
    }
    if operation.request_body.is_some() {
        found.extend(["408", "413", "415", "422"]);
    }
    found
}

/// Adds an error to the answers of a route, unless it has one with this status.
fn add_error(operation: &mut Operation, status: &str) {
    let responses = &mut operation.responses.responses;
    if !responses.contains_key(status) {
        let body = Ref::from_schema_name("ErrorBody");
        let content = ContentBuilder::new().schema(Some(body)).build();
        let response = ResponseBuilder::new().content(JSON, content).build();
        responses.insert(status.to_owned(), response.into());
    }
}

/// Describes the errors that their route does not describe itself, and adds the header
/// that says when to try again.
fn complete_errors(operation: &mut Operation) {
    for (status, response) in &mut operation.responses.responses {
        let RefOr::T(response) = response else {
            continue;
        };
        if response.description.is_empty() {
            meaning(status).clone_into(&mut response.description);
        }
        if matches!(&**status, "429" | "503") && response.content.contains_key(JSON) {
            add_retry_after(response);
        }
    }
}

fn add_retry_after(response: &mut Response) {
    let seconds = ObjectBuilder::new()
        .schema_type(Type::Integer)
        .minimum(Some(1))
        .build();
    let mut header = Header::new(seconds);
    header.description = Some("How many seconds to wait before the next attempt".to_owned());
    response
        .headers
        .insert("Retry-After".to_owned(), header.into());
}

/// What the statuses of errors mean on any route.
pub(super) const ERRORS: [(&str, &str); 15] = [
    (
        "400",
        "A part of the address has the wrong form, or the body ends early",
    ),
    ("401", "You are not signed in, or the token is not valid"),
    (
        "403",
        "You may not do this: the token lacks the scope, or the request came from another site",
    ),
    (
        "404",
        "There is no game, user or other thing with this name or ID",
    ),
    ("405", "The address does not support this method"),
    ("408", "The body took too long to arrive"),
    ("409", "The request conflicts with the current state"),
    (
        "410",
        "Someone else has already accepted this seek, or it was withdrawn",
    ),
    ("413", "The body is too large"),
    (
        "415",
        "The body is not JSON, or its `Content-Type` does not say so",
    ),
    (
        "422",
        "The body is not valid, or a value in it is not possible: `fields` says which",
    ),
    (
        "426",
        "The connection of a WebSocket handshake to `/api/socket` cannot be upgraded",
    ),
    (
        "429",
        "Too many requests: `Retry-After` says how many seconds to wait",
    ),
    (
        "500",
        "Something went wrong in the server. Its log says what",
    ),
    (
        "503",
        "The server cannot use its database at the moment, or is busy: `Retry-After` says how \
         many seconds to wait. Send an action again with the same `key`",
    ),
];

/// What the status of an error means on any route.
fn meaning(status: &str) -> &'static str {
    let known = ERRORS.iter().find(|(known, _)| *known == status);
    known.map_or("", |(_, meaning)| meaning)
}
