//! A connection that does not wait for ever: for the head of a request, or for a
//! client that does not read.

use super::slots::SlotGuard;
use std::io::{Error, ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// How long the head of a request may take.
const HEAD_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a client may take none of the bytes that wait for it.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);

/// The stream of a connection, with these limits.
#[derive(Debug)]
pub(super) struct GuardedStream {
    stream: TcpStream,
    taken: SlotGuard,
    head: Option<Pin<Box<Sleep>>>,
    write: Option<Pin<Box<Sleep>>>,
}

impl GuardedStream {
    pub(super) fn new(stream: TcpStream, taken: SlotGuard) -> GuardedStream {
        GuardedStream {
            stream,
            taken,
            head: Some(Box::pin(sleep(HEAD_TIMEOUT))),
            write: None,
        }
    }

    /// Ends a write that has waited too long.
    fn progress<T>(&mut self, cx: &mut Context<'_>, done: Poll<Result<T>>) -> Poll<Result<T>> {
        if done.is_ready() {
            self.write = None;
            return done;
        }
        let timer = self
            .write
            .get_or_insert_with(|| Box::pin(sleep(WRITE_TIMEOUT)));
        match timer.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(Err(late("the client does not read"))),
            Poll::Pending => Poll::Pending,
        }
    }
}

fn late(what: &'static str) -> Error {
    Error::new(ErrorKind::TimedOut, what)
}

impl AsyncRead for GuardedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        let filled = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if read.is_ready() {
            if buffer.filled().len() > filled && self.taken.slot.begin_head() {
                self.head = Some(Box::pin(sleep(HEAD_TIMEOUT)));
            }
            return read;
        }
        if !self.taken.slot.in_head() {
            self.head = None;
            return Poll::Pending;
        }
        let timer = self
            .head
            .get_or_insert_with(|| Box::pin(sleep(HEAD_TIMEOUT)));
        match timer.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(Err(late("the head of a request takes too long"))),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncWrite for GuardedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.progress(cx, done)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.progress(cx, done)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        let done = Pin::new(&mut self.stream).poll_flush(cx);
        self.progress(cx, done)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        let done = Pin::new(&mut self.stream).poll_shutdown(cx);
        self.progress(cx, done)
    }
}
