//! A bad network: messages are lost, late, repeated, and connections break.
//! Clients that keep to the protocol end with what the server has.

use crate::support::games::between;
use crate::support::{Person, Socket, TestServer};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::Message;

/// A socket on which one message in five has bad luck, in either direction.
struct BadSocket {
    person: Person,
    socket: Option<Socket>,
    random: fastrand::Rng,
    /// Messages of the server that come again later.
    late: VecDeque<(Instant, Value)>,
}

impl BadSocket {
    fn new(person: Person, seed: u64) -> BadSocket {
        BadSocket {
            person,
            socket: None,
            random: fastrand::Rng::with_seed(seed),
            late: VecDeque::new(),
        }
    }

    async fn socket(&mut self) -> &mut Socket {
        if self.socket.is_none() {
            self.socket = Some(self.person.socket().await);
        }
        self.socket.as_mut().unwrap()
    }

    async fn say(&mut self, message: &Value) {
        let luck = self.random.u32(0..20);
        let text = message.to_string();
        let times = match luck {
            0 | 1 => 0,
            2 | 3 => 2,
            4 => {
                self.socket = None;
                return;
            }
            _ => 1,
        };
        for _ in 0..times {
            let sent = self
                .socket()
                .await
                .0
                .send(Message::text(text.clone()))
                .await;
            if sent.is_err() {
                self.socket = None;
            }
        }
    }

    /// The next message, if one comes soon.
    async fn receive(&mut self) -> Option<Value> {
        if self
            .late
            .front()
            .is_some_and(|(when, _)| *when <= Instant::now())
        {
            return self.late.pop_front().map(|(_, message)| message);
        }
        let wait = Duration::from_millis(20);
        let next = tokio::time::timeout(wait, self.socket().await.0.next())
            .await
            .ok()?;
        let text = match next {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(_)) => return None,
            Some(Err(_)) | None => {
                self.socket = None;
                return None;
            }
        };
        let message: Value = serde_json::from_str(&text).unwrap();
        match self.random.u32(0..20) {
            0 | 1 => None,
            2 | 3 => {
                let when = Instant::now() + Duration::from_millis(self.random.u64(10..150));
                self.late.push_back((when, message.clone()));
                Some(message)
            }
            4 => {
                let when = Instant::now() + Duration::from_millis(self.random.u64(10..150));
                self.late.push_back((when, message));
                None
            }
            _ => Some(message),
        }
    }
}

/// What a client knows: only what it has received.
struct Client {
    network: BadSocket,
    game: String,
    side: &'static str,
    moves: Vec<String>,
    over: bool,
    /// The action that has not been answered, and when it was last said.
    waiting: Option<(Value, Instant)>,
    watched: Instant,
}

impl Client {
    async fn watch(&mut self) {
        let since = self.moves.len();
        let message = json!({"t": "watch", "id": self.game, "since": since});
        self.watched = Instant::now();
        self.network.say(&message).await;
    }

    fn learn(&mut self, message: &Value) -> bool {
        match message["t"].as_str().unwrap() {
            "state" | "event" => {
                let state = &message["state"];
                let moves = state["moves"].as_array().unwrap();
                // Something late may tell of the past.
                if moves.len() >= self.moves.len() {
                    let text = |mv: &Value| mv["text"].as_str().unwrap().to_owned();
                    self.moves = moves.iter().map(text).collect();
                    self.over |= !state["outcome"].is_null();
                }
            }
            "move" => {
                let seq = message["seq"].as_u64().unwrap() as usize;
                if seq == self.moves.len() + 1 {
                    self.moves
                        .push(message["move"]["text"].as_str().unwrap().to_owned());
                    self.over |= !message["outcome"].is_null();
                } else if seq > self.moves.len() + 1 {
                    return true;
                }
            }
            "ack" | "refused" => {
                let answered = |(said, _): &(Value, Instant)| said["key"] == message["key"];
                if self.waiting.as_ref().is_some_and(answered) {
                    let code = message["code"].as_str().unwrap_or("");
                    assert!(["", "stale", "over"].contains(&code), "{message}");
                    self.waiting = None;
                }
            }
            _ => {}
        }
        false
    }

    /// Plays a script until the game is over.
    async fn run(mut self, script: &[&str]) -> Client {
        let begun = Instant::now();
        while !self.over || self.waiting.is_some() {
            assert!(
                begun.elapsed() < Duration::from_secs(120),
                "clients do not converge"
            );
            let had_socket = self.network.socket.is_some();
            if let Some(message) = self.network.receive().await
                && self.learn(&message)
            {
                self.watch().await;
            }
            let quiet = self.watched.elapsed() > Duration::from_millis(400);
            if !had_socket || quiet {
                self.watch().await;
            }
            if let Some((said, when)) = &mut self.waiting {
                if when.elapsed() > Duration::from_millis(200) {
                    *when = Instant::now();
                    let said = said.clone();
                    self.network.say(&said).await;
                }
                continue;
            }
            let seq = self.moves.len();
            let turn = if seq.is_multiple_of(2) {
                "white"
            } else {
                "black"
            };
            if self.over || turn != self.side || seq >= script.len() {
                continue;
            }
            let action = json!({
                "t": "move", "id": self.game, "key": format!("m{seq}"), "seq": seq, "move": script[seq],
            });
            self.network.say(&action).await;
            self.waiting = Some((action, Instant::now()));
        }
        self
    }
}

async fn converge(server: &TestServer, seed: u64) {
    // Two knights dance; the third time round is a draw, and the end.
    let dance = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let first = ["e2e4", "e7e5", "d2d3", "d7d6"];
    let script: Vec<&str> = first.into_iter().chain(dance).chain(dance).collect();
    let script = &script[..];
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    let game = between(&mut ann, &mut bob, |_| {}).await;
    let client = |person: Person, side, seed| Client {
        network: BadSocket::new(person, seed),
        game: game.clone(),
        side,
        moves: Vec::new(),
        over: false,
        waiting: None,
        watched: Instant::now() - Duration::from_secs(1),
    };
    let white = tokio::spawn(client(ann, "white", seed * 2 + 1).run(script_of(script)));
    let black = tokio::spawn(client(bob, "black", seed * 2 + 2).run(script_of(script)));
    let (white, black) = (white.await.unwrap(), black.await.unwrap());
    assert_eq!(white.moves, script);
    assert_eq!(black.moves, script);
    let state = server.person().state(&game).await;
    assert_eq!(state["outcome"]["reason"], "repetition");
    assert_eq!(state["seq"], script.len());
}

/// A script that lasts as long as the program.
fn script_of(script: &[&'static str]) -> &'static [&'static str] {
    Box::leak(script.to_vec().into_boxed_slice())
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_converge_on_a_bad_network() {
    let server = TestServer::start().await;
    for seed in 0..3 {
        converge(&server, seed).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes; `make soak` runs it"]
async fn clients_converge_on_many_bad_networks() {
    let server = TestServer::start().await;
    for seed in 3..51 {
        converge(&server, seed).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes; `make soak` runs it"]
async fn clients_converge_on_many_more_bad_networks() {
    let server = TestServer::start().await;
    for seed in 51..100 {
        converge(&server, seed).await;
    }
}
