//! Extractors of requests. Their errors have the shape of all errors of the API.

use super::body_schema::BodySchema;
use super::error::ApiError;
use crate::messages::client::has_nul;
use crate::messages::json::{self, not_json};
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use hyperrook_notation::words::sentence;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::time::Duration;
use utoipa::ToSchema;

/// The largest body, in bytes. Definitions are the longest texts; as JSON they have some
/// escapes.
pub(super) const MAX_BODY: usize = 512 * 1024;
/// How long a body may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// A body of JSON. Fields that its schema has not are refused.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned + ToSchema + 'static, S: Send + Sync> FromRequest<S> for Body<T> {
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
                "The body contains a NUL character, which is not allowed.",
            ));
        }
        let value: Value = serde_json::from_slice(&bytes)
            .map_err(|error| ApiError::invalid("body", not_json("body", &error)))?;
        if let Some(fault) = BodySchema::of::<T>().fault(&value) {
            return Err(invalid(fault.field, fault.reason));
        }
        // Not from `value`, in which the last of two fields of the same name has won.
        serde_json::from_slice(&bytes).map(Body).map_err(|error| {
            let fault = json::fault_of::<T>(&value, &error, "body");
            invalid(fault.field, fault.reason)
        })
    }
}

fn invalid(field: Option<String>, reason: String) -> ApiError {
    ApiError::invalid("body", reason.clone()).with_fields(field.map(|field| (field, reason)))
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
