//! A socket, from a client's side.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

pub struct Socket(pub WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    /// Opens a socket as a page of the server would, or as a bot with a token.
    pub async fn open(host: &str, cookie: Option<&str>, token: Option<&str>) -> Socket {
        let origin = token.is_none().then(|| format!("http://{host}"));
        Socket::try_open(host, cookie, token, origin.as_deref())
            .await
            .unwrap()
    }

    pub async fn try_open(
        host: &str,
        cookie: Option<&str>,
        token: Option<&str>,
        origin: Option<&str>,
    ) -> Result<Socket, Error> {
        Socket::try_open_from(host, cookie, token, origin, None).await
    }

    /// The same from an address that a proxy says.
    pub async fn try_open_from(
        host: &str,
        cookie: Option<&str>,
        token: Option<&str>,
        origin: Option<&str>,
        address: Option<&str>,
    ) -> Result<Socket, Error> {
        let mut request = format!("ws://{host}/api/socket").into_client_request()?;
        let headers = request.headers_mut();
        let mut set = |name: &'static str, value: Option<String>| {
            if let Some(value) = value {
                headers.insert(name, HeaderValue::from_str(&value).unwrap());
            }
        };
        set("cookie", cookie.map(str::to_owned));
        set(
            "authorization",
            token.map(|token| format!("Bearer {token}")),
        );
        set("origin", origin.map(str::to_owned));
        set("x-forwarded-for", address.map(str::to_owned));
        let (socket, _) = connect_async(request).await?;
        Ok(Socket(socket))
    }

    pub async fn say(&mut self, message: Value) {
        self.say_text(&message.to_string()).await;
    }

    pub async fn say_text(&mut self, text: &str) {
        self.0.send(Message::text(text)).await.unwrap();
    }

    /// The next message; `None` if the socket is closed.
    pub async fn receive(&mut self) -> Option<Value> {
        // Pings are no messages.
        let until = tokio::time::Instant::now() + Duration::from_secs(30);
        loop {
            let next = tokio::time::timeout_at(until, self.0.next());
            match next.await.expect("a message in time")? {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next message of a kind; others are passed over.
    pub async fn receive_kind(&mut self, kind: &str) -> Value {
        self.receive_where(|message| message["t"] == kind).await
    }

    /// The next message that fits; others are passed over.
    pub async fn receive_where(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.receive().await.expect("an open socket");
            if fits(&message) {
                return message;
            }
        }
    }

    /// Says that one is there, and waits for the answer: everything said before
    /// has been received then.
    pub async fn settle(&mut self) {
        self.say(json!({"t": "ping", "n": 77})).await;
        self.receive_kind("pong").await;
    }

    /// Watches a game; gives the state.
    pub async fn watch(&mut self, id: &str) -> Value {
        self.say(json!({"t": "watch", "id": id, "since": null}))
            .await;
        let message = self
            .receive_where(|m| m["t"] == "state" && m["id"] == id)
            .await;
        message["state"].clone()
    }

    /// Does something in a game; gives the `ack` or `refused`.
    pub async fn act(&mut self, id: &str, key: &str, mut action: Value) -> Value {
        action["id"] = json!(id);
        action["key"] = json!(key);
        self.say(action).await;
        self.receive_where(|m| (m["t"] == "ack" || m["t"] == "refused") && m["key"] == key)
            .await
    }

    /// Makes a move.
    pub async fn play(&mut self, id: &str, key: &str, seq: i64, mv: &str) -> Value {
        let action = json!({"t": "move", "seq": seq, "move": mv});
        self.act(id, key, action).await
    }
}
