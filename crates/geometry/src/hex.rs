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

#[cfg(test)]
mod tests {
    use super::*;

    fn place(file: usize, rank: usize) -> Place {
        Place {
            file,
            rank,
            level: 0,
        }
    }

    #[test]
    fn a_cell_has_six_neighbours_of_other_colours() {
        for shift in [HexShift::Files, HexShift::Ranks] {
            let middle = place(4, 4);
            let (x, y) = shift.middle(middle);
            let mut neighbours = Vec::new();
            for file in 0..9 {
                for rank in 0..9 {
                    let (x2, y2) = shift.middle(place(file, rank));
                    let distance = (x2 - x).hypot(y2 - y);
                    if (distance - 1.0).abs() < 1e-9 {
                        neighbours.push((file, rank));
                    } else {
                        assert!(distance == 0.0 || distance > 1.7);
                    }
                }
            }
            let expected = [(3, 4), (3, 5), (4, 3), (4, 5), (5, 3), (5, 4)];
            assert_eq!(neighbours, expected);
            for (file, rank) in neighbours {
                assert_ne!(shift.colour(place(file, rank)), shift.colour(middle));
            }
        }
    }
}
