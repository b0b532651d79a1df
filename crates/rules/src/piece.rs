//! Sides, kinds of pieces, and pieces.

use std::fmt;

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// The side that moves first and whose letters are upper case.
    White,
    /// The other side.
    Black,
}

impl Side {
    /// White, then Black.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent; also written `!side`.
    ///
    /// ```
    /// use hyperrook_rules::Side;
    ///
    /// assert_eq!(!Side::White, Side::Black);
    /// assert_eq!(Side::Black.other(), Side::White);
    /// ```
    #[inline]
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

/// `!side` is the same as [`Side::other`].
impl std::ops::Not for Side {
    type Output = Side;

    #[inline]
    fn not(self) -> Side {
        self.other()
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}

/// The maximum number of kinds of pieces of a game: one for each letter.
pub const MAX_KINDS: usize = 26;

/// A kind of piece of one game: its number in the game's list of pieces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(u8);

impl Kind {
    /// The kind with this number; `None` if the number is too large for any game.
    #[inline]
    pub const fn new(index: usize) -> Option<Kind> {
        if index < MAX_KINDS {
            Some(Kind(index as u8))
        } else {
            None
        }
    }

    /// The kind with this number, for tables with one entry per kind. A number beyond the last
    /// possible kind gives the last one.
    #[inline]
    pub const fn from_index(index: usize) -> Kind {
        if index < MAX_KINDS {
            Kind(index as u8)
        } else {
            Kind(MAX_KINDS as u8 - 1)
        }
    }

    /// The kind's number, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A piece: a kind and the side it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// The piece's side.
    pub side: Side,
    /// The piece's kind.
    pub kind: Kind,
}
