//! Places of a drawing.

/// Where a cell stands in the drawing: file, rank and level from 0. A ring has
/// only files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Place {
    /// Level, lowest first.
    pub level: usize,
    /// Rank, White's side first.
    pub rank: usize,
    /// File, a first; on a ring the number of the cell.
    pub file: usize,
}
