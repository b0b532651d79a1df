//! What a player can do, and how an action is rejected.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use utoipa::ToSchema;

/// An action of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum PlayerAction {
    /// Make a move.
    Move {
        /// The number of moves made before it.
        seq: i64,
        /// The move text.
        #[serde(rename = "move")]
        #[schema(max_length = 64)]
        mv: String,
        /// The client's estimate of how long the message travels, in ms.
        #[serde(default)]
        lag_ms: Option<i64>,
    },
    /// Resign. A game between people in which not both sides have moved is aborted instead.
    Resign {},
    /// Offer a draw, agree to one, or decline it.
    Draw {
        /// True to offer or agree, false to decline or withdraw.
        accept: bool,
        /// True to agree only: without an offer of the opponent this is rejected with `no_offer`.
        /// Otherwise an answer that comes after the offer was withdrawn is an offer.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        only_answer: bool,
    },
    /// Ask to take a move back, agree to it, or decline it.
    Takeback {
        /// True to ask or agree, false to decline or withdraw.
        accept: bool,
        /// True to agree only, as with draws.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        only_answer: bool,
    },
    /// End the game without a result, before both sides have moved.
    Abort {},
    /// Offer a rematch, or agree to it.
    Rematch {},
    /// Set conditional moves: moves to answer at once if the opponent moves as expected.
    Conditional {
        /// The number of moves made.
        seq: i64,
        /// Lines of moves, each beginning with the opponent's. No lines delete them all.
        #[schema(max_items = 50)]
        lines: Vec<Vec<String>>,
    },
}

/// An action, with the player and the player's key for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActionRequest {
    /// The player's id.
    pub user: String,
    /// An action sent twice with one key is done once.
    pub key: Option<String>,
    /// The action.
    pub action: PlayerAction,
    /// The most lag that is accepted, in ms.
    pub lag_limit_ms: i64,
    /// The answer if another game would begin with the action, and too many have begun from the
    /// player's network. An action that begins none, or that is repeated, is done all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_new_game: Option<String>,
}

/// What an action has done that is counted by network or by player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionEffect {
    /// Nothing. Nor does an action that was repeated with its key.
    #[default]
    None,
    /// Another game has begun.
    Begun,
    /// A game between people has ended before both sides had moved.
    Aborted,
}

/// An action that was done, now or when it was sent before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionDone {
    /// The number of moves made after it.
    pub seq: i64,
    /// What it has done that is counted.
    pub effect: ActionEffect,
}

/// The time of an action, and the id for a game that begins with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Now, in ms since 1970.
    pub now: i64,
    /// An id that no game has.
    pub new_id: String,
}

/// Why an action was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// A word for programs.
    pub code: Cow<'static, str>,
    /// A sentence for people.
    pub message: String,
}

impl Rejection {
    /// The code of an action that came after the time of the side to move had run out.
    pub const TIME: &str = "time";
    /// The code of an action that may be done when it is sent again.
    pub const TRY_AGAIN: &str = "try_again";
    /// The code of an action with which one game too many would begin.
    pub const TOO_MANY: &str = "too_many";

    /// A rejection.
    pub fn new(code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Rejection {
        Rejection {
            code: code.into(),
            message: message.into(),
        }
    }
}

/// The answer to an action: the number of moves made after it.
pub type ActionResult = Result<i64, Rejection>;

/// The answer to an action of a player.
pub type ActionReply = Result<ActionDone, Rejection>;

pub(super) fn reject<T>(code: &'static str, message: &str) -> Result<T, Rejection> {
    Err(Rejection::new(code, message))
}
