//! The messages that wait to be sent on a socket.

use axum::extract::ws::Utf8Bytes;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::{Notify, mpsc};
use tokio_util::sync::CancellationToken;

/// The most messages that wait for a slow client.
const MAX_WAITING: usize = 512;
/// The most bytes of messages that wait for a slow client. One message may be longer
/// if no other waits.
const MAX_WAITING_BYTES: usize = 1024 * 1024;
/// What may wait while more messages of the client are answered.
const ROOM_BYTES: usize = 256 * 1024;

/// Sends to a socket. A socket whose messages pile up is closed; the client then
/// reconnects and asks for the state. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    queue: mpsc::Sender<Utf8Bytes>,
    waiting_bytes: Arc<AtomicUsize>,
    taken: Arc<Notify>,
    closed: CancellationToken,
}

/// The end of an outbox from which its messages are sent.
#[derive(Debug)]
pub(crate) struct OutboxReader {
    messages: mpsc::Receiver<Utf8Bytes>,
    waiting_bytes: Arc<AtomicUsize>,
    taken: Arc<Notify>,
}

impl Outbox {
    /// An outbox, and the end from which its messages are sent.
    pub(crate) fn new() -> (Outbox, OutboxReader) {
        let (queue, messages) = mpsc::channel(MAX_WAITING);
        let waiting_bytes = Arc::new(AtomicUsize::new(0));
        let taken = Arc::new(Notify::new());
        let outbox = Outbox {
            queue,
            waiting_bytes: waiting_bytes.clone(),
            taken: taken.clone(),
            closed: CancellationToken::new(),
        };
        let reader = OutboxReader {
            messages,
            waiting_bytes,
            taken,
        };
        (outbox, reader)
    }

    /// Sends a message.
    pub(crate) fn send(&self, text: Utf8Bytes) {
        if self.is_closed() {
            return;
        }
        let length = text.len();
        let before = self.waiting_bytes.fetch_add(length, Ordering::Relaxed);
        let too_much = before > 0 && before + length > MAX_WAITING_BYTES;
        if too_much || self.queue.try_send(text).is_err() {
            self.close();
        }
    }

    /// Waits until few messages wait, or the socket is closed. Whoever answers messages
    /// of the client waits so, and a client that asks for much is answered as fast as it
    /// reads.
    pub(crate) async fn room(&self) {
        while self.waiting_bytes.load(Ordering::Relaxed) > ROOM_BYTES {
            tokio::select! {
                () = self.taken.notified() => {}
                () = self.closed() => return,
            }
        }
    }

    /// Closes the socket.
    pub(crate) fn close(&self) {
        self.closed.cancel();
    }

    /// Whether the socket is closed, or about to be.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed.is_cancelled()
    }

    /// Waits until the socket is closed.
    pub(crate) async fn closed(&self) {
        self.closed.cancelled().await;
    }
}

impl OutboxReader {
    /// The next message; `None` if nobody can send any more.
    pub(crate) async fn recv(&mut self) -> Option<Utf8Bytes> {
        let text = self.messages.recv().await?;
        self.waiting_bytes.fetch_sub(text.len(), Ordering::Relaxed);
        self.taken.notify_one();
        Some(text)
    }

    /// The next message, if one waits.
    pub(crate) fn try_recv(&mut self) -> Option<Utf8Bytes> {
        self.messages.try_recv().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(length: usize) -> Utf8Bytes {
        "x".repeat(length).into()
    }

    #[tokio::test]
    async fn messages_that_pile_up_close_the_socket() {
        let (many, _reader) = Outbox::new();
        for _ in 0..MAX_WAITING {
            many.send(text(1));
        }
        assert!(!many.is_closed());
        many.send(text(1));
        assert!(many.is_closed());
        // The bytes reach their limit long before the messages do.
        let (long, mut reader) = Outbox::new();
        long.send(text(2 * MAX_WAITING_BYTES));
        assert!(!long.is_closed(), "one may be longer");
        assert_eq!(reader.recv().await.unwrap().len(), 2 * MAX_WAITING_BYTES);
        for _ in 0..4 {
            long.send(text(MAX_WAITING_BYTES / 4));
        }
        assert!(!long.is_closed());
        long.send(text(1));
        assert!(long.is_closed());
    }

    #[tokio::test]
    async fn answers_wait_for_a_client_that_reads_slowly() {
        let (outbox, mut reader) = Outbox::new();
        let answered = tokio::spawn({
            let outbox = outbox.clone();
            async move {
                for _ in 0..200 {
                    outbox.room().await;
                    outbox.send(text(ROOM_BYTES / 3));
                }
            }
        });
        for _ in 0..200 {
            tokio::task::yield_now().await;
            assert!(outbox.waiting_bytes.load(Ordering::Relaxed) <= 2 * ROOM_BYTES);
            reader.recv().await.unwrap();
        }
        answered.await.unwrap();
        assert!(!outbox.is_closed());
        // Nobody waits for a socket that is closed.
        outbox.send(text(2 * ROOM_BYTES));
        outbox.close();
        outbox.room().await;
    }
}
