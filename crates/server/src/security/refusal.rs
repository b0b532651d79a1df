//! Answers requests that are refused before anything reads their bodies.

use crate::api::error::ApiError;
use axum::body::to_bytes;
use axum::extract::Request;
use std::time::Duration;

/// The longest body of a refused request that is read, in bytes.
const MAX_DRAINED: usize = 16 * 1024;
/// How long that may take.
const MAX_DRAIN_TIME: Duration = Duration::from_secs(1);

/// The answer to a request that is refused, once its body has been read. If it is not read
/// (it may come a moment after the head), the connection is closed after the answer, and the
/// client's next request on it is lost.
pub(crate) async fn answer(request: Request, error: ApiError) -> ApiError {
    let body = to_bytes(request.into_body(), MAX_DRAINED);
    let _ = tokio::time::timeout(MAX_DRAIN_TIME, body).await;
    error
}
