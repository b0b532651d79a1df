//! Sources of coordinates.

use crate::common::{axis, chart};
use hyperrook_geometry::{AxisSource, Board, BoardSpec, Drawing, Place};

#[test]
fn sources_read_left_to_right() {
    let place = Place {
        file: 7,
        rank: 4,
        level: 2,
    };
    // All of these sources are 0 at the first place, whatever coordinate that is.
    let value = |text: &str| {
        let axes = [text, "file", "rank", "level"];
        let board = Board::new(&BoardSpec {
            drawing: Drawing::Stack {
                files: 8,
                ranks: 5,
                levels: vec!['x', 'y', 'z'],
            },
            missing: String::new(),
            charts: vec![chart("test", axes.map(|source| axis("a", source)).into())],
        })
        .unwrap();
        let at = |place| board.charts()[0].coordinate(board.at(place).unwrap())[0];
        at(place) - at(Place::default())
    };
    assert_eq!(value("file"), 7);
    assert_eq!(value("rank / 3"), 1);
    assert_eq!(value("file/2%2"), 1);
    assert_eq!(value("file + rank - level"), 9);
    assert_eq!(value("rank - file"), -3);
    for bad in [
        "",
        "files",
        "rank / 0",
        "rank /",
        "3",
        "rank / 3 + file",
        "rank % x",
    ] {
        assert!(bad.parse::<AxisSource>().is_err(), "{bad}");
    }
}
