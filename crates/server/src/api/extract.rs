//! Extractors of requests. Their errors have the shape of all errors of the API.

use super::error::ApiError;
use crate::messages::client::{has_nul, not_json};
use crate::messages::json;
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use hyperrook_notation::words::sentence;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::time::Duration;

/// The largest body, in bytes. Definitions are the longest texts; as JSON they have some
/// escapes.
pub(super) const MAX_BODY: usize = 512 * 1024;
/// How long a body may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// A body of JSON.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, ApiError> {
        let kind = request.headers().get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or("");
        if !kind
            .trim_start()
            .to_ascii_lowercase()
            .starts_with("application/json")
        {
            let message = "The body must be JSON, with `Content-Type: application/json`.";
            let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
            return Err(ApiError::new(status, "media_type", message));
        }
        let slow = |_| {
            let message = "The body took longer than 30 seconds to arrive.";
            ApiError::new(StatusCode::REQUEST_TIMEOUT, "slow", message)
        };
        let bytes = tokio::time::timeout(BODY_TIMEOUT, Bytes::from_request(request, state))
            .await
            .map_err(slow)?
            .map_err(|rejection| match rejection.status() {
                status @ StatusCode::PAYLOAD_TOO_LARGE => {
                    let message = format!("The body is larger than {} KiB.", MAX_BODY / 1024);
                    ApiError::new(status, "too_large", message)
                }
                status => ApiError::new(status, "body", sentence(&rejection.body_text())),
            })?;
        if has_nul(&bytes) {
            return Err(ApiError::invalid(
                "body",
                "The body contains a NUL character, which no text may have.",
            ));
        }
        serde_json::from_slice(&bytes)
            .map(Body)
            .map_err(|error| unreadable::<T>(&bytes, &error))
    }
}

/// Says why a body cannot be read, and which field is at fault.
fn unreadable<T: DeserializeOwned>(body: &[u8], error: &serde_json::Error) -> ApiError {
    let value: Value = match serde_json::from_slice(body) {
        Ok(value) => value,
        Err(error) => return ApiError::invalid("body", not_json("body", &error)),
    };
    match json::read::<T>(&value) {
        Err(fault) => {
            let reason = sentence(&fault.reason);
            let message = format!("The body cannot be read: {fault}.");
            let fields = fault.field.map(|field| (field, reason));
            ApiError::invalid("body", message).with_fields(fields)
        }
        // A field that is there twice, which a parsed object cannot show.
        Ok(_) => ApiError::invalid("body", format!("The body cannot be read: {error}.")),
    }
}

/// Parameters after the `?`.
#[derive(Clone, Copy, Debug, FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(ApiError))]
pub(crate) struct Query<T>(pub(crate) T);

/// A part of the path.
#[derive(Clone, Debug)]
pub(crate) struct Path(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Path {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path, ApiError> {
        let path = axum::extract::Path::<String>::from_request_parts(parts, state).await;
        let axum::extract::Path(text) = path.map_err(ApiError::from)?;
        Ok(Path(text))
    }
}
