//! What is said on the socket.

use crate::live::types::{Clocks, GameState, GameSummary, MoveMade, PlayerAction, Seek};
use axum::extract::ws::Utf8Bytes;
use hyperrook_view::types::{GameRef, Line, Outcome, View};
use serde::{Deserialize, Serialize};

/// What a client says. Actions of players are [`PlayerAction`]s beside these, with
/// `id` and `key`.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum ClientMessage {
    /// Wants to see a game.
    Watch {
        id: String,
        /// The number of moves that it has seen. The answer is the whole state
        /// whatever this says: more than moves may have changed.
        #[serde(default, rename = "since")]
        _since: Option<i64>,
    },
    /// Does not want to see it any more.
    Unwatch { id: String },
    /// Wants to see the seeks.
    Lobby {},
    /// Not any more.
    Unlobby {},
    /// Wants to see the games that are played.
    Home {},
    /// Not any more.
    Unhome {},
    /// Is there.
    Ping {
        #[serde(default)]
        n: serde_json::Value,
    },
    /// Wants a position analysed.
    Analyse {
        req: i64,
        game: GameRef,
        #[serde(default)]
        position: Option<String>,
        #[serde(default)]
        moves: Vec<String>,
        lines: usize,
    },
    /// Has seen enough.
    Stop { req: i64 },
}

/// An action with its game and key.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct KeyedAction {
    pub(crate) id: String,
    pub(crate) key: String,
    #[serde(flatten)]
    pub(crate) action: PlayerAction,
}

/// What happened in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EventKind {
    DrawOffer,
    DrawDeclined,
    TakebackOffer,
    TakebackDeclined,
    Takeback,
    Joined,
    Rematch,
    Online,
    Watchers,
    Conditional,
    End,
}

/// A move that was made, for all who watch.
#[derive(Clone, Debug)]
pub(crate) struct MoveMessage<'a> {
    pub(crate) id: &'a str,
    pub(crate) seq: i64,
    pub(crate) made: MoveMade,
    pub(crate) view: View,
    pub(crate) clocks: Option<Clocks>,
    pub(crate) outcome: Option<&'a Outcome>,
}

/// How an analysis goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AnalysisState {
    Queued,
    Running,
    Done,
}

#[derive(Serialize)]
#[serde(tag = "t", rename_all = "snake_case")]
enum ServerMessage<'a> {
    State {
        id: &'a str,
        state: &'a GameState,
    },
    Move {
        id: &'a str,
        seq: i64,
        #[serde(rename = "move")]
        made: &'a MoveMade,
        view: &'a View,
        clocks: &'a Option<Clocks>,
        outcome: Option<&'a Outcome>,
    },
    Event {
        id: &'a str,
        kind: EventKind,
        state: &'a GameState,
    },
    Ack {
        key: &'a str,
        seq: i64,
    },
    #[serde(rename = "refused")]
    Rejected {
        key: &'a str,
        code: &'a str,
        message: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        state: Option<&'a GameState>,
    },
    Lobby {
        seeks: &'a [Seek],
    },
    Home {
        games: &'a [GameSummary],
    },
    Started {
        seek: &'a str,
        id: &'a str,
    },
    Pong {
        n: &'a serde_json::Value,
        now: String,
    },
    Analysis {
        req: i64,
        state: AnalysisState,
        #[serde(skip_serializing_if = "Option::is_none")]
        place: Option<usize>,
        lines: &'a [Line],
        #[serde(skip_serializing_if = "Option::is_none")]
        nps: Option<u64>,
    },
    Error {
        code: &'a str,
        message: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        req: Option<i64>,
    },
}

fn text(message: &ServerMessage<'_>) -> Utf8Bytes {
    // Nothing in it can fail to be written.
    serde_json::to_string(message).unwrap_or_default().into()
}

pub(crate) fn state(id: &str, state: &GameState) -> Utf8Bytes {
    text(&ServerMessage::State { id, state })
}

pub(crate) fn made(made: &MoveMessage<'_>) -> Utf8Bytes {
    text(&ServerMessage::Move {
        id: made.id,
        seq: made.seq,
        made: &made.made,
        view: &made.view,
        clocks: &made.clocks,
        outcome: made.outcome,
    })
}

pub(crate) fn event(id: &str, kind: EventKind, state: &GameState) -> Utf8Bytes {
    text(&ServerMessage::Event { id, kind, state })
}

pub(crate) fn ack(key: &str, seq: i64) -> Utf8Bytes {
    text(&ServerMessage::Ack { key, seq })
}

pub(crate) fn rejected(
    key: &str,
    code: &str,
    message: &str,
    state: Option<&GameState>,
) -> Utf8Bytes {
    text(&ServerMessage::Rejected {
        key,
        code,
        message,
        state,
    })
}

pub(crate) fn lobby(seeks: &[Seek]) -> Utf8Bytes {
    text(&ServerMessage::Lobby { seeks })
}

pub(crate) fn home(games: &[GameSummary]) -> Utf8Bytes {
    text(&ServerMessage::Home { games })
}

pub(crate) fn started(seek: &str, id: &str) -> Utf8Bytes {
    text(&ServerMessage::Started { seek, id })
}

pub(crate) fn pong(n: &serde_json::Value, now: String) -> Utf8Bytes {
    text(&ServerMessage::Pong { n, now })
}

pub(crate) fn analysis(
    req: i64,
    state: AnalysisState,
    place: Option<usize>,
    lines: &[Line],
    nps: Option<u64>,
) -> Utf8Bytes {
    text(&ServerMessage::Analysis {
        req,
        state,
        place,
        lines,
        nps,
    })
}

pub(crate) fn error(code: &str, message: &str, id: Option<&str>, req: Option<i64>) -> Utf8Bytes {
    text(&ServerMessage::Error {
        code,
        message,
        id,
        req,
    })
}
