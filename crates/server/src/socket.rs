//! The socket `GET /api/socket`: one connection, from its opening to its end.

mod pings;

use crate::api::actions;
use crate::api::error::{ApiError, ErrorBody};
use crate::api::rules::history;
use crate::app::App;
use crate::cluster::wire::analyses::AnalysisQuery;
use crate::engine::analysis::AnalysisRequest;
use crate::game::action::{ActionRequest, Rejection};
use crate::live::{self, Command, Viewer};
use crate::messages::client::{ClientMessage, GameAction, MAX_KEY, UnreadableMessage};
use crate::messages::outbox::{Outbox, OutboxReader};
use crate::messages::server;
use crate::security::caller::{Caller, still_lets_in};
use crate::security::guard::same_origin;
use crate::security::limits::SocketOwner;
use crate::security::scope::TokenScope;
use crate::store::Account;
use crate::time::{now_ms, rfc3339};
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::stream::{SplitSink, StreamExt};
use futures_util::{SinkExt, stream::SplitStream};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use pings::Pings;
use std::collections::HashSet;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The longest message of a client, in bytes.
const MAX_MESSAGE: usize = 16 * 1024;
/// The longest message that is read to its end. Otherwise the client would often find the
/// connection broken, and not read why.
const MAX_READ: usize = 4 * MAX_MESSAGE;
/// Why a socket is closed after a longer message than [`MAX_MESSAGE`].
const TOO_LONG: CloseReason = CloseReason {
    code: close_code::SIZE,
    text: "a message may have 16 KiB",
};
/// Why a socket is closed after a text that is none.
const NOT_UTF8: CloseReason = CloseReason {
    code: close_code::INVALID,
    text: "a text message must be UTF-8",
};
/// Why a socket is closed after a frame that no client may send.
const BROKEN_PROTOCOL: CloseReason = CloseReason {
    code: close_code::PROTOCOL,
    text: "a frame breaks the WebSocket protocol",
};
/// The bytes of the read buffer of a socket.
const READ_BUFFER: usize = 2 * 1024;
/// How often the server pings a client, in ticks of [`CHECK_INTERVAL`].
const PING_TICKS: u32 = 2;
/// How often the server looks after a socket.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// How long a pong may take. A client whose pong is still missing a tick later is let go.
const PONG_TIMEOUT: Duration = Duration::from_secs(9);
/// How long sending one message may take.
const SEND_TIMEOUT: Duration = Duration::from_secs(20);
/// How often the server checks that the session or token is still valid. Another
/// process can close accounts, too.
const ASK_AGAIN: Duration = Duration::from_secs(60);

/// Open the socket
///
/// A WebSocket. The client sends messages of the type `ClientMessage`, at most 16 KiB
/// each; the server sends messages of the type `ServerMessage`. All are JSON texts.
/// Bots send their token in the header `Authorization`, as with any request.
#[utoipa::path(
    get, path = "/api/socket", tag = "play", operation_id = "open_socket",
    responses(
        (status = 101, description = "The socket is open"),
        (status = 400, description = "The request is not a WebSocket handshake", body = ErrorBody),
        (status = 403, description = "The request came from another site", body = ErrorBody),
        (status = 426, description = "The connection cannot be upgraded", body = ErrorBody),
    ),
)]
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|rejection| {
        let message = "This address is a WebSocket. Open it with a WebSocket client.";
        ApiError::new(rejection.status(), "socket", message)
    })?;
    // A browser sends the origin of the page. Programs send none, but then they have a
    // token or are not signed in.
    let own = same_origin(&app, &headers);
    if own == Some(false) || (own.is_none() && caller.secret.is_some() && !caller.by_token) {
        return Err(ApiError::forbidden(
            "origin",
            "Sockets can only be opened from the server's own pages, or with a token.",
        ));
    }
    let owner = match &caller.account {
        None => SocketOwner::Nobody,
        Some(account) if account.guest => SocketOwner::Guest,
        Some(_) => SocketOwner::Registered,
    };
    // Dropped with the task of the socket, also if that panics or the upgrade fails.
    let slot = app.limits.open_socket(caller.address, owner)?;
    // When the server stops it waits until the sockets are closed.
    let open = app.sockets.token();
    Ok(upgrade
        .max_message_size(MAX_READ)
        .max_frame_size(MAX_READ)
        // Messages of clients are short. The default would be most of a game's memory.
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .on_upgrade(move |socket| async move {
            let _until_the_end = (slot, open);
            Connection::serve(app, caller, socket).await;
        }))
}

/// What the client is told when the server closes its socket.
#[derive(Clone, Copy, Debug)]
struct CloseReason {
    code: u16,
    text: &'static str,
}

impl CloseReason {
    /// The server or this socket goes away.
    fn away(text: &'static str) -> CloseReason {
        CloseReason {
            code: close_code::AWAY,
            text,
        }
    }

    /// What a client is told that has broken the rules of sockets. The library gives its error as
    /// a text only.
    fn after(error: &str) -> Option<CloseReason> {
        let known = [
            ("too long", TOO_LONG),
            ("UTF-8", NOT_UTF8),
            ("protocol error", BROKEN_PROTOCOL),
        ];
        let mut known = known.into_iter();
        known.find_map(|(word, reason)| error.contains(word).then_some(reason))
    }
}

struct Connection {
    app: Arc<App>,
    user: Option<String>,
    /// Whether the token may play, if the socket was opened with one.
    may_play: bool,
    address: IpAddr,
    /// Whether analyses take turns of this person, and not of the address.
    has_own_turns: bool,
    outbox: Outbox,
    number: u64,
    watched: HashSet<String>,
    rate: DefaultDirectRateLimiter,
    pings: Arc<Pings>,
    /// Why the socket is closed, if the client has done something that it may not.
    fault: Arc<OnceLock<CloseReason>>,
}

/// Also when a handler has panicked.
impl Drop for Connection {
    fn drop(&mut self) {
        self.app.games.hub.disconnect(self.number);
        self.app.analyses.leave(self.number);
        // Remaining messages may still be sent.
        self.outbox.close();
        let watched = std::mem::take(&mut self.watched);
        if !watched.is_empty() {
            let (app, number) = (self.app.clone(), self.number);
            tokio::spawn(async move {
                for id in watched {
                    app.games.unwatch(&id, number).await;
                }
            });
        }
    }
}

impl Connection {
    async fn serve(app: Arc<App>, caller: Caller, socket: WebSocket) {
        let may_play = caller.may(TokenScope::Play).is_ok();
        let account = caller.account.as_ref();
        let has_own_turns = account.is_some_and(Account::has_own_turns);
        let user = caller.account.map(|account| account.id);
        let (outbox, messages) = Outbox::new();
        let (sink, stream) = socket.split();
        let pings = Arc::new(Pings::default());
        let fault = Arc::new(OnceLock::new());
        let sender = tokio::spawn(send(
            app.clone(),
            outbox.clone(),
            messages,
            sink,
            pings.clone(),
            caller.credential.clone(),
            fault.clone(),
        ));
        let hub = &app.games.hub;
        let number = hub.connect(user.clone(), caller.credential, outbox.clone());
        let rate = app.settings.limits.messages_per_second;
        let rate = NonZeroU32::new(rate).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::per_second(rate)
            .allow_burst(rate.saturating_mul(NonZeroU32::MIN.saturating_add(2)));
        let mut connection = Connection {
            app,
            user,
            may_play,
            address: caller.address,
            has_own_turns,
            outbox,
            number,
            watched: HashSet::new(),
            rate: RateLimiter::direct(quota),
            pings,
            fault,
        };
        connection.listen(stream).await;
        drop(connection);
        let _ = sender.await;
    }

    async fn listen(&mut self, mut stream: SplitStream<WebSocket>) {
        let outbox = self.outbox.clone();
        loop {
            self.pings.set_reading(true);
            let message = tokio::select! {
                message = stream.next() => message,
                () = outbox.closed() => return,
            };
            self.pings.set_reading(false);
            let message = match message {
                Some(Ok(message)) => message,
                Some(Err(error)) => {
                    if let Some(reason) = CloseReason::after(&error.to_string()) {
                        let _ = self.fault.set(reason);
                    }
                    return;
                }
                None => return,
            };
            let length = match &message {
                Message::Text(text) => text.len(),
                Message::Binary(bytes) => bytes.len(),
                _ => 0,
            };
            if length > MAX_MESSAGE {
                let _ = self.fault.set(TOO_LONG);
                return;
            }
            match message {
                Message::Text(text) => {
                    // A client that sends too much is read more slowly.
                    self.rate.until_ready().await;
                    outbox.room().await;
                    self.handle_message(&text).await;
                }
                Message::Pong(payload) => {
                    self.pings.pong(&payload, Instant::now());
                    self.rate.until_ready().await;
                }
                Message::Ping(_) => self.rate.until_ready().await,
                Message::Binary(_) => {
                    self.rate.until_ready().await;
                    outbox.room().await;
                    self.error(
                        "message",
                        "The socket takes text messages only, not binary ones.",
                        None,
                        None,
                    );
                }
                Message::Close(_) => return,
            }
        }
    }

    fn error(&self, code: &str, message: &str, id: Option<&str>, req: Option<i64>) {
        self.outbox.send(server::error(code, message, id, req));
    }

    async fn handle_message(&mut self, text: &str) {
        match ClientMessage::parse(text) {
            // Boxed: most of the time a socket waits for the next message.
            Ok(message) => Box::pin(self.dispatch(message)).await,
            Err(UnreadableMessage { key: None, reason }) => {
                self.error("message", &reason, None, None);
            }
            Err(UnreadableMessage {
                key: Some(key),
                reason,
            }) => {
                let text = server::rejected(&key, "message", &reason, None);
                self.outbox.send(text);
            }
        }
    }

    async fn act(&mut self, action: GameAction) {
        let key = &action.key;
        if key.is_empty() || key.len() > MAX_KEY {
            return self.error(
                "key",
                &format!("A key has 1 to {MAX_KEY} bytes."),
                Some(&action.id),
                None,
            );
        }
        let Some(user) = self.user.clone() else {
            let text = server::rejected(key, "sign_in", "Sign in first, or become a guest.", None);
            return self.outbox.send(text);
        };
        if !self.may_play {
            let message = "This token may not do that: it has no scope `play`.";
            let text = server::rejected(key, "scope", message, None);
            return self.outbox.send(text);
        }
        if let Err(refused) = self.app.limits.write(&user) {
            let text = server::rejected(key, Rejection::TOO_MANY, &refused.to_string(), None);
            return self.outbox.send(text);
        }
        let request = ActionRequest {
            user,
            key: Some(key.clone()),
            action: action.action,
            lag_limit_ms: self.pings.round_trip_ms(),
            no_new_game: None,
        };
        let text = match actions::act(&self.app, &action.id, request, self.address).await {
            Ok(acted) => match acted.answer {
                Ok(seq) => server::ack(key, seq),
                Err(Rejection { code, message }) => {
                    server::rejected(key, &code, &message, acted.state.as_deref())
                }
            },
            Err(error) => {
                let rejection = Rejection::from(error);
                server::rejected(key, &rejection.code, &rejection.message, None)
            }
        };
        self.outbox.send(text);
    }

    async fn dispatch(&mut self, message: ClientMessage) {
        let app = self.app.clone();
        match message {
            ClientMessage::Watch { id, .. } => self.watch(id).await,
            ClientMessage::Unwatch { id } => {
                if self.watched.remove(&id) {
                    app.games.unwatch(&id, self.number).await;
                }
            }
            ClientMessage::Lobby {} => {
                app.games.hub.lobby(self.number, Some(self.outbox.clone()));
                if let Ok(seeks) = live::seeks(&app.games).await {
                    self.outbox.send(seeks.message);
                }
            }
            ClientMessage::Unlobby {} => app.games.hub.lobby(self.number, None),
            ClientMessage::Home {} => {
                app.games.hub.home(self.number, Some(self.outbox.clone()));
                if let Ok(games) = live::home(&app.games).await {
                    self.outbox.send(games);
                }
            }
            ClientMessage::Unhome {} => app.games.hub.home(self.number, None),
            ClientMessage::Ping { n } => {
                let n = if n.to_string().len() <= 64 {
                    n
                } else {
                    serde_json::Value::Null
                };
                self.outbox.send(server::pong(&n, rfc3339(now_ms())));
            }
            ClientMessage::Analyse {
                req,
                game,
                position,
                moves,
                lines,
            } => {
                if !(1..=5).contains(&lines) {
                    return self.error("lines", "An analysis shows 1 to 5 lines.", None, Some(req));
                }
                let who = self
                    .user
                    .clone()
                    .unwrap_or_else(|| format!("#{}", self.number));
                let request = AnalysisRequest {
                    socket: self.number,
                    who,
                    address: self.address,
                    has_own_turns: self.has_own_turns,
                    req,
                    lines,
                    outbox: self.outbox.clone(),
                };
                let query = AnalysisQuery {
                    game,
                    position,
                    moves,
                    lines,
                };
                let compiled = match app.catalogue.get_for(&query.game, self.address).await {
                    Ok(compiled) => compiled,
                    Err(error) => {
                        return self.error("game", &error.to_string(), None, Some(req));
                    }
                };
                let (position, moves) = (query.position.clone(), query.moves.clone());
                let asked = history(&app, self.address, compiled, position, moves);
                match asked.await {
                    Ok(history) => app.analyses.analyse(request, history, &query).await,
                    Err(error) => self.error("position", &error.message(), None, Some(req)),
                }
            }
            ClientMessage::Stop { req } => app.analyses.stop(self.number, req),
            ClientMessage::Action(action) => self.act(action).await,
        }
    }

    async fn watch(&mut self, id: String) {
        let limit = self.app.settings.limits.watched_per_socket;
        if !self.watched.contains(&id) && self.watched.len() >= limit {
            let message =
                format!("This socket follows {limit} games already. Stop following one first.");
            return self.error("too_many", &message, Some(&id), None);
        }
        let viewer = Viewer {
            socket: self.number,
            user: self.user.clone(),
            outbox: self.outbox.clone(),
        };
        let answer = self
            .app
            .games
            .ask_for(self.address, &id, |reply| {
                Command::Watch(Box::new(viewer.clone()), reply)
            })
            .await;
        match answer {
            Ok(()) => {
                self.watched.insert(id);
            }
            Err(error) => {
                let rejection = Rejection::from(error);
                let shown: String = id.chars().take(64).collect();
                self.error(&rejection.code, &rejection.message, Some(&shown), None);
            }
        }
    }
}

/// Sends the messages of the outbox. From time to time it pings the client and checks
/// that the session or token is still valid.
async fn send(
    app: Arc<App>,
    outbox: Outbox,
    mut messages: OutboxReader,
    mut sink: SplitSink<WebSocket, Message>,
    pings: Arc<Pings>,
    credential: Option<String>,
    fault: Arc<OnceLock<CloseReason>>,
) {
    // The first ping is sent at once: it measures the round trip.
    let mut ticks = tokio::time::interval(CHECK_INTERVAL);
    let mut tick = 0;
    let mut missing = 0;
    let mut asked = Instant::now();
    let reason = loop {
        tokio::select! {
            biased;
            () = app.stopping.cancelled() => break CloseReason::away("the server stops"),
            () = outbox.closed() => break CloseReason::away(""),
            _ = ticks.tick() => {
                let now = Instant::now();
                // Twice, since the pong may have been read this very moment.
                missing = if pings.is_overdue(now, PONG_TIMEOUT) { missing + 1 } else { 0 };
                if missing == 2 {
                    break CloseReason::away("silence");
                }
                if let Some(credential) = &credential
                    && asked.elapsed() >= ASK_AGAIN
                {
                    asked = now;
                    // A store that does not answer is not a reason to close sockets.
                    if still_lets_in(&app, credential).await.is_ok_and(|still| !still) {
                        break CloseReason::away("signed out");
                    }
                }
                if tick % PING_TICKS == 0
                    && let Some(nonce) = pings.ping(now)
                    && !push(&mut sink, &outbox, Message::Ping(nonce.to_vec().into())).await
                {
                    break CloseReason::away("");
                }
                tick += 1;
            }
            message = messages.recv() => {
                let Some(text) = message else { break CloseReason::away("") };
                if !push(&mut sink, &outbox, Message::Text(text)).await {
                    break CloseReason::away("");
                }
            }
        }
    };
    outbox.close();
    let reason = fault.get().copied().unwrap_or(reason);
    let last = async {
        // There may be acknowledgements among them.
        while let Some(text) = messages.try_recv() {
            sink.send(Message::Text(text)).await?;
        }
        let frame = CloseFrame {
            code: reason.code,
            reason: reason.text.into(),
        };
        sink.send(Message::Close(Some(frame))).await
    };
    let _ = tokio::time::timeout(Duration::from_secs(2), last).await;
}

/// Sends a message. Returns `false` if that failed or took too long: a client that does
/// not read must not hold the socket for ever.
async fn push(sink: &mut SplitSink<WebSocket, Message>, outbox: &Outbox, message: Message) -> bool {
    tokio::select! {
        sent = tokio::time::timeout(SEND_TIMEOUT, sink.send(message)) => matches!(sent, Ok(Ok(()))),
        () = outbox.closed() => false,
    }
}
