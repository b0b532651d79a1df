//! The moves of a record with what is said about them.

use hyperrook_rules::Side;

/// Moves one after the other: the game itself or a variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation<M = String> {
    /// Remarks before the first move.
    pub intro: Vec<Annotation>,
    /// The moves.
    pub plies: Vec<Ply<M>>,
}

/// One move with what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply<M = String> {
    /// Remarks between the number of the move and the move.
    pub before: Vec<Annotation>,
    /// The move.
    pub mv: M,
    /// Remarks after the move and variations instead of it, in order.
    pub after: Vec<Element<M>>,
    /// Whether a move of Black was written with its number though it directly
    /// follows White's. Kept so that such records stay as they are.
    pub numbered: bool,
}

/// A remark on a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Annotation {
    /// A comment in words.
    Comment(Comment),
    /// A numeric annotation glyph: `$1` is a good move (`!`), and so on.
    Glyph(u8),
}

/// What follows a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element<M = String> {
    /// A remark.
    Annotation(Annotation),
    /// Moves that could have been made instead, this one first.
    Variation(Variation<M>),
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

impl<M> Default for Variation<M> {
    fn default() -> Variation<M> {
        Variation {
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
    pub(super) fn interrupts(&self) -> bool {
        self.after.iter().any(|item| match item {
            Element::Annotation(Annotation::Glyph(_)) => false,
            Element::Annotation(Annotation::Comment(_)) | Element::Variation(_) => true,
        })
    }
}

/// The move after one of `side` with a number.
pub(super) fn next_move((side, number): (Side, u32)) -> (Side, u32) {
    match side {
        Side::White => (Side::Black, number),
        Side::Black => (Side::White, number.saturating_add(1)),
    }
}
