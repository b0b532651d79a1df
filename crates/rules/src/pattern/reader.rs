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
    /// The work so far, with that of earlier rules: see [`MAX_WORK`].
    pub(super) work: &'a mut usize,
}

/// Maximum work to read all rules of a definition: vectors that are compared, legs that are copied,
/// and [`VECTOR_WORK`] for each vector of an atom. Rules that are faulty or select few of many
/// vectors also cost work.
pub(crate) const MAX_WORK: usize = 20_000_000;
/// The work to make one vector.
pub(super) const VECTOR_WORK: usize = 16;

impl PatternReader<'_> {
    /// Counts work; `None`, with a fault, if it is too much.
    pub(super) fn spend(&mut self, work: usize, at: Range<usize>) -> Option<()> {
        let before = *self.work;
        *self.work = before.saturating_add(work);
        if *self.work <= MAX_WORK {
            return Some(());
        }
        if before <= MAX_WORK {
            let message = "the rules so far have too many vectors, legs and ways to go on; use fewer \
                           axes, shorter paths or fewer moves";
            self.fault(at, message);
        }
        None
    }

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
