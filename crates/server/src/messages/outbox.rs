//! The messages that wait to be sent on a socket.

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// The most messages that wait for a slow client.
const WAITING: usize = 512;

/// Sends to a socket. A socket whose messages pile up is closed; the client then
/// reconnects and asks for the state. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    queue: mpsc::Sender<Utf8Bytes>,
    closed: CancellationToken,
}

impl Outbox {
    /// An outbox, and the end from which its messages are sent.
    pub(crate) fn new() -> (Outbox, mpsc::Receiver<Utf8Bytes>) {
        let (queue, messages) = mpsc::channel(WAITING);
        let closed = CancellationToken::new();
        (Outbox { queue, closed }, messages)
    }

    /// Sends a message.
    pub(crate) fn send(&self, text: Utf8Bytes) {
        if self.queue.try_send(text).is_err() {
            self.close();
        }
    }

    /// Closes the socket.
    pub(crate) fn close(&self) {
        self.closed.cancel();
    }

    /// Waits until the socket is closed.
    pub(crate) async fn closed(&self) {
        self.closed.cancelled().await;
    }
}
