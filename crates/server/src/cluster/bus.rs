//! What carries messages between nodes.

use axum::body::Bytes;
use futures_util::future::{BoxFuture, FutureExt};
use futures_util::stream::{self, BoxStream, Stream, StreamExt};
use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use tokio::sync::watch;

/// Why a message did not get through.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum BusError {
    /// There is no connection.
    #[error("there is no connection to NATS")]
    Away,
    /// Nobody listens on the subject.
    #[error("no node answers there")]
    Nobody,
    /// There is no answer in time. What was asked may still be done.
    #[error("the node does not answer")]
    NoAnswer,
    /// The message is longer than NATS allows.
    #[error("the message is too long")]
    TooLong,
    /// Something else.
    #[error("NATS: {0}")]
    Other(String),
}

/// A message that has arrived.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    /// What it says.
    pub(crate) payload: Bytes,
    /// Where an answer goes, if one is expected.
    pub(crate) reply: Option<String>,
}

/// What carries messages between nodes. Messages can be lost, and are never delivered twice.
pub(crate) trait Bus: Debug + Send + Sync {
    /// Whether messages get through at the moment, as far as is known.
    fn is_connected(&self) -> bool;

    /// A number that grows with each new connection: what was sent before may be lost.
    fn connections(&self) -> watch::Receiver<u64>;

    /// Sends a message to all who listen. It is lost if there is no connection, or if too
    /// many wait already.
    fn publish(&self, subject: String, payload: Vec<u8>);

    /// Sends a message and waits for the answer.
    fn request(&self, subject: String, payload: Vec<u8>) -> BoxFuture<'_, Result<Bytes, BusError>>;

    /// Listens on a subject. Of those who name the same group, one gets each message.
    fn subscribe(
        &self,
        subject: String,
        group: Option<String>,
    ) -> BoxFuture<'_, Result<BoxStream<'static, Received>, BusError>>;
}

/// A shared bus.
pub(crate) type SharedBus = Arc<dyn Bus>;

/// The pause before a subscription that failed is tried again.
const PAUSE: Duration = Duration::from_millis(500);

/// Listens on a subject as soon as the bus allows it.
pub(crate) async fn listen(
    bus: &dyn Bus,
    subject: &str,
    group: Option<&str>,
) -> BoxStream<'static, Received> {
    loop {
        let subscribed = bus.subscribe(subject.to_owned(), group.map(str::to_owned));
        match subscribed.await {
            Ok(messages) => return messages,
            Err(error) => tracing::error!(subject, %error, "no messages of other nodes arrive"),
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// All messages on a subject, without an end: when a subscription ends there is a new one.
pub(crate) fn messages<'a>(
    bus: &'a dyn Bus,
    subject: String,
    group: Option<&'a str>,
) -> impl Stream<Item = Received> + Send + 'a {
    let begin = (subject, None::<BoxStream<'static, Received>>);
    stream::unfold(begin, move |(subject, mut open)| async move {
        loop {
            if let Some(messages) = &mut open {
                if let Some(received) = messages.next().await {
                    return Some((received, (subject, open)));
                }
                tokio::time::sleep(PAUSE).await;
            }
            open = Some(listen(bus, &subject, group).await);
        }
    })
}

/// The bus of a server that runs alone: there is nobody else.
#[derive(Debug)]
pub(crate) struct NoBus;

impl Bus for NoBus {
    fn is_connected(&self) -> bool {
        true
    }

    fn connections(&self) -> watch::Receiver<u64> {
        watch::channel(0).1
    }

    fn publish(&self, _subject: String, _payload: Vec<u8>) {}

    fn request(
        &self,
        _subject: String,
        _payload: Vec<u8>,
    ) -> BoxFuture<'_, Result<Bytes, BusError>> {
        std::future::ready(Err(BusError::Nobody)).boxed()
    }

    fn subscribe(
        &self,
        _subject: String,
        _group: Option<String>,
    ) -> BoxFuture<'_, Result<BoxStream<'static, Received>, BusError>> {
        std::future::ready(Ok(futures_util::stream::pending().boxed())).boxed()
    }
}
