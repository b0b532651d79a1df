//! Messages of the server.

use super::types::{Clocks, GameState, GameSummary, MoveMade, Seek};
use axum::extract::ws::Utf8Bytes;
use hyperrook_view::types::{AnalysisLine, ExplainedOutcome, PositionView};
use serde::Serialize;
use utoipa::ToSchema;

/// What happened in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EventKind {
    /// A draw was offered.
    DrawOffer,
    /// An offered draw was declined or withdrawn.
    DrawDeclined,
    /// A player asked to take a move back.
    TakebackOffer,
    /// A request to take a move back was declined or withdrawn.
    TakebackDeclined,
    /// A move was taken back.
    Takeback,
    /// A player took the empty seat.
    Joined,
    /// A rematch was offered, or agreed on.
    Rematch,
    /// The viewer's conditional moves changed.
    Conditional,
    /// The game ended.
    End,
}

/// A move that was made, for everyone who follows the game.
#[derive(Clone, Debug)]
pub(crate) struct MoveMessage<'a> {
    pub(crate) id: &'a str,
    pub(crate) seq: i64,
    pub(crate) made: MoveMade,
    pub(crate) view: PositionView,
    pub(crate) clocks: Option<Clocks>,
    pub(crate) outcome: Option<ExplainedOutcome>,
}

/// The state of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AnalysisState {
    /// It waits for its turn.
    Queued,
    /// It is being searched.
    Running,
    /// It is finished.
    Done,
}

/// A message of the server on the socket. `t` says what kind of message it is.
#[derive(Serialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum ServerMessage<'a> {
    /// The whole game, as you see it. It replaces what you knew.
    State {
        /// The game's ID.
        id: &'a str,
        /// The game.
        state: &'a GameState,
    },
    /// A move was made. It declines the opponent's offer of a draw and ends a request for a
    /// takeback; the mover's own offer of a draw stands.
    Move {
        /// The game's ID.
        id: &'a str,
        /// The number of moves made, this one included.
        seq: i64,
        /// The move.
        #[serde(rename = "move")]
        made: &'a MoveMade,
        /// The position after it.
        view: &'a PositionView,
        /// The clocks, if the game has a time control.
        #[schema(required = true)]
        clocks: &'a Option<Clocks>,
        /// How the game ended; null while it is played.
        #[schema(required = true)]
        outcome: Option<&'a ExplainedOutcome>,
    },
    /// Something else happened in a game.
    Event {
        /// The game's ID.
        id: &'a str,
        /// What happened.
        kind: EventKind,
        /// The game after it.
        state: &'a GameState,
    },
    /// Players have connected or disconnected, or another number of people follows the game.
    Presence {
        /// The game's ID.
        id: &'a str,
        /// Whether White's player is connected.
        white: bool,
        /// Whether Black's player is connected.
        black: bool,
        /// The number of people who follow the game, as in its state.
        watchers: usize,
    },
    /// An action is done and stored.
    Ack {
        /// The key of the action.
        key: &'a str,
        /// The number of moves made after the action.
        seq: i64,
    },
    /// An action is not done.
    #[serde(rename = "refused")]
    Rejected {
        /// The key of the action.
        key: &'a str,
        /// Why, as a fixed word for programs.
        code: &'a str,
        /// Why, in a sentence.
        message: &'a str,
        /// The game as it is.
        #[serde(skip_serializing_if = "Option::is_none")]
        state: Option<&'a GameState>,
    },
    /// The seeks in the lobby.
    Lobby {
        /// The seeks, newest first.
        seeks: &'a [Seek],
    },
    /// The games being played.
    Home {
        /// The games, the latest first.
        games: &'a [GameSummary],
    },
    /// Someone has accepted your seek.
    Started {
        /// The seek's ID.
        seek: &'a str,
        /// The ID of the game that starts.
        id: &'a str,
    },
    /// The answer to a `ping`.
    Pong {
        /// What the `ping` carried.
        n: &'a serde_json::Value,
        /// The server's time, in RFC 3339.
        now: String,
    },
    /// The state of an analysis, and what it has found so far.
    Analysis {
        /// The number of the analysis.
        req: i64,
        /// Whether it waits, runs or is finished.
        state: AnalysisState,
        /// The number of analyses that are waiting before it.
        #[serde(skip_serializing_if = "Option::is_none")]
        place: Option<usize>,
        /// The lines found so far.
        lines: &'a [AnalysisLine],
        /// Nodes searched in a second.
        #[serde(skip_serializing_if = "Option::is_none")]
        nps: Option<u64>,
    },
    /// A message could not be understood or carried out.
    Error {
        /// Why, as a fixed word for programs.
        code: &'a str,
        /// Why, in a sentence.
        message: &'a str,
        /// The game that the message was about.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<&'a str>,
        /// The analysis that the message was about.
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
        outcome: message.outcome.as_ref(),
    })
}

pub(crate) fn event(id: &str, kind: EventKind, state: &GameState) -> Utf8Bytes {
    to_json(&ServerMessage::Event { id, kind, state })
}

pub(crate) fn presence(id: &str, [white, black]: [bool; 2], watchers: usize) -> Utf8Bytes {
    to_json(&ServerMessage::Presence {
        id,
        white,
        black,
        watchers,
    })
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
    lines: &[AnalysisLine],
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
