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

/// One of the three coordinates of a [`Place`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceAxis {
    /// The files.
    File,
    /// The ranks.
    Rank,
    /// The levels.
    Level,
}

impl PlaceAxis {
    /// All three.
    pub const ALL: [PlaceAxis; 3] = [PlaceAxis::File, PlaceAxis::Rank, PlaceAxis::Level];

    /// This coordinate of a place.
    pub fn of(self, place: Place) -> usize {
        match self {
            PlaceAxis::File => place.file,
            PlaceAxis::Rank => place.rank,
            PlaceAxis::Level => place.level,
        }
    }
}
