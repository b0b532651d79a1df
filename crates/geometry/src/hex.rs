//! Boards of hexagons.

use crate::Place;

/// Whether files or ranks are shifted in a drawing of hexagons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HexShift {
    /// Each file is half a cell higher than the file on its left. Ranks rise to the right, and the
    /// hexagons lie flat on a side.
    Files,
    /// Each rank is half a cell further to the right than the rank below. Files lean to the right,
    /// and the hexagons stand on a corner.
    Ranks,
}

impl HexShift {
    /// The centre of a place, as distances to the right and upwards. The centres of neighbours are
    /// 1 apart.
    pub fn middle(self, place: Place) -> (f64, f64) {
        let (file, rank) = (place.file as f64, place.rank as f64);
        let height = 0.75_f64.sqrt();
        match self {
            HexShift::Files => (file * height, rank + file / 2.0),
            HexShift::Ranks => (file + rank / 2.0, rank * height),
        }
    }

    /// The colour of a place, 0 to 2. Neighbours have different colours.
    pub fn colour(self, place: Place) -> usize {
        (place.file % 3 + 2 * (place.rank % 3)) % 3
    }
}
