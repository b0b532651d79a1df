//! The tables of the shipped games against their slow twin, position by position. A game whose
//! board is too large for the twin has a smaller one here, with the same pieces and rules.

use crate::common::shipped;
use crate::twins::compare;
use hyperrook_rules::{Game, SHIPPED};

/// A part of a definition file: its first line, and the lines that replace the others.
type Section = (&'static str, &'static str);

/// A shipped game with other sections. Empty lines leave a section out.
fn changed(name: &str, sections: &[Section]) -> Game {
    let (_, text) = SHIPPED
        .iter()
        .find(|(shipped, _)| *shipped == name)
        .expect("a shipped game");
    let mut lines = Vec::new();
    let mut replaced = 0;
    let mut in_replaced = false;
    for line in text.lines() {
        if line.starts_with('[') {
            let section = sections.iter().find(|(start, _)| *start == line);
            in_replaced = section.is_some();
            if let Some((start, rest)) = section {
                replaced += 1;
                if !rest.is_empty() {
                    lines.extend([*start, *rest]);
                }
            }
        }
        if !in_replaced {
            lines.push(line);
        }
    }
    assert_eq!(replaced, sections.len(), "{name}: every section is there");
    crate::common::defined(&lines.join("\n"))
}

/// Three by six cells: one big square above the other.
#[test]
fn walkers() {
    let game = changed(
        "walkers",
        &[
            (
                "[board]",
                r#"
drawn = "flat"
files = 3
ranks = 6
blocks = "3x3"
"#,
            ),
            ("[start]", r#"board = "kpp/3/3/3/3/PPK""#),
            (
                "[promotion.pawns]",
                r#"
pieces = "P"
white = "a6..c6"
black = "a1..c1"
to = "QCRBN"
"#,
            ),
        ],
    );
    assert!(compare(&game, "KPK") > 0);
}

/// Two by two little boards of three by two cells.
#[test]
fn hyperchess() {
    let game = changed(
        "hyperchess",
        &[
            (
                "[board]",
                r#"
drawn = "flat"
files = 6
ranks = 4
blocks = "3x2"
"#,
            ),
            (
                "[charts.nested]",
                r#"
axes = ["R = rank / 2, forward", "F = file / 3", "r = rank % 2, forward", "f = file % 3"]
groups = { big = "R F", little = "r f" }
addressed = true
"#,
            ),
            ("[start]", r#"board = "k4p/6/6/P4K""#),
            (
                "[promotion.pawns]",
                r#"
pieces = "P"
white = "a4..f4"
black = "a1..f1"
to = "QRBN"
"#,
            ),
        ],
    );
    assert!(compare(&game, "KPK") > 0);
}

/// Two by two little boards of two by two cells.
#[test]
fn twoboards() {
    let game = changed(
        "twoboards",
        &[
            (
                "[board]",
                r#"
drawn = "flat"
files = 4
ranks = 4
blocks = "2x2"
"#,
            ),
            (
                "[charts.nested]",
                r#"
axes = ["R = rank / 2, forward", "F = file / 2", "r = rank % 2, forward", "f = file % 2"]
groups = { big = "R F", little = "r f" }
addressed = true
"#,
            ),
            ("[start]", r#"board = "k1m1/w3/3W/1M1K""#),
        ],
    );
    assert!(compare(&game, "KMKW") > 0);
}

/// Two small boards, one above the other.
#[test]
fn riftwalker() {
    let game = changed(
        "riftwalker",
        &[
            (
                "[board]",
                r#"
drawn = "flat"
files = 3
ranks = 6
blocks = "3x3"
"#,
            ),
            ("[start]", r#"board = "k1q/3/3/3/3/Q1K""#),
            (
                "[promotion.pawns]",
                r#"
pieces = "P"
white = "a6..c6"
black = "a1..c1"
to = "QWRBNMS"
"#,
            ),
        ],
    );
    assert!(compare(&game, "KQK") > 0);
}

/// A cube of 27 cells.
#[test]
fn raumschach() {
    let game = changed(
        "raumschach",
        &[
            (
                "[board]",
                r#"
drawn = "stack"
files = 3
ranks = 3
levels = "ABC"
"#,
            ),
            ("[start]", r#"board = "3/3/KP1|3/3/3|1pk/3/3""#),
            (
                "[promotion.pawns]",
                r#"
pieces = "P"
white = "Ca3..Cc3"
black = "Aa1..Ac1"
to = "QRBUN"
"#,
            ),
        ],
    );
    assert!(compare(&game, "KPK") > 0);
}

/// Two levels, with halls of one rank and a gateway of two.
#[test]
fn gateway() {
    let game = changed(
        "gateway",
        &[
            (
                "[board]",
                r#"
drawn = "stack"
files = 4
ranks = 4
levels = "vw"
missing = "va2..wa3 vd2..wd3"
complete_blocks = true
"#,
            ),
            ("[start]", r#"board = "kkkk/*1q*/*2*/4|4/*2*/*1Q*/KKKK""#),
            (
                "[promotion.pawns]",
                r#"
pieces = "P"
white = "va4..wd4"
black = "va1..wd1"
to = "RBUQDGNSJCMO"
"#,
            ),
        ],
    );
    assert!(compare(&game, "KQK") > 0);
}

/// Five by five cells, without castling.
#[test]
fn chess() {
    let game = changed(
        "chess",
        &[
            (
                "[board]",
                r#"
drawn = "flat"
files = 5
ranks = 5
"#,
            ),
            ("[start]", r#"board = "k1p2/5/5/5/2P1K""#),
            (
                "[promotion.pawns]",
                r#"
pieces = "P"
white = "a5..e5"
black = "a1..e1"
to = "QRBN"
"#,
            ),
            ("[castling.K]", ""),
            ("[castling.Q]", ""),
            ("[castling.k]", ""),
            ("[castling.q]", ""),
        ],
    );
    assert!(compare(&game, "KPK") > 0);
}

/// The whole ring.
#[test]
fn sesqui() {
    assert!(compare(&shipped("sesqui", &[]), "KRK") > 0);
}
