//! Played games as clients see them: players, clocks, offers, seeks, actions.

use crate::game::new_game::{Colour, Opponent};
use crate::game::time_control::Clock;
use hyperrook_view::types::{
    ExplainedOutcome, GameRef, LayoutKind, MoveTree, PositionView, SideName,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A game to start.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ToSchema)]
// Errors of the reader have the name that the description of the API has.
#[serde(rename = "NewGame")]
#[schema(as = NewGame)]
pub(crate) struct NewGameBody {
    /// Which game.
    pub(crate) game: GameRef,
    /// The side that the caller plays.
    pub(crate) colour: Colour,
    /// The time control.
    pub(crate) clock: Clock,
    /// Whether it counts for ratings.
    pub(crate) rated: bool,
    /// The opponent.
    pub(crate) opponent: Opponent,
    /// The position text to start from. Rated games cannot have one.
    #[serde(default)]
    #[schema(max_length = 4096)]
    pub(crate) position: Option<String>,
}

/// The kind of player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PlayerKind {
    /// A user, or a user's bot.
    Person,
    /// The engine.
    Engine,
}

/// One of the two players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Player {
    /// A user or the engine.
    pub(crate) kind: PlayerKind,
    /// The name.
    pub(crate) name: String,
    /// The ID of a user.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) user: Option<String>,
    /// The user's rating in this game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rating: Option<i64>,
    /// The level of the engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) level: Option<u8>,
    /// Whether the player is connected.
    pub(crate) online: bool,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct MoveMade {
    /// The move text.
    pub(crate) text: String,
    /// The same in short notation.
    pub(crate) short: String,
    /// When it was made, in RFC 3339.
    pub(crate) at: String,
    /// The time it took off the clock, in ms.
    pub(crate) spent_ms: i64,
}

/// The clocks of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Clocks {
    /// White's time left at `as_of`, in ms.
    pub(crate) white_ms: i64,
    /// Black's time left at `as_of`, in ms.
    pub(crate) black_ms: i64,
    /// The side whose clock runs, if one runs.
    #[schema(required = true)]
    pub(crate) running: Option<SideName>,
    /// When the clocks showed these times, in RFC 3339.
    pub(crate) as_of: String,
}

/// Open offers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct OpenOffers {
    /// The side that offers a draw.
    #[schema(required = true)]
    pub(crate) draw: Option<SideName>,
    /// The side that asks to take a move back.
    #[schema(required = true)]
    pub(crate) takeback: Option<SideName>,
}

/// The rematch of a finished game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Rematch {
    /// The side that offers a rematch.
    #[schema(required = true)]
    pub(crate) offered: Option<SideName>,
    /// The new game's ID, once both sides have agreed.
    #[schema(required = true)]
    pub(crate) id: Option<String>,
}

/// What a game's state and its entry in a list have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct GameHeader {
    /// The game's ID.
    pub(crate) id: String,
    /// The rules it is played by.
    pub(crate) game: GameRef,
    /// The name of the rules for people.
    pub(crate) title: String,
    /// The player of White; null while the seat is empty.
    #[schema(required = true)]
    pub(crate) white: Option<Player>,
    /// The player of Black; null while the seat is empty.
    #[schema(required = true)]
    pub(crate) black: Option<Player>,
    /// The time control.
    pub(crate) clock: Clock,
    /// Whether it counts for ratings.
    pub(crate) rated: bool,
    /// The viewer's side; null for spectators.
    #[schema(required = true)]
    pub(crate) you: Option<SideName>,
    /// The number of moves made.
    pub(crate) seq: i64,
    /// How it ended; null while it is played.
    #[schema(required = true)]
    pub(crate) outcome: Option<ExplainedOutcome>,
}

/// A played game, as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct GameState {
    /// The game, its players and its result.
    #[serde(flatten)]
    pub(crate) header: GameHeader,
    /// The position text it started from; null for the start of the game's rules.
    #[schema(required = true)]
    pub(crate) start: Option<String>,
    /// The current position.
    pub(crate) view: PositionView,
    /// The moves made so far.
    pub(crate) moves: Vec<MoveMade>,
    /// The clocks, if the game has a time control.
    #[schema(required = true)]
    pub(crate) clocks: Option<Clocks>,
    /// Open offers.
    pub(crate) offer: OpenOffers,
    /// The rematch.
    pub(crate) rematch: Rematch,
    /// The number of people who follow the game, players included. Somebody who has it open several
    /// times on one server counts once; of those who are not signed in, each socket does.
    pub(crate) watchers: usize,
    /// The viewer's conditional moves.
    #[schema(required = true)]
    pub(crate) conditional: Option<MoveTree>,
}

/// A game in a list, as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct GameSummary {
    /// The game, its players and its result.
    #[serde(flatten)]
    pub(crate) header: GameHeader,
    /// How the board is drawn.
    pub(crate) layout_kind: LayoutKind,
    /// The text of the current position.
    pub(crate) position: String,
    /// The last move, if any.
    #[schema(required = true)]
    pub(crate) last: Option<MoveCells>,
    /// When the game last changed, in RFC 3339.
    pub(crate) updated: String,
    /// Whether the viewer is to move.
    pub(crate) your_turn: bool,
    /// In correspondence, when the time of the side to move runs out, in RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) due: Option<String>,
}

/// The two cells of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct MoveCells {
    /// Where the piece started.
    pub(crate) from: i64,
    /// Where it ended.
    pub(crate) to: i64,
}

/// A user, as others see them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct User {
    /// The user's ID.
    pub(crate) id: String,
    /// The name.
    pub(crate) name: String,
    /// Whether the user is a guest.
    pub(crate) guest: bool,
    /// Ratings by game.
    #[serde(default, skip_serializing_if = "std::collections::BTreeMap::is_empty")]
    pub(crate) ratings: std::collections::BTreeMap<String, UserRating>,
}

/// A rating, as others see it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct UserRating {
    /// The rating.
    pub(crate) rating: f64,
    /// The standard deviation: with 95 % probability the true rating is at most
    /// twice this away.
    pub(crate) deviation: f64,
    /// The number of rated games.
    pub(crate) games: i64,
}

/// An open invitation in the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Seek {
    /// Its ID.
    pub(crate) id: String,
    /// The user who offers the game.
    pub(crate) by: User,
    /// Which game.
    pub(crate) game: GameRef,
    /// The game's name for people.
    pub(crate) title: String,
    /// The time control.
    pub(crate) clock: Clock,
    /// Whether it counts for ratings.
    pub(crate) rated: bool,
    /// The side that the user who offers asks for.
    pub(crate) colour: Colour,
}
