//! No public function panics, whatever it is given: cells and kinds that a game does not
//! have, setups of another board, moves of other positions, and texts of any sort.

use hyperrook_rules::{
    Board, Cell, CellSet, Definition, Game, GameFile, History, Kind, Move, MoveClass, Piece,
    SHIPPED, Setup, Side, State, format_board, parse_board, reference, symmetries,
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

/// Everything that a position answers.
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
    fn questions_never_panic(
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
    fn moves_of_other_games_are_not_legal_by_accident(game in game(), other in game()) {
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

    /// The slow generator takes setups as they come.
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
