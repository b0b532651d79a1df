//! A move in 32 bits.

use crate::Kind;
use hyperrook_geometry::Cell;
use std::fmt;

/// What a move does besides moving a piece from one cell to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[non_exhaustive]
pub enum MoveClass {
    /// Nothing else, or a promotion.
    Ordinary = 0,
    /// A first move that can be captured in passing.
    DoubleStep = 1,
    /// A capture in passing.
    EnPassant = 2,
    /// A royal piece and another piece move.
    Castling = 3,
    /// A piece of several cells moves as a whole; origin and destination are the cells that name
    /// it.
    Shift = 4,
    /// A piece of several cells becomes a piece of one cell. The origin is the cell that names it,
    /// the destination the cell kept, the promotion the new kind.
    Transformation = 5,
}

/// A move of a position: origin, destination, promotion and class.
///
/// The first three identify it among the legal moves of a position. It packs
/// into 32 bits: origin 8, destination 8, promotion 8 (0: none, else kind + 1),
/// class 8. Origin and destination can be equal (a transformation), so there is
/// no null value: use `Option<Move>`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u32);

impl Move {
    /// Packs a move.
    #[inline]
    pub fn new(origin: Cell, destination: Cell, promotion: Option<Kind>, class: MoveClass) -> Move {
        let promotion = promotion.map_or(0, |kind| kind.index() as u32 + 1);
        let (origin, destination) = (u32::from(origin.byte()), u32::from(destination.byte()));
        Move(origin | destination << 8 | promotion << 16 | (class as u32) << 24)
    }

    /// Where the piece starts.
    #[inline]
    pub fn origin(self) -> Cell {
        Cell::from_byte(self.0 as u8)
    }

    /// Where the piece ends.
    #[inline]
    pub fn destination(self) -> Cell {
        Cell::from_byte((self.0 >> 8) as u8)
    }

    /// The kind that the piece becomes, if it changes.
    #[inline]
    pub fn promotion(self) -> Option<Kind> {
        match (self.0 >> 16) as u8 {
            0 => None,
            n => Kind::new(usize::from(n) - 1),
        }
    }

    /// What else the move does.
    #[inline]
    pub fn class(self) -> MoveClass {
        match self.0 >> 24 {
            1 => MoveClass::DoubleStep,
            2 => MoveClass::EnPassant,
            3 => MoveClass::Castling,
            4 => MoveClass::Shift,
            5 => MoveClass::Transformation,
            _ => MoveClass::Ordinary,
        }
    }

    /// The packed form.
    #[inline]
    pub fn bits(self) -> u32 {
        self.0
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}-{:?}", self.origin(), self.destination())?;
        if let Some(kind) = self.promotion() {
            write!(f, "={}", kind.index())?;
        }
        match self.class() {
            MoveClass::Ordinary => Ok(()),
            class => write!(f, "({class:?})"),
        }
    }
}
