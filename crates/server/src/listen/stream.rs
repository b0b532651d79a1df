//! A connection with limits. It waits only so long for the head of a request, or for a client
//! that does not read. When it has become a socket, only so many bytes are read in a second,
//! since a client could otherwise send any number of frames that never end a message.

use super::slots::SlotGuard;
use std::io::{Error, ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};
use tokio_util::sync::WaitForCancellationFutureOwned;

/// How long the head of a request may take.
const HEAD_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a client may read none of the bytes that wait for it.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);
/// How long a socket may be read as fast as possible if it was quiet before.
const BURST: Duration = Duration::from_secs(4);
/// The pause when too much has come.
const PAUSE: Duration = Duration::from_millis(100);

/// The stream of a connection, with these limits.
#[derive(Debug)]
pub(super) struct GuardedStream {
    stream: TcpStream,
    taken: SlotGuard,
    /// The end of the time for a head; later the end of a pause of a socket.
    head: Option<Pin<Box<Sleep>>>,
    /// When the bytes read from a socket so far would have arrived at the allowed rate.
    paid_until: Option<Instant>,
    write: Option<Pin<Box<Sleep>>>,
    /// Waits until a socket has to make room.
    evicted: Option<Pin<Box<WaitForCancellationFutureOwned>>>,
}

impl GuardedStream {
    pub(super) fn new(stream: TcpStream, taken: SlotGuard) -> GuardedStream {
        GuardedStream {
            stream,
            taken,
            head: Some(Box::pin(sleep(HEAD_TIMEOUT))),
            paid_until: None,
            write: None,
            evicted: None,
        }
    }

    /// Reads from a socket, more slowly if too much has come.
    fn poll_read_socket(
        &mut self,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        let slot = &self.taken.slot;
        let evicted = self.evicted.get_or_insert_with(|| {
            let evicted = slot.evicted.clone();
            Box::pin(evicted.cancelled_owned())
        });
        if evicted.as_mut().poll(cx).is_ready() {
            let reason = "the connection makes room for another";
            return Poll::Ready(Err(Error::new(ErrorKind::ConnectionAborted, reason)));
        }
        let now = Instant::now();
        let paid_until = self.paid_until.unwrap_or(now).max(now);
        if paid_until > now + BURST {
            let pause = self.head.get_or_insert_with(|| Box::pin(sleep(PAUSE)));
            if pause.as_mut().poll(cx).is_pending() {
                return Poll::Pending;
            }
        }
        self.head = None;
        let filled = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        let count = (buffer.filled().len() - filled) as u64;
        let cost = count * 1_000_000_000 / self.taken.socket_bytes_per_second();
        self.paid_until = Some(paid_until + Duration::from_nanos(cost));
        read
    }

    /// Ends a write that has waited too long.
    fn progress<T>(&mut self, cx: &mut Context<'_>, done: Poll<Result<T>>) -> Poll<Result<T>> {
        if done.is_ready() {
            if self.write.take().is_some() {
                self.taken.slot.set_writing(false);
            }
            return done;
        }
        self.taken.slot.set_writing(true);
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
        if self.taken.slot.is_socket() {
            return self.poll_read_socket(cx, buffer);
        }
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
