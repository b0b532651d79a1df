//! The shipped definitions: they are valid with every value of their options, and their starting
//! positions are those of the test data.

use hyperrook_rules::{Definition, GameFile, SHIPPED, format_board, parse_board};

#[test]
fn every_shipped_file_is_valid() {
    assert_eq!(SHIPPED.len(), 8);
    for (name, text) in SHIPPED {
        let file = GameFile::parse(name, text).unwrap_or_else(|faults| panic!("{faults:#?}"));
        assert_eq!(file.name(), *name);
        let faults = file.check();
        assert!(faults.is_empty(), "{faults:#?}");
        assert!(GameFile::shipped(name).is_some());
    }
    assert!(GameFile::shipped("checkers").is_none());
}

/// The definition for a text such as `walkers kinging=mixed`.
fn define(words: &str) -> Definition {
    let mut words = words.split(' ');
    let name = words.next().unwrap();
    let options: Vec<_> = words.map(|word| word.split_once('=').unwrap()).collect();
    let file = GameFile::shipped(name).unwrap();
    file.define(&options).unwrap()
}

/// The first lines of the shared perft data, and FEN of chess.
const STARTS: &[(&str, &str)] = &[
    (
        "gateway",
        "rnnr/ussu/4/*pp*/*2*/*2*/*PP*/4/USSU/RNNR|bqqb/jccj/4/*pp*/*2*/*2*/*PP*/4/JCCJ/BQQB|kkkk/oggo/4/*pp*/*2*/*2*/*PP*/4/OGGO/KKKK|bddb/ummu/4/*pp*/*2*/*2*/*PP*/4/UMMU/BDDB|rnnr/jssj/4/*pp*/*2*/*2*/*PP*/4/JSSJ/RNNR",
    ),
    (
        "gateway length=8",
        "rnnr/ussu/*pp*/*2*/*2*/*PP*/USSU/RNNR|bqqb/jccj/*pp*/*2*/*2*/*PP*/JCCJ/BQQB|kkkk/oggo/*pp*/*2*/*2*/*PP*/OGGO/KKKK|bddb/ummu/*pp*/*2*/*2*/*PP*/UMMU/BDDB|rnnr/jssj/*pp*/*2*/*2*/*PP*/JSSJ/RNNR",
    ),
    (
        "riftwalker black_setup=mirrored",
        "rnbkqwnbr/msspppssm/9/sspppppss/9/SSPPPPPSS/9/MSSPPPSSM/RNBKQWNBR",
    ),
    (
        "riftwalker",
        "rbnwqkbnr/msspppssm/9/sspppppss/9/SSPPPPPSS/9/MSSPPPSSM/RNBKQWNBR",
    ),
    ("sesqui array=court", "PPNKQNPP4ppnqknpp4PPBRRBPP4ppbrrbpp4"),
    ("sesqui", "PPNKRBPP4ppbrknpp4PPBRQNPP4ppnqrbpp4"),
    (
        "twoboards",
        "1he2sg2ks2eh1/6m2m6/16/16/1ww2ww2ww2ww1/16/16/16/16/16/16/1WW2WW2WW2WW1/16/16/6M2M6/1HE2SG2KS2EH1",
    ),
    (
        "twoboards little_hold=true",
        "1he2sg2ks2eh1/6m2m6/16/16/1ww2ww2ww2ww1/16/16/16/16/16/16/1WW2WW2WW2WW1/16/16/6M2M6/1HE2SG2KS2EH1",
    ),
    (
        "walkers",
        "1r1ckq1r1/9/9/pppb1bppp/9/9/2npppn2/9/9/9/9/9/9/9/2NPPPN2/9/9/PPPB1BPPP/9/9/1R1QKC1R1",
    ),
    (
        "walkers kinging=jumper",
        "1r1ckq1r1/9/9/pppb1bppp/9/9/2npppn2/9/9/9/9/9/9/9/2NPPPN2/9/9/PPPB1BPPP/9/9/1R1QKC1R1",
    ),
    (
        "walkers black_setup=mirrored",
        "1r1qkc1r1/9/9/pppb1bppp/9/9/2npppn2/9/9/9/9/9/9/9/2NPPPN2/9/9/PPPB1BPPP/9/9/1R1QKC1R1",
    ),
    (
        "walkers compound_retreat=true paladin_promotion=true",
        "1r1ckq1r1/9/9/pppb1bppp/9/9/2npppn2/9/9/9/9/9/9/9/2NPPPN2/9/9/PPPB1BPPP/9/9/1R1QKC1R1",
    ),
    (
        "walkers promotion_zones=true kinging=mixed paladin_promotion=true",
        "1r1ckq1r1/9/9/pppb1bppp/9/9/2npppn2/9/9/9/9/9/9/9/2NPPPN2/9/9/PPPB1BPPP/9/9/1R1QKC1R1",
    ),
    ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
];

#[test]
fn starting_boards_match_the_test_data() {
    for (game, board) in STARTS {
        let definition = define(game);
        let text = format_board(
            definition.board(),
            definition.pieces(),
            &definition.start().pieces,
        );
        assert_eq!(text, *board, "{game}");
        let pieces = parse_board(definition.board(), definition.pieces(), board).unwrap();
        assert_eq!(pieces, definition.start().pieces, "{game}");
    }
}

/// The pieces of a letter at the start, as addresses.
fn addresses(definition: &Definition, letter: char) -> Vec<String> {
    let text_letter = |cell: hyperrook_geometry::Cell| {
        let piece = definition.start().piece(cell)?;
        let letter = definition.piece(piece.kind).letter;
        Some(match piece.side {
            hyperrook_rules::Side::White => letter,
            hyperrook_rules::Side::Black => letter.to_ascii_lowercase(),
        })
    };
    let cells = definition.board().cells();
    let mut found: Vec<_> = cells
        .filter(|&cell| text_letter(cell) == Some(letter))
        .map(|cell| definition.board().address(cell).unwrap())
        .collect();
    found.sort();
    found
}

#[test]
fn hyperchess_starts_as_published() {
    let definition = define("hyperchess");
    let white = [
        ('P', "2112 2113 2212 2213 2312 2313 2412 2413"),
        ('R', "1112 1413"),
        ('N', "1113 1412"),
        ('B', "1212 1313"),
        ('Q', "1213"),
        ('K', "1312"),
    ];
    for (letter, cells) in white {
        assert_eq!(addresses(&definition, letter).join(" "), cells);
        // Black has big rank 4 instead of 1, 3 instead of 2, and little rank 4 instead of 1.
        let black: Vec<_> = cells
            .split(' ')
            .map(|cell| {
                let big = if &cell[..1] == "1" { "4" } else { "3" };
                format!("{big}{}4{}", &cell[1..2], &cell[3..])
            })
            .collect();
        assert_eq!(addresses(&definition, letter.to_ascii_lowercase()), black);
    }
}

#[test]
fn raumschach_starts_point_reflected() {
    let definition = define("raumschach");
    let board = definition.board();
    let piece = |name: &str| definition.start().piece(board.cell(name).unwrap());
    let white = |name: &str| piece(name).map(|piece| definition.piece(piece.kind).letter);
    for (cells, letters) in [
        (["Aa1", "Ab1", "Ac1", "Ad1", "Ae1"], "RNKNR"),
        (["Ba1", "Bb1", "Bc1", "Bd1", "Be1"], "BUQBU"),
        (["Aa2", "Ab2", "Ac2", "Ad2", "Ae2"], "PPPPP"),
    ] {
        let found: String = cells.iter().filter_map(|cell| white(cell)).collect();
        assert_eq!(found, letters);
    }
    let last = board.len() - 1;
    for cell in board.cells() {
        let opposite = hyperrook_geometry::Cell::from_index(last - cell.index());
        let (here, there) = (
            definition.start().piece(cell),
            definition.start().piece(opposite),
        );
        assert_eq!(here.map(|piece| piece.kind), there.map(|piece| piece.kind));
        assert_eq!(
            here.map(|piece| piece.side),
            there.map(|piece| piece.side.other())
        );
    }
}
