//! Bodies of answers: as long as one is sent, its connection is not idle.

use super::slots::Slot;
use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

/// The body of an answer. When it is dropped, its connection is idle.
#[derive(Debug)]
pub(super) struct AnswerBody {
    body: Body,
    /// `None` if the connection has become a socket.
    slot: Option<Arc<Slot>>,
}

impl AnswerBody {
    pub(super) fn new(body: Body, slot: Option<Arc<Slot>>) -> AnswerBody {
        AnswerBody { body, slot }
    }
}

impl Drop for AnswerBody {
    fn drop(&mut self) {
        if let Some(slot) = &self.slot {
            slot.end_request();
        }
    }
}

impl HttpBody for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
