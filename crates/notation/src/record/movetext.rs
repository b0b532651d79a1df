//! The moves of a record with their annotations.

use hyperrook_rules::Side;

/// A sequence of moves: the game itself or a variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation<M = String> {
    /// Remarks before the first move.
    pub intro: Vec<Annotation>,
    /// The moves.
    pub plies: Vec<Ply<M>>,
}

/// One move with its annotations and variations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply<M = String> {
    /// Remarks between the number of the move and the move.
    pub before: Vec<Annotation>,
    /// The move.
    pub mv: M,
    /// Remarks after the move and variations instead of it, in order.
    pub after: Vec<Element<M>>,
    /// Whether a move of Black was written with its number although it directly follows White's
    /// move. Kept so that the record is written as it was read.
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

/// An element that follows a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element<M = String> {
    /// A remark.
    Annotation(Annotation),
    /// Moves that could have been made instead of this move.
    Variation(Variation<M>),
}

/// A comment.
///
/// Line breaks in braces count as spaces, because they change with the lines of the record. A text
/// that contains `}` cannot stand in braces; it is written to the end of a line instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The text, with the spaces at both ends, if any.
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

    /// Whether a following move of Black needs its number because something stands between the
    /// moves.
    pub(super) fn interrupts(&self) -> bool {
        self.after.iter().any(|item| match item {
            Element::Annotation(Annotation::Glyph(_)) => false,
            Element::Annotation(Annotation::Comment(_)) | Element::Variation(_) => true,
        })
    }
}

/// The side and number of the move after the one given.
pub(super) fn next_move((side, number): (Side, u32)) -> (Side, u32) {
    match side {
        Side::White => (Side::Black, number),
        Side::Black => (Side::White, number.saturating_add(1)),
    }
}
