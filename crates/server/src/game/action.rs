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
    /// Resign.
    Resign {},
    /// Offer a draw, agree to one, or decline it.
    Draw {
        /// True to offer or agree, false to decline or withdraw.
        accept: bool,
    },
    /// Ask to take a move back, agree to it, or decline it.
    Takeback {
        /// True to ask or agree, false to decline or withdraw.
        accept: bool,
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
    /// The code of a move that came after the player's time had run out.
    pub const TIME: &str = "time";

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

pub(super) fn reject<T>(code: &'static str, message: &str) -> Result<T, Rejection> {
    Err(Rejection::new(code, message))
}
