//! Messages of the server.

use super::types::{Clocks, GameState, GameSummary, MoveMade, Seek};
use axum::extract::ws::Utf8Bytes;
use hyperrook_view::types::{Line, Outcome, View};
use serde::Serialize;

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

/// A move that was made, for everybody who follows the game.
#[derive(Clone, Debug)]
pub(crate) struct MoveMessage<'a> {
    pub(crate) id: &'a str,
    pub(crate) seq: i64,
    pub(crate) made: MoveMade,
    pub(crate) view: View,
    pub(crate) clocks: Option<Clocks>,
    pub(crate) outcome: Option<&'a Outcome>,
}

/// The state of an analysis.
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

/// A message as JSON.
fn to_json(message: &ServerMessage<'_>) -> Utf8Bytes {
    // Writing these types cannot fail.
    serde_json::to_string(message).unwrap_or_default().into()
}

pub(crate) fn state(id: &str, state: &GameState) -> Utf8Bytes {
    to_json(&ServerMessage::State { id, state })
}

pub(crate) fn move_made(message: &MoveMessage<'_>) -> Utf8Bytes {
    to_json(&ServerMessage::Move {
        id: message.id,
        seq: message.seq,
        made: &message.made,
        view: &message.view,
        clocks: &message.clocks,
        outcome: message.outcome,
    })
}

pub(crate) fn event(id: &str, kind: EventKind, state: &GameState) -> Utf8Bytes {
    to_json(&ServerMessage::Event { id, kind, state })
}

pub(crate) fn ack(key: &str, seq: i64) -> Utf8Bytes {
    to_json(&ServerMessage::Ack { key, seq })
}

pub(crate) fn rejected(
    key: &str,
    code: &str,
    message: &str,
    state: Option<&GameState>,
) -> Utf8Bytes {
    to_json(&ServerMessage::Rejected {
        key,
        code,
        message,
        state,
    })
}

pub(crate) fn lobby(seeks: &[Seek]) -> Utf8Bytes {
    to_json(&ServerMessage::Lobby { seeks })
}

pub(crate) fn home(games: &[GameSummary]) -> Utf8Bytes {
    to_json(&ServerMessage::Home { games })
}

pub(crate) fn started(seek: &str, id: &str) -> Utf8Bytes {
    to_json(&ServerMessage::Started { seek, id })
}

pub(crate) fn pong(n: &serde_json::Value, now: String) -> Utf8Bytes {
    to_json(&ServerMessage::Pong { n, now })
}

pub(crate) fn analysis(
    req: i64,
    state: AnalysisState,
    place: Option<usize>,
    lines: &[Line],
    nps: Option<u64>,
) -> Utf8Bytes {
    to_json(&ServerMessage::Analysis {
        req,
        state,
        place,
        lines,
        nps,
    })
}

pub(crate) fn error(code: &str, message: &str, id: Option<&str>, req: Option<i64>) -> Utf8Bytes {
    to_json(&ServerMessage::Error {
        code,
        message,
        id,
        req,
    })
}
