//! The advice in the error for an unsupported move is itself valid.

use super::{BASE, faults};

const LETTERS: [&str; 7] = ["", "f", "b", "v", "s", "l", "r"];

/// The messages for BASE with these moves of the rook.
fn messages(moves: &str) -> Vec<String> {
    let text = BASE.replacen("moves = \"R\"", &format!("moves = \"{moves}\""), 1);
    let found = faults(&text);
    found.into_iter().map(|fault| fault.message).collect()
}

#[test]
fn advice_about_directions_can_be_followed() {
    let mut advised = 0;
    for atom in ["K", "Q", "K2"] {
        for first in LETTERS {
            for second in LETTERS {
                for third in LETTERS {
                    let moves = format!("{first}{second}{third}{atom}");
                    let found = messages(&moves);
                    let Some(message) = found.iter().find(|m| m.contains("in two ways")) else {
                        continue;
                    };
                    let advice = message.rsplit('`').nth(1).unwrap();
                    assert_eq!(messages(advice), [""; 0], "{moves}: {message}");
                    advised += 1;
                }
            }
        }
    }
    assert!(advised > 100, "{advised}");
}

#[test]
fn advice_with_both_kinds_of_letters_is_about_all_of_them() {
    let found = messages("flsQ");
    assert!(found[0].ends_with("as in `fR lR flB sR`"), "{found:?}");
}

#[test]
fn words_and_numbers_that_are_no_moves_are_named() {
    for (moves, wanted) in [
        (
            "(1.1.1.1.1.1.1.1.1)",
            "a leap has at most 8 coordinates, not 9",
        ),
        (
            "<99999.1>",
            "`99999` is too large: the coordinates of a leap go up to 255",
        ),
        (
            "(4294967296.1)",
            "`4294967296` is too large: the coordinates of a leap go up to 255",
        ),
        (
            "(1.)",
            "a number is missing beside a dot; write the coordinates of the leap as in `(2.1)`",
        ),
        (
            "((1.2))",
            "write one pair of brackets around the coordinates of a leap, as in `(2.1)`",
        ),
        (
            "(0.0)",
            "a leap needs a coordinate other than 0, as in `(2.1)`",
        ),
        ("nR", "`R` never jumps; leave `n` out"),
        ("nB", "`B` never jumps; leave `n` out"),
        ("nQ", "`Q` never jumps; leave `n` out"),
        ("nK", "`K` never jumps; leave `n` out"),
        ("nW", "`W` never jumps; leave `n` out"),
        (
            "[flat: W]",
            "a scope stands before the bracket: write `flat: [W]`",
        ),
        ("flat R", "a `:` is missing after `flat`"),
        (
            "R and B",
            "`and` is not a move; write moves side by side, as in `R N`",
        ),
        (
            "R mw",
            "`mw` is not a move; move letters are capitals: `mW`",
        ),
        (
            "gQ, mW",
            "`,` is not a move letter; separate moves by spaces, as in `R N`",
        ),
        (
            "flat: R, strip: R",
            "separate moves by spaces; a `,` stands only between the names of charts and groups",
        ),
        ("[W-fW]]", "this `]` has no partner; leave it out"),
        (
            "[]",
            "the brackets are empty; write the legs of a path in them, as in `[W-sW]`",
        ),
        ("[W-]", "a leg must follow the `-`, as in `[W-sW]`"),
        (
            "[[W-fW]",
            "brackets cannot stand in brackets; leave this `[` out, or close the one before it with `]`",
        ),
        (
            "W-fW",
            "`-` joins the legs of a path, and a path stands in brackets, as in `[W-sW]`",
        ),
        (
            "{W}",
            "`{` has no meaning here; the brackets of a path are square, as in `[W-sW]`",
        ),
        (
            "n",
            "`n` alone is not a move, but changes the move after it; a knight moves `N`",
        ),
        (
            "R b",
            "`b` alone is not a move, but changes the move after it; a bishop moves `B`",
        ),
        (
            "r",
            "`r` alone is not a move, but changes the move after it; a rook moves `R`",
        ),
        (
            "p",
            "`p` alone is not a move, but changes the move after it; a pawn moves `mfW cefF imfnD`",
        ),
        ("f", "`f` is not a move; move letters are capitals: `F`"),
        ("n D", "no space may stand between `n` and `D`"),
        (
            "\u{41A}",
            "`\u{41A}` (U+041A) is not a Latin letter, but looks like one; write `K`",
        ),
        ("R\u{200B}", "the character U+200B cannot be used"),
        ("[W - fF]", "leave out the spaces in brackets: `[W-fF]`"),
        ("[ W?fF ]", "leave out the spaces in brackets: `[W?fF]`"),
    ] {
        assert_eq!(messages(moves), [wanted], "{moves}");
    }
}

/// A leg in any direction can follow every leg.
#[test]
fn advice_about_a_leg_that_cannot_follow_is_valid() {
    let mut advised = 0;
    for (first, next) in [("R", "sF"), ("W", "sF"), ("F", "sW"), ("<1.0>", "f<-1.0>")] {
        let found = messages(&format!("[{first}-{next}]"));
        let advice = format!("`a{}`", next.trim_start_matches(char::is_lowercase));
        let wanted = format!(
            "no leg before `{next}` can be followed by it; write {advice} to go on any way"
        );
        assert_eq!(found, [wanted], "[{first}-{next}]");
        let advice = advice.trim_matches('`');
        assert_eq!(messages(&format!("[{first}-{advice}]")), [""; 0]);
        advised += 1;
    }
    assert_eq!(advised, 4);
}

#[test]
fn a_letter_that_is_written_twice_is_pointed_at_from_the_first() {
    for (moves, column) in [("ppR", 10), ("mmR", 10), ("fccR", 11), ("fmcmR", 13)] {
        let text = BASE.replacen("moves = \"R\"", &format!("moves = \"{moves}\""), 1);
        let found = faults(&text);
        assert_eq!(found[0].column, column, "{found:?}");
    }
}

#[test]
fn a_divisor_out_of_range_is_named() {
    let text = BASE.replacen("rank / 2", "rank / 0", 1);
    let found = faults(&text);
    let wanted = "`rank / 0` is not an axis; the number after `/` must be 1 to 256, not 0";
    assert!(
        found.iter().any(|fault| fault.message == wanted),
        "{found:?}"
    );
}

#[test]
fn the_only_scope_is_named_alone() {
    let (before, after) = BASE.split_once("[charts.strips]").unwrap();
    let text = format!("{before}{}", &after[after.find("[pieces.K]").unwrap()..]);
    let text = text.replace("[hold]\nstrip = \"B\"\n", "");
    let text = text.replacen("moves = \"R\"", "moves = \"x: R\"", 1);
    let found = faults(&text);
    let found: Vec<_> = found.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(
        found,
        ["no chart or group is called `x`; there is only `flat`"]
    );
}
