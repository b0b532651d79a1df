//! Boards of hexagons.

use hyperrook_geometry::{HexShift, Place};

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
