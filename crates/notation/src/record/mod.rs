//! Game records in the spirit of PGN; for chess they are PGN.
//!
//! A [`Record`] is a tree of moves as they are written, with comments, glyphs and variations.
//! [`RecordReader`] reads any number of them from a stream, without knowing any rules.
//! [`Record::replay`] finds the game from the tags and the moves from their texts. [`write_record`]
//! writes a record.
//!
//! A record in the export format of PGN that is read and written again is the same byte for byte.
//! Other forms are converted to this format: suffixes such as `!?` become glyphs such as `$5`, and
//! lines are rewrapped.

mod error;
mod game;
mod limits;
mod lines;
mod movetext;
mod reader;
mod replay;
mod resolve;
mod result;
mod source;
mod tags;
mod write;

pub use error::{RecordError, RecordErrorKind};
pub use limits::{MAX_DEPTH, RecordLimits};
pub use movetext::{Annotation, Comment, Element, Ply, Variation};
pub use reader::RecordReader;
pub use replay::{MoveStyle, NullMoves, Replay, ReplayError, ReplayWarning, RuleSetDiffers};
pub use resolve::{GameError, GameTags, STANDARD_GAME, ShippedGames};
pub use result::{GameResult, ResultTextError};
pub use tags::{TagNameError, Tags};
pub use write::{WriteError, format_record, write_record};

use hyperrook_rules::Side;

/// A recorded game. `M` is the type of the moves: their texts as written, or, after a replay,
/// [`hyperrook_rules::Move`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<M = String> {
    /// What is known about the game.
    pub tags: Tags,
    /// Its moves.
    pub line: Variation<M>,
    /// How it ended.
    pub result: GameResult,
}

impl<M> Record<M> {
    /// The moves of the game itself.
    pub fn main_line(&self) -> impl ExactSizeIterator<Item = &M> {
        self.line.plies.iter().map(|ply| &ply.mv)
    }

    /// Whether it has comments, glyphs or variations.
    pub fn has_notes(&self) -> bool {
        let mut plies = self.line.plies.iter();
        !self.line.intro.is_empty()
            || plies.any(|ply| !ply.before.is_empty() || !ply.after.is_empty())
    }

    /// The side that moves first and the number of its move, as the starting
    /// position in the tags says.
    fn first(&self) -> (Side, u32) {
        self.tags.first_move()
    }
}
