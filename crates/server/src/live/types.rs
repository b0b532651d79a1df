//! Played games as clients see them: players, clocks, offers, seeks, actions.

use hyperrook_view::types::{GameRef, LayoutKind, Outcome, Side, Tree, View};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Clock {
    /// No clock.
    None,
    /// A game in one sitting.
    Live {
        /// Each side's time at the start, in ms.
        #[schema(minimum = 10_000, maximum = 10_800_000)]
        initial_ms: i64,
        /// Time added after each move, in ms.
        #[schema(minimum = 0, maximum = 180_000)]
        increment_ms: i64,
    },
    /// Correspondence chess.
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

/// The side that a player asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// White.
    White,
    /// Black.
    Black,
    /// Either, at random.
    Random,
}

/// The opponent of a new game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Opponent {
    /// The engine.
    Engine {
        /// The strength, from 1 to 8.
        #[schema(minimum = 1, maximum = 8)]
        level: u8,
    },
    /// The first who opens the game's link and joins.
    Link,
    /// Anyone in the lobby.
    Seek,
}

/// A game to start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NewGame {
    /// Which game.
    pub game: GameRef,
    /// The side that the caller plays.
    pub colour: Colour,
    /// The time control.
    pub clock: Clock,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// The opponent.
    pub opponent: Opponent,
    /// The position text to start from. Rated games cannot have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 4096)]
    pub position: Option<String>,
}

/// The kind of player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    /// A user, or a user's bot.
    Person,
    /// The engine.
    Engine,
}

/// One of the two players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Player {
    /// A user or the engine.
    pub kind: PlayerKind,
    /// The name.
    pub name: String,
    /// The identity of a user.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// The user's rating in this game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<i64>,
    /// The level of the engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Whether the player is connected.
    pub online: bool,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MoveMade {
    /// The move text.
    pub text: String,
    /// The same in short notation.
    pub short: String,
    /// When it was made, in RFC 3339.
    pub at: String,
    /// The time it took off the clock, in ms.
    pub spent_ms: i64,
}

/// The clocks of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Clocks {
    /// White's time left at `as_of`, in ms.
    pub white_ms: i64,
    /// Black's time left at `as_of`, in ms.
    pub black_ms: i64,
    /// The side whose clock runs, if one runs.
    #[schema(required = true)]
    pub running: Option<Side>,
    /// When the clocks showed these times, in RFC 3339.
    pub as_of: String,
}

/// Open offers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Offer {
    /// The side that offers a draw.
    #[schema(required = true)]
    pub draw: Option<Side>,
    /// The side that asks to take a move back.
    #[schema(required = true)]
    pub takeback: Option<Side>,
}

/// The rematch of a finished game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Rematch {
    /// The side that offers a rematch.
    #[schema(required = true)]
    pub offered: Option<Side>,
    /// The new game's identity, once both sides have agreed.
    #[schema(required = true)]
    pub id: Option<String>,
}

/// A played game, as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GameState {
    /// Its identity.
    pub id: String,
    /// The rules it is played by.
    pub game: GameRef,
    /// The game's name for people.
    pub title: String,
    /// The player of White; null while the seat is empty.
    #[schema(required = true)]
    pub white: Option<Player>,
    /// The player of Black; null while the seat is empty.
    #[schema(required = true)]
    pub black: Option<Player>,
    /// The time control.
    pub clock: Clock,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// The viewer's side; null for spectators.
    #[schema(required = true)]
    pub you: Option<Side>,
    /// The number of moves made.
    pub seq: i64,
    /// The position text it started from; null for the start of the game's rules.
    #[schema(required = true)]
    pub start: Option<String>,
    /// The current position.
    pub view: View,
    /// The moves made so far.
    pub moves: Vec<MoveMade>,
    /// The clocks, if the game has a time control.
    #[schema(required = true)]
    pub clocks: Option<Clocks>,
    /// Open offers.
    pub offer: Offer,
    /// How it ended; null while it is played.
    #[schema(required = true)]
    pub outcome: Option<Outcome>,
    /// The rematch.
    pub rematch: Rematch,
    /// The number of sockets that follow the game, including the players'.
    pub watchers: usize,
    /// The viewer's conditional moves.
    #[schema(required = true)]
    pub conditional: Option<Tree>,
}

/// A game in a list, as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GameSummary {
    /// Its identity.
    pub id: String,
    /// The rules it is played by.
    pub game: GameRef,
    /// The game's name for people.
    pub title: String,
    /// `grid`, `stack` or `ring`.
    #[schema(value_type = LayoutKind)]
    pub layout_kind: String,
    /// The player of White; null while the seat is empty.
    #[schema(required = true)]
    pub white: Option<Player>,
    /// The player of Black; null while the seat is empty.
    #[schema(required = true)]
    pub black: Option<Player>,
    /// The time control.
    pub clock: Clock,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// The number of moves made.
    pub seq: i64,
    /// The text of the current position.
    pub position: String,
    /// The last move, if any.
    #[schema(required = true)]
    pub last: Option<FromTo>,
    /// How it ended; null while it is played.
    #[schema(required = true)]
    pub outcome: Option<Outcome>,
    /// When the game last changed, in RFC 3339.
    pub updated: String,
    /// Whether the viewer is to move.
    pub your_turn: bool,
    /// The viewer's side; null for spectators.
    #[schema(required = true)]
    pub you: Option<Side>,
}

/// The two cells of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FromTo {
    /// Where the piece started.
    pub from: i64,
    /// Where it ended.
    pub to: i64,
}

/// A user, as others see them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct User {
    /// The user's identity.
    pub id: String,
    /// The name.
    pub name: String,
    /// Whether the user is a guest.
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
    /// The standard deviation: with 95 % probability the true rating is at most
    /// twice this away.
    pub deviation: f64,
    /// The number of rated games.
    pub games: i64,
}

/// An open invitation in the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Seek {
    /// Its identity.
    pub id: String,
    /// The user who offers the game.
    pub by: User,
    /// Which game.
    pub game: GameRef,
    /// The game's name for people.
    pub title: String,
    /// The time control.
    pub clock: Clock,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// The side that the user who offers asks for.
    pub colour: Colour,
}

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
