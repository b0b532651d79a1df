//! What is known of a game besides its moves.

use super::outcome::GameOutcome;
use super::rules::{DrawingKind, RulesRef};
use super::time_control::Clock;
use hyperrook_rules::Side;

/// Who sits at one side of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// Nobody yet.
    Empty,
    /// A person, by id.
    Person(String),
    /// The engine, at a level.
    Engine(u8),
}

impl Seat {
    /// The person's id.
    pub fn person(&self) -> Option<&str> {
        match self {
            Seat::Person(id) => Some(id),
            _ => None,
        }
    }

    /// The engine's level.
    pub fn level(&self) -> Option<u8> {
        match self {
            Seat::Engine(level) => Some(*level),
            _ => None,
        }
    }
}

/// Whether a game has begun, and whether it has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameStatus {
    /// A seat is empty.
    Open,
    /// It is being played.
    Active,
    /// It has ended.
    Over,
}

/// Offers that one side has made and the other has not answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    /// Who offers a draw.
    pub draw: Option<Side>,
    /// Who asks to take a move back.
    pub takeback: Option<Side>,
    /// Who offers a rematch.
    pub rematch: Option<Side>,
    /// Whether White's and Black's last offer of a draw was declined or withdrawn. They cannot
    /// offer one again before they have moved.
    pub draw_refused: [bool; 2],
    /// The same for takebacks, until the next move.
    pub takeback_refused: [bool; 2],
}

/// Conditional moves of one side: moves that are made at once when the opponent makes
/// the expected ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConditionalMoves {
    /// The number of moves after which the lines begin.
    pub seq: i64,
    /// Lines of move texts, the opponent's move first.
    pub lines: Vec<Vec<String>>,
}

/// A game as it is stored, without its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// The game's id.
    pub id: String,
    /// Which rules it is played by.
    pub game: RulesRef,
    /// The hash of the definition's text.
    pub definition: String,
    /// The rules' name for people.
    pub title: String,
    /// How the board is drawn.
    pub drawing: DrawingKind,
    /// The position text it started from, if not the rules' own.
    pub start: Option<String>,
    /// Who has White.
    pub white: Seat,
    /// Who has Black.
    pub black: Seat,
    /// The time control.
    pub clock: Clock,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Whether it has begun or ended.
    pub status: GameStatus,
    /// How it ended.
    pub outcome: Option<GameOutcome>,
    /// The number of moves that stand.
    pub seq: i64,
    /// The number of the last entry in its log.
    pub log: i64,
    /// The position text.
    pub position: String,
    /// The last move's origin and destination.
    pub last: Option<(i64, i64)>,
    /// The side to move.
    pub turn: Side,
    /// White's time when its clock last stopped, in ms.
    pub white_ms: i64,
    /// Black's time when its clock last stopped, in ms.
    pub black_ms: i64,
    /// Since when the clock of the side to move has been running.
    pub running_since: Option<i64>,
    /// When something happens by itself.
    pub deadline: Option<i64>,
    /// Offers that are not answered.
    pub offers: Offers,
    /// The id of the rematch.
    pub rematch_id: Option<String>,
    /// Conditional moves, of White and of Black.
    pub conditional: [Option<ConditionalMoves>; 2],
    /// When it was created.
    pub created: i64,
    /// When it last changed.
    pub updated: i64,
    /// How often it has changed. A change is written only if this is still the version
    /// that it was worked out from.
    pub version: i64,
    /// How often it was taken by a node. A change is written only if nobody has taken the
    /// game since.
    pub epoch: i64,
}

impl StoredGame {
    /// Who sits at a side.
    pub fn seat(&self, side: Side) -> &Seat {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// The side that a person plays.
    pub fn side_of(&self, user: &str) -> Option<Side> {
        let mut sides = Side::BOTH.into_iter();
        sides.find(|&side| self.seat(side).person() == Some(user))
    }

    /// The first person of those who play, by id.
    pub fn first_person(&self) -> Option<&str> {
        self.white.person().or(self.black.person())
    }

    /// Whether the engine plays one of the sides.
    pub fn has_engine(&self) -> bool {
        self.white.level().is_some() || self.black.level().is_some()
    }
}
