//! Why a definition does not compile.

use crate::{Part, Term};
use std::ops::Range;
use thiserror::Error;

/// Why a valid definition cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct CompileError {
    /// The part of the definition at fault.
    pub part: Part,
    /// The term at fault in the moves of a piece, if it is one term.
    pub term: Option<TermSource>,
    /// What is wrong, and what would be right.
    pub message: String,
}

/// A term of a move rule, as its file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TermSource {
    /// The text of the term.
    pub text: String,
    /// Where it stands in the text of the piece's rule ([`crate::MoveRule::text`]),
    /// in bytes.
    pub at: Range<usize>,
}

impl CompileError {
    pub(crate) fn new(part: Part, message: String) -> CompileError {
        CompileError {
            part,
            term: None,
            message,
        }
    }

    /// Adds the term at fault to the error.
    pub(crate) fn in_term(mut self, term: &Term) -> CompileError {
        self.term = Some(TermSource {
            text: term.text.clone(),
            at: term.at.clone(),
        });
        self
    }
}
