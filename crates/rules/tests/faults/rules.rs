//! Faults of promotion, castling, holds, ends, options and royal pieces.

use super::{BASE, expect, faults, position};
use hyperrook_rules::{Diagnostic, Game, GameFile, parse_board};

#[test]
fn promotion() {
    expect(
        BASE,
        &[
            (
                "pieces = \"P\"\n",
                "pieces = \"PX\"\n",
                "X",
                "no piece has the letter `X`; the pieces of this file are KRP",
            ),
            (
                "pieces = \"P\"\n",
                "pieces = \"PP\"\n",
                "P\"",
                "`P` is named twice",
            ),
            (
                "pieces = \"P\"\n",
                "pieces = \"\"\n",
                "\"\"",
                "there are no letters of pieces",
            ),
            (
                "pieces = \"P\"\n",
                "",
                "^[promotion.pawns]",
                "[promotion.pawns] has no `pieces`",
            ),
            (
                "to = \"R\"",
                "to = \"RK\"",
                "\"RK\"",
                "K is royal and cannot take part in promotion",
            ),
            (
                "to = \"R\"",
                "to = \"RP\"",
                "\"RP\"",
                "P would promote to itself; to let it stay",
            ),
            (
                "white = \"a6..e6\"",
                "white = \"a6..f6\"",
                "a6..f6",
                "`f6` in `a6..f6` is not a cell of this board",
            ),
            (
                "white = \"a6..e6\"",
                "white = \"a6 a5 a3\"",
                "a3",
                "`a3` is not a cell of this board",
            ),
            (
                "white = \"a6..e6\"",
                "white = \"start:kx\"",
                "x",
                "no piece has the letter `x`",
            ),
            (
                "white = \"a6..e6\"",
                "white = \"start:\"",
                "\"\n",
                "`start:` needs letters of pieces",
            ),
            (
                "white = \"a6..e6\"",
                "white = \"a6..e6 a2\"",
                "\"a6",
                "White's P starts on a2, where it promotes",
            ),
            (
                "black = \"a1..e1\"",
                "black = \"a1..e1\"\noptinal = true",
                "optinal",
                "did you mean `optional`?",
            ),
            (
                "[castling.K]",
                "[promotion.more]\npieces = \"PR\"\nwhite = \"c6\"\nblack = \"\"\nto = \"R\"\n[castling.K]",
                "\"c6\"",
                "+[promotion.more] and [promotion.pawns] both say what White's P becomes on c6",
            ),
        ],
    );
}

#[test]
fn castling() {
    expect(
        BASE,
        &[
            (
                "[castling.K]",
                "[castling.KK]",
                "KK",
                "+`KK` is not a letter for a castling",
            ),
            (
                "king = \"e1 c1\"",
                "king = \"e1\"",
                "\"e1\"",
                "`king` must be two cells, from and to",
            ),
            (
                "king = \"e1 c1\"",
                "king = \"e1 f1\"",
                "f1",
                "`f1` is not a cell of this board; cells are named like `a1`",
            ),
            (
                "king = \"e1 c1\"",
                "king = \"d1 c1\"",
                "\"d1 c1\"",
                "White has no royal piece of one cell on d1 at the start",
            ),
            (
                "king = \"e1 c1\"",
                "king = \"e1 e1\"",
                "\"e1 e1\"",
                "the royal piece does not move",
            ),
            (
                "rook = \"a1 d1\"",
                "rook = \"b1 d1\"",
                "\"b1 d1\"",
                "White has no piece to castle with on b1 at the start",
            ),
            (
                "rook = \"a1 d1\"",
                "rook = \"a1 c1\"",
                "\"a1 c1\"",
                "both pieces would end on the same cell",
            ),
            (
                "empty = \"b1 c1 d1\"",
                "empty = \"b1 c1\"",
                "^\"a1 d1\"",
                "d1 must be empty; list it in `empty`",
            ),
            (
                "empty = \"b1 c1 d1\"",
                "empty = \"a1..d1\"",
                "\"a1..d1\"",
                "a1 is not empty: a castling piece stands there",
            ),
            (
                "safe = \"e1 d1 c1\"\n",
                "",
                "^[castling.K]",
                "[castling.K] has no `safe`; add `safe = \"d1\"`",
            ),
            (
                "king = \"e1 c1\"\nrook = \"a1 d1\"\nempty = \"b1 c1 d1\"\nsafe = \"e1 d1 c1\"\n",
                "king = \"e1 d1\"\nrook = \"a1 c1\"\nempty = \"b1 c1 d1\"\n",
                "^[castling.K]",
                "[castling.K] has no `safe`; add `safe = \"\"`",
            ),
            (
                "[hold]",
                "[castling.Q]\nking = \"e1 c1\"\nrook = \"a1 d1\"\nempty = \"b1..d1\"\nsafe = \"d1\"\n[hold]",
                "\"e1 c1\"",
                "[castling.Q] and [castling.K] both move White's royal piece from e1 to c1, so this move \
                 could mean either; let the royal piece go to another cell, or leave one of them out",
            ),
        ],
    );
}

#[test]
fn hold_and_ends() {
    expect(
        BASE,
        &[
            (
                "strip = \"B\"",
                "stripe = \"B\"",
                "stripe",
                "no chart or group is called `stripe`; did you mean `strip`?",
            ),
            (
                "strip = \"B\"",
                "strip = \"bb\"",
                "\"bb\"",
                "`bb` is not a letter for the state of a position; use one letter from A to Z",
            ),
            (
                "strip = \"B\"",
                "strip = \"K\"",
                "\"K\"",
                "the letter `K` already means something else",
            ),
            (
                "strip = \"B\"",
                "strip = \"B\"\ncross = \"B\"",
                "\"B\"\n\n",
                "the letter `B` already means something else",
            ),
            (
                "strip = \"B\"",
                "strips = \"B\"",
                "\"B\"",
                "can never agree in all of `strips`",
            ),
            (
                "axes = [\"R = rank / 2, forward\"",
                "axes = [\"R = rank / 6, forward\", \"q = rank / 2\"",
                "^\"\"\"\nr3k",
                "the royal pieces start together in `strip`",
            ),
            (
                "stalemate = \"draw\"",
                "stalemate = \"lose\"",
                "\"lose\"",
                "it must be one of `draw`, `loss`, `win`",
            ),
            (
                "repetition = 3",
                "repetition = 1",
                "1",
                "it must be 0 (never) or 2 to 1000",
            ),
            (
                "moves = 50",
                "moves = true",
                "true",
                "`moves` is true or false; it must be a whole number",
            ),
            (
                "resets = \"P\"",
                "resets = \"p\"",
                "p\"",
                "no piece has the letter `p`",
            ),
            (
                "too_weak = \"R\"",
                "too_weak = \"K\"",
                "\"K\"",
                "K is royal, so it cannot be too weak",
            ),
            (
                "bare_royals",
                "bare_royal",
                "bare_royal",
                "did you mean `bare_royals`?",
            ),
        ],
    );
}

#[test]
fn options_and_overlays() {
    expect(
        BASE,
        &[
            (
                "[options.fast]",
                "[options.Fast]",
                "Fast",
                "+`Fast` is not a name for an option",
            ),
            (
                "about = \"Rooks also leap.\"",
                "",
                "^[options.fast]",
                "has no `about`",
            ),
            (
                "values = [false, true]",
                "values = [false]",
                "[false]",
                "+option `fast` has no choice of values",
            ),
            (
                "values = [false, true]",
                "values = [false, true, true]",
                "true]",
                "`true` is listed twice",
            ),
            (
                "values = [false, true]",
                "values = [false, true, \"a b\"]",
                "\"a b\"",
                "this is not a value for an option",
            ),
            (
                "values = [false, true]",
                "value = [false, true]",
                "value ",
                "+did you mean `values`?",
            ),
            (
                "options = { fast = true }",
                "options = { fats = true }",
                "fats",
                "+the file has no option `fats`; did you mean `fast`?",
            ),
            (
                "options = { fast = true }",
                "options = { fast = \"yes\" }",
                "\"yes\"",
                "`yes` is not a value of option `fast`; it can be `false`, `true`",
            ),
            (
                "options = { fast = true }",
                "options = {}",
                "^[[when]]",
                "+the condition is empty",
            ),
            (
                "options = { fast = true }\nset",
                "set",
                "^[[when]]",
                "+[[when]] has no `options`",
            ),
            (
                "set.pieces.R.moves = \"R N\"",
                "",
                "^[[when]]",
                "this [[when]] changes nothing",
            ),
            (
                "set.pieces.R.moves = \"R N\"",
                "set.name = \"other\"",
                "name",
                "a [[when]] cannot set `name`",
            ),
            (
                "set.pieces.R.moves = \"R N\"",
                "drop = [\"pieces.X\"]",
                "\"pieces.X\"",
                "there is no `pieces.X` to drop",
            ),
            (
                "set.pieces.R.moves = \"R N\"",
                "drop = [3]",
                "3",
                "each path in `drop` must be a text in quotes",
            ),
            // These appear only with the other value of the option.
            (
                "set.pieces.R.moves = \"R N\"",
                "set.pieces.R.moves = \"R X\"",
                "X",
                "with fast=true: `X` is not a move letter",
            ),
            (
                "set.pieces.R.moves = \"R N\"",
                "set.pieces.R.royal = true",
                "^\"\"\"\nr3k",
                "+White starts with 2 royal pieces",
            ),
            (
                "set.pieces.R.moves = \"R N\"",
                "drop = [\"hold\"]\nset.ends.barring = true",
                "barring",
                "did you mean `baring`?",
            ),
        ],
    );
    let faulty = BASE.replace("set.pieces.R.moves = \"R N\"", "drop = [\"start\"]");
    let found = faults(&faulty);
    let wanted = "with fast=true: the file has no `start`";
    assert!(
        found.iter().any(|fault| fault.message == wanted),
        "{found:#?}"
    );
    let named = |fault: &Diagnostic| fault.message.starts_with("with fast=true: ");
    assert!(found.iter().all(named), "{found:#?}");
    // A fault that occurs with the default, too, names no value.
    let both = BASE.replace("moves = \"K\"", "moves = \"X\"");
    let found = faults(&both);
    assert!(
        found[0].message.starts_with("`X` is not a move letter"),
        "{found:#?}"
    );
    // Too many options are one fault, although conditions name the last of them.
    let mut many = BASE.to_owned();
    for i in 0..16 {
        many += &format!(
            "[options.o{i}]\nabout = \"x\"\nvalues = [1, 2]\n[[when]]\noptions.o{i} = 2\n\
             set.ends.moves = {}\n",
            i + 1
        );
    }
    let found = faults(&many);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].message, "17 options; at most 16 are possible");
    let unused = BASE.split("[[when]]").next().unwrap();
    let found = faults(unused);
    assert_eq!(found.len(), 1);
    assert!(found[0].message.contains("option `fast` changes nothing"));
    // The fault is at the option, not at the first one.
    let second = format!("{BASE}[options.slow]\nabout = \"x\"\nvalues = [1, 2]\n");
    let found = faults(&second);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].message.contains("option `slow` changes nothing"));
    let place = position(&second, second.find("slow").unwrap());
    assert_eq!((found[0].line, found[0].column), place);
    // A misspelt condition gives one fault, not a second one at its option.
    let misspelt = BASE.replace("options = { fast = true }", "options = { fsat = true }");
    let found = faults(&misspelt);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].message.contains("no option `fsat`"), "{found:?}");
}

/// A royal piece of several cells that transforms.
const ROW: &str = r#"format = 1
name = "row"
title = "Row"
credit = "for the tests"
about = "A small game."
[board]
drawn = "flat"
files = 4
ranks = 6
[charts.flat]
axes = ["file", "rank, forward"]
[charts.round]
axes = ["file, cyclic", "rank"]
groups = { turn = "file" }
[pieces.E]
name = "emperor"
royal = true
moves = "K"
[pieces.K]
name = "king"
royal = true
span = "file 2"
moves = "K"
[pieces.P]
name = "pawn"
moves = "fW"
[start]
board = "1kk1/4/4/4/4/1KK1"
[transformation]
from = "K"
to = "E"
bound = "R"
"#;

#[test]
fn a_part_of_a_royal_piece_is_counted() {
    let file = GameFile::parse("row.toml", ROW).unwrap();
    let game = Game::new(file.define(&[]).unwrap()).unwrap();
    let mut setup = game.definition().start().clone();
    let pieces = game.definition().pieces();
    setup.pieces = parse_board(game.board(), pieces, "1kk1/4/4/4/4/1KE1").unwrap();
    let error = game.position(&setup).unwrap_err().to_string();
    let wanted = "White must have exactly one royal piece, emperor (E) or king (K); it has 2: the \
                  emperor on c1 and a part of the king on b1";
    assert!(error.contains(wanted), "{error}");
}

#[test]
fn pieces_of_several_cells() {
    assert_eq!(faults(ROW), []);
    let board = "\"1kk1/4/4/4/4/1KK1\"";
    expect(
        ROW,
        &[
            (
                "1KK1\"",
                "1K2\"",
                "^\"1kk1",
                "`K` on b1 is not one of 2 in a row along `file`",
            ),
            (
                "1KK1\"",
                "KKKK\"",
                "^\"1kk1",
                "White starts with 2 royal pieces",
            ),
            ("1KK1\"", "1K1K\"", "^\"1kk1", "+`K` on d1 is not one of 2"),
            (
                "1KK1\"",
                "1KKE\"",
                "^\"1kk1",
                "White starts with 2 royal pieces; each side must start with exactly one royal piece (E or K)",
            ),
            (
                board,
                "\"4/4/4/1kk1/1KK1/4\"",
                "\"4/4",
                "impossible starting position",
            ),
            (
                "span = \"file 2\"",
                "span = \"round.file 2\"",
                "\"round",
                "axis `file` goes round",
            ),
            (
                "moves = \"K\"\n[pieces.P]",
                "moves = \"Q\"\n[pieces.P]",
                "\"Q\"",
                "moves by single steps and leaps",
            ),
            (
                "moves = \"K\"\n[pieces.P]",
                "moves = \"mW cF\"\n[pieces.P]",
                "\"mW",
                "moves by single steps and leaps",
            ),
            (
                "from = \"K\"",
                "from = \"E\"",
                "\"E\"",
                "E is not a royal piece of several cells",
            ),
            (
                "to = \"E\"",
                "to = \"P\"",
                "\"P\"",
                "P is not a royal piece of one cell",
            ),
            (
                "to = \"E\"",
                "to = \"EP\"",
                "\"EP\"",
                "exactly one letter of a piece",
            ),
            (
                "bound = \"R\"",
                "bound = \"rr\"",
                "\"rr\"",
                "use one letter from A to Z",
            ),
            (
                "bound = \"R\"",
                "bound = \"R\"\n[hold]\nturn = \"B\"",
                "[hold]",
                "K is royal and of several cells, so it cannot hold",
            ),
        ],
    );
}

/// A ring on which pawns go forward to promotion.
const RING: &str = r#"format = 1
name = "ring"
title = "Ring"
credit = "for the tests"
about = "A small game."
[board]
drawn = "ring"
cells = 12
sectors = 3
[charts.ring]
axes = ["n = cell, cyclic, forward to promotion"]
[pieces.K]
name = "king"
royal = true
moves = "W"
[pieces.Q]
name = "queen"
moves = "WW"
[pieces.P]
name = "pawn"
moves = "fW"
[start]
board = "KPP6Ppk"
[promotion.pawns]
pieces = "P"
white = "b2"
black = "b3"
to = "Q"
"#;

/// A ring has cells and no ranks.
#[test]
fn the_start_on_a_ring() {
    let ring = RING
        .replace(", forward to promotion", "")
        .replace("fW", "W");
    expect(
        &ring,
        &[
            (
                "KPP6Ppk",
                "KPP7Ppk",
                "KPP",
                "the text has 13 cells, but the ring has 12",
            ),
            (
                "KPP6Ppk",
                "KPP3/3Ppk",
                "KPP",
                "the text has 2 parts between `/`, but a ring has no ranks; write its 12 cells in one \
                 row, without `/`",
            ),
        ],
    );
}

#[test]
fn forward_to_promotion() {
    let axis = "\"n = cell, cyclic, forward to promotion\"";
    expect(
        RING,
        &[
            (
                axis,
                "\"n = cell, forward to promotion\"",
                "\"n =",
                "goes forward to promotion but not round",
            ),
            (
                "to = \"Q\"",
                "to = \"Q\"\noptional = true",
                "^\"n =",
                "+White has no piece that must promote",
            ),
            (
                "sectors = 3",
                "sectors = 5",
                "5",
                "it must be a divisor of the number of cells",
            ),
        ],
    );
    // With one promotion cell on a ring of even length, the direction is undefined on the opposite
    // cell.
    let found = faults(RING);
    let messages: Vec<_> = found.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "on a1 the promotion cells of Black are equally near both ways round",
            "on c4 the promotion cells of White are equally near both ways round",
        ]
    );
}
