//! Every reason why a move is refused, and moves as people write them.

use crate::common::{game, position};
use hyperrook_geometry::{Cell, CellSet};
use hyperrook_notation::moves::{
    CellStyle, MoveTextError, Reading, format_move, parse_move, read_move,
};
use hyperrook_notation::paths::piece_paths;
use hyperrook_notation::refusal::{NamedPiece, Refusal, why, why_despite_end};
use hyperrook_notation::short::{format_short, parse_any};
use hyperrook_rules::{
    BoardPart, CastlingPart, ChartPart, Definition, Game, GameFile, Piece, PiecePart, Position,
    SHIPPED, StartPart,
};
use proptest::prelude::*;

fn refused(position: &Position, text: &str) -> String {
    parse_move(position, text).expect_err(text).to_string()
}

#[test]
fn chess_moves_are_refused_with_the_reason() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let open = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let check = "4k3/8/8/8/4r3/8/3P4/R3K2R w KQ - 0 1";
    let passed = "4k3/8/8/8/8/8/8/R3K2R w K - 0 1";
    let through = "4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1";
    let pinned = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1";
    let promoting = "8/4P1k1/8/8/8/8/8/K7 w - - 0 1";
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let passing = "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1";
    for (fen, text, wanted) in [
        (start, "e3e4", "there is no piece on e3"),
        (
            start,
            "e7e5",
            "the pawn on e7 belongs to Black, and White is to move",
        ),
        (
            start,
            "a1a2",
            "the rook on a1 cannot land on the pawn on a2 of its own side",
        ),
        (
            start,
            "a1a5",
            "the rook on a1 cannot reach a5: the pawn on a2 stands in the way",
        ),
        (start, "g1g3", "the knight on g1 does not move to g3"),
        (
            start,
            "e2d3",
            "the pawn on e2 can go to d3 only to capture, and there is nothing to capture",
        ),
        (start, "e2e2", "the pawn on e2 cannot stay where it is"),
        (start, "e2e5", "the pawn on e2 does not move to e5"),
        (
            start,
            "e1g1",
            "castling to g1 is not possible: the bishop on f1 and the knight on g1 stand in the way",
        ),
        (
            start,
            "e1c1",
            "castling to c1 is not possible: the knight on b1, the bishop on c1 and the queen on d1 stand in the way",
        ),
        (
            start,
            "e2e4q",
            "the pawn on e2 cannot promote to queen on e4; it can only stay what it is",
        ),
        (
            open,
            "d5d7",
            "the pawn on d5 can make this move only from a starting cell of its kind",
        ),
        (
            open,
            "d2a5",
            "the bishop on d2 cannot reach a5: the knight on c3 stands in the way",
        ),
        (
            check,
            "d2d4",
            "the king on e1 would still be attacked by the rook on e4",
        ),
        (
            check,
            "e1g1",
            "castling to g1 is not possible: e1 is attacked",
        ),
        (
            passed,
            "e1c1",
            "castling to c1 is no longer possible: the royal piece or the piece it castles with has moved or was captured",
        ),
        (
            through,
            "e1g1",
            "castling to g1 is not possible: f1 is attacked",
        ),
        (
            pinned,
            "c3d5",
            "the king on e1 would be attacked by the bishop on b4",
        ),
        (
            promoting,
            "e7e8",
            "the pawn on e7 promotes on e8; add a letter: queen (q), rook (r), bishop (b) or knight (n)",
        ),
        (
            promoting,
            "e7e8k",
            "the pawn on e7 cannot promote to king on e8; it can promote to queen (q), rook (r), bishop (b) or knight (n)",
        ),
        (mated, "e1f2", "the game is over by checkmate"),
        (
            passing,
            "e5d6",
            "the pawn on e5 can go to d6 only to capture, and there is nothing to capture, not even in passing",
        ),
    ] {
        let refusal = refused(&position("chess", fen), text);
        assert!(refusal.starts_with(wanted), "{text}: {refusal}");
    }
    let blocked = position("chess", "4k3/8/8/8/8/8/4p3/R3K1NR w KQ - 0 1");
    assert!(
        refused(&blocked, "e1c1").starts_with("castling to c1 is not possible: d1 is attacked")
    );
    let between = position("chess", "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1");
    assert_eq!(
        refused(&between, "e1c1"),
        "castling to c1 is not possible: the knight on b1 stands in the way"
    );
    let head_on = position("chess", "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1");
    assert_eq!(
        refused(&head_on, "e4e5"),
        "the pawn on e4 does not capture that way, and an enemy stands on e5"
    );
}

#[test]
fn unreadable_texts_report_the_place_of_the_fault() {
    let chess = position(
        "chess",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    );
    for (text, wanted) in [
        (
            "",
            "at character 1: `` is not a move; write origin and destination, such as `a1h8`",
        ),
        ("e2", "at character 3: the destination is missing; write"),
        ("e2e9", "at character 3: this board has no cell `e9`; write"),
        ("i2e4", "at character 1: this board has no cell `i2`; write"),
        (
            "  e2x4",
            "at character 5: this board has no cell `x4`; write",
        ),
        (
            "e7e8x",
            "at character 5: the game has no piece `x`; a promotion is one of the letters `pnbrqk`",
        ),
        (
            "1112",
            "at character 1: this board has no cell `1112`; write",
        ),
        (
            "e2e4e5",
            "at character 3: this board has no cell `e4e5`; write",
        ),
        ("e2\u{7}", "this board has no cell"),
    ] {
        let refusal = refused(&chess, text);
        assert!(refusal.contains(wanted), "{text}: {refusal}");
    }
}

#[test]
fn addresses_are_read_and_written() {
    let walkers = game("walkers", &[]).start();
    let definition = walkers.game().definition();
    let mv = parse_move(&walkers, "a4a5").unwrap();
    let address = format_move(definition, mv, CellStyle::Address);
    assert_eq!(address, "21112121");
    for text in [
        "a4a5",
        "21112121",
        "a42121",
        "2111a5",
        " 2111-2121 ",
        "a4-a5",
    ] {
        assert_eq!(parse_move(&walkers, text), Ok(mv), "{text}");
    }
    assert_eq!(parse_any(&walkers, "2121"), Ok(mv));
    assert_eq!(format_short(&walkers, mv), "a5");
    let sesqui = game("sesqui", &[]).start();
    let mv = sesqui.moves()[0];
    let plain = format_move(sesqui.game().definition(), mv, CellStyle::Plain);
    assert_eq!(
        format_move(sesqui.game().definition(), mv, CellStyle::Address),
        plain
    );
}

#[test]
fn a_letter_promotes_a_piece_that_may_stay_what_it_is() {
    let game = game("walkers", &["paladin_promotion=true"]);
    let text = "9/1N2k4/9/9/9/9/9/9/9/9/9/9/9/9/9/9/9/9/9/9/4K4 w - 0 1";
    let position = hyperrook_notation::position::parse_position(&game, text).unwrap();
    let stay = parse_move(&position, "b20d21").unwrap();
    let paladin = parse_move(&position, "b20d21d").unwrap();
    assert_ne!(stay, paladin);
    assert!(format_short(&position, stay).starts_with("Nd21"));
    assert!(format_short(&position, paladin).starts_with("Nd21=D"));
    let refusal = refused(&position, "b20d21q");
    assert_eq!(
        refusal,
        "the knight on b20 cannot promote to queen on d21; it can promote to paladin (d), or stay \
         what it is"
    );
}

#[test]
fn the_pieces_of_gateway_are_refused_with_the_reason() {
    let gateway = game("gateway", &[]);
    let start = gateway.start();
    for (text, wanted) in [
        (
            "xb1xb2",
            "the quantum king on xb1 stands on several cells; it is named by xa1",
        ),
        ("xa1xa2", "the quantum king on xa1 cannot land on"),
        (
            "xa1xc1e",
            "the quantum king on xa1 may transform only when it is attacked or no other move is left",
        ),
        (
            "xa1xa2e",
            "the quantum king on xa1 keeps one of its own cells when it transforms: xa1, xb1, xc1 or xd1",
        ),
        ("xa1xb1", "the quantum king on xa1 "),
        ("va1va5", "at character 4: this board has no cell `va5`"),
        ("zb4zb6", "the pawn on zb4 does not move to zb6"),
    ] {
        let refusal = refused(&start, text);
        assert!(refusal.contains(wanted), "{text}: {refusal}");
    }
    // No complete block for a bishop's step past the corner of the gateway.
    let corner = "4/4/kkkk/*2*/*2*/*2*/*2*/4/4/4|4/4/4/*2*/*2*/*2*/*2*/4/4/4|\
                  4/4/4/*2*/*2*/*2*/*2*/B3/4/4|4/4/4/*2*/*2*/*2*/*2*/4/4/4|\
                  4/4/4/*2*/*2*/*2*/*2*/4/4/KKKK w - 0 1";
    let corner = position("gateway", corner);
    let refusal = refused(&corner, "xa3xb4");
    assert!(
        refusal.contains("needs every cell of the block"),
        "{refusal}"
    );
    // A threatened quantum king can only transform.
    let threatened = "4/4/kkkk/*2*/*2*/*2*/*2*/4/4/4|4/4/4/*2*/*2*/*2*/*2*/4/4/4|\
                      4/4/4/*2*/*2*/*2*/*2*/4/4/4|4/4/4/*2*/*2*/*2*/*2*/4/4/4|\
                      1r2/4/4/*2*/*2*/*2*/*2*/1B2/4/KKKK w - 0 1";
    let blocked = position("gateway", threatened);
    assert!(!blocked.in_check());
    let refusal = refused(&blocked, "zb3yc3");
    assert!(
        refusal.contains("would be attacked by the rook on zb10"),
        "{refusal}"
    );
    let open = position("gateway", &threatened.replace("1B2", "4"));
    assert_eq!(
        refused(&open, "za1za2"),
        "the quantum king on za1 must become an emperor: choose za1, zc1 or zd1"
    );
    assert_eq!(
        refused(&open, "za1zb1e"),
        "the emperor on zb1 would still be attacked by the rook on zb10"
    );
    let mv = parse_move(&open, "za1zc1e").unwrap();
    assert_eq!(format_short(&open, mv), "Kzc1=E");
    assert_eq!(
        refused(&open, "za1zc1"),
        "the quantum king on za1 transforms on zc1; add a letter: emperor (e)"
    );
    assert_eq!(
        refused(&open, "za1zc1q"),
        "the quantum king on za1 cannot transform into queen on zc1; it can transform into emperor (e)"
    );
    let mut bound = open.after(mv).unwrap();
    let quiet = parse_move(&bound, "zb10za10").unwrap();
    bound = bound.after(quiet).unwrap();
    assert!(!bound.state().bound(hyperrook_rules::Side::White));
    let held = "2E1/4/4/*2*/*1e*/*2*/*2*/4/3o/4|4/4/4/*2*/*2*/*2*/*2*/4/4/4|\
                4/4/4/*2*/*2*/*2*/*2*/4/4/4|4/4/4/*2*/*2*/*2*/*2*/4/4/4|\
                4/4/4/*2*/*2*/*2*/*2*/4/4/1b2 w Rr 0 1";
    assert!(refused(&position("gateway", held), "vc10vc9").contains("may not leave its row"));
}

#[test]
fn pieces_that_need_a_mount_are_refused_with_the_reason() {
    let chess = SHIPPED.iter().find(|(name, _)| *name == "chess").unwrap().1;
    let cannons = chess
        .replace("moves = \"R\"", "moves = \"mR cpR\"")
        .replace("moves = \"B\"", "moves = \"gB\"");
    let file = GameFile::parse("cannons.toml", &cannons).unwrap();
    let game = Game::new(file.define(&[]).unwrap()).unwrap();
    for (text, mv, wanted) in [
        (
            "4k3/8/8/r7/8/8/8/R3K3 w - - 0 1",
            "a1a5",
            "the rook on a1 reaches a5 only over exactly one piece",
        ),
        (
            "4k3/8/8/8/n7/8/8/R3K3 w - - 0 1",
            "a1a6",
            "the rook on a1 cannot reach a6: the knight on a4 stands in the way",
        ),
        (
            "4k3/8/8/8/3n4/8/8/B3K3 w - - 0 1",
            "a1f6",
            "the bishop on a1 reaches f6 only over exactly one piece, just before it",
        ),
    ] {
        let position = hyperrook_notation::position::parse_position(&game, text).unwrap();
        assert_eq!(refused(&position, mv), wanted);
    }
}

/// A quantum king fills a row of four cells, and is one piece.
#[test]
fn a_piece_of_several_cells_is_listed_once() {
    let levels = ["4/4/4/*2*/*2*/*2*/*2*/4/4/4"; 3].join("|");
    // The quantum king on the row in between blocks every path of the queen.
    let text = format!(
        "4/4/kkkk/*2*/*2*/*2*/*2*/4/4/4|{levels}|4/4/4/*2*/*2*/*2*/*2*/1Q2/KKKK/3R w - 0 1"
    );
    let barred = position("gateway", &text);
    assert_eq!(
        refused(&barred, "zd1ya1"),
        "the rook on zd1 does not move to ya1"
    );
    assert_eq!(
        refused(&barred, "zd1zd3"),
        "the rook on zd1 cannot reach zd3: the quantum king on za2 stands in the way"
    );
    // Landing on any of its cells means landing on the piece.
    assert_eq!(
        refused(&barred, "zd1zd2"),
        "the rook on zd1 cannot land on the quantum king on za2 of its own side"
    );
    let near = "4/4/4/*2*/*2*/*2*/*2*/4/4/kkkk";
    let attacked = format!(
        "{near}|4/4/4/*2*/*2*/*2*/*2*/4/KKKK/4|{}|4/4/4/*2*/*2*/*2*/*2*/4/4/4 w - 0 1",
        ["4/4/4/*2*/*2*/*2*/*2*/4/4/4"; 2].join("|")
    );
    let game = game("gateway", &[]);
    // A position with adjacent kings is not valid; from two rows away, a king may not step next to
    // the other.
    assert!(hyperrook_notation::position::parse_position(&game, &attacked).is_err());
    let apart = attacked.replace("4/KKKK/4|", "KKKK/4/4|");
    let apart = position("gateway", &apart);
    assert_eq!(
        refused(&apart, "wa3wa2"),
        "the quantum king on wa2 would be attacked by the quantum king on va1"
    );
    // The refusal names the row that is meant.
    assert_eq!(
        refused(&apart, "wa3xc3"),
        "the quantum king on wa3 stands on several cells; its new place on xc3 is named by xa3"
    );
    assert_eq!(
        refused(&apart, "wa3zc3"),
        "the quantum king on wa3 does not move to zc3"
    );
}

/// That the piece never moves that way is reported before pieces in its way.
#[test]
fn a_move_that_the_piece_never_makes_is_reported_before_blockers() {
    let start = game("chess", &[]).start();
    for (text, wanted) in [
        ("a1b2", "the rook on a1 does not move to b2"),
        ("e2d1", "the pawn on e2 does not move to d1"),
        ("b1c1", "the knight on b1 does not move to c1"),
        (
            "b1d2",
            "the knight on b1 cannot land on the pawn on d2 of its own side",
        ),
    ] {
        assert_eq!(refused(&start, text), wanted);
    }
    let gateway = game("gateway", &[]).start();
    assert_eq!(
        refused(&gateway, "za2xb8"),
        "the ninja on za2 does not move to xb8"
    );
}

/// Before this castling the rook shields the cell where the king would end.
#[test]
fn castling_into_check_is_the_reason_of_the_refusal() {
    let definition = Definition::builder("shield")
        .board(BoardPart::flat(8, 8))
        .chart(ChartPart::new("board").axes(["file", "rank, forward"]))
        .piece(PiecePart::new('K').name("king").moves("K").royal(true))
        .piece(PiecePart::new('R').name("rook").moves("R"))
        .start(StartPart::new("4k3/8/8/8/8/8/8/1R2K3"))
        .castling(
            CastlingPart::new('Q')
                .king("e1", "c1")
                .rook("b1", "d1")
                .empty("c1 d1")
                .safe("e1 d1 c1"),
        )
        .build()
        .unwrap();
    let game = Game::new(definition).unwrap();
    let text = "4k3/8/8/8/8/8/8/rR2K3 w Q - 0 1";
    let position = hyperrook_notation::position::parse_position(&game, text).unwrap();
    let wanted = "the king on c1 would be attacked by the rook on a1";
    assert_eq!(refused(&position, "e1c1"), wanted);
    let open = hyperrook_notation::position::parse_position(&game, &text.replace('r', "1"));
    assert!(parse_move(&open.unwrap(), "e1c1").is_ok());
}

/// A mated quantum king is attacked, and no transformation would help it.
#[test]
fn a_mated_quantum_king_is_not_told_to_transform() {
    let levels = ["4/4/4/*2*/*2*/*2*/*2*/4/4/4"; 2].join("|");
    let text = format!(
        "4/4/4/*2*/*2*/*2*/*2*/rrrr/4/KKKK|4/4/4/*2*/*2*/*2*/*2*/r3/4/4|{levels}|\
         kkkk/4/4/*2*/*2*/*2*/*2*/4/4/N3 w - 0 1"
    );
    let mated = position("gateway", &text);
    assert!(mated.in_check() && mated.moves().is_empty());
    for (text, wanted) in [
        (
            "va1va2",
            "the quantum king on va2 would still be attacked by",
        ),
        ("va1vb1e", "the emperor on vb1 would still be attacked by"),
        (
            "za1xb1",
            "the quantum king on va1 would still be attacked by",
        ),
    ] {
        let reading = read_move(mated.game().definition(), text).unwrap()[0];
        let refusal = why_despite_end(&mated, reading).unwrap().to_string();
        assert!(refusal.starts_with(wanted), "{text}: {refusal}");
    }
}

#[test]
fn held_kings_are_refused_with_the_reason() {
    let text = "16/16/16/16/16/16/16/16/16/16/16/16/16/16/3k11w/K14W w b 0 1";
    let position = position("twoboards", text);
    let refusal = refused(&position, "a1e1");
    assert_eq!(
        refusal,
        "the king on a1 is held: it may not leave its square of the big board"
    );
}

fn check_reason(position: &Position, piece: Piece, origin: Cell, destination: Cell) {
    let game = position.game();
    let reading = Reading {
        origin,
        destination,
        promotion: None,
    };
    let text = game.board().name(origin) + &game.board().name(destination);
    let Err(MoveTextError::Refused(refusal)) = parse_move(position, &text) else {
        assert_eq!(why(position, reading), None, "{text}");
        return;
    };
    assert_eq!(why(position, reading).as_ref(), Some(&*refusal));
    match *refusal {
        Refusal::LeavesAttacked { attackers, .. } => {
            assert!(!attackers.is_empty(), "{text} {position:?}");
        }
        Refusal::NotItsMove { .. } if game.definition().piece(piece.kind).span.is_none() => {
            // On an empty board, every path to the cell is open to the piece.
            let reach = game.destinations(
                piece.kind,
                piece.side,
                origin,
                CellSet::EMPTY,
                CellSet::EMPTY,
            );
            assert!(!reach.quiet.contains(destination), "{text}");
        }
        Refusal::Blocked { blockers, .. } => assert_named_once(position, &blockers),
        Refusal::OwnPiece { other, .. } => {
            assert_eq!(other.piece.side, position.turn(), "{text}");
            assert_could_go_there(position, piece, origin, destination);
        }
        Refusal::NeverCaptured { other, .. } => {
            assert_ne!(other.piece.side, position.turn(), "{text}");
            assert_could_go_there(position, piece, origin, destination);
        }
        _ => {}
    }
}

/// Each piece stands on its cell and is listed once.
fn assert_named_once(position: &Position, pieces: &[NamedPiece]) {
    assert!(!pieces.is_empty());
    let mut kinds = Vec::new();
    for named in pieces {
        assert_eq!(position.piece(named.at.cell), Some(named.piece));
        let spans = position.game().definition().piece(named.piece.kind).span;
        if spans.is_some() {
            assert!(!kinds.contains(&named.piece), "a side has one such piece");
            kinds.push(named.piece);
        }
    }
}

/// A piece on the cell is the reason only if the moving piece could go there otherwise.
fn assert_could_go_there(position: &Position, piece: Piece, origin: Cell, destination: Cell) {
    let ways = piece_paths(position.game().definition(), piece, origin, destination);
    assert!(!ways.is_empty(), "{position:?}: {origin:?} {destination:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3))]

    /// Any pair of cells is a legal move or is refused for a true reason: that the royal piece
    /// would be attacked is only reported with attackers, and that a piece does not move that way
    /// only if it cannot do so alone on the board.
    #[test]
    fn every_refusal_has_a_reason(seed: u64, plies in 0_usize..80) {
        for game in crate::common::games() {
            let (positions, _) = crate::common::random_game(&game, seed, plies);
            let position = &positions[positions.len() - 1];
            let cells: Vec<Cell> = game.board().cells().collect();
            for &origin in &cells {
                let Some(piece) = position.piece(origin) else { continue };
                for &destination in &cells {
                    check_reason(position, piece, origin, destination);
                }
            }
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "\\PC{0,40}", near in "[a-xA-X0-9/|*x=+#() -]{0,40}") {
        for game in crate::common::games() {
            for text in [&text, &near] {
                let start = game.start();
                let _ = parse_any(&start, text);
                let _ = parse_move(&start, text);
                let _ = hyperrook_notation::position::parse_position(&game, text);
            }
        }
    }
}
