//! Rejects requests that another site made a browser send.

use super::caller::{CSRF, Caller};
use super::hosts;
use super::scope::{TokenScope, is_safe};
use super::secret;
use crate::api::error::ApiError;
use crate::app::App;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::Response;
use std::sync::Arc;
use subtle::ConstantTimeEq;

/// Requests under these paths change nothing, though they are POSTs.
const STATELESS: [&str; 3] = ["/api/rules/", "/api/records/", "/api/openings"];

/// Whether requests to an address change nothing, whatever their method.
pub(crate) fn is_stateless(path: &str) -> bool {
    STATELESS.iter().any(|start| path.starts_with(start))
}

/// Whether the `Origin` of a request is the server's own. `None` if it has none.
pub(crate) fn same_origin(app: &App, headers: &HeaderMap) -> Option<bool> {
    let origin = headers.get(header::ORIGIN)?.to_str().unwrap_or("?");
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    Some(hosts::is_own(&app.settings, origin, host))
}

/// Lets requests through that change nothing, that have a token, or that come
/// from a page of this server.
pub(crate) async fn check(
    State(app): State<Arc<App>>,
    caller: Caller,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    may_pass(&app, &caller, &request)?;
    Ok(next.run(request).await)
}

/// Why a request is refused, if it is.
fn may_pass(app: &App, caller: &Caller, request: &Request) -> Result<(), ApiError> {
    let safe = is_safe(request.method());
    let path = request.uri().path();
    let stateless = is_stateless(path);
    caller.may(TokenScope::needed(request.method(), path, stateless))?;
    if safe || stateless {
        return Ok(());
    }
    if !caller.by_token {
        let headers = request.headers();
        if same_origin(app, headers) != Some(true) {
            return Err(ApiError::forbidden(
                "origin",
                "Other sites cannot do this: use the server's own pages, or a token.",
            ));
        }
        let given = headers.get(CSRF).and_then(|value| value.to_str().ok());
        let expected = caller.secret.as_deref().map(secret::csrf);
        let right = match (given, expected) {
            (Some(given), Some(expected)) => {
                bool::from(given.as_bytes().ct_eq(expected.as_bytes()))
            }
            _ => false,
        };
        if !right {
            return Err(ApiError::forbidden(
                "csrf",
                "The header X-CSRF is missing or out of date. Get a new token from /api/me.",
            ));
        }
    }
    match caller.user() {
        Some(user) => Ok(app.limits.write(user)?),
        None => Ok(()),
    }
}
