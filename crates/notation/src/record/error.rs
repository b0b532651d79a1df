//! What can be wrong with a stream of records.

use hyperrook_rules::is_displayable;
use std::io;
use thiserror::Error;

/// A fault in a stream of records, and where it is.
#[derive(Debug, Error)]
#[error("line {line}, column {column}: {kind}")]
#[non_exhaustive]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The column in it, from 1, in characters.
    pub column: usize,
    /// What is wrong there.
    pub kind: RecordErrorKind,
}

/// What is wrong with a record.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordErrorKind {
    /// The stream cannot be read. No more records come.
    #[error("reading failed here: {0}")]
    Io(#[from] io::Error),
    /// The text is in UTF-16. No records come.
    #[error("this text is in UTF-16; save it as UTF-8")]
    Utf16,
    /// A character that cannot stand here.
    #[error("{} is not possible here; {wanted}", shown(*.found))]
    Unexpected {
        /// The character.
        found: char,
        /// What can stand here.
        wanted: &'static str,
    },
    /// The stream ends in the middle of something.
    #[error("the text ends here; {0}")]
    Ends(&'static str),
    /// A comment in braces that is not closed.
    #[error("this comment has no `}}`")]
    UnclosedComment,
    /// A variation that is not closed.
    #[error("this variation has no `)`")]
    UnclosedVariation,
    /// A variation before any move.
    #[error("a variation follows the move that it replaces, and there is none yet")]
    VariationFirst,
    /// A closing parenthesis without a variation.
    #[error("this `)` ends no variation")]
    StrayClose,
    /// A glyph with a number that PGN does not have.
    #[error("a glyph is `$` with a number from 0 to 255")]
    BadGlyph,
    /// Unknown marks, such as `!!!`.
    #[error("`{0}` is not a mark; there are `!`, `?`, `!!`, `??`, `!?` and `?!`")]
    BadMark(String),
    /// A word that is too long for a move.
    #[error("this word is longer than any move")]
    LongWord,
    /// The record is longer than [`super::RecordLimits::bytes`].
    #[error("the record that begins on line {begins} is longer than {limit} bytes")]
    TooLong {
        /// Line on which the record begins.
        begins: usize,
        /// The limit.
        limit: usize,
    },
    /// The record has more than [`super::RecordLimits::items`].
    #[error(
        "the record that begins on line {begins} has more than {limit} moves, comments and tags"
    )]
    TooManyItems {
        /// Line on which the record begins.
        begins: usize,
        /// The limit.
        limit: usize,
    },
    /// A text that should be one record contains none.
    #[error("there is no record")]
    NoRecord,
    /// A text that should be one record goes on after it.
    #[error("another record begins after the first one")]
    SeveralRecords,
    /// Variations are nested deeper than [`super::RecordLimits::depth`].
    #[error("variations are nested more than {0} deep")]
    TooDeep(usize),
}

/// A character as messages show it: those that nobody sees have only a number.
fn shown(c: char) -> String {
    if is_displayable(c) {
        format!("`{c}`")
    } else {
        format!("the character U+{:04X}", u32::from(c))
    }
}
