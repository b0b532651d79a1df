//! Faults that appear only when a valid definition is compiled: they name the piece at fault.

use hyperrook_rules::{Game, GameFile, Piece, SetupFaultKind, Side};

/// A game whose pawn moves by the given rule.
fn game(pawn: &str) -> String {
    format!(
        r#"format = 1
name = "twice"
title = "Twice"
credit = "for the tests"
about = "Pawns on a small board."
[board]
drawn = "flat"
files = 4
ranks = 8
[charts.board]
axes = ["file", "rank, forward"]
[pieces.K]
name = "king"
royal = true
moves = "K"
[pieces.R]
name = "rook"
moves = "R"
[pieces.P]
name = "pawn"
moves = "{pawn}"
[start]
board = "k3/pppp/4/4/4/4/PPPP/K3"
[promotion.pawns]
pieces = "P"
white = "a8..d8"
black = "a1..d1"
to = "R"
[ends]
resets = "P"
"#
    )
}

#[test]
fn a_double_step_must_be_the_only_path_to_its_cell() {
    // The column is that of the term within the quotes.
    for (rule, column) in [
        ("mfW cefF imfnD", None),
        ("mfW2 cefF imfnD", Some(20)),
        ("mfW cefF imfnD im[fW-fW]", Some(25)),
    ] {
        let file = GameFile::parse("twice.toml", &game(rule)).expect("it reads");
        let found: Vec<String> = file.check().iter().map(ToString::to_string).collect();
        let Some(column) = column else {
            assert_eq!(found, [""; 0]);
            continue;
        };
        assert_eq!(
            found,
            [format!(
                "twice.toml:21:{column}: piece P has two ways from a2 to a4, and one of them is a \
                 first move that can be captured in passing; leave only one"
            )]
        );
        let definition = file.define(&[]).expect("the definition itself is sound");
        assert!(Game::new(definition).is_err());
    }
}

#[test]
fn a_piece_must_not_move_quietly_to_where_it_captures_in_passing() {
    for (rule, column) in [
        ("mfW cefF mbF imfnD", None),
        // The other piece has just passed a cell behind this one.
        ("mfW cefF cebF mbF imfnD", Some(19)),
        ("mfW cefF mfF imfnD", Some(14)),
        ("mfW2 cefF mfF2 im[bW-bW]", None),
        ("mfW cefF mfpF0 imfnD", Some(14)),
    ] {
        let file = GameFile::parse("twice.toml", &game(rule)).expect("it reads");
        let found: Vec<String> = file.check().iter().map(ToString::to_string).collect();
        let Some(column) = column else {
            assert_eq!(found, [""; 0], "{rule}");
            continue;
        };
        assert_eq!(found.len(), 1, "{rule}: {found:?}");
        assert!(
            found[0].starts_with(&format!(
                "twice.toml:21:{column}: piece P has two ways from "
            )) && found[0].ends_with(", and one of them captures in passing; leave only one"),
            "{rule}: {found:?}"
        );
        let definition = file.define(&[]).expect("the definition itself is sound");
        assert!(Game::new(definition).is_err());
    }
}

#[test]
fn a_royal_piece_must_not_go_where_castling_takes_it() {
    let castling = |king: &str, cells: &str| {
        format!(
            "format = 1\nname = \"short\"\ntitle = \"Short\"\ncredit = \"for the tests\"\nabout = \"x\"\n\
             [board]\ndrawn = \"flat\"\nfiles = 8\nranks = 8\n\
             [charts.board]\naxes = [\"file\", \"rank, forward\"]\n\
             [pieces.K]\nname = \"king\"\nroyal = true\nmoves = \"{king}\"\n\
             [pieces.R]\nname = \"rook\"\nmoves = \"R\"\n\
             [start]\nboard = \"3k4/8/8/8/8/8/8/4K2R\"\n\
             [castling.K]\n{cells}\n"
        )
    };
    let near = "king = \"e1 f1\"\nrook = \"h1 e1\"\nempty = \"f1 g1\"\nsafe = \"\"";
    let far = "king = \"e1 g1\"\nrook = \"h1 f1\"\nempty = \"f1 g1\"\nsafe = \"\"";
    let exchange = "king = \"e1 h1\"\nrook = \"h1 e1\"\nempty = \"f1 g1\"\nsafe = \"\"";
    for (king, cells, to) in [
        ("K", near, Some("f1")),
        ("cK mfW", near, None),
        ("K", far, None),
        ("R", far, Some("g1")),
        ("K imsnD", far, Some("g1")),
        ("K sD", far, Some("g1")),
        ("K msgR", far, Some("g1")),
        // The rook stands there.
        ("R", exchange, None),
    ] {
        let file = GameFile::parse("short.toml", &castling(king, cells)).expect("it reads");
        let found: Vec<String> = file.check().iter().map(ToString::to_string).collect();
        let wanted = to.map(|to| {
            format!(
                "short.toml:22:8: piece K has two ways from e1 to {to}, and one of them is castling K; \
                 leave only one"
            )
        });
        assert_eq!(found, Vec::from_iter(wanted), "{king}, {cells}");
    }
}

#[test]
fn a_path_with_millions_of_routes_is_rejected() {
    // Five slides in a row can be walked in millions of ways.
    let file = GameFile::parse("twice.toml", &game("[R-R-R-R-R-a(3.3)]")).expect("it reads");
    let found: Vec<String> = file.check().iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "twice.toml:21:10: the moves up to `[R-R-R-R-R-a(3.3)]` can be made in too many ways; use fewer \
             moves, fewer or shorter legs, or fewer axes"
        ]
    );
}

/// A 16x16 board with an army of so many rows of queens, which move as kings of eight axes of two
/// cells if `is_cube`, and become any of `kinds` other pieces.
fn large_army(rows: usize, is_cube: bool, kinds: &str) -> String {
    let axis = |i: usize| {
        let (whole, forward) = match i {
            0..4 => ("file", ""),
            7 => ("rank", ", forward"),
            _ => ("rank", ""),
        };
        format!("\"x{i} = {whole} / {} % 2{forward}\"", 1 << (i % 4))
    };
    let axes: Vec<String> = if is_cube {
        (0..8).map(axis).collect()
    } else {
        vec!["\"file\"".to_owned(), "\"rank, forward\"".to_owned()]
    };
    let empty = vec!["16"; 14 - 2 * (rows - 1)].join("/");
    let row = |c: &str| vec![c.repeat(16); rows - 1].join("/");
    let board = [
        format!("k{}", "q".repeat(15)),
        row("q"),
        empty,
        row("Q"),
        format!("K{}", "Q".repeat(15)),
    ];
    let board = board
        .iter()
        .filter(|part| !part.is_empty())
        .cloned()
        .collect::<Vec<_>>()
        .join("/");
    let mut text = format!(
        "format = 1\nname = \"army\"\ntitle = \"Army\"\ncredit = \"a test\"\nabout = \"A large army.\"\n\
         [board]\ndrawn = \"flat\"\nfiles = 16\nranks = 16\n[charts.board]\naxes = [{}]\n\
         [pieces.K]\nname = \"king\"\nroyal = true\nmoves = \"W\"\n\
         [pieces.Q]\nname = \"queen\"\nmoves = \"{}\"\n[start]\nboard = \"{board}\"\n",
        axes.join(", "),
        if is_cube { "mK" } else { "Q" },
    );
    for kind in kinds.chars() {
        text += &format!("[pieces.{kind}]\nname = \"piece {kind}\"\nmoves = \"W\"\n");
    }
    if !kinds.is_empty() {
        let to: Vec<String> = kinds.chars().map(String::from).collect();
        text += &format!(
            "[promotion.queens]\npieces = \"Q\"\nwhite = \"a5..p12\"\nblack = \"a5..p12\"\nto = \"{}\"\n",
            to.join(" ")
        );
    }
    text
}

#[test]
fn a_game_with_too_many_moves_is_rejected() {
    for (rows, is_cube, kinds, is_accepted) in [
        (6, false, "", true),
        (4, false, "ABCD", true),
        (4, true, "", true),
        (4, true, "ABCDEFGHIJ", false),
    ] {
        let text = large_army(rows, is_cube, kinds);
        let file = GameFile::parse("army.toml", &text).expect("it reads");
        let found: Vec<String> = file.check().iter().map(ToString::to_string).collect();
        let what = format!("{rows} rows, cube: {is_cube}, promotions to {kinds}: {found:?}");
        assert_eq!(found.is_empty(), is_accepted, "{what}");
        if !is_accepted {
            assert!(
                found[0].contains("legal moves, and at most 16384 are possible"),
                "{what}"
            );
        }
        let definition = file.define(&[]).expect("the definition itself is sound");
        assert_eq!(Game::new(definition).is_ok(), is_accepted, "{what}");
    }
}

/// The limit of moves counts first moves that can be captured in passing, too.
#[test]
fn a_game_with_too_many_double_steps_is_rejected() {
    let army = |moves: &str| {
        let mut text = format!(
            "format = 1\nname = \"army\"\ntitle = \"Army\"\ncredit = \"a test\"\nabout = \"A large army.\"\n\
             [board]\ndrawn = \"flat\"\nfiles = 16\nranks = 16\n[charts.board]\n\
             axes = [\"a = file / 4\", \"b = file % 4\", \"c = rank / 4\", \"d = rank % 4, forward\"]\n\
             [pieces.K]\nname = \"king\"\nroyal = true\nmoves = \"W\"\n\
             [pieces.J]\nname = \"jumper\"\nmoves = \"{moves}\"\n[start]\nboard = \"k{}/{}/16/16/{}/K{}\"\n",
            "j".repeat(15),
            ["j".repeat(16).as_str(); 6].join("/"),
            ["J".repeat(16).as_str(); 6].join("/"),
            "J".repeat(15),
        );
        for kind in "ABCDEFGHIL".chars() {
            text += &format!("[pieces.{kind}]\nname = \"piece {kind}\"\nmoves = \"W\"\n");
        }
        text + "[promotion.all]\npieces = \"J\"\nto = \"ABCDEFGHIL\"\noptional = true\n\
                white = \"a1..p16\"\nblack = \"a1..p16\"\n"
    };
    for (moves, is_accepted) in [
        ("cefW imnD", true),
        ("cefW imnD imnA imn(2.2.2) imn(2.2.2.2)", false),
    ] {
        let file = GameFile::parse("army.toml", &army(moves)).expect("it reads");
        let found: Vec<String> = file.check().iter().map(ToString::to_string).collect();
        assert_eq!(found.is_empty(), is_accepted, "{moves}: {found:?}");
        let expected = "legal moves, and at most 16384 are possible";
        assert!(
            found.iter().all(|fault| fault.contains(expected)),
            "{found:?}"
        );
    }
}

#[test]
fn a_position_with_too_many_moves_is_rejected() {
    let text = large_army(1, true, "");
    let file = GameFile::parse("army.toml", &text).expect("it reads");
    let game = Game::new(file.define(&[]).expect("it is sound")).expect("it compiles");
    let mut setup = game.definition().start().clone();
    let queen = game.definition().kind('Q').expect("the queen");
    let side = Side::White;
    let free: Vec<_> = game
        .board()
        .cells()
        .filter(|&cell| setup.piece(cell).is_none())
        .collect();
    for cell in free {
        setup.put(cell, Some(Piece { side, kind: queen }));
    }
    let faults = game
        .position(&setup)
        .expect_err("240 queens with 255 moves each");
    assert!(
        faults
            .iter()
            .any(|fault| fault.kind == SetupFaultKind::TooManyMoves),
        "{faults:?}"
    );
}

/// A game on a 16x16 board whose axes go round, with a piece X.
fn torus(board: &str, axes: &str, king: &str, rule: &str) -> String {
    format!(
        "format = 1\nname = \"torus\"\ntitle = \"Torus\"\ncredit = \"a test\"\nabout = \"A torus.\"\n\
         [board]\ndrawn = \"flat\"\nfiles = 16\nranks = 16\n{board}\n[charts.board]\naxes = [{axes}]\n\
         [pieces.K]\nname = \"king\"\nroyal = true\nmoves = \"{king}\"\n\
         [pieces.X]\nname = \"thing\"\nmoves = \"{rule}\"\n\
         [start]\nboard = \"k15/{}15K\"\n",
        "16/".repeat(14)
    )
}

/// The axes of a cube of eight dimensions that goes round.
fn round_cube() -> String {
    let axis = |i: usize| {
        let whole = if i < 4 { "file" } else { "rank" };
        format!("\"x{i} = {whole} / {} % 2, cyclic\"", 1 << (i % 4))
    };
    (0..8).map(axis).collect::<Vec<_>>().join(", ")
}

#[test]
fn lines_and_repeated_paths_are_limited() {
    let plane = "\"file, cyclic\", \"rank, cyclic\"".to_owned();
    // 6,560 steps from each of 256 cells, fifteen times.
    let steps: Vec<String> = (1..16).map(|n| format!("K{n}")).collect();
    // The other has up to 1,024 ways to each cell, in eight directions.
    for (axes, rule) in [
        (&plane, "[W-sW]10".to_owned()),
        (&round_cube(), steps.join(" ")),
    ] {
        let file = GameFile::parse("torus.toml", &torus("", axes, "W", &rule)).expect("it reads");
        let found = file.check();
        assert_eq!(found.len(), 1, "{found:?}");
        let message = &found[0].message;
        assert!(
            message.contains("can be made in too many ways"),
            "{message}"
        );
    }
    let file = GameFile::parse("torus.toml", &torus("", &plane, "W", "[W-sW]4 Q K"));
    assert_eq!(file.expect("it reads").check(), []);
}

#[test]
fn paths_are_counted_for_each_piece() {
    // The paths are found once, but kept for each of 25 pieces.
    let mut text = torus("", "\"file\", \"rank\"", "W", "[R-aR]");
    for letter in ('A'..='Z').filter(|letter| !"KX".contains(*letter)) {
        text += &format!("[pieces.{letter}]\nname = \"piece {letter}\"\nmoves = \"[R-aR]\"\n");
    }
    let found = GameFile::parse("torus.toml", &text)
        .expect("it reads")
        .check();
    assert_eq!(found.len(), 1, "{found:?}");
    let message = &found[0].message;
    assert!(message.contains("too many paths in all"), "{message}");
}

#[test]
fn complete_blocks_go_round_once() {
    // Counted step by step, the block of each such leap would have 256 to the power of 8 cells.
    let leap = format!("<{}>", ["255"; 8].join("."));
    let text = torus("complete_blocks = true", &round_cube(), "W", &leap);
    let file = GameFile::parse("torus.toml", &text).expect("it reads");
    assert_eq!(file.check(), []);
    let game = Game::new(file.define(&[]).expect("it is sound")).expect("it compiles");
    assert_eq!(game.start().moves().len(), 8);
}
