//! Chess, from our own definition, against published figures.

use crate::common::{material, shipped, tables};

/// The longest mates in moves of the winner, as published by Ken Thompson and others.
#[test]
fn the_longest_mates_agree_with_published_figures() {
    let chess = shipped("chess", &[]);
    let known = [("KQK", 10), ("KRK", 16), ("KPK", 28)];
    for (text, moves) in known {
        let tables = tables(&chess, &[text]);
        let longest = tables.longest(&material(chess.definition(), text)).unwrap();
        assert_eq!(longest.div_ceil(2), moves, "{text}");
    }
}

/// The longest mates with four pieces.
#[test]
#[ignore = "takes a minute"]
fn the_longest_mates_of_four_pieces_agree_with_published_figures() {
    let chess = shipped("chess", &[]);
    let known = [
        ("KBBK", 19),
        ("KBNK", 33),
        ("KQKR", 35),
        ("KQKB", 17),
        ("KQKN", 21),
        ("KRKB", 29),
        ("KRKN", 40),
    ];
    for (text, moves) in known {
        let tables = tables(&chess, &[text]);
        let longest = tables.longest(&material(chess.definition(), text)).unwrap();
        assert_eq!(longest.div_ceil(2), moves, "{text}");
    }
}
