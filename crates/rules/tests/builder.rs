//! Definitions made in code.

use crate::common::combinations;
use hyperrook_rules::{
    BoardPart, CastlingPart, ChartPart, DefineError, Definition, DefinitionBuilder, EndsPart,
    FaultList, Game, GameFile, NotePart, OptionPart, OverlayPart, Part, PiecePart, PromotionPart,
    SHIPPED, Stalemate, StartPart, TransformationPart,
};
use proptest::prelude::*;
use toml::{Table, Value};

/// Methods that builders and overlays share.
macro_rules! rebuild_sections {
    ($builder:ident, $keys:ident) => {
        for (key, value) in $keys {
            $builder = match key.as_str() {
                "format" | "name" | "options" | "when" => $builder,
                "title" => $builder.title(text(value)),
                "credit" => $builder.credit(text(value)),
                "about" => $builder.about(text(value)),
                "aim" => $builder.aim(text(value)),
                "tips" => $builder.tips(words(value)),
                "published" => $builder.published(text(value)),
                "board" => $builder.board(board(table(value))),
                "charts" => {
                    entries(value).fold($builder, |b, (name, keys)| b.chart(chart(name, keys)))
                }
                "pieces" => {
                    entries(value).fold($builder, |b, (name, keys)| b.piece(piece(name, keys)))
                }
                "start" => $builder.start(start(table(value))),
                "promotion" => entries(value).fold($builder, |b, (name, keys)| {
                    b.promotion(promotion(name, keys))
                }),
                "castling" => entries(value)
                    .fold($builder, |b, (name, keys)| b.castling(castling(name, keys))),
                "hold" => {
                    let holds = table(value).iter();
                    holds.fold($builder, |b, (group, letter)| {
                        b.hold(group, first(text(letter)))
                    })
                }
                "transformation" => $builder.transformation(transformation(table(value))),
                "ends" => $builder.ends(ends(table(value))),
                "notes" => {
                    let notes = value.as_array().unwrap().iter();
                    notes.fold($builder, |b, keys| b.note(note(table(keys))))
                }
                other => panic!("key `{other}`"),
            };
        }
    };
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn table(value: &Value) -> &Table {
    value.as_table().unwrap()
}

fn entries(value: &Value) -> impl Iterator<Item = (&str, &Table)> {
    table(value)
        .iter()
        .map(|(name, keys)| (name.as_str(), table(keys)))
}

fn first(text: &str) -> char {
    text.chars().next().unwrap()
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_integer().unwrap()).unwrap()
}

fn flag(value: &Value) -> bool {
    value.as_bool().unwrap()
}

fn words(value: &Value) -> Vec<String> {
    let word = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    match value {
        Value::Array(values) => values.iter().map(word).collect(),
        one => vec![word(one)],
    }
}

fn board(keys: &Table) -> BoardPart {
    let size = |key: &str| keys.get(key).map(number);
    let start = match keys.get("drawn").map(text) {
        None => BoardPart::change(),
        Some("flat") => BoardPart::flat(size("files").unwrap(), size("ranks").unwrap()),
        Some("stack") => BoardPart::stack(
            size("files").unwrap(),
            size("ranks").unwrap(),
            text(&keys["levels"]),
        ),
        Some("ring") => BoardPart::ring(size("cells").unwrap(), size("sectors").unwrap()),
        Some(other) => panic!("drawn as `{other}`"),
    };
    keys.iter()
        .fold(start, |board, (key, value)| match key.as_str() {
            "drawn" => board,
            "files" => board.files(number(value)),
            "ranks" => board.ranks(number(value)),
            "levels" => board.levels(text(value)),
            "cells" => board.cells(number(value)),
            "sectors" => board.sectors(number(value)),
            "blocks" => {
                let (files, ranks) = text(value).split_once('x').unwrap();
                board.blocks(files.parse().unwrap(), ranks.parse().unwrap())
            }
            "missing" => board.missing(text(value)),
            "about" => board.about(text(value)),
            "complete_blocks" => board.complete_blocks(flag(value)),
            other => panic!("key `{other}`"),
        })
}

fn chart(name: &str, keys: &Table) -> ChartPart {
    let new = ChartPart::new(name);
    keys.iter()
        .fold(new, |chart, (key, value)| match key.as_str() {
            "axes" => chart.axes(words(value)),
            "addressed" => chart.addressed(flag(value)),
            "groups" => {
                let groups = table(value).iter();
                groups.fold(chart, |chart, (name, axes)| chart.group(name, text(axes)))
            }
            other => panic!("key `{other}`"),
        })
}

fn piece(letter: &str, keys: &Table) -> PiecePart {
    let new = PiecePart::new(first(letter));
    keys.iter()
        .fold(new, |piece, (key, value)| match key.as_str() {
            "name" => piece.name(text(value)),
            "about" => piece.about(text(value)),
            "moves" => piece.moves(text(value)),
            "royal" => piece.royal(flag(value)),
            "span" => {
                let (axis, cells) = text(value).split_once(' ').unwrap();
                piece.span(axis, cells.parse().unwrap())
            }
            other => panic!("key `{other}`"),
        })
}

fn start(keys: &Table) -> StartPart {
    let new = match keys.get("board") {
        Some(board) => StartPart::new(text(board)),
        None => StartPart::change(),
    };
    keys.iter()
        .fold(new, |start, (key, value)| match key.as_str() {
            "board" => start,
            "castling" => start.castling(text(value)),
            other => panic!("key `{other}`"),
        })
}

fn promotion(name: &str, keys: &Table) -> PromotionPart {
    let new = PromotionPart::new(name);
    keys.iter()
        .fold(new, |promotion, (key, value)| match key.as_str() {
            "pieces" => promotion.pieces(text(value)),
            "to" => promotion.to(text(value)),
            "white" => promotion.white(text(value)),
            "black" => promotion.black(text(value)),
            "optional" => promotion.optional(flag(value)),
            other => panic!("key `{other}`"),
        })
}

fn castling(letter: &str, keys: &Table) -> CastlingPart {
    let new = CastlingPart::new(first(letter));
    let pair = |value: &Value| -> (String, String) {
        let (from, to) = text(value).split_once(' ').unwrap();
        (from.to_owned(), to.to_owned())
    };
    keys.iter()
        .fold(new, |castling, (key, value)| match key.as_str() {
            "king" => castling.king(pair(value).0, pair(value).1),
            "rook" => castling.rook(pair(value).0, pair(value).1),
            "empty" => castling.empty(text(value)),
            "safe" => castling.safe(text(value)),
            other => panic!("key `{other}`"),
        })
}

fn transformation(keys: &Table) -> TransformationPart {
    let letter = |key: &str| first(text(&keys[key]));
    let new = TransformationPart::new(letter("from"), letter("to"));
    match keys.get("bound") {
        Some(bound) => new.bound(first(text(bound))),
        None => new,
    }
}

fn ends(keys: &Table) -> EndsPart {
    let new = EndsPart::new();
    keys.iter()
        .fold(new, |ends, (key, value)| match key.as_str() {
            "stalemate" => ends.stalemate(match text(value) {
                "draw" => Stalemate::Draw,
                "loss" => Stalemate::Loss,
                "win" => Stalemate::Win,
                other => panic!("stalemate is `{other}`"),
            }),
            "baring" => ends.baring(flag(value)),
            "repetition" => ends.repetition(number(value)),
            "moves" => ends.moves(number(value)),
            "resets" => ends.resets(text(value)),
            "bare_royals" => ends.bare_royals(flag(value)),
            "too_weak" => ends.too_weak(text(value)),
            other => panic!("key `{other}`"),
        })
}

fn note(keys: &Table) -> NotePart {
    let new = NotePart::new(text(&keys["text"]));
    keys.iter()
        .fold(new, |note, (key, value)| match key.as_str() {
            "text" => note,
            "title" => note.title(text(value)),
            "reason" => note.reason(text(value)),
            "ruling" => note.ruling(flag(value)),
            "options" => {
                let conditions = table(value).iter();
                conditions.fold(note, |note, (option, values)| {
                    note.when(option, words(values))
                })
            }
            other => panic!("key `{other}`"),
        })
}

fn overlay(keys: &Table) -> OverlayPart {
    let mut overlay = OverlayPart::new();
    for (key, value) in keys {
        overlay = match key.as_str() {
            "options" => {
                let conditions = table(value).iter();
                conditions.fold(overlay, |o, (option, values)| o.when(option, words(values)))
            }
            "drop" => words(value)
                .into_iter()
                .fold(overlay, OverlayPart::drop_path),
            "set" => {
                let keys = table(value);
                rebuild_sections!(overlay, keys);
                overlay
            }
            other => panic!("key `{other}`"),
        };
    }
    overlay
}

/// The builder equivalent to a file.
fn rebuilt(file: &Table) -> DefinitionBuilder {
    let mut builder = Definition::builder(text(&file["name"]));
    rebuild_sections!(builder, file);
    if let Some(options) = file.get("options") {
        for (name, keys) in entries(options) {
            let option = OptionPart::new(name)
                .about(text(&keys["about"]))
                .values(words(&keys["values"]));
            builder = builder.option(option);
        }
    }
    if let Some(overlays) = file.get("when") {
        for keys in overlays.as_array().unwrap() {
            builder = builder.overlay(overlay(table(keys)));
        }
    }
    builder
}

/// All of a definition except the places used for faults.
fn all_of(definition: &Definition) -> String {
    format!("{definition:?}")
}

#[test]
fn every_shipped_game_can_be_built() {
    for (name, text) in SHIPPED {
        let builder = rebuilt(&text.parse().unwrap());
        let built = builder
            .build_file()
            .unwrap_or_else(|faults| panic!("{name}: {faults}"));
        let read = GameFile::parse("built.toml", &builder.to_toml()).unwrap();
        let shipped = GameFile::shipped(name).unwrap();
        for options in combinations(&shipped) {
            let definition = shipped.define(&options).unwrap();
            for same in [&built, &read] {
                let same = same.define(&options).unwrap();
                assert_eq!(all_of(&same), all_of(&definition), "{name} {options:?}");
            }
        }
        let definition = builder.build().unwrap();
        let default = shipped.define(&[]).unwrap();
        assert_eq!(definition.identity(), default.identity(), "{name}");
        assert!(Game::new(definition).is_ok(), "{name}");
    }
}

/// A small valid game.
fn tiny() -> DefinitionBuilder {
    Definition::builder("tiny")
        .board(BoardPart::flat(4, 4))
        .chart(ChartPart::new("flat").axes(["file", "rank, forward"]))
        .piece(PiecePart::new('K').name("king").royal(true).moves("K"))
        .piece(PiecePart::new('R').name("rook").moves("R"))
        .start(StartPart::new("2rk/4/4/KR2"))
}

fn parts(builder: &DefinitionBuilder) -> Vec<(Part, Option<&'static str>, Option<usize>)> {
    let faults: FaultList<_> = builder.build().unwrap_err();
    let faults = faults.into_iter();
    faults
        .map(|fault| (fault.part, fault.method, fault.at))
        .collect()
}

#[test]
fn faults_name_their_parts() {
    assert!(tiny().build().is_ok());
    assert_eq!(
        parts(&Definition::builder("Tiny!")).first(),
        Some(&(Part::Game, None, None)),
        "what is missing comes first"
    );
    let named = [
        (
            tiny().piece(PiecePart::new('N').name("knight").moves("W  X")),
            (Part::Piece('N'), Some("PiecePart::moves"), Some(3)),
        ),
        (
            tiny().piece(PiecePart::new('N').name("rook").moves("N")),
            (Part::Piece('N'), Some("PiecePart::name"), Some(0)),
        ),
        (
            tiny().piece(PiecePart::new('N').moves("N")),
            (Part::Piece('N'), None, None),
        ),
        (
            tiny().piece(PiecePart::new('n').name("knight").moves("N")),
            (Part::Piece('n'), None, None),
        ),
        (
            tiny().chart(ChartPart::new("other").axes(["file", "rnk"])),
            (
                Part::Chart("other".into()),
                Some("ChartPart::axes"),
                Some(0),
            ),
        ),
        (
            tiny().promotion(
                PromotionPart::new("rooks")
                    .pieces("R")
                    .to("Q")
                    .white("a4 z9")
                    .black("a1"),
            ),
            (
                Part::Promotion("rooks".into()),
                Some("PromotionPart::to"),
                Some(0),
            ),
        ),
        (
            tiny().castling(
                CastlingPart::new('K')
                    .king("a1", "c1")
                    .rook("d1", "b1")
                    .empty("b1 c1")
                    .safe("a1"),
            ),
            (Part::Castling('K'), Some("CastlingPart::rook"), None),
        ),
        (
            tiny().hold("flat", 'B'),
            (Part::Hold("flat".into()), Some("hold"), Some(0)),
        ),
        (
            tiny().transformation(TransformationPart::new('K', 'R')),
            (
                Part::Transformation,
                Some("TransformationPart::from"),
                Some(0),
            ),
        ),
        (
            tiny().ends(EndsPart::new().repetition(1)),
            (Part::Ends, Some("EndsPart::repetition"), None),
        ),
        (
            tiny().ends(EndsPart::new().moves(usize::MAX)),
            (Part::Ends, Some("EndsPart::moves"), None),
        ),
        (
            tiny().note(NotePart::new("Here.").when("none", ["x"])),
            (Part::Note(0), Some("NotePart::when"), None),
        ),
        (
            tiny().option(OptionPart::new("none").about("Nothing.").values(["x"])),
            (
                Part::Option("none".into()),
                Some("OptionPart::values"),
                None,
            ),
        ),
        (
            tiny().overlay(OverlayPart::new().when("none", ["x"])),
            (Part::Overlay(0), Some("OverlayPart::when"), None),
        ),
    ];
    for (builder, fault) in named {
        let found = parts(&builder);
        assert!(found.contains(&fault), "{fault:?}: {found:?}");
    }
    let faults = Definition::builder("tiny")
        .board(BoardPart::flat(0, 4))
        .start(StartPart::new("4"))
        .build()
        .unwrap_err();
    assert!(
        faults
            .iter()
            .any(|fault| { fault.part == Part::Board && fault.method == Some("BoardPart::files") })
    );
    assert!(
        faults
            .to_string()
            .contains("board, `BoardPart::files`: `files` is 0; it must be"),
        "{faults}"
    );
}

/// Messages show calls of the builder, not TOML or places in a file.
#[test]
fn faults_name_calls_of_the_builder() {
    let knight = || PiecePart::new('N').name("knight").moves("N");
    let promotion = |name: &str| PromotionPart::new(name).pieces("R").white("a4").black("a1");
    let castling = || {
        CastlingPart::new('K')
            .rook("d1", "b1")
            .empty("b1")
            .safe("a1")
    };
    let overlay = || OverlayPart::new().when("long", ["yes"]);
    let long = || OptionPart::new("long").about("One.").values(["no", "yes"]);
    for (builder, fault) in [
        (
            Definition::builder("tiny"),
            "definition: `board` is missing; add `board(BoardPart::flat(8, 8))` or another board",
        ),
        (
            tiny().piece(PiecePart::new('N').moves("N")),
            "piece N: `name` is missing; add `name(\"knight\")`",
        ),
        (
            tiny().piece(knight().moves("knight")),
            "piece N, `PiecePart::moves`: `knight` is the name of a piece, not how it moves; \
             write `moves(\"N\")`",
        ),
        (
            tiny().piece(knight().moves("N Y")),
            "piece N, `PiecePart::moves`, byte 3: ",
        ),
        (
            tiny().piece(knight().span("file", 2)),
            "piece N, `PiecePart::span`: only a royal piece can have several cells; add \
             `royal(true)`, or leave `span` out",
        ),
        (
            tiny().piece(knight().moves("O")),
            "piece N, `PiecePart::moves`: castling is not a move of a piece here; define it under \
             `castling`",
        ),
        (
            tiny().chart(ChartPart::new("other").axes(["file", "x = rnk"])),
            "chart `other`, `ChartPart::axes`, value 2: ",
        ),
        (
            tiny().promotion(promotion("one").to("R")),
            "promotion `one`, `PromotionPart::to`: R would promote to itself; to let it stay what \
             it is, write `optional(true)`",
        ),
        (
            tiny().promotion(promotion("one").to("Q")),
            "promotion `one`, `PromotionPart::to`: no piece has the letter `Q`; the pieces of this \
             definition are KR",
        ),
        (
            tiny()
                .piece(knight())
                .promotion(promotion("one").to("N"))
                .promotion(promotion("two").to("N")),
            "promotion `one` both say what White's R becomes on a4",
        ),
        (
            tiny().castling(castling()),
            "castling K: `king` is missing; add `king(\"e1\", \"g1\")`",
        ),
        (
            tiny().castling(castling().king("a1 b1", "c1")),
            "`king` must be two cells, from and to; as in `king(\"e1\", \"g1\")`",
        ),
        (
            tiny().transformation(TransformationPart::new('K', 'R')),
            "what transforms has `royal(true)` and a `span`",
        ),
        (
            tiny().transformation(TransformationPart::change().to('R')),
            "transformation: `from` is missing; add `from('K')`",
        ),
        (
            tiny().option(long()),
            "option `long` changes nothing; add an overlay with `when(\"long\", …)`",
        ),
        (
            tiny().option(long()).overlay(overlay()),
            "overlay 1: this overlay changes nothing; add what it changes",
        ),
        (
            tiny().overlay(OverlayPart::new().piece(knight())),
            "overlay 1: `when` is missing; add `when(\"option\", [\"value\"])`",
        ),
        (
            tiny().note(NotePart::new("Here.").when("none", ["x"])),
            "note 1, `NotePart::when`: the definition has no option `none`",
        ),
        (
            tiny().board(BoardPart::change()),
            "board: it is added twice; add it once",
        ),
    ] {
        let faults = builder.build().unwrap_err().to_string();
        assert!(faults.contains(fault), "{fault}\n{faults}");
        for word in ["the file", "this file", " = ", "[[", "[board]", "line "] {
            assert!(!faults.contains(word), "{faults}");
        }
    }
    // With options other than the defaults, a fault of an overlay names the part that it sets.
    let file = tiny()
        .option(long())
        .overlay(
            overlay()
                .piece(knight())
                .piece(PiecePart::new('R').moves("X")),
        )
        .build_file()
        .unwrap();
    let error = file.define(&[("long", "yes")]).unwrap_err();
    let DefineError::Built(faults) = &error else {
        panic!("{error:?}")
    };
    assert_eq!(
        (&faults[0].part, faults[0].overlay),
        (&Part::Piece('R'), Some(0))
    );
    let text = error.to_string();
    assert!(
        text.starts_with("overlay 1, piece R, `PiecePart::moves`: "),
        "{text}"
    );
    let error = file.define(&[("wide", "yes")]).unwrap_err().to_string();
    assert_eq!(error, "tiny has no option `wide`; possible here: `long`");
    let error = file.define(&[("long", "x")]).unwrap_err().to_string();
    assert_eq!(
        error,
        "option `long` of tiny cannot be `x`; it can be `no`, `yes`"
    );
}

#[test]
fn a_part_added_twice_is_a_fault() {
    let twice = tiny().piece(PiecePart::new('R').name("tower").moves("R"));
    let faults = twice.build().unwrap_err();
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].part, Part::Piece('R'));
    assert_eq!(
        faults[0].to_string(),
        "piece R: it is added twice; add it once"
    );
    let twice = tiny().board(BoardPart::flat(3, 3));
    assert_eq!(twice.build().unwrap_err()[0].part, Part::Board);
}

/// Texts that are valid somewhere in a definition, and arbitrary ones.
fn any_text() -> impl Strategy<Value = String> {
    let known = [
        "",
        " ",
        "-",
        "K",
        "KR",
        "flat",
        "file",
        "rank, forward",
        "file, cyclic",
        "a1",
        "a1..c3",
        "start:K",
        "2rk/4/4/KR2",
        "K R mfW",
        "[W-sW]",
        "<-32768>",
        "<32767.255>",
        "(255.255)0",
        "file 4",
        "\"",
        "'''",
        "\"\"\"",
        "\\",
        "\n",
        "é",
        "\u{0}",
        "\u{7f}",
        "a.b",
        "draw",
        "99999999999999999999",
        "flat: K",
        "imfnD cefF",
        "pp",
        "KQkq",
        "format",
        "pieces.K",
    ];
    prop_oneof![
        3 => proptest::sample::select(known.to_vec()).prop_map(str::to_owned),
        1 => ".{0,12}",
        1 => "[A-Za-z0-9 <>().,:/|*\\[\\]?-]{0,30}",
    ]
}

fn any_number() -> impl Strategy<Value = usize> {
    prop_oneof![0usize..30, Just(256), Just(257), any::<usize>()]
}

fn any_letter() -> impl Strategy<Value = char> {
    prop_oneof![proptest::char::range('A', 'Z'), any::<char>()]
}

/// One step of building.
#[derive(Clone, Debug)]
enum Step {
    Board(BoardPart),
    Chart(ChartPart),
    Piece(PiecePart),
    Start(StartPart),
    Promotion(PromotionPart),
    Castling(CastlingPart),
    Hold(String, char),
    Transformation(TransformationPart),
    Ends(EndsPart),
    Note(NotePart),
}

fn step() -> impl Strategy<Value = Step> {
    let texts = || proptest::collection::vec(any_text(), 0..4);
    prop_oneof![
        (any_number(), any_number(), any_text(), 0..4).prop_map(|(a, b, text, kind)| {
            Step::Board(match kind {
                0 => BoardPart::flat(a, b).missing(text),
                1 => BoardPart::stack(a, b, text),
                2 => BoardPart::ring(a, b).complete_blocks(true),
                _ => BoardPart::flat(4, 4).blocks(a, b),
            })
        }),
        (any_text(), texts(), any_text(), any_text(), any::<bool>()).prop_map(
            |(name, axes, group, of, addressed)| Step::Chart(
                ChartPart::new(name)
                    .axes(axes)
                    .group(group, of)
                    .addressed(addressed)
            )
        ),
        (any_letter(), any_text(), any_text(), any::<bool>()).prop_map(
            |(letter, name, moves, royal)| {
                Step::Piece(PiecePart::new(letter).name(name).moves(moves).royal(royal))
            }
        ),
        (any_letter(), any_text(), any_number()).prop_map(|(letter, axis, cells)| {
            Step::Piece(
                PiecePart::new(letter)
                    .moves("K")
                    .royal(true)
                    .span(axis, cells),
            )
        }),
        (any_text(), any_text())
            .prop_map(|(board, castling)| Step::Start(StartPart::new(board).castling(castling))),
        (any_text(), texts(), any::<bool>()).prop_map(|(name, texts, optional)| {
            let mut texts = texts.into_iter();
            let mut text = || texts.next().unwrap_or_default();
            Step::Promotion(
                PromotionPart::new(name)
                    .pieces(text())
                    .to(text())
                    .white(text())
                    .black(text())
                    .optional(optional),
            )
        }),
        (any_letter(), any_text(), any_text(), any_text()).prop_map(|(letter, a, b, c)| {
            let castling = CastlingPart::new(letter).king(&a, &b).rook(&b, &a);
            Step::Castling(castling.empty(c.clone()).safe(c))
        }),
        (any_text(), any_letter()).prop_map(|(group, letter)| Step::Hold(group, letter)),
        (any_letter(), any_letter(), any_letter()).prop_map(|(from, to, bound)| {
            Step::Transformation(TransformationPart::new(from, to).bound(bound))
        }),
        (any_number(), any_number(), any_text()).prop_map(|(a, b, text)| {
            let ends = EndsPart::new().repetition(a).moves(b).baring(true);
            Step::Ends(ends.resets(text.clone()).too_weak(text))
        }),
        (any_text(), any_text(), texts()).prop_map(|(text, option, values)| {
            Step::Note(NotePart::new(text).when(option, values))
        }),
    ]
}

fn add(builder: DefinitionBuilder, step: Step) -> DefinitionBuilder {
    match step {
        Step::Board(part) => builder.board(part),
        Step::Chart(part) => builder.chart(part),
        Step::Piece(part) => builder.piece(part),
        Step::Start(part) => builder.start(part),
        Step::Promotion(part) => builder.promotion(part),
        Step::Castling(part) => builder.castling(part),
        Step::Hold(group, letter) => builder.hold(group, letter),
        Step::Transformation(part) => builder.transformation(part),
        Step::Ends(part) => builder.ends(part),
        Step::Note(part) => builder.note(part),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// Building gives a definition or a list of faults, whatever is built. The text written is
    /// always valid TOML.
    #[test]
    fn building_never_panics(
        name in any_text(),
        sound in any::<bool>(),
        steps in proptest::collection::vec(step(), 0..8),
        option in (any_text(), proptest::collection::vec(any_text(), 0..3)),
        dropped in any_text(),
    ) {
        let start = if sound { tiny() } else { Definition::builder(name) };
        let mut builder = steps.into_iter().fold(start, add);
        if !dropped.is_empty() {
            builder = builder
                .option(OptionPart::new(&option.0).about("One.").values(&option.1))
                .overlay(OverlayPart::new().when(&option.0, &option.1).drop_path(dropped));
        }
        let text = builder.to_toml();
        prop_assert!(text.parse::<Table>().is_ok(), "{text}");
        match builder.build_file() {
            Ok(file) => {
                // The text can be read back.
                prop_assert!(GameFile::parse("built", &text).is_ok(), "{text}");
                file.check();
            }
            Err(faults) => {
                prop_assert!(!faults.is_empty());
                for fault in &faults {
                    prop_assert!(!fault.to_string().is_empty());
                }
            }
        }
        if let Ok(definition) = builder.build() {
            // It may be too large, or its starting position may be impossible.
            let _ = Game::new(definition).map(|game| game.start().moves());
        }
    }
}
