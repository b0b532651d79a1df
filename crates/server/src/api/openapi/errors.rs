//! The errors in the description of the routes.

use utoipa::Modify;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder};

/// The errors that every route of a kind can answer, besides its own answers.
pub(super) struct CommonErrors;

impl Modify for CommonErrors {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        for (path, item) in &mut api.paths.paths {
            let read = item.get.as_mut().map(|operation| (operation, false));
            let changing = [&mut item.post, &mut item.put, &mut item.delete];
            let changing = changing.into_iter().flatten();
            let changing = changing.map(|operation| (operation, true));
            for (operation, is_change) in read.into_iter().chain(changing) {
                for status in common_errors(path, operation, is_change) {
                    add_error(operation, status);
                }
                describe_errors(operation);
            }
        }
    }
}

/// The statuses of the errors that a route shares with others.
fn common_errors(path: &str, operation: &Operation, is_change: bool) -> Vec<&'static str> {
    if !path.starts_with("/api/") {
        return Vec::new();
    }
    let is_under = |starts: &[&str]| starts.iter().any(|start| path.starts_with(start));
    // A token may lack the scope.
    let mut found = vec!["401", "403", "429"];
    if operation
        .parameters
        .as_ref()
        .is_some_and(|parameters| !parameters.is_empty())
    {
        found.push("400");
    }
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
    if is_change && is_under(&stored) {
        found.push("409");
    }
    if operation.request_body.is_some() {
        found.extend(["408", "413", "415", "422"]);
    }
    found
}

/// Adds an error to the answers of a route, unless it has one of the status.
fn add_error(operation: &mut Operation, status: &str) {
    let responses = &mut operation.responses.responses;
    if !responses.contains_key(status) {
        let body = Ref::from_schema_name("ErrorBody");
        let content = ContentBuilder::new().schema(Some(body)).build();
        let response = ResponseBuilder::new()
            .content("application/json", content)
            .build();
        responses.insert(status.to_owned(), response.into());
    }
}

/// Describes the errors that their route does not describe itself.
fn describe_errors(operation: &mut Operation) {
    for (status, response) in &mut operation.responses.responses {
        if let RefOr::T(response) = response
            && response.description.is_empty()
        {
            meaning(status).clone_into(&mut response.description);
        }
    }
}

/// What the statuses of errors mean on any route.
pub(super) const ERRORS: [(&str, &str); 13] = [
    (
        "400",
        "The address is not valid: a parameter has the wrong form",
    ),
    ("401", "You are not signed in, or the token is not valid"),
    (
        "403",
        "You may not do this, or the request came from another site",
    ),
    ("404", "There is no game, user or other thing of this name"),
    ("405", "The address exists, but not with this method"),
    ("408", "The body did not arrive in time"),
    ("409", "The request conflicts with the current state"),
    ("410", "Someone else has already accepted this seek"),
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
        "429",
        "Too many requests: `Retry-After` says how many seconds to wait",
    ),
    (
        "503",
        "The change could not be stored: send it again with the same `key`. Or the server is \
         busy: `Retry-After` says how many seconds to wait",
    ),
];

/// What the status of an error means on any route.
fn meaning(status: &str) -> &'static str {
    let known = ERRORS.iter().find(|(known, _)| *known == status);
    known.map_or("", |(_, meaning)| meaning)
}
