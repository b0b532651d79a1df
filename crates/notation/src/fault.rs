//! Faults of texts.

use crate::words::shorten;
use std::fmt;
use std::ops::Range;

/// One thing that is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextFault {
    /// The bytes of the text that are wrong; empty where something is missing.
    pub at: Range<usize>,
    /// What is wrong and what would be right.
    pub message: String,
}

impl TextFault {
    pub(crate) fn new(
        at: Range<usize>,
        wrong: impl fmt::Display,
        right: impl fmt::Display,
    ) -> TextFault {
        TextFault {
            at,
            message: format!("{wrong}; {right}"),
        }
    }
}

impl fmt::Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let character = self.at.start.saturating_add(1);
        write!(f, "at character {character}: {}", self.message)
    }
}

impl std::error::Error for TextFault {}

/// A short part of a foreign text, safe to put into a message.
pub(crate) fn quote(text: &str) -> String {
    /// More than any right word of these texts has.
    const SHOWN: usize = 40;
    format!("`{}`", shorten(text, SHOWN))
}
