//! A cell of a board.

use std::fmt;

/// A cell of a board: a dense index from 0, in the order of the drawing (levels from the lowest,
/// within a level ranks from 1, within a rank files from a). Missing cells have no number.
///
/// All 256 values of the index are in use on the largest boards, so "no cell"
/// is `Option<Cell>`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this index; `None` if the index is too large for any board.
    #[inline]
    pub const fn new(index: usize) -> Option<Cell> {
        if index < crate::MAX_CELLS {
            Some(Cell(index as u8))
        } else {
            None
        }
    }

    /// The cell with this index, for tables with one entry per cell. An index beyond the largest
    /// board gives the last possible cell.
    #[inline]
    pub const fn from_index(index: usize) -> Cell {
        if index < crate::MAX_CELLS {
            Cell(index as u8)
        } else {
            Cell(u8::MAX)
        }
    }

    /// The cell whose index is this byte.
    #[inline]
    pub const fn from_byte(byte: u8) -> Cell {
        Cell(byte)
    }

    /// The index as a byte, for packed forms.
    #[inline]
    pub const fn byte(self) -> u8 {
        self.0
    }

    /// The index, for tables with one entry per cell.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}
