//! No public function panics on any argument: cells and kinds that a game does not have, setups of
//! another board, moves of other positions, and arbitrary texts.

use hyperrook_rules::{
    Board, BoardPart, CastlingPart, Cell, CellSet, ChartPart, Definition, EndsPart, Game, GameFile,
    History, Kind, Move, MoveClass, NotePart, OptionPart, OverlayPart, Piece, PiecePart,
    PromotionPart, Route, SHIPPED, Setup, SetupFaultKind, Side, StartPart, State,
    TransformationPart, format_board, parse_board, reference, symmetries,
};
use proptest::prelude::*;
use std::sync::OnceLock;

/// The shipped games and some others, small and large.
fn games() -> &'static [Game] {
    static GAMES: OnceLock<Vec<Game>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let shipped = SHIPPED.iter().map(|(name, _)| Game::shipped(name).unwrap());
        let others = [
            "five", "hexagon", "ring", "wheel", "cannons", "holes", "cylinder",
        ];
        let others = others.iter().map(|name| {
            let path = format!("{}/tests/games/{name}.toml", env!("CARGO_MANIFEST_DIR"));
            let text = std::fs::read_to_string(path).unwrap();
            let file = GameFile::parse(name, &text).unwrap();
            Game::new(file.define(&[]).unwrap()).unwrap()
        });
        shipped.chain(others).collect()
    })
}

fn game() -> impl Strategy<Value = &'static Game> {
    (0..games().len()).prop_map(|index| &games()[index])
}

/// Games with few symmetries.
fn small_game() -> impl Strategy<Value = &'static Game> {
    let small: Vec<&Game> = games()
        .iter()
        .filter(|game| game.board().len() <= 64)
        .collect();
    proptest::sample::select(small)
}

fn side() -> impl Strategy<Value = Side> {
    proptest::sample::select(&Side::BOTH[..])
}

fn cell() -> impl Strategy<Value = Cell> {
    any::<u8>().prop_map(Cell::from_byte)
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![0usize..6, any::<usize>()].prop_map(Kind::from_index)
}

fn piece() -> impl Strategy<Value = Piece> {
    (side(), kind()).prop_map(|(side, kind)| Piece { side, kind })
}

fn class() -> impl Strategy<Value = MoveClass> {
    proptest::sample::select(
        &[
            MoveClass::Ordinary,
            MoveClass::DoubleStep,
            MoveClass::EnPassant,
            MoveClass::Castling,
            MoveClass::Shift,
            MoveClass::Transformation,
        ][..],
    )
}

fn any_move() -> impl Strategy<Value = Move> {
    (cell(), cell(), proptest::option::of(kind()), class())
        .prop_map(|(from, to, promotion, class)| Move::new(from, to, promotion, class))
}

fn state() -> impl Strategy<Value = State> {
    let none = Just(State::default());
    let any = (
        any::<u8>(),
        proptest::option::of(cell()),
        any::<u8>(),
        any::<u8>(),
    );
    let any = any.prop_map(|(castling, en_passant, holds, bound)| State {
        castling,
        en_passant,
        holds,
        bound,
    });
    prop_oneof![none, any]
}

/// A setup of any size: empty, or one of a game with pieces changed.
fn setup() -> impl Strategy<Value = Setup> {
    let size = prop_oneof![0usize..20, 40usize..70, 120usize..300];
    let base = prop_oneof![
        1 => size.prop_map(Setup::empty),
        3 => game().prop_map(|game| game.start().setup()),
    ];
    let changes = proptest::collection::vec((cell(), proptest::option::of(piece())), 0..12);
    let counts = (
        prop_oneof![Just(0u32), any::<u32>()],
        prop_oneof![Just(1u32), any::<u32>()],
    );
    (base, changes, side(), state(), counts).prop_map(
        |(mut setup, changes, turn, state, counts)| {
            for (cell, piece) in changes {
                setup.put(cell, piece);
            }
            setup.turn = turn;
            setup.state = state;
            (setup.halfmove, setup.fullmove) = counts;
            setup
        },
    )
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        ".{0,20}",
        "[a-zA-Z0-9/|* ]{0,40}",
        "[0-9]{0,30}",
        game().prop_map(|game| {
            let start = game.start().setup();
            format_board(game.board(), game.definition().pieces(), &start.pieces)
        }),
    ]
}

fn use_definition(definition: &Definition, piece: Piece, cell: Cell, letter: char) {
    let _ = (
        definition.name(),
        definition.title(),
        definition.credit(),
        definition.about(),
    );
    let _ = (
        definition.aim(),
        definition.board_about(),
        definition.tips(),
        definition.published(),
    );
    let _ = (
        definition.notes(),
        definition.forward(),
        definition.groups(),
        definition.ends(),
    );
    let _ = (
        definition.holds(),
        definition.transformation(),
        definition.options(),
    );
    let _ = (
        definition.promotions(),
        definition.castlings(),
        definition.complete_blocks(),
    );
    let _ = (
        definition.piece(piece.kind),
        definition.kind(letter),
        definition.kinds().count(),
    );
    let _ = definition.promotion(piece.side, piece.kind, cell);
    let _ = (
        definition.body(piece.kind, cell),
        definition.has_en_passant(),
    );
    let _ = (
        definition.changed_options().count(),
        definition.has_identity("2:"),
    );
    let moves = &definition.piece(piece.kind).moves;
    let _ = moves.hops();
}

fn use_reference(definition: &Definition, setup: &Setup, mv: Move, cell: Cell, side: Side) {
    let _ = reference::faults(definition, setup);
    let _ = reference::is_possible(definition, setup);
    let _ = reference::in_check(definition, setup);
    let _ = reference::attackers(definition, setup, cell, side);
    let _ = reference::captures(definition, setup, mv);
    let _ = reference::legal_moves(definition, setup);
    let _ = reference::outcome(definition, setup);
    let _ = reference::play(definition, setup, mv);
    let _ = reference::perft(definition, setup, 1);
}

/// Calls every method of a position.
fn use_position(
    game: &Game,
    mv: Move,
    cell: Cell,
    side: Side,
    picked: usize,
) -> Result<(), TestCaseError> {
    let mut position = game.start();
    for _ in 0..4 {
        let _ = (
            position.piece(cell),
            position.state(),
            position.royal_cells(side),
        );
        let _ = (
            position.attackers(cell, side),
            position.moves_from(cell),
            position.captures(mv),
        );
        let _ = (position.in_check(), position.checkers(), position.outcome());
        prop_assert_eq!(position.zobrist_key(), position.recomputed_zobrist_key());
        let legal = position.moves();
        prop_assert_eq!(position.is_legal(mv), legal.contains(&mv), "{:?}", mv);
        let mut other = position.clone();
        prop_assert_eq!(other.play(mv).is_ok(), legal.contains(&mv));
        prop_assert_eq!(position.after(mv).is_ok(), legal.contains(&mv));
        let _ = position.playout(2, &mut |_| picked);
        let _ = position.moves_and_positions().count();
        let _ = position.perft(1);
        let _ = format!("{position:?} {mv:?}");
        let Some(&next) = legal.get(picked % legal.len().max(1)) else {
            break;
        };
        position.play(next).unwrap();
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn methods_of_positions_never_panic(
        game in game(),
        mv in any_move(),
        cell in cell(),
        piece in piece(),
        letter: char,
        picked: usize,
        words in any::<[u64; 4]>(),
    ) {
        let set: CellSet = (0..256)
            .filter(|i| words[i / 64] >> (i % 64) & 1 != 0)
            .filter_map(Cell::new)
            .collect();
        let _ = game.destinations(piece.kind, piece.side, cell, set, !set);
        let _ = game.destinations(piece.kind, piece.side, cell, set, set);
        use_definition(game.definition(), piece, cell, letter);
        use_position(game, mv, cell, piece.side, picked)?;
        let mut history = History::new(game.start());
        prop_assert!(history.undo().is_none());
        let _ = (history.play(mv), history.occurrences(), history.outcome());
    }

    #[test]
    fn moves_of_other_games_are_legal_only_if_generated(game in game(), other in game()) {
        let position = game.start();
        let legal = position.moves();
        for mv in other.start().moves() {
            prop_assert_eq!(position.is_legal(mv), legal.contains(&mv));
            prop_assert!(!position.same(&other.start()) || game.is(other));
        }
    }

    #[test]
    fn setups_never_panic(game in game(), other in game(), setup in setup(), mv in any_move()) {
        let definition = game.definition();
        match game.position(&setup) {
            Ok(position) => {
                prop_assert!(reference::is_possible(definition, &setup));
                prop_assert_eq!(position.setup(), setup.clone());
                let _ = (position.moves(), position.outcome(), position.captures(mv));
                // Move counts may have their maximum values.
                if let Some(&mv) = position.moves().first() {
                    let after = position.after(mv).unwrap();
                    prop_assert_eq!(after.setup(), reference::play(definition, &setup, mv));
                }
            }
            Err(faults) => prop_assert!(!faults.is_empty()),
        }
        let cells = format_board(game.board(), definition.pieces(), &setup.pieces);
        let _ = parse_board(game.board(), definition.pieces(), &cells);
        let _ = parse_board(other.board(), definition.pieces(), &cells);
        if let Some(symmetry) = symmetries(other.board()).last() {
            let _ = setup.reversed(definition, symmetry);
        }
    }

    #[test]
    fn texts_of_boards_never_panic(game in game(), other in game(), text in text()) {
        let board: &Board = game.board();
        let _ = parse_board(board, game.definition().pieces(), &text);
        let _ = parse_board(board, other.definition().pieces(), &text);
        let _ = parse_board(board, &[], &text);
    }
}

proptest! {
    // Warnings compile a game with all combinations of its options, so each case takes a second.
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 12 } else { 200 }))]

    #[test]
    fn definitions_never_panic(
        text in prop_oneof![
            ".{0,60}",
            "(\\[[a-z.KQ]{0,9}\\]\n|[a-z]{1,6} = (1|\"[A-Za-z0-9 ]{0,9}\"|\\[\\]|true)\n){0,12}",
        ],
        index in 0..SHIPPED.len(),
        at: usize,
        insert in prop_oneof![".{0,6}", Just("<-32768.1>".to_owned()), Just("99999999".to_owned())],
        option in (".{0,6}", ".{0,6}"),
    ) {
        let _ = GameFile::parse("text", &text);
        let _ = GameFile::parse_legacy("text", &text);
        let _ = GameFile::upgrade_text(&text);
        let _ = (GameFile::shipped(&text).is_none(), Game::shipped(&text).is_none());
        let shipped = SHIPPED[index].1;
        let mut changed = shipped.to_owned();
        let mut at = at % (changed.len() + 1);
        while !changed.is_char_boundary(at) {
            at -= 1;
        }
        changed.insert_str(at, &insert);
        if let Ok(file) = GameFile::parse("text", &changed) {
            let _ = (file.warnings(), file.options(), file.name());
            let _ = file.define(&[(&option.0, &option.1)]);
            if let Ok(definition) = file.define(&[]) {
                let _ = definition.identity();
                let _ = Game::new(definition).map(|game| game.start().moves());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The reference accepts any setup, valid or not.
    #[test]
    fn the_reference_never_panics(
        game in game(),
        setup in setup(),
        mv in any_move(),
        cell in cell(),
        side in side(),
    ) {
        use_reference(game.definition(), &setup, mv, cell, side);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn maps_and_paths_never_panic(
        game in small_game(),
        cells in proptest::collection::vec(any::<u8>(), 0..260),
        kinds in proptest::collection::vec(kind(), 0..4),
        exchanges_sides: bool,
        piece in piece(),
        cell in cell(),
        state in state(),
        setup in setup(),
    ) {
        let _ = game.automorphism(&cells, exchanges_sides);
        let identity: Vec<u8> = game.board().cells().map(Cell::byte).collect();
        let found = game.automorphism(&identity, false);
        prop_assert!(found.is_some_and(|map| map.is_identity()));
        let mut maps = game.automorphisms_of(&kinds, exchanges_sides, 3);
        maps.extend(game.automorphisms_of(&kinds, exchanges_sides, usize::MAX).pop());
        prop_assert!(game.automorphisms(exchanges_sides, 0).is_empty());
        for map in maps {
            let _ = (map.map(cell), map.side(piece.side), map.state(state));
            let _ = (map.setup(&setup), map.cells().len(), map.exchanges_sides());
        }
        let paths = game.paths().unwrap();
        let (side, kind) = (piece.side, piece.kind);
        let _ = (paths.quiet(side, kind, cell), paths.captures(side, kind, cell));
        let _ = (paths.en_passant(side, kind, cell), paths.hops(side, kind, cell));
    }

    #[test]
    fn builders_never_panic(numbers: [usize; 4], text in ".{0,8}", letter: char, flag: bool) {
        for [a, b, c, d] in [numbers, [usize::MAX; 4], [0; 4]] {
            let boards = [
                BoardPart::flat(a, b).blocks(c, d),
                BoardPart::stack(a, b, &text),
                BoardPart::hex(a, b).shift(&text),
                BoardPart::ring(a, b).missing(&text).complete_blocks(flag),
            ];
            for board in boards {
                let builder = Definition::builder(&text)
                    .board(board)
                    .chart(ChartPart::new(&text).axes([&text]).group(&text, &text))
                    .piece(PiecePart::new(letter).moves(&text).span(&text, c).royal(flag))
                    .start(StartPart::new(&text).castling(&text))
                    .promotion(PromotionPart::new(&text).pieces(&text).to(&text))
                    .castling(CastlingPart::new(letter).king(&text, &text).rook(&text, &text))
                    .hold(&text, letter)
                    .transformation(TransformationPart::new(letter, letter).bound(letter))
                    .ends(EndsPart::new().repetition(c).moves(d).resets(&text))
                    .note(NotePart::new(&text).when(&text, [&text]))
                    .option(OptionPart::new(&text).values([&text]))
                    .overlay(OverlayPart::new().when(&text, [&text]).drop_path(&text));
                let _ = (builder.to_toml(), builder.build(), builder.build_file());
            }
        }
    }
}

/// A game in which each side has one legal move in every position.
fn forced(files: usize, ranks: usize) -> Game {
    let row = |letter: char| format!("{letter}1{}", "*".repeat(files - 2));
    let empty = format!("/{files}").repeat(ranks - 2);
    let definition = Definition::builder("forced")
        .board(BoardPart::flat(files, ranks).missing(if files > 2 {
            let last = char::from(b'a' + files as u8 - 1);
            format!("c1..{last}1 c{ranks}..{last}{ranks}")
        } else {
            String::new()
        }))
        .chart(ChartPart::new("board").axes(["file", "rank, forward"]))
        .piece(PiecePart::new('K').name("king").moves("sW").royal(true))
        .start(StartPart::new(format!("{}{empty}/{}", row('k'), row('K'))))
        .build()
        .unwrap_or_else(|faults| panic!("{faults}"));
    Game::new(definition).unwrap()
}

/// Perft recurses once for each ply, on stacks as small as those of a thread.
#[test]
fn the_deepest_counts_do_not_run_out_of_stack() {
    for (files, ranks) in [(2, 5), (12, 21)] {
        let game = forced(files, ranks);
        let (definition, start) = (game.definition(), game.start());
        assert_eq!(start.perft(u8::MAX), 1);
        assert_eq!(reference::perft(definition, &start.setup(), u8::MAX), 1);
    }
    // No memory is reserved for plies that are never reached.
    let mated = parse_board(
        Game::shipped("chess").unwrap().board(),
        Game::shipped("chess").unwrap().definition().pieces(),
        "R5k1/5ppp/8/8/8/8/8/6K1",
    );
    let mut setup = Setup::empty(64);
    setup.pieces = mated.unwrap();
    setup.turn = Side::Black;
    let position = Game::shipped("chess").unwrap().position(&setup).unwrap();
    assert_eq!(position.perft(u8::MAX), 0);
    assert_eq!(position.playout(u32::MAX, &mut |_| usize::MAX).0, 0);
}

#[test]
fn sizes_beyond_any_board_are_refused() {
    for cells in [0, 257, usize::MAX] {
        let setup = Setup::empty(cells);
        assert!(setup.pieces.len() <= 257);
        for game in games() {
            let faults = game.position(&setup).unwrap_err();
            assert_eq!(faults[0].kind, SetupFaultKind::CellCount, "{cells}");
        }
    }
    let state = State {
        holds: u8::MAX,
        ..State::default()
    };
    assert!(!state.holds(usize::MAX, Side::Black));
}

#[test]
fn routes_of_other_moves_are_not_passed() {
    for game in games() {
        for piece in game.definition().pieces() {
            for term in &piece.moves.terms {
                let none = Route { legs: Vec::new() };
                assert!(!term.passes(&none));
            }
        }
    }
}

#[test]
fn vectors_beyond_any_board_are_refused() {
    let text = SHIPPED.iter().find(|(name, _)| *name == "chess").unwrap().1;
    for vector in [
        "<-32768.1>",
        "<32767.-32768>",
        "(32767.1)",
        "<256.0>",
        "(99999999999)",
    ] {
        let text = text.replace("moves = \"N\"", &format!("moves = \"{vector}\""));
        assert!(text.contains(vector));
        assert!(
            GameFile::parse("text", &text).unwrap().define(&[]).is_err(),
            "{vector}"
        );
    }
    let text = text.replace("moves = \"N\"", "moves = \"<-255.255>\"");
    assert!(GameFile::parse("text", &text).unwrap().define(&[]).is_ok());
}
