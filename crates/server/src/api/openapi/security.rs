//! The sign-in that each route needs, in the description of the routes.

use super::operations::operations;
use crate::security::caller::{COOKIE, CSRF};
use crate::security::guard::is_stateless;
use crate::security::scope::{TokenScope, is_safe};
use axum::http::Method;
use utoipa::Modify;
use utoipa::openapi::SecurityRequirement;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};

/// The session cookie.
const SESSION: &str = "cookie";
/// The header that goes with the cookie in requests that change something.
const FORGERY: &str = "csrf";
/// The token of a bot.
const TOKEN: &str = "token";

/// The addresses that only signed-in users can read.
const PRIVATE: [&str; 4] = [
    "/api/me/export",
    "/api/me/progress",
    "/api/me/settings",
    "/api/me/tokens",
];

/// Adds the ways to sign in, and says of each route which of them it needs.
pub(super) struct Security;

impl Modify for Security {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        let cookie = ApiKeyValue::with_description(
            COOKIE,
            "The session cookie of a browser, from `GET /api/me`. A request that changes something \
             also needs `csrf`, and an `Origin` of this server.",
        );
        let csrf = ApiKeyValue::with_description(
            CSRF,
            "The field `csrf` of `GET /api/me`. It belongs to the session.",
        );
        let token = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some(
                "A token from `POST /api/me/tokens`, for bots. Each route names the scope that the \
                 token needs.",
            ))
            .build();
        let components = api.components.get_or_insert_default();
        components.add_security_scheme(SESSION, SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
        components.add_security_scheme(FORGERY, SecurityScheme::ApiKey(ApiKey::Header(csrf)));
        components.add_security_scheme(TOKEN, SecurityScheme::Http(token));
        for (path, method, operation) in operations(api) {
            operation.security = Some(requirements(&method, path));
        }
    }
}

/// What a request needs: one of these. An empty one means that nobody has to sign in.
fn requirements(method: &Method, path: &str) -> Vec<SecurityRequirement> {
    if !path.starts_with("/api/") {
        return Vec::new();
    }
    let stateless = is_stateless(path);
    let scope = TokenScope::needed(method, path, stateless);
    let none: [&str; 0] = [];
    let session = SecurityRequirement::new(SESSION, none);
    let token = SecurityRequirement::new(TOKEN, [scope.name()]);
    if !is_safe(method) && !stateless {
        vec![session.add(FORGERY, none), token]
    } else if PRIVATE.contains(&path) {
        vec![session, token]
    } else {
        vec![SecurityRequirement::default(), session, token]
    }
}
