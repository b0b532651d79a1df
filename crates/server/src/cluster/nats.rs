//! Core NATS as the bus between nodes.

use super::bus::{Bus, BusError, Received};
use crate::settings::NatsSettings;
use async_nats::client::RequestErrorKind;
use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event};
use axum::body::Bytes;
use futures_util::future::{BoxFuture, FutureExt};
use futures_util::stream::{BoxStream, StreamExt};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, watch};

/// How long an answer may take.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(4);
/// How many messages wait to be published.
const QUEUE: usize = 16_384;
/// How many messages wait on a subscription for whoever reads it.
const MAX_UNREAD: usize = 16_384;
/// How often the connection is checked.
const PING: Duration = Duration::from_secs(2);
/// How long the beginning waits for the first connection. Without it, a node would say that it is
/// ready, and not find the others.
const FIRST_CONNECTION: Duration = Duration::from_secs(2);
/// How often the same failure to connect is logged.
const FAILURE_LOG_INTERVAL: Duration = Duration::from_secs(10);
/// The longest pause between two attempts to connect.
const PAUSE_MS: u64 = 1000;

/// A connection to NATS that restores itself.
#[derive(Debug)]
pub(crate) struct Nats {
    client: Client,
    queue: mpsc::Sender<(String, Vec<u8>)>,
    connections: watch::Receiver<u64>,
}

impl Nats {
    /// Connects. If NATS cannot be reached soon, it goes on trying in the background.
    ///
    /// # Errors
    /// If the settings are wrong: an address that cannot be read, or a file that is not there.
    pub(crate) async fn connect(settings: &NatsSettings, name: &str) -> std::io::Result<Nats> {
        let (connected, mut connections) = watch::channel(0);
        let failures = FailureLog::new(&settings.url);
        let mut options = ConnectOptions::new()
            .name(name)
            .retry_on_initial_connect()
            .max_reconnects(None)
            .reconnect_delay_callback(|attempts| {
                let attempts = u64::try_from(attempts).unwrap_or(u64::MAX);
                Duration::from_millis(attempts.saturating_mul(100).min(PAUSE_MS))
            })
            .connection_timeout(Duration::from_secs(2))
            .request_timeout(Some(ANSWER_TIMEOUT))
            .ping_interval(PING)
            .subscription_capacity(MAX_UNREAD)
            .require_tls(settings.tls)
            .event_callback(move |event| {
                note(&event, &connected, &failures);
                std::future::ready(())
            });
        if let Some(token) = &settings.token {
            options = options.token(token.clone());
        }
        if let (Some(user), Some(password)) = (&settings.user, &settings.password) {
            options = options.user_and_password(user.clone(), password.clone());
        }
        for file in [
            &settings.root_ca,
            &settings.client_certificate,
            &settings.client_key,
        ]
        .into_iter()
        .flatten()
        {
            // Otherwise it would only fail again and again in the background.
            std::fs::File::open(file).map_err(|error| {
                std::io::Error::new(error.kind(), format!("{}: {error}", file.display()))
            })?;
        }
        if let Some(file) = &settings.root_ca {
            options = options.add_root_certificates(file.clone());
        }
        if let (Some(certificate), Some(key)) = (&settings.client_certificate, &settings.client_key)
        {
            options = options.add_client_certificate(certificate.clone(), key.clone());
        }
        let servers: Vec<&str> = settings.url.split(',').map(str::trim).collect();
        let client = options
            .connect(servers)
            .await
            .map_err(|error| std::io::Error::other(error.to_string()))?;
        // Whether it is connected by then shows later.
        let first = connections.wait_for(|count| *count > 0);
        let _ = tokio::time::timeout(FIRST_CONNECTION, first).await;
        let (queue, mut waiting) = mpsc::channel::<(String, Vec<u8>)>(QUEUE);
        let publisher = client.clone();
        tokio::spawn(async move {
            while let Some((subject, payload)) = waiting.recv().await {
                let length = payload.len();
                if let Err(error) = publisher.publish(subject, payload.into()).await {
                    tracing::warn!(%error, length, "a message to other nodes was not sent");
                }
            }
        });
        Ok(Nats {
            client,
            queue,
            connections,
        })
    }
}

/// The failures to connect that are logged: not each of them.
#[derive(Debug)]
struct FailureLog {
    /// The addresses, without passwords.
    addresses: String,
    last: Mutex<Option<(String, Instant)>>,
}

impl FailureLog {
    fn new(url: &str) -> FailureLog {
        let addresses = url.split(',').map(|address| {
            let address = address.trim();
            address.rsplit_once('@').map_or(address, |(_, host)| host)
        });
        FailureLog {
            addresses: addresses.collect::<Vec<_>>().join(", "),
            last: Mutex::new(None),
        }
    }

    /// Whether a failure is logged: it is another one than the last, or that was a while ago.
    fn is_due(&self, error: &str) -> bool {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known = last
            .as_ref()
            .is_some_and(|(known, at)| known == error && at.elapsed() < FAILURE_LOG_INTERVAL);
        if !is_known {
            *last = Some((error.to_owned(), Instant::now()));
        }
        !is_known
    }
}

/// Logs what happens to the connection, and counts connections.
fn note(event: &Event, connected: &watch::Sender<u64>, failures: &FailureLog) {
    match event {
        Event::Connected => {
            tracing::info!("connected to NATS");
            connected.send_modify(|count| *count += 1);
        }
        Event::Disconnected => {
            tracing::error!("the connection to NATS is lost: other nodes cannot be reached");
        }
        // Whoever listens sees a gap in the numbers of the messages.
        Event::SlowConsumer(_) => {
            metrics::counter!("hyperrook_nats_messages_lost_total").increment(1);
        }
        Event::ClientError(error) => {
            let error = error.to_string();
            if failures.is_due(&error) {
                let addresses = &failures.addresses;
                tracing::warn!(error, addresses, "NATS cannot be reached; trying again");
            }
        }
        other => tracing::warn!(event = %other, "NATS"),
    }
}

impl Bus for Nats {
    fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    fn connections(&self) -> watch::Receiver<u64> {
        self.connections.clone()
    }

    fn publish(&self, subject: String, payload: Vec<u8>) {
        if !self.is_connected() {
            return;
        }
        metrics::counter!("hyperrook_nats_bytes_total").increment(payload.len() as u64);
        if self.queue.try_send((subject, payload)).is_err() {
            metrics::counter!("hyperrook_nats_messages_lost_total").increment(1);
        }
    }

    fn request(&self, subject: String, payload: Vec<u8>) -> BoxFuture<'_, Result<Bytes, BusError>> {
        async move {
            // It would be kept and sent later, when nobody waits for the answer any more.
            if !self.is_connected() {
                return Err(BusError::Away);
            }
            metrics::counter!("hyperrook_nats_bytes_total").increment(payload.len() as u64);
            let answer = self.client.request(subject, payload.into()).await;
            answer
                .map(|message| message.payload)
                .map_err(|error| match error.kind() {
                    RequestErrorKind::TimedOut => BusError::NoAnswer,
                    RequestErrorKind::NoResponders => BusError::Nobody,
                    RequestErrorKind::MaxPayloadExceeded => BusError::TooLong,
                    _ => BusError::Other(error.to_string()),
                })
        }
        .boxed()
    }

    fn subscribe(
        &self,
        subject: String,
        group: Option<String>,
    ) -> BoxFuture<'_, Result<BoxStream<'static, Received>, BusError>> {
        async move {
            let subscribed = match group {
                Some(group) => self.client.queue_subscribe(subject, group).await,
                None => self.client.subscribe(subject).await,
            };
            let messages = subscribed.map_err(|error| BusError::Other(error.to_string()))?;
            Ok(messages
                .map(|message| Received {
                    payload: message.payload,
                    reply: message.reply.map(|reply| reply.to_string()),
                })
                .boxed())
        }
        .boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_to_connect_is_logged_once_with_the_addresses() {
        let log = FailureLog::new("nats://ann:secret@a.lan:4222, nats://b.lan");
        assert_eq!(log.addresses, "a.lan:4222, nats://b.lan");
        assert!(log.is_due("refused") && !log.is_due("refused"));
        assert!(log.is_due("another"));
    }
}
