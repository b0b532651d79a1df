//! Somebody with a browser, as cheap as can be: the load is to be the server's.

use super::Failure;
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A socket.
pub(crate) type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A guest.
pub(crate) struct Player {
    host: String,
    client: reqwest::Client,
    cookie: String,
    csrf: String,
}

/// What a player needs to know of a position.
#[derive(Debug, Deserialize)]
pub(crate) struct View {
    pub(crate) side: String,
    pub(crate) moves: Vec<Move>,
}

/// A move that can be made.
#[derive(Debug, Deserialize)]
pub(crate) struct Move {
    pub(crate) text: String,
}

/// The names of all games.
pub(crate) async fn names(client: &reqwest::Client, host: &str) -> Result<Vec<String>, Failure> {
    let url = format!("http://{host}/api/games");
    let list: Value = client.get(url).send().await?.json().await?;
    let list = list.as_array().ok_or("no games")?;
    let names = list.iter().filter_map(|game| game["name"].as_str());
    Ok(names.map(str::to_owned).collect())
}

impl Player {
    /// A new guest.
    pub(crate) async fn new(client: &reqwest::Client, host: &str) -> Result<Player, Failure> {
        let mut player = Player {
            host: host.to_owned(),
            client: client.clone(),
            cookie: String::new(),
            csrf: String::new(),
        };
        let me = player
            .send(client.get(format!("http://{host}/api/me")))
            .await?;
        drop(me);
        player.post("/api/guest", json!({})).await?;
        Ok(player)
    }

    async fn send(&mut self, request: reqwest::RequestBuilder) -> Result<Value, Failure> {
        let response = request.send().await?.error_for_status()?;
        if let Some(cookie) = response.headers().get("set-cookie") {
            let cookie = cookie.to_str()?;
            self.cookie = cookie.split(';').next().unwrap_or("").to_owned();
        }
        if let Some(csrf) = response.headers().get("x-csrf") {
            self.csrf = csrf.to_str()?.to_owned();
        }
        Ok(response.json().await?)
    }

    /// Asks for something.
    pub(crate) async fn get(&mut self, path: &str) -> Result<Value, Failure> {
        let url = format!("http://{}{path}", self.host);
        let request = self.client.get(url).header("cookie", &self.cookie);
        self.send(request).await
    }

    /// Does something.
    pub(crate) async fn post(&mut self, path: &str, body: Value) -> Result<Value, Failure> {
        let url = format!("http://{}{path}", self.host);
        let request = self.client.post(url).header("cookie", &self.cookie);
        let request = request
            .header("x-csrf", &self.csrf)
            .header("origin", format!("http://{}", self.host))
            .json(&body);
        self.send(request).await
    }

    /// Opens a socket and watches a game.
    pub(crate) async fn watch(&self, game: &str) -> Result<(Stream, View), Failure> {
        let host = &self.host;
        let mut request = format!("ws://{host}/api/socket").into_client_request()?;
        let headers = request.headers_mut();
        headers.insert("cookie", self.cookie.parse()?);
        headers.insert("origin", format!("http://{host}").parse()?);
        let (mut socket, _) = connect_async(request).await?;
        let watch = json!({"t": "watch", "id": game, "since": null});
        socket.send(Message::text(watch.to_string())).await?;
        let state = receive(&mut socket, |text| text.starts_with("{\"t\":\"state\"")).await?;
        let state: Value = serde_json::from_str(&state)?;
        let view = View::deserialize(&state["state"]["view"])?;
        Ok((socket, view))
    }
}

/// The next message that fits, as text.
pub(crate) async fn receive(
    socket: &mut Stream,
    fits: impl Fn(&str) -> bool,
) -> Result<Utf8Bytes, Failure> {
    loop {
        match socket.next().await.ok_or("the socket is closed")?? {
            Message::Text(text) if fits(&text) => return Ok(text),
            Message::Close(_) => return Err("the socket is closed".into()),
            _ => {}
        }
    }
}
