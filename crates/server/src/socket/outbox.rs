//! What is to be sent on a socket.

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// The most messages that wait for one who reads slowly.
const WAITING: usize = 512;

/// The way to a socket. A socket whose messages pile up is closed: the client
/// comes back and asks for the state. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Outbox {
    queue: mpsc::Sender<Utf8Bytes>,
    closed: CancellationToken,
}

impl Outbox {
    /// A way, and its end.
    pub(super) fn new() -> (Outbox, mpsc::Receiver<Utf8Bytes>) {
        let (queue, messages) = mpsc::channel(WAITING);
        let closed = CancellationToken::new();
        (Outbox { queue, closed }, messages)
    }

    /// Sends a message.
    pub fn send(&self, text: Utf8Bytes) {
        if self.queue.try_send(text).is_err() {
            self.close();
        }
    }

    /// Closes the socket.
    pub fn close(&self) {
        self.closed.cancel();
    }

    /// Waits until somebody has closed the socket.
    pub(super) async fn closed(&self) {
        self.closed.cancelled().await;
    }
}
