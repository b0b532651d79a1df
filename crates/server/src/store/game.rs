//! What is kept of a game.

use hyperrook_view::types::{GameRef, Outcome, Side};
use serde::{Deserialize, Serialize};

/// Who sits at one side of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// Nobody yet.
    Empty,
    /// A person, by identity.
    Person(String),
    /// The engine, at a level.
    Engine(u8),
}

impl Seat {
    /// The person's identity.
    pub fn person(&self) -> Option<&str> {
        match self {
            Seat::Person(id) => Some(id),
            _ => None,
        }
    }

    pub(super) fn columns(&self) -> (Option<String>, Option<i64>) {
        match self {
            Seat::Empty => (None, None),
            Seat::Person(id) => (Some(id.clone()), None),
            Seat::Engine(level) => (None, Some(i64::from(*level))),
        }
    }
}

/// Where a game stands in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameStatus {
    /// A seat is empty.
    Open,
    /// It is being played.
    Active,
    /// It has ended.
    Over,
}

impl GameStatus {
    pub(super) fn text(self) -> &'static str {
        match self {
            GameStatus::Open => "open",
            GameStatus::Active => "active",
            GameStatus::Over => "over",
        }
    }

    pub(super) fn read(text: &str) -> GameStatus {
        match text {
            "open" => GameStatus::Open,
            "active" => GameStatus::Active,
            _ => GameStatus::Over,
        }
    }
}

/// What else is known of a game: offers and plans.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Extra {
    /// Who offers a draw.
    pub draw: Option<Side>,
    /// Who asks to take a move back.
    pub takeback: Option<Side>,
    /// Who offers a rematch.
    pub rematch: Option<Side>,
    /// The game that is the rematch.
    pub rematch_id: Option<String>,
    /// Moves to be answered at once, of White and of Black.
    pub plans: [Option<ConditionalMoves>; 2],
    /// Whether a move was ever taken back, so that numbers of moves do not say
    /// which moves.
    pub taken_back: bool,
    /// The colour that the second player gets if the first left it open.
    pub seed: u64,
}

/// Conditional moves of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConditionalMoves {
    /// The number of moves after which the lines begin.
    pub seq: i64,
    /// Lines of move texts.
    pub lines: Vec<Vec<String>>,
}

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Its identity.
    pub id: String,
    /// Which game.
    pub game: GameRef,
    /// The hash of the definition it is played by.
    pub definition: String,
    /// The game's name for people.
    pub title: String,
    /// `grid`, `stack` or `ring`.
    pub layout_kind: String,
    /// The position text it started from, if not the game's own.
    pub start: Option<String>,
    /// Who has White.
    pub white: Seat,
    /// Who has Black.
    pub black: Seat,
    /// The time control, as JSON.
    pub clock: String,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Where it stands in its life.
    pub state: GameStatus,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The number of moves that stand.
    pub seq: i64,
    /// The number of the last entry of its log.
    pub log: i64,
    /// The position text.
    pub position: String,
    /// The last move's origin and destination.
    pub last: Option<(i64, i64)>,
    /// The side to move.
    pub turn: Side,
    /// White's time left when its clock last stood, in ms.
    pub white_ms: i64,
    /// Black's.
    pub black_ms: i64,
    /// Since when the clock of the side to move runs.
    pub running_since: Option<i64>,
    /// When something is to happen by itself.
    pub deadline: Option<i64>,
    /// Offers and plans.
    pub extra: Extra,
    /// When it was made.
    pub created: i64,
    /// When something last happened.
    pub updated: i64,
}

impl StoredGame {
    /// Who sits at a side.
    pub fn seat(&self, side: Side) -> &Seat {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// The side of a person.
    pub fn side_of(&self, user: &str) -> Option<Side> {
        let sides = [Side::White, Side::Black];
        sides
            .into_iter()
            .find(|&side| self.seat(side).person() == Some(user))
    }
}

/// One thing that happened on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// Its number, from 1 without gaps.
    pub log: i64,
    /// For a takeback the number of moves that stand after it; `None` for a move.
    pub takeback_to: Option<i64>,
    /// The move text.
    pub mv: String,
    /// The same in short notation.
    pub short: String,
    /// When it was made.
    pub at: i64,
    /// The time that counted for it, in ms.
    pub spent_ms: i64,
    /// White's time left after it.
    pub white_ms: i64,
    /// Black's time left after it.
    pub black_ms: i64,
}

/// What becomes of the engine's job for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobChange {
    /// There is none any more.
    None,
    /// The engine is to find the move after `seq` moves.
    Wanted {
        /// The number of moves made.
        seq: i64,
        /// The level.
        level: u8,
    },
}

/// The end of a rated game, by which two ratings change.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedResult {
    /// White's identity.
    pub white: String,
    /// Black's identity.
    pub black: String,
    /// The game rated.
    pub game: String,
    /// White's points: 1, 0.5 or 0.
    pub score: f64,
}

/// A change of a game, which happens as a whole or not at all.
#[derive(Clone, Debug)]
pub struct Change {
    /// The game after the change.
    pub row: StoredGame,
    /// The number of the last log entry before it: nobody else may have changed
    /// the game meanwhile.
    pub from_log: i64,
    /// What happened on the board, if anything.
    pub entry: Option<LogEntry>,
    /// The player and key of the action that did it, and the number answered.
    pub key: Option<(String, String, i64)>,
    /// The engine's job afterwards.
    pub job: JobChange,
    /// The end of a rated game.
    pub rated_end: Option<RatedResult>,
    /// Another game that begins with this change, and the engine's job in it.
    pub begins: Option<Box<(StoredGame, JobChange)>>,
}
