//! A move rule that is being read: its characters, its scopes and its faults.

use super::Term;
use std::ops::Range;

/// A group of axes that a pattern can name.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    /// Its name.
    pub(crate) name: String,
    /// Index of its chart.
    pub(crate) chart: usize,
    /// Indices of its axes in the chart.
    pub(crate) axes: Vec<usize>,
    /// For each axis of the chart, whether it has a forward sense.
    pub(crate) forward: Vec<bool>,
}

/// A fault of a move rule, with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PatternFault {
    /// The range of bytes at fault.
    pub(crate) at: Range<usize>,
    /// What is wrong, and what would be right.
    pub(crate) message: String,
}

/// Reads a rule from left to right.
pub(super) struct PatternReader<'a> {
    pub(super) text: &'a str,
    /// The offset of the next byte.
    pub(super) at: usize,
    pub(super) scopes: &'a [Scope],
    pub(super) faults: Vec<PatternFault>,
    pub(super) terms: Vec<Term>,
}

impl PatternReader<'_> {
    pub(super) fn fault(&mut self, at: Range<usize>, message: impl Into<String>) {
        self.faults.push(PatternFault {
            at,
            message: message.into(),
        });
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    pub(super) fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    /// Skips the rest of a faulty term.
    pub(super) fn skip_term(&mut self) {
        while self.peek().is_some_and(|c| !c.is_whitespace()) {
            self.next();
        }
    }
}
