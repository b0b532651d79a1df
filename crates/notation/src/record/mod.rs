//! Game records in the spirit of PGN; for chess they are PGN.
//!
//! A [`Record`] is a tree of moves as they are written, with comments, glyphs and
//! variations. [`Reader`] takes many of them from a stream; it looks at no rules.
//! [`Record::replay`] finds the game from the tags and the moves from their
//! texts, and [`write_record`] writes a record.
//!
//! What is read and written again stays the same byte for byte if it is in the
//! export format of PGN. Other forms are put into it: suffixes such as `!?`
//! become glyphs such as `$5`, and lines are broken anew.

mod error;
mod game;
mod limits;
mod lines;
mod reader;
mod replay;
mod resolve;
mod source;
mod tags;
mod write;

pub use error::{RecordError, RecordErrorKind};
pub use limits::Limits;
pub use reader::Reader;
pub use replay::{MoveStyle, Replay, ReplayError, RuleSetDiffers, Warning};
pub use resolve::{GameError, STANDARD_GAME, ShippedGames};
pub use tags::{BadTagName, Tags};
pub use write::{WriteError, format_record, write_record};

use hyperrook_rules::{Outcome, Side};
use std::fmt;
use std::str::FromStr;

/// A recorded game. `M` is what a move is: its text as written, or, once it is
/// replayed, a [`hyperrook_rules::Move`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<M = String> {
    /// What is known about the game.
    pub tags: Tags,
    /// Its moves.
    pub line: Line<M>,
    /// How it ended.
    pub result: GameResult,
}

/// Moves one after the other: the game itself or a variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M = String> {
    /// Remarks before the first move.
    pub intro: Vec<Note>,
    /// The moves.
    pub plies: Vec<Ply<M>>,
}

/// One move with what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply<M = String> {
    /// Remarks between the number of the move and the move.
    pub before: Vec<Note>,
    /// The move.
    pub mv: M,
    /// Remarks after the move and variations instead of it, in order.
    pub after: Vec<Item<M>>,
    /// Whether a move of Black was written with its number though it directly
    /// follows White's. Kept so that such records stay as they are.
    pub numbered: bool,
}

/// A remark on a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A comment in words.
    Comment(Comment),
    /// A numeric annotation glyph: `$1` is a good move (`!`), and so on.
    Glyph(u8),
}

/// What follows a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item<M = String> {
    /// A remark.
    Note(Note),
    /// Moves that could have been made instead, this one first.
    Variation(Line<M>),
}

/// A comment.
///
/// Line breaks in braces count as spaces, as they come and go with the lines of
/// the record. A text with `}` in it cannot stand in braces and is written to
/// the end of a line instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The words, with the spaces at both ends, if there are any.
    pub text: String,
    /// Whether it was written after `;` to the end of the line, and not in
    /// braces.
    pub to_line_end: bool,
}

impl Comment {
    /// A comment in braces. Line breaks become spaces.
    pub fn new(text: &str) -> Comment {
        let lines: Vec<&str> = text.trim().lines().map(str::trim).collect();
        Comment {
            text: lines.join(" "),
            to_line_end: false,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GameResult {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: not over, or not known.
    #[default]
    Open,
}

impl GameResult {
    /// The result of an outcome.
    pub fn of(outcome: Option<Outcome>) -> GameResult {
        match outcome.map(|outcome| outcome.winner) {
            None => GameResult::Open,
            Some(None) => GameResult::Draw,
            Some(Some(Side::White)) => GameResult::WhiteWins,
            Some(Some(Side::Black)) => GameResult::BlackWins,
        }
    }

    /// The text that ends a record.
    pub fn text(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Open => "*",
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// A text that is none of `1-0`, `0-1`, `1/2-1/2` and `*`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a result is `1-0`, `0-1`, `1/2-1/2` or `*`")]
pub struct NoResult;

impl FromStr for GameResult {
    type Err = NoResult;

    fn from_str(text: &str) -> Result<GameResult, NoResult> {
        Ok(match text {
            "1-0" => GameResult::WhiteWins,
            "0-1" => GameResult::BlackWins,
            "1/2-1/2" | "1/2" => GameResult::Draw,
            "*" => GameResult::Open,
            _ => return Err(NoResult),
        })
    }
}

impl<M> Default for Line<M> {
    fn default() -> Line<M> {
        Line {
            intro: Vec::new(),
            plies: Vec::new(),
        }
    }
}

impl<M> Ply<M> {
    /// A move without remarks.
    pub fn new(mv: M) -> Ply<M> {
        Ply {
            before: Vec::new(),
            mv,
            after: Vec::new(),
            numbered: false,
        }
    }

    /// Whether a move of Black that follows needs its number: something stands
    /// between.
    fn interrupts(&self) -> bool {
        self.after.iter().any(|item| match item {
            Item::Note(Note::Glyph(_)) => false,
            Item::Note(Note::Comment(_)) | Item::Variation(_) => true,
        })
    }
}

impl<M> Record<M> {
    /// The moves of the game itself.
    pub fn main_line(&self) -> impl ExactSizeIterator<Item = &M> {
        self.line.plies.iter().map(|ply| &ply.mv)
    }

    /// The side that moves first and the number of its move, as the starting
    /// position in the tags says.
    fn first(&self) -> (Side, u32) {
        self.tags.first_move()
    }
}

/// The move after one of `side` with a number.
fn next_move((side, number): (Side, u32)) -> (Side, u32) {
    match side {
        Side::White => (Side::Black, number),
        Side::Black => (Side::White, number.saturating_add(1)),
    }
}
