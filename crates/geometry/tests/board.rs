//! Boards and the names of their cells.

use crate::common::{axis, chart, flat, ring};
use hyperrook_geometry::{Board, BoardError, BoardSpec, Cell, ChartSpec, Drawing};

/// A flat board with files and ranks as axes.
fn plain(files: usize, ranks: usize) -> BoardSpec {
    flat(
        files,
        ranks,
        vec![axis("file", "file"), axis("rank", "rank")],
    )
}

/// A chart of blocks of 3x3 cells, with addresses.
fn nested() -> ChartSpec {
    ChartSpec {
        name: "nested".into(),
        axes: vec![
            axis("R", "rank / 3"),
            axis("F", "file / 3"),
            axis("r", "rank % 3"),
            axis("f", "file % 3"),
        ],
        addressed: true,
    }
}

#[test]
fn every_name_reads_back() {
    let mut spec = plain(9, 21);
    spec.charts.push(nested());
    let board = Board::new(&spec).unwrap();
    assert_eq!(board.len(), 189);
    for cell in board.cells() {
        assert_eq!(board.cell(&board.name(cell)), Some(cell));
        assert_eq!(board.cell(&board.address(cell).unwrap()), Some(cell));
    }
    assert_eq!(board.cell("e4"), board.cell("2212"));
    assert_eq!(board.cell("d6"), board.cell("2231"));
    assert_eq!(board.cell("e22"), None);
    assert_eq!(board.cell("e04"), None);
    assert_eq!(board.cell("j1"), None);
    assert_eq!(board.cell("é4"), None);
    assert_eq!(board.cell("221é"), None);
}

#[test]
fn addresses_of_every_chart_are_read() {
    let mut spec = plain(9, 9);
    spec.charts[0].addressed = true;
    spec.charts.push(nested());
    let board = Board::new(&spec).unwrap();
    for cell in board.cells() {
        for chart in board.charts() {
            assert_eq!(board.cell(&chart.address(cell).unwrap()), Some(cell));
        }
    }
    assert_eq!(board.cell("221"), None);
}

#[test]
fn missing_cells_have_no_index() {
    let board = Board::new(&BoardSpec {
        drawing: Drawing::Stack {
            files: 4,
            ranks: 10,
            levels: "vwxyz".chars().collect(),
        },
        missing: "va4..za7 vd4..zd7".into(),
        charts: vec![chart(
            "box",
            vec![
                axis("level", "level"),
                axis("file", "file"),
                axis("rank", "rank"),
            ],
        )],
    })
    .unwrap();
    assert_eq!(board.len(), 160);
    assert_eq!(board.cell("xa5"), None);
    assert_eq!(board.name(board.cell("xb4").unwrap()), "xb4");
    assert_eq!(board.region("va10..zd10").unwrap().count(), 20);
}

#[test]
fn a_ring_is_named_by_sectors() {
    let board = ring();
    assert_eq!(board.cell("a1"), Cell::new(0));
    assert_eq!(board.cell("b2"), Cell::new(7));
    assert_eq!(board.cell("h6"), Cell::new(47));
    assert_eq!(board.cell("h7"), None);
}

#[test]
fn a_bad_board_reports_all_faults_at_once() {
    let mut spec = plain(30, 0);
    assert_eq!(Board::new(&spec).unwrap_err().len(), 2);
    spec = plain(3, 3);
    spec.missing = "a1 q9 nonsense".into();
    assert_eq!(Board::new(&spec).unwrap_err().len(), 2);
    // A word that comes again is reported once.
    spec.missing = "q9 nonsense ".repeat(1000);
    assert_eq!(Board::new(&spec).unwrap_err().len(), 2);
    spec = plain(20, 20);
    assert!(matches!(
        Board::new(&spec).unwrap_err()[..],
        [BoardError::Size { found: 400, .. }]
    ));
    spec = plain(3, 3);
    spec.charts[0].axes.pop();
    assert!(matches!(
        Board::new(&spec).unwrap_err()[..],
        [BoardError::Chart { .. }]
    ));
}

#[test]
fn a_drawing_has_at_most_4096_places() {
    let mut spec = plain(16, 256);
    spec.missing = "a17..p256".into();
    assert_eq!(Board::new(&spec).unwrap().len(), 256);
    let levels: Vec<char> = ('a'..='z').chain('A'..='Z').collect();
    spec.drawing = Drawing::Stack {
        files: 26,
        ranks: 256,
        levels,
    };
    // A box of all places takes long if it comes a million times.
    spec.missing = "aa1..Zz256 ".repeat(1_000_000);
    let [BoardError::Size { what, found, .. }] = Board::new(&spec).unwrap_err()[..] else {
        panic!("one fault");
    };
    assert_eq!((what, found), ("the number of places", 26 * 256 * 52));
}
