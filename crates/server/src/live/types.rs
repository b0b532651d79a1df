//! What clients and the server say of games between people.

use hyperrook_view::types::{GameRef, Outcome, Side, Tree, View};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Clock {
    /// As much time as one likes.
    None,
    /// Both sit at the board.
    Live {
        /// Time at the start, in ms.
        #[schema(minimum = 10_000, maximum = 10_800_000)]
        initial_ms: i64,
        /// Time added with each move, in ms.
        #[schema(minimum = 0, maximum = 180_000)]
        increment_ms: i64,
    },
    /// Correspondence.
    Days {
        /// Days for each move.
        #[schema(minimum = 1, maximum = 30)]
        days: i64,
    },
}

/// A day in ms.
pub const DAY_MS: i64 = 86_400_000;

impl Clock {
    /// What is wrong with it, if anything.
    pub fn fault(self) -> Option<&'static str> {
        match self {
            Clock::None => None,
            Clock::Live {
                initial_ms,
                increment_ms,
            } => (!(10_000..=10_800_000).contains(&initial_ms)
                || !(0..=180_000).contains(&increment_ms))
            .then_some("10 s to 3 h at the start, at most 3 min a move"),
            Clock::Days { days } => (!(1..=30).contains(&days)).then_some("1 to 30 days a move"),
        }
    }

    /// Each side's time at the start, in ms; 0 without a clock.
    pub fn initial_ms(self) -> i64 {
        match self {
            Clock::None => 0,
            Clock::Live { initial_ms, .. } => initial_ms,
            Clock::Days { days } => days * DAY_MS,
        }
    }
}

/// The colour that somebody wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// White.
    White,
    /// Black.
    Black,
    /// Either.
    Random,
}

/// Against whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Opponent {
    /// The engine.
    Engine {
        /// From 1 to 8.
        #[schema(minimum = 1, maximum = 8)]
        level: u8,
    },
    /// Whoever follows a link.
    Link,
    /// Anybody in the lobby.
    Seek,
}

/// A game that somebody wants to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NewGame {
    /// Which game.
    pub game: GameRef,
    /// As which side.
    pub colour: Colour,
    /// With which time control.
    pub clock: Clock,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Against whom.
    pub opponent: Opponent,
    /// The position text to start from; never in a rated game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 4096)]
    pub position: Option<String>,
}

/// What sort of player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    /// A person, or a person's program.
    Person,
    /// The engine.
    Engine,
}

/// One of the two players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Player {
    /// A person or the engine.
    pub kind: PlayerKind,
    /// The name.
    pub name: String,
    /// The identity of a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// The rating in this game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<i64>,
    /// The level of the engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Whether there is a connection.
    pub online: bool,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MoveMade {
    /// The move text.
    pub text: String,
    /// The same in short notation.
    pub short: String,
    /// When, in RFC 3339.
    pub at: String,
    /// The time that counted for it, in ms.
    pub spent_ms: i64,
}

/// The clocks of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Clocks {
    /// White's time left at `as_of`, in ms.
    pub white_ms: i64,
    /// Black's.
    pub black_ms: i64,
    /// Whose clock runs.
    pub running: Option<Side>,
    /// When that was.
    pub as_of: String,
}

/// What is offered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Offer {
    /// Who offers a draw.
    pub draw: Option<Side>,
    /// Who asks to take a move back.
    pub takeback: Option<Side>,
}

/// A rematch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Rematch {
    /// Who offers one.
    pub offered: Option<Side>,
    /// The new game, if there is one.
    pub id: Option<String>,
}

/// All about a game, as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct State {
    /// Its identity.
    pub id: String,
    /// Which game.
    pub game: GameRef,
    /// The game's name for people.
    pub title: String,
    /// Who has White.
    pub white: Option<Player>,
    /// Who has Black.
    pub black: Option<Player>,
    /// The time control.
    pub clock: Clock,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// The side of the viewer.
    pub you: Option<Side>,
    /// The number of moves made.
    pub seq: i64,
    /// The position text it started from, if not the game's own.
    pub start: Option<String>,
    /// The position now.
    pub view: View,
    /// The moves made.
    pub moves: Vec<MoveMade>,
    /// The clocks, if there are any.
    pub clocks: Option<Clocks>,
    /// What is offered.
    pub offer: Offer,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Playing again.
    pub rematch: Rematch,
    /// How many sockets follow the game, those of its players among them.
    pub watchers: usize,
    /// The viewer's conditional moves.
    pub conditional: Option<Tree>,
}

/// A game in a list, as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GameSummary {
    /// Its identity.
    pub id: String,
    /// Which game.
    pub game: GameRef,
    /// The game's name for people.
    pub title: String,
    /// `grid`, `stack` or `ring`.
    pub layout_kind: String,
    /// Who has White.
    pub white: Option<Player>,
    /// Who has Black.
    pub black: Option<Player>,
    /// The time control.
    pub clock: Clock,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// The number of moves made.
    pub seq: i64,
    /// The position text.
    pub position: String,
    /// The last move.
    pub last: Option<FromTo>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// When something last happened.
    pub updated: String,
    /// Whether the viewer is to move.
    pub your_turn: bool,
    /// The side of the viewer.
    pub you: Option<Side>,
}

/// Two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FromTo {
    /// Where the piece started.
    pub from: i64,
    /// Where it ended.
    pub to: i64,
}

/// A person, as others see them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct User {
    /// The identity.
    pub id: String,
    /// The name.
    pub name: String,
    /// Whether it is a guest.
    pub guest: bool,
    /// Ratings by game.
    #[serde(default, skip_serializing_if = "std::collections::BTreeMap::is_empty")]
    pub ratings: std::collections::BTreeMap<String, UserRating>,
}

/// A rating, as others see it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct UserRating {
    /// The rating.
    pub rating: f64,
    /// How sure it is: it is within twice this with 95 %.
    pub deviation: f64,
    /// The number of rated games.
    pub games: i64,
}

/// A game that somebody offers to anybody.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Seek {
    /// Its identity.
    pub id: String,
    /// Who offers it.
    pub by: User,
    /// Which game.
    pub game: GameRef,
    /// The game's name for people.
    pub title: String,
    /// With which time control.
    pub clock: Clock,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// The colour that the one who offers wants.
    pub colour: Colour,
}

/// Something that a player does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Action {
    /// Makes a move.
    Move {
        /// The number of moves made before it.
        seq: i64,
        /// The move text.
        #[serde(rename = "move")]
        #[schema(max_length = 64)]
        mv: String,
        /// How long the message is thought to have been under way, in ms.
        #[serde(default)]
        lag_ms: Option<i64>,
    },
    /// Resigns.
    Resign {},
    /// Offers a draw or agrees to one, or declines it.
    Draw {
        /// Offers or agrees.
        accept: bool,
    },
    /// Asks to take a move back or agrees to it, or declines it.
    Takeback {
        /// Asks or agrees.
        accept: bool,
    },
    /// Gives the game up before it has begun.
    Abort {},
    /// Offers to play again, or agrees to it.
    Rematch {},
    /// Says what is to be answered at once to which moves.
    Conditional {
        /// The number of moves made.
        seq: i64,
        /// Lines of moves, the opponent's first.
        #[schema(max_items = 50)]
        lines: Vec<Vec<String>>,
    },
}
