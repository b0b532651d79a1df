//! Bodies that nobody has read when their requests are answered.
//!
//! A request may be refused by a layer, an address may not exist, and a handler may have no use
//! for the body. If the body is not read (it may come a moment after the head), the connection is
//! closed after the answer, and the client's next request on it is lost. So a small body is read
//! before the answer is sent, and for others the answer says that the connection closes.

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

/// The longest body that is read for nothing, in bytes.
const MAX_DRAINED: usize = 16 * 1024;
/// How long that may take.
const MAX_DRAIN_TIME: Duration = Duration::from_secs(1);

/// The body of a request. A copy of it reads what is left.
#[derive(Clone, Debug)]
struct SharedBody(Arc<Mutex<Body>>);

impl SharedBody {
    fn with<T>(&self, use_body: impl FnOnce(&mut Body) -> T) -> T {
        use_body(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl HttpBody for SharedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.with(|body| Pin::new(body).poll_frame(context))
    }

    fn is_end_stream(&self) -> bool {
        self.with(|body| body.is_end_stream())
    }

    fn size_hint(&self) -> SizeHint {
        self.with(|body| body.size_hint())
    }
}

/// Reads what is left of a body once its request is answered, if that is little.
pub(crate) async fn drain(request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    if body.is_end_stream() {
        return next.run(Request::from_parts(head, body)).await;
    }
    // Such a client sends the body only if it is asked to, and reading is asking.
    let waits = head.headers.contains_key(header::EXPECT);
    let shared = SharedBody(Arc::new(Mutex::new(body)));
    let request = Request::from_parts(head, Body::new(shared.clone()));
    let mut response = next.run(request).await;
    if shared.is_end_stream() {
        return response;
    }
    let rest = to_bytes(Body::new(shared), MAX_DRAINED);
    let is_read = !waits && matches!(tokio::time::timeout(MAX_DRAIN_TIME, rest).await, Ok(Ok(_)));
    if !is_read {
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
    }
    response
}
