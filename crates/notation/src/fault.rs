//! Faults of texts.

use crate::words::shorten;
use std::fmt;
use std::ops::Range;

/// One error in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextFault {
    /// The range of bytes at fault; empty where something is missing.
    pub at: Range<usize>,
    /// What is wrong, and what would be right.
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
    /// Longer than any valid word of these texts.
    const SHOWN: usize = 40;
    format!("`{}`", shorten(text, SHOWN))
}
