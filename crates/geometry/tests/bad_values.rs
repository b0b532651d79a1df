//! No public function panics, whatever its arguments are.

use hyperrook_geometry::{
    AxisSource, AxisSpec, Bits, Board, BoardError, BoardSpec, Cell, CellSet, ChartSpec, Coordinate,
    Drawing, FaultList, HexShift, Place, symmetries,
};
use proptest::prelude::*;

fn size() -> impl Strategy<Value = usize> {
    prop_oneof![5 => 0usize..20, 1 => 250usize..260, 1 => any::<usize>()]
}

fn shift() -> impl Strategy<Value = HexShift> {
    proptest::sample::select(vec![HexShift::Files, HexShift::Ranks])
}

fn drawing() -> impl Strategy<Value = Drawing> {
    let blocks = proptest::option::of((size(), size()));
    prop_oneof![
        (size(), size(), blocks).prop_map(|(files, ranks, blocks)| Drawing::Flat {
            files,
            ranks,
            blocks
        }),
        (size(), size(), ".{0,6}").prop_map(|(files, ranks, levels)| Drawing::Stack {
            files,
            ranks,
            levels: levels.chars().collect()
        }),
        (1usize..5, 1usize..5, "[a-e]{0,4}").prop_map(|(files, ranks, levels)| Drawing::Stack {
            files,
            ranks,
            levels: levels.chars().collect()
        }),
        (size(), size(), shift()).prop_map(|(files, ranks, shift)| Drawing::Hex {
            files,
            ranks,
            shift
        }),
        (size(), size()).prop_map(|(cells, sectors)| Drawing::Ring { cells, sectors }),
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        ".{0,8}",
        "[a-z]{0,2}[0-9]{0,4}",
        "[a-z][0-9]{1,2}\\.\\.[a-z][0-9]{1,2}",
        "[0-9]{0,9}",
        Just("a1".to_owned()),
        Just("a99999999999999999999".to_owned()),
    ]
}

fn source() -> impl Strategy<Value = AxisSource> {
    let known = [
        "file",
        "rank",
        "level",
        "file % 2",
        "rank / 2",
        "file + rank",
        "file - rank",
        "rank - file - file - file - file - file - file - file",
        "level / 256 % 256",
    ];
    proptest::sample::select(known.to_vec()).prop_map(|text| text.parse().unwrap())
}

fn chart() -> impl Strategy<Value = ChartSpec> {
    let axis = (text(), source(), any::<bool>());
    let axes = proptest::collection::vec(axis, 0..10);
    (text(), axes, any::<bool>()).prop_map(|(name, axes, addressed)| ChartSpec {
        name,
        axes: axes
            .into_iter()
            .map(|(name, source, cyclic)| AxisSpec {
                name,
                source,
                cyclic,
            })
            .collect(),
        addressed,
    })
}

fn spec() -> impl Strategy<Value = BoardSpec> {
    let charts = proptest::collection::vec(chart(), 0..3);
    (drawing(), prop_oneof![Just(String::new()), text()], charts).prop_map(
        |(drawing, missing, charts)| BoardSpec {
            drawing,
            missing,
            charts,
        },
    )
}

fn cell() -> impl Strategy<Value = Cell> {
    any::<u8>().prop_map(Cell::from_byte)
}

fn use_board(
    board: &Board,
    cell: Cell,
    place: Place,
    coordinate: &Coordinate,
    text: &str,
) -> Result<(), TestCaseError> {
    let _ = (
        board.drawing(),
        board.len(),
        board.cells().count(),
        board.all(),
    );
    prop_assert_eq!(board.contains(cell), cell.index() < board.len());
    let _ = (board.extent(), board.place(cell), board.at(place));
    let _ = (
        board.name(cell),
        board.place_name(place),
        board.address(cell),
    );
    let _ = (
        board.cell(text),
        board.cell_prefix(text),
        board.region(text),
    );
    for at in board.cells() {
        prop_assert_eq!(board.cell(&board.name(at)), Some(at));
        prop_assert_eq!(board.at(board.place(at)), Some(at));
    }
    for chart in board.charts() {
        let _ = (chart.name(), chart.axes(), chart.address_len());
        let _ = (
            chart.coordinate(cell),
            chart.address(cell),
            chart.at_address(text),
        );
        let _ = (chart.at(coordinate), chart.step(cell, coordinate));
        for at in board.cells() {
            prop_assert_eq!(chart.at(&chart.coordinate(at)), Some(at));
        }
    }
    for symmetry in symmetries(board) {
        let mut to: Vec<Cell> = board.cells().map(|at| symmetry.map(at)).collect();
        to.sort();
        prop_assert!(to.into_iter().eq(board.cells()), "one to one");
        let _ = symmetry.map(cell);
    }
    Ok(())
}

fn use_bits<const W: usize>(a: Bits<W>, b: Bits<W>, cell: Cell) {
    let _ = (
        a & b,
        a | b,
        a ^ b,
        !a,
        a.with(cell),
        a.without(cell),
        a.contains(cell),
    );
    let _ = (
        a.is_empty(),
        a.any(),
        a.intersects(b),
        a.is_subset(b),
        a.count(),
        a.has_several(),
    );
    let _ = (
        a.first(),
        a.last(),
        a.count_before(cell),
        a.words(),
        a.iter().count(),
        a.extract(b),
    );
    let _ = (
        Bits::<W>::of(cell),
        Bits::<W>::up_to(cell),
        a.any_of(|at| at == cell),
    );
    let _ = (a.resize::<1>(), a.resize::<4>(), a.resize::<2>());
    a.for_each(|_| {});
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn boards_never_panic(
        spec in spec(),
        cell in cell(),
        place in (size(), size(), size()),
        coordinate in any::<Coordinate>(),
        text in text(),
    ) {
        let place = Place { level: place.0, rank: place.1, file: place.2 };
        match Board::new(&spec) {
            Ok(board) => use_board(&board, cell, place, &coordinate, &text)?,
            Err(faults) => {
                prop_assert!(!faults.is_empty() && !faults.to_string().is_empty());
            }
        }
    }

    #[test]
    fn places_of_hexagons_never_panic(
        shift in shift(),
        place in prop_oneof![
            any::<(usize, usize, usize)>(),
            Just((usize::MAX, usize::MAX, usize::MAX)),
        ],
    ) {
        let place = Place { level: place.0, rank: place.1, file: place.2 };
        let (right, up) = shift.middle(place);
        prop_assert!(right.is_finite() && up.is_finite());
        prop_assert!(shift.colour(place) < 3);
    }

    #[test]
    fn sets_never_panic(words: [u64; 4], others: [u64; 4], cell in cell()) {
        let set = |words: [u64; 4]| -> CellSet {
            let cells = (0..256).filter(|i| words[i / 64] >> (i % 64) & 1 != 0);
            cells.filter_map(Cell::new).collect()
        };
        let (a, b) = (set(words), set(others));
        prop_assert_eq!(a.words(), words);
        use_bits(a, b, cell);
        use_bits(a.resize::<1>(), b.resize::<1>(), cell);
        use_bits(a.resize::<2>(), b.resize::<2>(), cell);
        use_bits(a.resize::<3>(), b.resize::<3>(), cell);
        use_bits(Bits::<4>::FULL, Bits::<4>::FULL, cell);
        use_bits(Bits::<0>::FULL, Bits::<0>::EMPTY, cell);
    }

    #[test]
    fn sources_never_panic(text in "([a-z0-9+/% -]{0,3}|file|rank|level|[+/%-]| ){0,12}") {
        let _ = text.parse::<AxisSource>();
    }

    #[test]
    fn cells_and_lists_never_panic(index: usize) {
        let _ = (Cell::new(index), Cell::from_index(index).byte());
        let none: FaultList<BoardError> = Vec::new().into();
        prop_assert_eq!(none.to_string(), "");
    }
}
