//! Faults of texts.

use std::fmt;
use std::ops::Range;

/// One thing that is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFault {
    /// The bytes of the text that are wrong; empty where something is missing.
    pub at: Range<usize>,
    /// What is wrong.
    pub wrong: String,
    /// What would be right.
    pub right: String,
}

impl TextFault {
    pub(crate) fn new(
        at: Range<usize>,
        wrong: impl Into<String>,
        right: impl Into<String>,
    ) -> TextFault {
        TextFault {
            at,
            wrong: wrong.into(),
            right: right.into(),
        }
    }
}

impl fmt::Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "at character {}: {}; {}",
            self.at.start + 1,
            self.wrong,
            self.right
        )
    }
}

impl std::error::Error for TextFault {}

/// A short piece of a foreign text, safe to put into a message.
pub(crate) fn quote(text: &str) -> String {
    /// More than any right word of these texts has.
    const SHOWN: usize = 40;
    let mut shown: String = text
        .chars()
        .take(SHOWN)
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

/// `a`, `a or b`, `a, b or c`.
pub(crate) fn one_of<T: fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}
