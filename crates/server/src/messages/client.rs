//! Messages of clients.

use super::json::{self, not_json};
use crate::game::action::PlayerAction;
use hyperrook_view::types::GameRef;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

/// The kinds of messages that are actions of a player.
const ACTIONS: [&str; 7] = [
    "move",
    "resign",
    "draw",
    "takeback",
    "abort",
    "rematch",
    "conditional",
];
/// The kinds of the other messages.
const QUESTIONS: [&str; 9] = [
    "watch", "unwatch", "lobby", "unlobby", "home", "unhome", "ping", "analyse", "stop",
];
/// The longest key, in bytes.
pub(crate) const MAX_KEY: usize = 64;
/// The longest text of a move, in bytes.
pub(crate) const MAX_MOVE: usize = 256;
/// The longest action, in bytes, as JSON.
pub(crate) const MAX_ACTION: usize = 60 * 1024;

/// A message of a client on the socket. `t` says what kind of message it is.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum ClientMessage {
    /// Follow a game. The answer is the message `state`.
    Watch {
        /// The game's ID.
        id: String,
        /// The number of moves that the client has seen. The answer is the whole state
        /// in any case, since more than moves may have changed.
        #[serde(default, rename = "since")]
        _since: Option<i64>,
    },
    /// Stop following a game.
    Unwatch {
        /// The game's ID.
        id: String,
    },
    /// Follow the seeks in the lobby.
    Lobby {},
    /// Stop following the seeks.
    Unlobby {},
    /// Follow the list of games being played.
    Home {},
    /// Stop following that list.
    Unhome {},
    /// Ask for a `pong`.
    Ping {
        /// A number or text of your choice, for the answer to repeat. At most 64 bytes.
        #[serde(default)]
        n: Value,
    },
    /// Analyse a position. It ends the analysis before it.
    Analyse {
        /// A number of your choice, which the answers repeat.
        req: i64,
        /// The game.
        game: GameRef,
        /// The position text to start from; the game's start if left out.
        #[serde(default)]
        #[schema(max_length = 4096)]
        position: Option<String>,
        /// The moves made from there, as move texts or in short notation.
        #[serde(default)]
        moves: Vec<String>,
        /// How many lines to show.
        #[schema(minimum = 1, maximum = 5)]
        lines: usize,
    },
    /// Stop an analysis.
    Stop {
        /// The number of the analysis.
        req: i64,
    },
    /// An action in a game. Its kind is that of the action.
    #[serde(skip)]
    Action(GameAction),
}

/// An action in a game, with a key: an action sent twice is done once.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
pub(crate) struct GameAction {
    /// The game's ID.
    pub(crate) id: String,
    /// A text of your choice, different for each action. An action that is sent again
    /// with the same key is not done again: it gets the same answer.
    #[schema(min_length = 1, max_length = 64)]
    pub(crate) key: String,
    /// What to do.
    #[serde(flatten)]
    pub(crate) action: PlayerAction,
}

/// A message that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnreadableMessage {
    /// The key of the action that it may have been meant to be.
    pub(crate) key: Option<String>,
    /// What is wrong with it, in a sentence.
    pub(crate) reason: String,
}

impl ClientMessage {
    /// Reads a message.
    pub(crate) fn parse(text: &str) -> Result<ClientMessage, UnreadableMessage> {
        let without_key = |reason: String| UnreadableMessage { key: None, reason };
        if has_nul(text.as_bytes()) {
            let reason = "The message contains a NUL character, which is not allowed.";
            return Err(without_key(reason.to_owned()));
        }
        let value: Value =
            serde_json::from_str(text).map_err(|error| without_key(not_json("message", &error)))?;
        let Some(kind) = value.get("t").and_then(Value::as_str) else {
            let reason = "The message has no field `t` that names its kind.";
            return Err(without_key(reason.to_owned()));
        };
        let kind: String = kind.chars().take(40).collect();
        if !ACTIONS.contains(&&*kind) && !QUESTIONS.contains(&&*kind) {
            let known: Vec<_> = QUESTIONS.iter().chain(&ACTIONS).copied().collect();
            let reason = format!(
                "There is no message `{kind}`. Messages are {}.",
                known.join(", ")
            );
            return Err(without_key(reason));
        }
        let key = value.get("key").and_then(Value::as_str);
        let key = key.filter(|key| key.len() <= MAX_KEY).map(str::to_owned);
        let read = if ACTIONS.contains(&&*kind) {
            json::read(&value, "message").map(ClientMessage::Action)
        } else {
            json::read(&value, "message")
        };
        read.map_err(|fault| {
            let reason: String = fault.to_string().chars().take(300).collect();
            UnreadableMessage {
                key,
                reason: format!("The message `{kind}` cannot be read: {reason}"),
            }
        })
    }
}

/// Whether JSON contains the escape of a NUL. No text needs one, and PostgreSQL cannot
/// store it.
pub(crate) fn has_nul(json: &[u8]) -> bool {
    let mut rest = json;
    while let Some(at) = rest.iter().position(|byte| *byte == b'\\') {
        rest = &rest[at..];
        if rest.starts_with(b"\\u0000") {
            return true;
        }
        // The next byte is escaped, also if it is another backslash.
        rest = rest.get(2..).unwrap_or_default();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<ClientMessage, String> {
        ClientMessage::parse(text).map_err(|error| error.reason)
    }

    #[test]
    fn every_action_is_a_message() {
        for kind in ACTIONS {
            let text = format!(
                r#"{{"t": "{kind}", "id": "g", "key": "k", "seq": 3, "move": "e2e4",
                    "accept": true, "lines": []}}"#
            );
            let message = parse(&text).unwrap();
            let ClientMessage::Action(action) = message else {
                panic!("{kind}: {message:?}");
            };
            assert_eq!((&*action.id, &*action.key), ("g", "k"));
            let written = serde_json::to_value(&action.action).unwrap();
            assert_eq!(written["t"], kind);
        }
    }

    #[test]
    fn other_messages_are_read() {
        let watch = parse(r#"{"t": "watch", "id": "g", "since": 4}"#).unwrap();
        assert!(matches!(watch, ClientMessage::Watch { id, .. } if id == "g"));
        assert_eq!(parse(r#"{"t": "lobby"}"#).unwrap(), ClientMessage::Lobby {});
        let ping = parse(r#"{"t": "ping"}"#).unwrap();
        assert_eq!(ping, ClientMessage::Ping { n: Value::Null });
    }

    #[test]
    fn faults_say_what_is_wrong() {
        for (text, reason) in [
            (
                r#"{"t": "stop" "req"}"#,
                "The message is not valid JSON: expected `,` or `}` at column 14.",
            ),
            (
                r#"{"id": "g"}"#,
                "The message has no field `t` that names its kind.",
            ),
            ("[1]", "The message has no field `t` that names its kind."),
            (
                r#"{"t": "stop"}"#,
                "The message `stop` cannot be read: `req` is missing.",
            ),
            (
                r#"{"t": "draw", "id": "g", "key": "k"}"#,
                "The message `draw` cannot be read: `accept` is missing.",
            ),
            (
                r#"{"t": "draw", "id": "g", "key": "k", "accept": "yes"}"#,
                "The message `draw` cannot be read: `accept` must be true or false, not the text \"yes\".",
            ),
            (
                r#"{"t": "move", "id": "g", "key": "k", "seq": 9223372036854775808, "move": "e2e4"}"#,
                "The message `move` cannot be read: `seq` must be a whole number, not 9223372036854775808.",
            ),
            (
                r#"{"t": "analyse", "req": 1, "game": {"name": 5}, "lines": 1}"#,
                "The message `analyse` cannot be read: `game` must be a text, not 5.",
            ),
            (
                "{\"t\": \"unwatch\", \"id\": \"\\u0000\"}",
                "The message contains a NUL character, which is not allowed.",
            ),
        ] {
            assert_eq!(parse(text).unwrap_err(), reason, "{text}");
        }
        // A backslash, and five characters that follow it.
        assert!(parse(r#"{"t": "unwatch", "id": "\\u0000"}"#).is_ok());
        assert!(parse(r#"{"t": "unwatch", "id": "\\\u0000"}"#).is_err());
        let unknown = parse(r#"{"t": "nonsense"}"#).unwrap_err();
        assert!(
            unknown.starts_with("There is no message `nonsense`. Messages are watch,"),
            "{unknown}"
        );
        // `action` is not a kind of message.
        assert!(parse(r#"{"t": "action", "id": "g", "key": "k"}"#).is_err());
    }

    #[test]
    fn a_faulty_action_keeps_its_key() {
        let fault = ClientMessage::parse(r#"{"t": "move", "id": "g", "key": "k"}"#).unwrap_err();
        assert_eq!(fault.key.as_deref(), Some("k"));
        let long = format!(r#"{{"t": "move", "key": "{}"}}"#, "k".repeat(65));
        assert_eq!(ClientMessage::parse(&long).unwrap_err().key, None);
    }
}
