//! No public function panics on any argument: moves of other games, cells and kinds that a game
//! does not have, records that contradict themselves, and arbitrary texts.

use hyperrook_geometry::Cell;
use hyperrook_notation::moves::{
    CellStyle, Reading, format_cell, format_move, parse_move, read_move,
};
use hyperrook_notation::paths::{each_piece_path, piece_paths};
use hyperrook_notation::position::{format_position, format_setup, parse_position, parse_setup};
use hyperrook_notation::puzzle::Puzzle;
use hyperrook_notation::record::{
    Annotation, Comment, Element, GameResult, MoveStyle, Ply, Record, RecordLimits, RecordReader,
    ShippedGames, Tags, Variation, format_record, write_record,
};
use hyperrook_notation::refusal;
use hyperrook_notation::short::{
    format_short, format_short_all, format_short_with_captures, parse_any, parse_short,
};
use hyperrook_notation::words::{capital, list, sentence, shorten};
use hyperrook_rules::{
    Game, History, Kind, Move, MoveClass, Piece, Position, SHIPPED, Setup, Side, State,
};
use proptest::prelude::*;
use std::sync::OnceLock;

fn games() -> &'static [Game] {
    static GAMES: OnceLock<Vec<Game>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let games = SHIPPED.iter().map(|(name, _)| Game::shipped(name));
        games.map(Option::unwrap).collect()
    })
}

fn game() -> impl Strategy<Value = &'static Game> {
    (0..games().len()).prop_map(|index| &games()[index])
}

/// A position a few plies from the start.
fn position() -> impl Strategy<Value = Position> {
    (game(), proptest::collection::vec(any::<usize>(), 0..8)).prop_map(|(game, picks)| {
        let mut position = game.start();
        for pick in picks {
            let moves = position.moves();
            if let Some(&mv) = moves.get(pick % moves.len().max(1)) {
                position.play(mv).unwrap();
            }
        }
        position
    })
}

fn cell() -> impl Strategy<Value = Cell> {
    any::<u8>().prop_map(Cell::from_byte)
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![0usize..6, any::<usize>()].prop_map(Kind::from_index)
}

fn side() -> impl Strategy<Value = Side> {
    proptest::sample::select(&Side::BOTH[..])
}

fn any_move() -> impl Strategy<Value = Move> {
    let classes = [
        MoveClass::Ordinary,
        MoveClass::DoubleStep,
        MoveClass::EnPassant,
        MoveClass::Castling,
        MoveClass::Shift,
        MoveClass::Transformation,
    ];
    let class = proptest::sample::select(classes.to_vec());
    (cell(), cell(), proptest::option::of(kind()), class)
        .prop_map(|(from, to, promotion, class)| Move::new(from, to, promotion, class))
}

fn setup() -> impl Strategy<Value = Setup> {
    let base = prop_oneof![
        (0usize..300).prop_map(Setup::empty),
        game().prop_map(|game| game.start().setup()),
    ];
    let piece = (side(), kind()).prop_map(|(side, kind)| Piece { side, kind });
    let changes = proptest::collection::vec((cell(), proptest::option::of(piece)), 0..8);
    let state = (
        any::<u8>(),
        proptest::option::of(cell()),
        any::<u8>(),
        any::<u8>(),
    );
    (base, changes, state, any::<(u32, u32)>()).prop_map(|(mut setup, changes, state, counts)| {
        for (cell, piece) in changes {
            setup.put(cell, piece);
        }
        let mut all = State::default();
        (all.castling, all.en_passant, all.holds, all.bound) = state;
        setup.state = all;
        (setup.halfmove, setup.fullmove) = counts;
        setup
    })
}

/// Texts that are almost valid, and arbitrary ones.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        ".{0,30}",
        "[a-zA-Z0-9=+#x!?. -]{0,12}",
        "[KQRBNPx]{0,2}[a-z]?[a-z][0-9]{1,3}(=[A-Z])?[+#]?",
        "[0-9]{0,24}",
        "(O-O|0-0|o-o)(-[O0o])?",
        "[a-zA-Z0-9/|*]{0,40} [wb] [-KQkqBbLlRr]{0,5} (-|[a-z][0-9]) [0-9]{1,12} [0-9]{1,12}",
        position().prop_map(|position| format_position(&position)),
        "([1-9]\\.{1,3} ?|[a-h][1-8] |N[a-h][1-8] |\\$[0-9]{1,4} |[(){};*] ?|\\[[A-Z][a-z]* \"[a-z0-9]*\"\\]\n){0,14}",
    ]
}

fn style() -> impl Strategy<Value = MoveStyle> {
    let styles = [
        MoveStyle::Short,
        MoveStyle::Text(CellStyle::Plain),
        MoveStyle::Text(CellStyle::Address),
    ];
    proptest::sample::select(styles.to_vec())
}

fn annotation() -> impl Strategy<Value = Annotation> {
    let comment = (text(), any::<bool>()).prop_map(|(text, to_line_end)| {
        let mut comment = Comment::new(&text);
        comment.text = text;
        comment.to_line_end = to_line_end;
        Annotation::Comment(comment)
    });
    prop_oneof![any::<u8>().prop_map(Annotation::Glyph), comment]
}

fn variation<M: std::fmt::Debug + Clone + 'static>(
    mv: BoxedStrategy<M>,
) -> impl Strategy<Value = Variation<M>> {
    let leaf = Just(Variation::default());
    leaf.prop_recursive(3, 20, 4, move |inner| {
        let element = prop_oneof![
            annotation().prop_map(Element::Annotation),
            inner.prop_map(Element::Variation),
        ];
        let ply = (
            mv.clone(),
            proptest::collection::vec(annotation(), 0..2),
            proptest::collection::vec(element, 0..3),
            any::<bool>(),
        );
        let ply = ply.prop_map(|(mv, before, after, numbered)| {
            let mut ply = Ply::new(mv);
            ply.before = before;
            ply.after = after;
            ply.numbered = numbered;
            ply
        });
        let plies = proptest::collection::vec(ply, 0..4);
        (plies, proptest::collection::vec(annotation(), 0..2))
            .prop_map(|(plies, intro)| Variation { intro, plies })
    })
}

fn tags() -> impl Strategy<Value = Tags> {
    let names = [
        "Game", "Options", "RuleSet", "Setup", "SetUp", "FEN", "Result", "Variant", "White", "a b",
        "",
    ];
    let tag = (proptest::sample::select(names.to_vec()), text());
    proptest::collection::vec(tag, 0..4).prop_map(|pairs| {
        let mut tags = Tags::roster();
        for (name, value) in pairs {
            let _ = tags.set(name, &value);
        }
        tags
    })
}

fn result() -> impl Strategy<Value = GameResult> {
    let results = [
        GameResult::WhiteWins,
        GameResult::BlackWins,
        GameResult::Draw,
        GameResult::Open,
    ];
    proptest::sample::select(results.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn texts_never_panic(position in position(), text in text()) {
        let (game, definition) = (position.game(), position.game().definition());
        let _ = (parse_setup(definition, &text), parse_position(game, &text));
        let _ = (parse_move(&position, &text), read_move(definition, &text));
        let _ = (parse_short(&position, &text), parse_any(&position, &text));
        let _ = (text.parse::<GameResult>(), text.parse::<Record>());
        let _ = Puzzle::read(&text).map(|puzzle| (puzzle.first().len(), puzzle.to_string()));
        for most in [0, 3, usize::MAX] {
            let _ = (shorten(&text, most), capital(&text), sentence(&text), list(&[&text], &text));
        }
        for error in [
            parse_position(game, &text).err().map(|error| error.to_string()),
            parse_any(&position, &text).err().map(|error| error.to_string()),
        ] {
            prop_assert!(error.is_none_or(|error| !error.is_empty()));
        }
    }

    #[test]
    fn any_move_can_be_written(position in position(), mv in any_move(), other in game()) {
        let definition = position.game().definition();
        for style in [CellStyle::Plain, CellStyle::Address] {
            let _ = (format_move(definition, mv, style), format_cell(other.board(), mv.origin(), style));
        }
        let _ = (format_short(&position, mv), format_short_all(&position));
        let _ = format_short_with_captures(&position);
        for other in other.start().moves().into_iter().take(8) {
            let _ = (format_short(&position, other), format_move(definition, other, CellStyle::Plain));
        }
    }

    #[test]
    fn any_move_is_refused_or_legal(
        position in position(),
        origin in cell(),
        destination in cell(),
        promotion in proptest::option::of(kind()),
        side in side(),
    ) {
        let reading = Reading { origin, destination, promotion };
        let legal = position.moves().iter().any(|mv| {
            (mv.origin(), mv.destination(), mv.promotion()) == (origin, destination, promotion)
        });
        for refusal in [
            refusal::why(&position, reading),
            refusal::why_despite_end(&position, reading),
        ] {
            prop_assert_eq!(refusal.map(|refusal| refusal.to_string()).is_none(), legal);
        }
        let definition = position.game().definition();
        let kind = promotion.unwrap_or(Kind::from_index(0));
        let piece = Piece { side, kind };
        let occupied = |cell: Cell| position.piece(cell).is_some();
        for path in piece_paths(definition, piece, origin, destination) {
            let _ = (path.attacks(definition, piece, destination, occupied), path.is_open(occupied));
        }
        each_piece_path(definition, piece, origin, &mut |_, _| {});
    }

    #[test]
    fn any_setup_can_be_written(game in game(), setup in setup()) {
        let text = format_setup(game.definition(), &setup);
        let _ = parse_setup(game.definition(), &text);
    }

    #[test]
    fn any_bytes_can_be_read(
        bytes in prop_oneof![
            proptest::collection::vec(any::<u8>(), 0..80),
            text().prop_map(String::into_bytes),
        ],
        limits in (any::<usize>(), 0usize..20, 0usize..4),
    ) {
        for limits in [
            RecordLimits::default(),
            RecordLimits::default().bytes(limits.0).items(limits.1).depth(limits.2),
            RecordLimits::default().bytes(0).items(usize::MAX).depth(usize::MAX),
        ] {
            let mut shipped = 0;
            for record in RecordReader::with_limits(&bytes[..], limits) {
                shipped += 1;
                if let Ok(record) = record {
                    let _ = format_record(&record);
                }
                prop_assert!(shipped <= bytes.len() + 1);
            }
        }
    }

    #[test]
    fn any_record_can_be_tried(
        tags in tags(),
        line in variation(text().boxed()),
        result in result(),
        style in style(),
    ) {
        let record = Record { tags, line, result };
        if let Ok(text) = format_record(&record) {
            prop_assert!(text.parse::<Record>().is_ok(), "{text}");
        }
        let _ = write_record(&mut std::io::sink(), &record);
        let shipped = ShippedGames::default();
        if let Ok(replay) = record.replay(|tags| shipped.resolve(tags)) {
            let _ = (replay.history(), format_record(&replay.to_record(style)));
        }
    }

    /// The fields of a replay are public, so they may contradict each other.
    #[test]
    fn replays_that_were_changed_never_panic(
        position in position(),
        line in variation(any_move().boxed()),
        tags in tags(),
        style in style(),
    ) {
        let history = History::new(position.clone());
        let record = Record::of(&history, Tags::new(), GameResult::Open, style);
        let game = position.game();
        if let Ok(mut replay) = record.replay(|_| Ok(game.clone())) {
            replay.record.line = line;
            replay.record.tags = tags;
            let _ = (replay.history(), replay.game().is(game));
            let _ = format_record(&replay.to_record(style));
            replay.start = games()[0].start();
            let _ = format_record(&replay.to_record(style));
        }
    }
}
