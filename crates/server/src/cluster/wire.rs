//! The messages between nodes, as JSON.
//!
//! Nodes of two versions run side by side during an upgrade. So unknown fields are ignored, new
//! fields have defaults, and an unknown request gets an answer that says so. Messages that
//! arrive are checked like those of clients.
//!
//! Messages that are too long for NATS are compressed: the states of a game of thousands of moves.

pub(crate) mod analyses;

use crate::game::action::{ActionEffect, ActionRequest, PlayerAction, Rejection};
use crate::messages::client::{MAX_ACTION, MAX_KEY, MAX_MOVE, has_nul};
use crate::messages::types::GameState;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use hyperrook_view::types::SideName;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::io::{Read, Write};
use std::net::IpAddr;
use thiserror::Error;

/// The longest request, in bytes: longer than the longest action of a client.
const MAX_REQUEST: usize = MAX_ACTION + 4 * 1024;
/// The longest of other messages, in bytes, as JSON. NATS has a limit of its own.
const MAX_MESSAGE: usize = 8 * 1024 * 1024;
/// Above how many bytes a message is compressed: a little less than what NATS carries by default.
/// Shorter ones are not, so that nodes of the version before can read all that reaches them.
const COMPRESSED_ABOVE: usize = 1_000_000;
/// How a compressed message begins. JSON never does.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The largest lag that a node accepts from another, in ms.
const MAX_LAG_MS: i64 = 1000;
/// The most people who follow a game at one node.
const MAX_PEOPLE: usize = 1_000_000;
/// The most threads of a worker, and the longest name of one.
const MAX_THREADS: usize = 10_000;
const MAX_LABEL: usize = 200;

/// A message of another node that cannot be used.
#[derive(Debug, Error)]
pub(crate) enum WireError {
    /// It is not what it should be.
    #[error("a message of another node cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// It breaks a limit.
    #[error("a message of another node {0}")]
    Limit(&'static str),
    /// It cannot be decompressed.
    #[error("a message of another node cannot be decompressed: {0}")]
    Compressed(std::io::Error),
}

/// Something that a node asks the owner of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Request {
    /// The game.
    pub(crate) game: String,
    /// The address of the client for whom the node asks. None if it asks for itself, or is of an
    /// earlier version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) address: Option<IpAddr>,
    /// What is asked.
    pub(crate) ask: RequestBody,
}

/// What is asked of the owner of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum RequestBody {
    /// Only load the game.
    Wake {},
    /// The state, as a person sees it.
    State { user: Option<String> },
    /// An action of a player.
    Action { request: ActionRequest },
    /// A person takes the empty seat.
    Join { user: String },
    /// The engine's move after an entry of the game's log.
    EngineMove {
        log: i64,
        #[serde(rename = "move")]
        mv: String,
    },
    /// The engine has failed too often.
    EngineFailed {},
    /// A player's account is deleted or banned.
    PlayerLeft { user: String },
    /// Clients of a node follow the game.
    Follow { follow: Follow },
    /// A request of a newer version.
    #[serde(other)]
    Unknown,
}

/// Says that clients of a node follow a game. It holds for a while.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Follow {
    /// The node.
    pub(crate) node: String,
    /// How many people follow the game there; 0 ends it.
    #[serde(rename = "sockets")]
    pub(crate) people: usize,
    /// Whether White and Black are among them.
    pub(crate) present: [bool; 2],
    /// Whether the answer is to have the states.
    pub(crate) states: bool,
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum Reply {
    /// It is done.
    Done {},
    /// The state.
    State { state: Box<GameState> },
    /// The action is done and stored. The number of moves made after it, and what it has done
    /// that is counted.
    Acted {
        seq: i64,
        #[serde(default)]
        effect: ActionEffect,
    },
    /// It is not done.
    Rejected {
        code: String,
        message: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<Box<GameState>>,
    },
    /// The seat is taken.
    Joined { side: SideName },
    /// What those who follow the game see.
    Followed { followed: FollowedGame },
    /// The game is not this node's.
    NotMine {},
    /// There is no such game.
    NoGame {},
    /// It cannot be done at the moment.
    Busy {},
    /// An answer of a newer version, or the answer to a request that is unknown.
    #[serde(other)]
    Unknown,
}

/// What those who follow a game on another node see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FollowedGame {
    /// The run of numbers to which the messages about this game belong.
    pub(crate) stream: String,
    /// The number of the last message. The states are those after it.
    pub(crate) number: u64,
    /// Who plays White and Black.
    pub(crate) players: [Option<String>; 2],
    /// The message `state` for White, for Black, and for others.
    #[serde(default)]
    pub(crate) states: Option<[String; 3]>,
}

/// What has happened in a game, for those who follow it on other nodes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct GameUpdate {
    /// The run of numbers.
    pub(crate) stream: String,
    /// The number of this message: one more than that of the last.
    pub(crate) number: u64,
    /// Who plays White and Black.
    pub(crate) players: [Option<String>; 2],
    /// The message for everybody who has none below.
    pub(crate) others: Box<RawValue>,
    /// The message for White.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) white: Option<Box<RawValue>>,
    /// The message for Black.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) black: Option<Box<RawValue>>,
    /// The only player whom it concerns; nobody else is sent anything. Nodes of the version before
    /// do not know this, so the other messages are there, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) only: Option<SideName>,
}

/// What concerns all nodes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Notice {
    /// The node that says it.
    pub(crate) from: String,
    /// What it says.
    pub(crate) what: NoticeBody,
}

/// What one node tells all others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum NoticeBody {
    /// There are other seeks.
    Lobby {},
    /// The engine has something to do.
    Jobs {},
    /// Close the sockets of a person, who is banned or gone.
    CloseUser { user: String },
    /// Close the sockets that a session or token has opened, given its hash.
    CloseCredential { hash: String },
    /// A message for all sockets of a person.
    SendTo { user: String, text: String },
    /// A person's name has changed.
    Renamed { user: String },
    /// Who is connected to the node: a part of the list. It holds for a while.
    Online { users: Vec<String> },
    /// A worker is there: what it is called, and what it can do.
    Worker {
        label: String,
        threads: usize,
        kinds: Vec<String>,
    },
    /// A notice of a newer version.
    #[serde(other)]
    Unknown,
}

impl Reply {
    /// The answer that something was not done.
    pub(crate) fn rejected(rejection: &Rejection, state: Option<Box<GameState>>) -> Reply {
        Reply::Rejected {
            code: rejection.code.to_string(),
            message: rejection.message.clone(),
            state,
        }
    }
}

/// Writes a message.
pub(crate) fn write<T: Serialize>(message: &T) -> Vec<u8> {
    // Writing these types cannot fail.
    let json = serde_json::to_vec(message).unwrap_or_default();
    if json.len() > COMPRESSED_ABOVE {
        compress(&json)
    } else {
        json
    }
}

fn compress(json: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    // Writing into memory cannot fail.
    let _ = encoder.write_all(json);
    encoder.finish().unwrap_or_default()
}

/// A message as JSON, however it was sent.
fn json(payload: &[u8]) -> Result<Cow<'_, [u8]>, WireError> {
    let json = if payload.starts_with(&GZIP) {
        // A short message can be a long one that is compressed.
        let mut rest = GzDecoder::new(payload).take(MAX_MESSAGE as u64 + 1);
        let mut json = Vec::new();
        rest.read_to_end(&mut json).map_err(WireError::Compressed)?;
        Cow::Owned(json)
    } else {
        Cow::Borrowed(payload)
    };
    if json.len() > MAX_MESSAGE {
        return Err(WireError::Limit("is too long"));
    }
    Ok(json)
}

/// Reads a message of another node.
pub(crate) fn read<T: DeserializeOwned>(payload: &[u8]) -> Result<T, WireError> {
    Ok(serde_json::from_slice(&json(payload)?)?)
}

/// Reads a notice of another node and checks it.
pub(crate) fn read_notice(payload: &[u8]) -> Result<Notice, WireError> {
    let notice: Notice = read(payload)?;
    let fits = match &notice.what {
        NoticeBody::Worker {
            label,
            threads,
            kinds,
        } => {
            let short = |text: &String| text.len() <= MAX_LABEL;
            *threads <= MAX_THREADS && short(label) && kinds.len() <= 20 && kinds.iter().all(short)
        }
        _ => true,
    };
    if fits {
        Ok(notice)
    } else {
        Err(WireError::Limit("breaks a limit"))
    }
}

/// Reads a request of another node and checks it.
pub(crate) fn read_request(payload: &[u8]) -> Result<Request, WireError> {
    if payload.len() > MAX_REQUEST {
        return Err(WireError::Limit("is too long"));
    }
    if has_nul(payload) {
        return Err(WireError::Limit("contains a NUL character"));
    }
    let mut request: Request = serde_json::from_slice(payload)?;
    let id = |text: &str| super::subjects::is_word(text);
    let fits = id(&request.game)
        && match &request.ask {
            RequestBody::State { user } => user.as_deref().is_none_or(id),
            RequestBody::Action { request } => {
                let key = request.key.as_deref();
                id(&request.user)
                    && key.is_none_or(|key| (1..=MAX_KEY).contains(&key.len()))
                    && !matches!(&request.action, PlayerAction::Move { mv, .. } if mv.len() > MAX_MOVE)
            }
            RequestBody::Join { user } | RequestBody::PlayerLeft { user } => id(user),
            RequestBody::EngineMove { mv, .. } => mv.len() <= MAX_MOVE,
            RequestBody::Follow { follow } => id(&follow.node) && follow.people <= MAX_PEOPLE,
            RequestBody::Wake {} | RequestBody::EngineFailed {} | RequestBody::Unknown => true,
        };
    if !fits {
        return Err(WireError::Limit("breaks a limit"));
    }
    if let RequestBody::Action { request } = &mut request.ask {
        request.lag_limit_ms = request.lag_limit_ms.clamp(0, MAX_LAG_MS);
    }
    Ok(request)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rules::RulesRef;
    use crate::game::time_control::Clock;
    use crate::messages::server;
    use crate::messages::types::{GameHeader, MoveMade, OpenOffers, Rematch};
    use crate::time::rfc3339;
    use hyperrook_rules::{Game, History};

    fn request(ask: &str) -> Result<Request, WireError> {
        read_request(format!(r#"{{"game": "g1", "ask": {ask}}}"#).as_bytes())
    }

    #[test]
    fn what_breaks_a_limit_is_ignored() {
        let follow = |sockets: u64| {
            let follow = format!(
                r#"{{"node": "n", "sockets": {sockets}, "present": [true, false], "states": false}}"#
            );
            request(&format!(r#"{{"t": "follow", "follow": {follow}}}"#))
        };
        assert!(follow(3).is_ok());
        assert!(follow(u64::MAX).is_err());
        let worker = |threads: u64, label: &str| {
            let what = format!(
                r#"{{"t": "worker", "label": "{label}", "threads": {threads}, "kinds": ["engine"]}}"#
            );
            read_notice(format!(r#"{{"from": "w", "what": {what}}}"#).as_bytes())
        };
        assert!(worker(4, "here").is_ok());
        assert!(worker(u64::MAX, "here").is_err());
        assert!(worker(4, &"x".repeat(500)).is_err());
    }

    /// The most that NATS carries in a message, unless it is told otherwise.
    const NATS_LIMIT: usize = 1024 * 1024;

    /// The states of a game with as many moves as a game may have, as all who follow it see it.
    fn long_game() -> FollowedGame {
        let mut random = fastrand::Rng::with_seed(4);
        let mut cell = || format!("{}{}", random.char('a'..='h'), random.u8(1..=8));
        let moves: Vec<(String, String)> = (0..4000).map(|_| (cell(), cell())).collect();
        let moves: Vec<MoveMade> = moves
            .into_iter()
            .map(|(from, to)| MoveMade {
                text: format!("{from}{to}"),
                short: format!("N{from}x{to}+"),
                at: rfc3339(1_790_000_000_000 + random.i64(0..1_000_000_000)),
                spent_ms: random.i64(0..1_000_000),
            })
            .collect();
        let rules = Game::shipped("chess").unwrap();
        let state = |you: Option<SideName>| GameState {
            header: GameHeader {
                id: "game".into(),
                game: RulesRef::default().into(),
                title: "Chess".into(),
                white: None,
                black: None,
                clock: Clock::None,
                rated: false,
                you,
                seq: 4000,
                outcome: None,
            },
            start: None,
            view: hyperrook_view::view(&History::new(rules.start())),
            moves: moves.clone(),
            clocks: None,
            offer: OpenOffers::default(),
            rematch: Rematch::default(),
            watchers: 3,
            conditional: None,
        };
        let seen = [Some(SideName::White), Some(SideName::Black), None];
        FollowedGame {
            stream: "stream".into(),
            number: 4000,
            players: [Some("ann".into()), Some("bob".into())],
            states: Some(seen.map(|you| server::state("game", &state(you)).to_string())),
        }
    }

    #[test]
    fn the_longest_game_fits_into_a_message() {
        let reply = Reply::Followed {
            followed: long_game(),
        };
        let plain = serde_json::to_vec(&reply).unwrap();
        assert!(plain.len() > NATS_LIMIT, "{} bytes", plain.len());
        assert!(plain.len() < MAX_MESSAGE, "{} bytes", plain.len());
        let sent = write(&reply);
        println!("{} bytes of {}", sent.len(), plain.len());
        assert!(sent.len() < NATS_LIMIT, "{} bytes", sent.len());
        assert_eq!(read::<Reply>(&sent).unwrap(), reply);
        // What has happened, with the three states.
        let raw = |text: &String| RawValue::from_string(text.clone()).unwrap();
        let [white, black, others] = long_game().states.unwrap();
        let update = GameUpdate {
            stream: "stream".into(),
            number: 4001,
            players: [None, None],
            others: raw(&others),
            white: Some(raw(&white)),
            black: Some(raw(&black)),
            only: None,
        };
        let sent = write(&update);
        assert!(sent.len() < NATS_LIMIT, "{} bytes", sent.len());
        let received: GameUpdate = read(&sent).unwrap();
        assert_eq!(received.others.get(), others);
        assert_eq!(received.black.unwrap().get(), black);
    }

    #[test]
    fn short_messages_are_as_the_version_before_reads_them() {
        let reply = Reply::Done {};
        assert_eq!(write(&reply), serde_json::to_vec(&reply).unwrap());
        // What is compressed is bounded and checked like the rest.
        let short = serde_json::to_vec(&reply).unwrap();
        assert_eq!(read::<Reply>(&compress(&short)).unwrap(), reply);
        let bomb = compress(&vec![b' '; 2 * MAX_MESSAGE]);
        assert!(bomb.len() < MAX_MESSAGE / 10, "{} bytes", bomb.len());
        let long = read::<Reply>(&bomb);
        assert!(matches!(long, Err(WireError::Limit(_))), "{long:?}");
        for broken in [&GZIP[..], &bomb[..bomb.len() / 100]] {
            let read = read::<Reply>(broken);
            assert!(matches!(read, Err(WireError::Compressed(_))), "{read:?}");
        }
    }

    #[test]
    fn a_newer_version_is_understood_as_far_as_possible() {
        let known = request(r#"{"t": "join", "user": "u", "colour": "red"}"#).unwrap();
        assert_eq!(known.ask, RequestBody::Join { user: "u".into() });
        assert_eq!(
            request(r#"{"t": "sing"}"#).unwrap().ask,
            RequestBody::Unknown
        );
        assert_eq!(read::<Reply>(br#"{"t": "sung"}"#).unwrap(), Reply::Unknown);
        let notice: Notice = read(br#"{"from": "n", "what": {"t": "sung", "x": 1}}"#).unwrap();
        assert_eq!(notice.what, NoticeBody::Unknown);
    }

    #[test]
    fn what_comes_is_checked() {
        let long = "x".repeat(300);
        for bad in [
            r#"{"t": "join", "user": ""}"#.to_owned(),
            r#"{"t": "join", "user": "a.b"}"#.to_owned(),
            r#"{"t": "join", "user": "\u0000"}"#.to_owned(),
            r#"{"t": "join"}"#.to_owned(),
            format!(r#"{{"t": "engine_move", "log": 1, "move": "{long}"}}"#),
            format!(r#"{{"t": "state", "user": "{}"}}"#, "x".repeat(70_000)),
        ] {
            assert!(request(&bad).is_err(), "{}", &bad[..40.min(bad.len())]);
        }
        assert!(read_request(br#"{"game": "a.>", "ask": {"t": "wake"}}"#).is_err());
        let slow = request(
            r#"{"t": "action", "request": {"user": "u", "key": "k", "lag_limit_ms": 99999,
                "action": {"t": "resign"}}}"#,
        );
        let RequestBody::Action { request } = slow.unwrap().ask else {
            panic!("an action");
        };
        assert_eq!(request.lag_limit_ms, MAX_LAG_MS);
    }
}
