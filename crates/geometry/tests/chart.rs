//! Sources of coordinates.

use crate::common::{axis, chart, cyclic_axis, flat};
use hyperrook_geometry::{
    AxisSource, Board, BoardSpec, Cell, Drawing, MAX_AXES, Place, vectors_of_sizes,
};

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

#[test]
fn boxes_need_all_their_cells() {
    let mut spec = flat(4, 4, vec![axis("file", "file"), axis("rank", "rank")]);
    spec.missing = "b3".into();
    let board = Board::new(&spec).unwrap();
    let chart = &board.charts()[0];
    let has_box = |from: &str, file, rank| {
        let mut vector = [0; MAX_AXES];
        (vector[0], vector[1]) = (file, rank);
        chart.has_box(board.cell(from).unwrap(), &vector)
    };
    assert!(has_box("a1", 1, 1) && has_box("d4", -1, -2));
    assert!(!has_box("a2", 1, 1) && !has_box("a1", 2, 3) && !has_box("c4", -1, -1));
    assert!(!has_box("a1", -1, 1));
    // Along one axis only the ends count, and they are not looked at here.
    assert!(has_box("a3", 3, 0) && has_box("a3", 0, 7) && has_box("a3", 0, 0));
}

#[test]
fn boxes_go_round_cyclic_axes_once() {
    // Eight axes of two coordinates: the cells of a cube.
    let source = |i: u32| {
        let whole = if i < 4 { "file" } else { "rank" };
        cyclic_axis("x", &format!("{whole} / {} % 2", 1 << (i % 4)))
    };
    let mut spec = flat(16, 16, (0..8).map(source).collect());
    // Counted step by step, such a box would have 256 to the power of 8 cells.
    let far = [255, -255, 255, 255, -255, 255, 255, 255];
    let board = Board::new(&spec).unwrap();
    assert!(board.charts()[0].has_box(Cell::default(), &far));
    spec.missing = "p16".into();
    let board = Board::new(&spec).unwrap();
    assert!(!board.charts()[0].has_box(Cell::default(), &far));
}

#[test]
fn vectors_in_every_order_and_with_every_sign() {
    let count = |sizes: &[i16], axes: &[usize]| {
        let vectors = vectors_of_sizes(sizes, axes, 10_000)?;
        assert!(vectors.is_sorted_by(|a, b| a < b));
        Some(vectors.len())
    };
    let axes = [0, 1, 2, 3, 4, 5, 6, 7];
    assert_eq!(count(&[1, 2], &[0, 1]), Some(8));
    assert_eq!(count(&[2, 0, -1, 2], &[1, 4, 7]), Some(24));
    assert_eq!(count(&[1; 4], &axes), Some(1120));
    assert_eq!(count(&[1, 2, 3], &axes), Some(2688));
    assert_eq!(count(&[], &axes), Some(1));
    assert_eq!(count(&[1, 1], &[5]), None);
    // Ten million, which are not made.
    assert_eq!(count(&[1, 2, 3, 4, 5, 6, 7, 8], &axes), None);
    let two = vectors_of_sizes(&[1, 1], &[0, 3], 4).unwrap();
    assert_eq!(two[0], [-1, 0, 0, -1, 0, 0, 0, 0]);
}
