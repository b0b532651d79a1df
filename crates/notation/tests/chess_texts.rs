//! The texts of chess are those of FEN, UCI and PGN.

use crate::common::{game, position};
use hyperrook_notation::moves::{CellStyle, format_move, parse_move};
use hyperrook_notation::position::{format_position, parse_position};
use hyperrook_notation::short::{format_short, format_short_all, parse_short};
use hyperrook_rules::{Game, GameFile, SHIPPED};
use std::collections::BTreeSet;

/// Moves in UCI and SAN notation, in positions where SAN must distinguish pieces.
const SAN: &[(&str, &[(&str, &str)])] = &[
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[("e2e4", "e4"), ("g1f3", "Nf3"), ("a2a3", "a3")],
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[
            ("e1g1", "O-O"),
            ("e1c1", "O-O-O"),
            ("a1d1", "Rd1"),
            ("d5e6", "dxe6"),
            ("e5f7", "Nxf7"),
            ("g2h3", "gxh3"),
            ("f3h3", "Qxh3"),
            ("c3b5", "Nb5"),
        ],
    ),
    (
        // Three queens: by file, by rank, by both, and by neither.
        "8/8/8/8/4Q2Q/1k6/8/K6Q w - - 0 1",
        &[
            ("h4e1", "Qh4e1"),
            ("e4e1", "Qee1"),
            ("h1e1", "Q1e1"),
            ("h4h3", "Q4h3#"),
            ("h1h3", "Q1h3#"),
            ("e4g4", "Qeg4"),
            ("e4e3", "Qe3+"),
        ],
    ),
    (
        // One of the two knights is pinned, so the other needs no file.
        "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1",
        &[("g1e2", "Ne2")],
    ),
    (
        "3r1r2/4P1k1/8/8/8/8/8/K7 w - - 0 1",
        &[
            ("e7d8q", "exd8=Q"),
            ("e7d8n", "exd8=N"),
            ("e7f8q", "exf8=Q+"),
            ("e7f8n", "exf8=N"),
            ("e7e8b", "e8=B"),
        ],
    ),
    (
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        &[("e5f6", "exf6"), ("d2d4", "d4")],
    ),
    (
        "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2",
        &[("d8h4", "Qh4#")],
    ),
    (
        // Castling that gives check, and that mates.
        "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
        &[("e1g1", "O-O+")],
    ),
    (
        "1R6/8/8/8/8/8/r6r/k3K2R w K - 0 1",
        &[("h1h2", "Rxh2"), ("e1f1", "Kf1")],
    ),
];

#[test]
fn short_notation_is_san() {
    for (fen, moves) in SAN {
        let position = position("chess", fen);
        let definition = position.game().definition();
        for (uci, san) in *moves {
            let mv = parse_move(&position, uci).unwrap_or_else(|error| panic!("{fen} {error}"));
            assert_eq!(format_short(&position, mv), *san, "{fen}");
            assert_eq!(format_move(definition, mv, CellStyle::Plain), *uci);
            assert_eq!(format_move(definition, mv, CellStyle::Address), *uci);
        }
    }
}

#[test]
fn short_notation_is_read_leniently() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let position = position("chess", kiwipete);
    for (text, uci) in [
        ("0-0", "e1g1"),
        ("O-O-O!?", "e1c1"),
        ("Qh3", "f3h3"),
        ("Qf3xh3+", "f3h3"),
        ("Qfh3", "f3h3"),
        ("Q3xh3 ", "f3h3"),
        ("de6", "d5e6"),
        ("d5xe6", "d5e6"),
        ("Pd5xe6", "d5e6"),
        ("d5-d6", "d5d6"),
        ("Nc3-b5", "c3b5"),
        ("Nc3b5", "c3b5"),
        ("a2a4", "a2a4"),
        ("Nxf7#", "e5f7"),
    ] {
        let mv = parse_short(&position, text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(mv, parse_move(&position, uci).unwrap(), "{text}");
    }
    let promoting = "3r1r2/4P1k1/8/8/8/8/8/K7 w - - 0 1";
    let position = crate::common::position("chess", promoting);
    for text in ["exd8=Q", "exd8Q", "ed8=q", "e7xd8(Q)", "exd8/Q"] {
        assert_eq!(
            parse_short(&position, text).unwrap(),
            parse_move(&position, "e7d8q").unwrap()
        );
    }
    let passing = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3";
    let position = crate::common::position("chess", passing);
    for text in ["exf6", "exf6 e.p.", "ef6e.p.", "xf6"] {
        assert_eq!(
            parse_short(&position, text).unwrap(),
            parse_move(&position, "e5f6").unwrap()
        );
    }
}

#[test]
fn short_notation_is_refused_with_reasons() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let knight = "4k3/8/8/8/8/8/8/4K1NR w K - 0 1";
    let queens = "8/8/8/8/4Q2Q/1k6/8/K6Q w - - 0 1";
    let pin = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1";
    let pawn = "3r1r2/4P1k1/8/8/8/8/8/K7 w - - 0 1";
    for (fen, text, wanted) in [
        (queens, "Qe1", "`Qe1` can mean Q1e1 or Qee1 or Qh4e1"),
        (
            queens,
            "Nf3",
            "`Nf3` is not a legal move: the side to move has no such piece",
        ),
        (queens, "Qa5", "is not a legal move: "),
        (
            queens,
            "Qxg4",
            "`Qxg4` is not a capture; leave the `x` out: ",
        ),
        (
            start,
            "e5",
            "`e5` is not a legal move: the pawn on e2 does not move to e5; no other pawn can go to e5",
        ),
        (
            start,
            "Bd3",
            "`Bd3` is not a legal move: the bishop on f1 cannot reach d3: the pawn on e2 stands in the way; no other bishop can go to d3",
        ),
        (
            start,
            "O-O",
            "castling to g1 is not possible: the bishop on f1 and the knight on g1 stand in the way",
        ),
        (
            knight,
            "O-O",
            "`O-O` is not a legal move: castling to g1 is not possible: the knight on g1 stands in the way",
        ),
        (
            queens,
            "e9",
            "`e9` is not a move: this board has no cell `e9`",
        ),
        (
            start,
            "Ne9",
            "`Ne9` is not a move: this board has no cell `e9`",
        ),
        (start, "Nxe9", "this board has no cell `e9`"),
        (start, "e2e9", "this board has no cell `e9`"),
        (start, "to j4!", "this board has no cell `j4`"),
        (
            start,
            "hello",
            "`hello` is not a move: write a piece's letter and a cell, such as `Na3`, or both cells, \
             such as `b1a3`",
        ),
        (
            queens,
            "",
            "is not a move: write a piece's letter and a cell",
        ),
        (queens, "O-O", "castling to g1 is no longer possible"),
        (
            pin,
            "Nce2",
            "the king on e1 would be attacked by the bishop on b4",
        ),
        (pin, "Nd4", "the knight on c3 does not move to d4"),
        (
            pawn,
            "exd8",
            "the pawn on e7 promotes on d8; add a letter: queen (q), rook (r), bishop (b) or knight (n)",
        ),
        (
            pawn,
            "exd8=K",
            "the pawn on e7 cannot promote to king on d8; it can promote to queen (q),",
        ),
        (
            pawn,
            "Kb2=Q",
            "the king on a1 cannot promote to queen on b2; it can only stay what it is",
        ),
    ] {
        let error = parse_short(&position("chess", fen), text)
            .unwrap_err()
            .to_string();
        assert!(error.contains(wanted), "{text}: {error}");
    }
}

#[test]
fn faults_of_short_notation_name_their_place() {
    let queens = "8/8/8/8/4Q2Q/1k6/8/K6Q w - - 0 1";
    let pawn = "3r1r2/4P1k1/8/8/8/8/8/K7 w - - 0 1";
    for (fen, text, at) in [
        (queens, " Qe1 ", "Qe1"),
        (queens, "Qa5!?", "Qa5"),
        (queens, "  Qxg4+", "x"),
        (queens, "e9", "e9"),
        (queens, "O-O", "O-O"),
        (queens, " ", ""),
        (pawn, " exd8", ""),
        (pawn, "exd8=K#", "=K"),
        (pawn, "exd8(K)", "(K)"),
        (pawn, "Kb2=Q", "=Q"),
        (pawn, "exf8=", "exf8="),
    ] {
        let error = parse_short(&position("chess", fen), text).unwrap_err();
        assert_eq!(&text[error.at()], at, "{text}: {error}");
        assert_eq!(error.at().is_empty(), at.is_empty(), "{text}");
    }
}

#[test]
fn fen_reads_and_writes() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 34",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "4k3/8/8/8/8/8/8/4K2R w - - 99 4294967295",
    ] {
        assert_eq!(format_position(&position("chess", fen)), fen);
    }
    for (fen, written) in [
        // Without counters, and with an en passant cell on which nothing can capture.
        (
            "4k3/8/8/8/8/8/8/4K2R w K -",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b qkQK e3 0 1",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        ),
        (
            "  4k3/8/8/8/8/8/8/4K3  w  -  -  0  1\n",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ),
    ] {
        assert_eq!(format_position(&position("chess", fen)), written);
    }
}

/// The faults of a position text of a game.
fn faults(game: &hyperrook_rules::Game, text: &str) -> Vec<String> {
    match parse_position(game, text) {
        Ok(_) => panic!("{text} is a position"),
        Err(error) => error.to_string(),
    }
    .lines()
    .map(str::to_owned)
    .collect()
}

#[test]
fn all_faults_of_a_position_are_reported_at_once() {
    let chess = game("chess", &[]);
    let text = "rnbqkbnr/ppppXppp/8/8/8/7/PPPPPPPP/RNBQKBNR x KxK z9 -1 -1 more";
    let faults_of = faults(&chess, text);
    let wanted = [
        "at character 14: `X` is not a piece of this game",
        "at character 25: the text of rank 3 has 7 cells, but the board has 8 there",
        "at character 45: `x` is not a side to move; write `w` or `b`",
        "at character 48: `x` is not a letter of the castling field of this game; write `-` or some of `KQkq`",
        "at character 49: `K` stands twice in the castling field; write it once",
        "at character 51: `z9` is not a cell of the board; write the cell that the last move passed over, or `-`",
        "at character 54: `-1` is not a count; write a number from 0 to 4294967295",
        "at character 57: `-1` is not a count; write a number from 1 to 4294967295",
        "at character 60: `more` comes after the last field; a position is `board side castling en-passant halfmove fullmove`",
    ];
    assert_eq!(faults_of.len(), wanted.len(), "{faults_of:#?}");
    for (fault, wanted) in faults_of.iter().zip(wanted) {
        assert!(fault.starts_with(wanted), "{fault}\n{wanted}");
    }
    for (text, wanted) in [
        ("8/8/8/8/8/8/8/8 w - -", "exactly one royal piece"),
        (
            "",
            "the text ends before board, side, castling, en-passant, halfmove, fullmove",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0",
            "the text ends before fullmove",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "has just passed e3"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling `K` needs"),
        (
            "99999999999999999999999/8/8/8/8/8/8/4K3 w - - 0 1",
            "the text of rank 8 has 9999 cells or more, but the board has 8 there",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - +5 1", "`+5` is not a count"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 4294967296", "is not a count"),
    ] {
        let found = faults(&chess, text).join("\n");
        assert!(found.contains(wanted), "{text}: {found}");
    }
}

#[test]
fn the_move_number_0_is_read_as_1() {
    let chess = game("chess", &[]);
    let text = "4k3/8/8/8/8/8/8/4K2R w K - 3";
    let position = parse_position(&chess, &format!("{text} 0")).unwrap();
    assert_eq!(format_position(&position), format!("{text} 1"));
}

#[test]
fn a_long_text_has_few_faults() {
    let chess = game("chess", &[]);
    for long in ["x", "K", "0", "x0", "8", "/", "|", "8/"] {
        let long = long.repeat(100_000);
        let text = format!("{long}/8/8/8/8/8/8/8 {long} {long} {long} {long} {long} {long}");
        let found = faults(&chess, &text);
        assert!(found.len() < 80, "{}", found.len());
        assert!(found.concat().len() < 10_000, "{}", found.concat().len());
    }
}

#[test]
fn a_level_called_x_is_not_taken_for_the_capture_sign() {
    let gateway = game("gateway", &[]);
    let quiet: Vec<String> = format_short_all(&gateway.start())
        .into_iter()
        .map(|(_, short)| short)
        .filter(|short| short.contains('x'))
        .collect();
    assert!(!quiet.is_empty());
    for short in &quiet {
        // A pawn's move is only the name of the cell.
        assert!(short.contains('-') || short.starts_with('x'), "{short}");
        let old = short.replace('-', "");
        assert_eq!(
            parse_short(&gateway.start(), &old),
            parse_short(&gateway.start(), short),
            "{old}"
        );
    }
}

#[test]
fn state_fields_have_the_letters_of_the_game() {
    let gateway = game("gateway", &[]);
    let start = format_position(&gateway.start());
    assert!(start.ends_with(" w - 0 1"), "{start}");
    let wrong = start.replace(" w - ", " w RB ");
    assert!(faults(&gateway, &wrong)[0].ends_with(
        "`B` is not a letter of the state field of this game; write `-` or some of `Rr`"
    ));
    let walkers = game("walkers", &[]);
    let wrong = format_position(&walkers.start()).replace(" w - ", " w B ");
    assert!(
        faults(&walkers, &wrong)[0]
            .ends_with("`B` is not a letter of the state field of this game; write `-`")
    );
    let four = format_position(&walkers.start()).replace(" 0 1", "");
    assert!(faults(&walkers, &four)[0].contains("the text ends before halfmove, fullmove"));
    let both = "2E1/4/4/*2*/*1e*/*2*/*2*/4/3o/4|4/4/4/*2*/*2*/*2*/*2*/4/4/4|\
                4/4/4/*2*/*2*/*2*/*2*/4/4/4|4/4/4/*2*/*2*/*2*/*2*/4/4/4|\
                4/4/4/*2*/*2*/*2*/*2*/4/4/1b2 w Rr 0 1";
    let position = parse_position(&gateway, both).unwrap();
    assert_eq!(format_position(&position), both);
    assert_eq!(
        format_position(&parse_position(&gateway, &both.replace(" Rr ", " rR ")).unwrap()),
        both
    );
    let little = game("twoboards", &["little_hold=true"]);
    let start = format_position(&little.start());
    assert!(
        faults(&little, &start.replace(" w - ", " w b "))
            .join("")
            .contains("neither holds")
    );
}

/// Definitions with the same identity write moves alike.
#[test]
fn the_pawn_does_not_depend_on_the_order_of_a_definition() {
    let (_, text) = SHIPPED.iter().find(|(name, _)| *name == "chess").unwrap();
    let begin = text.find("[pieces.N]").unwrap();
    let end = begin + text[begin..].find("\n\n").unwrap();
    let knight = &text[begin..end];
    let knight_last = format!("{}\n{knight}\n", text.replacen(knight, "", 1));
    let knight_first =
        text.replacen(knight, "", 1)
            .replacen("[pieces.", &format!("{knight}\n[pieces."), 1);
    let written = |text: &str, resets: &str| {
        let text = text.replacen("resets = \"P\"", &format!("resets = \"{resets}\""), 1);
        let file = GameFile::parse("chess.toml", &text).unwrap();
        let game = Game::new(file.define(&[]).unwrap()).unwrap();
        let moves = format_short_all(&game.start()).into_iter();
        let moves: BTreeSet<String> = moves.map(|(_, text)| text).collect();
        (game.definition().identity().to_owned(), moves)
    };
    let usual = written(text, "NP");
    for (text, resets) in [(*text, "PN"), (&knight_first, "PN"), (&knight_last, "NP")] {
        assert_eq!(written(text, resets), usual);
    }
    assert!(usual.1.contains("e4"));
}
