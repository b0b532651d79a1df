//! Faulty definition files: every fault is named, where it is, and all of them
//! come at once.

use hyperrook_rules::{Diagnostic, GameFile};

/// A sound file with one of everything that can be wrong.
const BASE: &str = r#"format = 1
name = "base"
title = "Base"
credit = "for the tests"
about = "A small game."

[board]
drawn = "flat"
files = 5
ranks = 6
blocks = "5x2"
missing = "a3"

[charts.flat]
axes = ["file", "rank, forward"]
[charts.strips]
axes = ["R = rank / 2, forward", "r = rank % 2, forward", "file"]
groups = { strip = "R", cross = "r file" }
addressed = true

[men.K]
name = "king"
royal = true
moves = "K"
[men.R]
name = "rook"
moves = "R"
[men.P]
name = "pawn"
moves = "mfW cefF imfnD"

[start]
board = """
r3k/
ppppp/
5/
*4/
PPPPP/
R3K"""
castling = "Kk"

[promotion.pawns]
men = "P"
white = "a6..e6"
black = "a1..e1"
to = "R"

[castling.K]
king = "e1 c1"
rook = "a1 d1"
empty = "b1 c1 d1"
safe = "e1 d1 c1"
[castling.k]
king = "e6 c6"
rook = "a6 d6"
empty = "b6 c6 d6"
safe = "e6 d6 c6"

[hold]
strip = "B"

[ends]
stalemate = "draw"
baring = false
repetition = 3
moves = 50
resets = "P"
bare_royals = true
too_weak = "R"

[[notes]]
ruling = true
text = "A note."

[options.fast]
about = "Rooks also leap."
values = [false, true]

[[when]]
options = { fast = true }
set.men.R.moves = "R N"
"#;

fn faults(text: &str) -> Vec<Diagnostic> {
    match GameFile::parse("test.toml", text) {
        Ok(file) => file.check(),
        Err(faults) => faults,
    }
}

/// Line and column of a byte.
fn position(text: &str, byte: usize) -> (usize, usize) {
    let before = &text[..byte];
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    (line, column)
}

/// A change to a file: what is replaced by what, and then the text at the fault
/// (the first at or after the change, or with a leading `^` in the file), and
/// what the one fault says. With a leading `+`, others follow from it.
type Case = (&'static str, &'static str, &'static str, &'static str);

/// Makes each change by itself and looks for its fault.
#[track_caller]
fn expect(base: &str, cases: &[Case]) {
    let mut wrong = Vec::new();
    for &(from, to, needle, message) in cases {
        assert_eq!(base.matches(from).count(), 1, "`{from}` must occur once");
        let start = base.find(from).unwrap();
        let text = base.replace(from, to);
        let at = match needle.strip_prefix('^') {
            Some(needle) => text.find(needle),
            None => text[start..].find(needle).map(|at| start + at),
        };
        let place = position(&text, at.unwrap_or_else(|| panic!("no `{needle}`")));
        let (several, message) = match message.strip_prefix('+') {
            Some(message) => (true, message),
            None => (false, message),
        };
        let found = faults(&text);
        let good = |fault: &Diagnostic| {
            (fault.line, fault.column) == place && fault.to_string().contains(message)
        };
        if !found.iter().any(good) || (found.len() > 1 && !several) {
            let found: Vec<_> = found.iter().map(ToString::to_string).collect();
            wrong.push(format!(
                "`{from}` -> `{to}` should say at {place:?}\n  {message}\nand says\n  {}\n",
                found.join("\n  ")
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_base_is_sound() {
    assert_eq!(faults(BASE), []);
    // The same with the line ends of other systems.
    assert_eq!(faults(&BASE.replace('\n', "\r\n")), []);
}

#[test]
fn head() {
    expect(
        BASE,
        &[
            (
                "format = 1",
                "format = 2",
                "2",
                "this program reads `format = 1`",
            ),
            ("format = 1\n", "", "^name", "has no `format`"),
            (
                "\"base\"",
                "\"Base Game\"",
                "\"Base Game\"",
                "is no name for a game; use lower-case",
            ),
            (
                "name = \"base\"\n",
                "",
                "^format",
                "has no `name`; add `name = \"mygame\"`",
            ),
            (
                "title = \"Base\"",
                "titel = \"Base\"",
                "titel",
                "unknown key `titel` in the file; did you mean `title`?",
            ),
            ("title = \"Base\"\n", "", "^format", "has no `title`"),
            (
                "about = \"A small game.\"",
                "about = 3",
                "3",
                "`about` is a number; it must be a string",
            ),
            (
                "[[notes]]\nruling",
                "[[notes]]\nrulling",
                "rulling",
                "unknown key `rulling` in [[notes]]; did you mean `ruling`?",
            ),
            (
                "ruling = true",
                "ruling = \"yes\"",
                "\"yes\"",
                "`true` or `false` without quotes",
            ),
            (
                "text = \"A note.\"",
                "",
                "^[[notes]]",
                "[[notes]] has no `text`",
            ),
            (
                "[ends]",
                "[colours]\n[ends]",
                "colours]",
                "unknown key `colours` in the file; possible here:",
            ),
        ],
    );
}

#[test]
fn board() {
    expect(
        BASE,
        &[
            (
                "\"flat\"\nfiles",
                "\"hex\"\nfiles",
                "\"hex\"",
                "`drawn` is `hex`; it must be one of `flat`, `stack`, `ring`",
            ),
            (
                "files = 5",
                "files = 27",
                "27",
                "`files` is 27; it must be a whole number from 1 to 26",
            ),
            ("files = 5", "files = -1", "-1", "`files` is -1"),
            (
                "files = 5",
                "files = 5.5",
                "5.5",
                "`files` is a number with a point",
            ),
            (
                "files = 5",
                "files = 0xffffffffffffffffff",
                "0xf",
                "a number too large",
            ),
            ("ranks = 6\n", "", "^[board]", "[board] has no `ranks`"),
            (
                "ranks = 6",
                "ranks = 60",
                "^[board]",
                "number of cells is 299; it must be 1 to 256",
            ),
            (
                "\"5x2\"",
                "\"5 by 2\"",
                "\"5 by 2\"",
                "as in `blocks = \"3x3\"`",
            ),
            ("\"5x2\"", "\"6x2\"", "\"6x2\"", "the width of a block is 6"),
            (
                "missing = \"a3\"",
                "missing = \"a3 z9\"",
                "z9",
                "`z9` is no cell or box of cells of this board",
            ),
            (
                "missing = \"a3\"",
                "missing = \"a3 c2..a1\"",
                "c2..a1",
                "low corner first",
            ),
            (
                "missing = \"a3\"",
                "missin = \"a3\"\nmissing = \"a3\"",
                "missin ",
                "did you mean `missing`?",
            ),
        ],
    );
}

#[test]
fn charts() {
    expect(
        BASE,
        &[
            (
                "[\"file\", \"rank, forward\"]",
                "[]",
                "[]",
                "chart `flat` has 0 axes; it must have 1 to 8",
            ),
            (
                "\"file\", \"rank, forward\"",
                "\"file\", \"rank, forwards\"",
                "forwards",
                "unknown flag `forwards`; did you mean `forward`?",
            ),
            (
                "\"R = rank / 2, forward\"",
                "\"R = row / 2, forward\"",
                "\"R =",
                "`row / 2` is no axis; write `file`, `rank` or `level`",
            ),
            (
                "\"R = rank / 2, forward\"",
                "\"r = rank / 2, forward\"",
                "\"r = rank %",
                "two axes of this chart are called `r`",
            ),
            (
                "\"R = rank / 2, forward\"",
                "\"rank / 2, forward\"",
                "\"rank /",
                "`rank / 2` is no name for an axis",
            ),
            (
                "\"r = rank % 2, forward\", \"file\"",
                "\"r = rank % 2, forward\", \"file = file / 2\"",
                "^strips]",
                "have the same coordinates; add an axis",
            ),
            (
                "cross = \"r file\"",
                "cross = \"r fil\"",
                "fil\"",
                "chart `strips` has no axis `fil`; did you mean `file`?",
            ),
            (
                "cross = \"r file\"",
                "cross = \"r r\"",
                "r\"",
                "axis `r` is named twice",
            ),
            (
                "cross = \"r file\"",
                "cross = \"\"",
                "\"\"",
                "a group needs axes",
            ),
            (
                "cross = \"r file\"",
                "flat = \"r file\"",
                "flat",
                "`flat` already names a chart or a group",
            ),
            (
                "cross = \"r file\"",
                "\"a b\" = \"r file\"",
                "\"a b\"",
                "`a b` is no name for a group",
            ),
            (
                "\"file\", \"rank, forward\"",
                "\"file, forward to promotion\", \"rank\"",
                "\"file, f",
                "goes forward to promotion but not round",
            ),
            (
                "[charts.strips]\naxes",
                "[charts.strips]\naxis",
                "axis",
                "did you mean `axes`?",
            ),
        ],
    );
}

#[test]
fn men() {
    expect(
        BASE,
        &[
            (
                "[men.R]",
                "[men.Rook]",
                "Rook",
                "+use one letter from A to Z",
            ),
            (
                "name = \"rook\"",
                "name = \"king\"",
                "\"king\"",
                "`king` is already the name of K",
            ),
            (
                "name = \"rook\"",
                "name = \" \"",
                "\" \"",
                "1 to 60 characters",
            ),
            (
                "moves = \"R\"",
                "moves = \"R X\"",
                "X",
                "`X` is no move letter",
            ),
            (
                "moves = \"R\"",
                "moves = \"\"\"\n  R\n  X\"\"\"",
                "X",
                "`X` is no move letter",
            ),
            // Behind an escape the place is that of the string.
            (
                "moves = \"R\"",
                "moves = \"R\\u0020X\"",
                "\"R",
                "`X` is no move letter",
            ),
            (
                "moves = \"R\"",
                "moves = \"stripes: R\"",
                "stripes",
                "no chart or group is called `stripes`",
            ),
            (
                "moves = \"R\"",
                "moves = \"\"",
                "\"\n[men.P]",
                "the rule is empty",
            ),
            (
                "moves = \"R\"",
                "move = \"R\"",
                "move ",
                "did you mean `moves`?",
            ),
            (
                "name = \"rook\"",
                "name = \"rook\"\nspan = \"file 2\"",
                "\"file 2\"",
                "only a royal man can have several cells",
            ),
            (
                "royal = true\nmoves = \"K\"",
                "royal = true\nspan = \"file 9\"\nmoves = \"K\"",
                "\"file 9\"",
                "too few for 9",
            ),
            (
                "royal = true\nmoves = \"K\"",
                "royal = true\nspan = \"fil 2\"\nmoves = \"K\"",
                "\"fil 2\"",
                "did you mean `file`?",
            ),
            (
                "royal = true\nmoves = \"K\"",
                "royal = true\nspan = \"file\"\nmoves = \"K\"",
                "\"file\"",
                "an axis and a length",
            ),
            (
                "royal = true\nmoves = \"K\"",
                "royal = true\nspan = \"file 1\"\nmoves = \"K\"",
                "1\"",
                "`1` is no number of cells from 2",
            ),
            (
                "royal = true\nmoves = \"K\"",
                "royal = true\nspan = \"strip.file 2\"\nmoves = \"K\"",
                "\"strip.",
                "no chart is called `strip`; did you mean `strips`?",
            ),
            (
                "cefF imfnD",
                "cefF",
                "^\"mfW",
                "P captures in passing (`e`), but no man passes anything",
            ),
        ],
    );
}

#[test]
fn start() {
    expect(
        BASE,
        &[
            (
                "r3k/\n",
                "r3x/\n",
                "x/",
                "`x` is no man of this game; the letters are KRP",
            ),
            ("r3k/\n", "r4k/\n", "r4k", "rank 6 has 6 cells, not 5"),
            ("*4/", "5/", "5/", "a3 is not on the board; write `*` there"),
            (
                "\n5/\n",
                "\n4*/\n",
                "*/",
                "e4 is a cell, so it cannot be `*`",
            ),
            (
                "\n5/\n",
                "\n05/\n",
                "0",
                "a run of empty cells is a number from 1",
            ),
            (
                "\n5/\n",
                "\n",
                "^r3k/",
                "the board has 6 ranks, from the highest, separated by `/`, not 5",
            ),
            (
                "castling = \"Kk\"",
                "castling = \"KQk\"",
                "Qk",
                "`Q` is no castling; the castlings of this file are `Kk`",
            ),
        ],
    );
}

#[test]
fn royal_men() {
    expect(
        BASE,
        &[(
            "r3k/\n",
            "r3r/\n",
            "^\"\"\"",
            "+Black starts with 0 royal men; exactly one of K must stand there for each side",
        )],
    );
}

#[test]
fn promotion() {
    expect(
        BASE,
        &[
            (
                "men = \"P\"\n",
                "men = \"PX\"\n",
                "X",
                "no man has the letter `X`; the men of this file are KRP",
            ),
            (
                "men = \"P\"\n",
                "men = \"PP\"\n",
                "P\"",
                "`P` is named twice",
            ),
            (
                "men = \"P\"\n",
                "men = \"\"\n",
                "\"\"",
                "letters of men are missing",
            ),
            (
                "men = \"P\"\n",
                "",
                "^[promotion.pawns]",
                "[promotion.pawns] has no `men`",
            ),
            (
                "to = \"R\"",
                "to = \"RK\"",
                "\"RK\"",
                "K is royal and can have no part in promotion",
            ),
            (
                "to = \"R\"",
                "to = \"RP\"",
                "\"RP\"",
                "P would become what it is; to let it stay",
            ),
            (
                "white = \"a6..e6\"",
                "white = \"a6..f6\"",
                "a6..f6",
                "`a6..f6` is no cell of this board",
            ),
            (
                "white = \"a6..e6\"",
                "white = \"a6 a5 a3\"",
                "a3",
                "`a3` is no cell of this board",
            ),
            (
                "white = \"a6..e6\"",
                "white = \"start:kx\"",
                "x",
                "no man has the letter `x`",
            ),
            (
                "white = \"a6..e6\"",
                "white = \"start:\"",
                "\"\n",
                "`start:` needs letters of men",
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
                "[promotion.more]\nmen = \"PR\"\nwhite = \"c6\"\nblack = \"\"\nto = \"R\"\n[castling.K]",
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
                "+`KK` is no letter for a castling",
            ),
            (
                "king = \"e1 c1\"",
                "king = \"e1\"",
                "\"e1\"",
                "`king` is two cells, from and to",
            ),
            (
                "king = \"e1 c1\"",
                "king = \"e1 f1\"",
                "f1",
                "`f1` is no cell of this board; cells are named like `a1`",
            ),
            (
                "king = \"e1 c1\"",
                "king = \"d1 c1\"",
                "\"d1 c1\"",
                "White has no royal man of one cell on d1 at the start",
            ),
            (
                "king = \"e1 c1\"",
                "king = \"e1 e1\"",
                "\"e1 e1\"",
                "the royal man does not move",
            ),
            (
                "rook = \"a1 d1\"",
                "rook = \"b1 d1\"",
                "\"b1 d1\"",
                "White has no man to castle with on b1 at the start",
            ),
            (
                "rook = \"a1 d1\"",
                "rook = \"a1 c1\"",
                "\"a1 c1\"",
                "both men would end on the same cell",
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
                "a1 is not empty: a castling man stands there",
            ),
            (
                "safe = \"e1 d1 c1\"\n",
                "",
                "^[castling.K]",
                "[castling.K] has no `safe`",
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
                "`bb` is no letter for the state of a position; use one letter from A to Z",
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
                "the royal men start together in `strip`",
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
                "no man has the letter `p`",
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
                "+`Fast` is no name for an option",
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
                "this is no value for an option",
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
                "`yes` is no value of option `fast`; it can be `false`, `true`",
            ),
            (
                "options = { fast = true }",
                "options = {}",
                "^[[when]]",
                "+this overlay has no condition",
            ),
            (
                "options = { fast = true }\nset",
                "set",
                "^[[when]]",
                "+[[when]] has no `options`",
            ),
            (
                "set.men.R.moves = \"R N\"",
                "",
                "^[[when]]",
                "this overlay changes nothing",
            ),
            (
                "set.men.R.moves = \"R N\"",
                "set.name = \"other\"",
                "name",
                "an overlay cannot set `name`",
            ),
            (
                "set.men.R.moves = \"R N\"",
                "drop = [\"men.X\"]",
                "\"men.X\"",
                "there is no `men.X` to drop",
            ),
            (
                "set.men.R.moves = \"R N\"",
                "drop = [3]",
                "3",
                "`drop` lists paths in quotes",
            ),
            // Only the other value of the option shows these.
            (
                "set.men.R.moves = \"R N\"",
                "set.men.R.moves = \"R X\"",
                "X",
                "`X` is no move letter",
            ),
            (
                "set.men.R.moves = \"R N\"",
                "set.men.R.royal = true",
                "^\"\"\"\nr3k",
                "+White starts with 2 royal men",
            ),
            (
                "set.men.R.moves = \"R N\"",
                "drop = [\"hold\"]\nset.ends.barring = true",
                "barring",
                "did you mean `baring`?",
            ),
        ],
    );
    let unused = BASE.split("[[when]]").next().unwrap();
    let found = faults(unused);
    assert_eq!(found.len(), 1);
    assert!(found[0].message.contains("option `fast` changes nothing"));
}

/// A royal man of several cells that transforms.
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
[men.E]
name = "emperor"
royal = true
moves = "K"
[men.K]
name = "king"
royal = true
span = "file 2"
moves = "K"
[men.P]
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
fn men_of_several_cells() {
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
                "White starts with 2 royal men",
            ),
            ("1KK1\"", "1K1K\"", "^\"1kk1", "+`K` on d1 is not one of 2"),
            (
                "1KK1\"",
                "1KKE\"",
                "^\"1kk1",
                "White starts with 2 royal men; exactly one of EK",
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
                "moves = \"K\"\n[men.P]",
                "moves = \"Q\"\n[men.P]",
                "\"Q\"",
                "moves by single steps and leaps",
            ),
            (
                "moves = \"K\"\n[men.P]",
                "moves = \"mW cF\"\n[men.P]",
                "\"mW",
                "moves by single steps and leaps",
            ),
            (
                "from = \"K\"",
                "from = \"E\"",
                "\"E\"",
                "E is not a royal man of several cells",
            ),
            (
                "to = \"E\"",
                "to = \"P\"",
                "\"P\"",
                "P is not a royal man of one cell",
            ),
            (
                "to = \"E\"",
                "to = \"EP\"",
                "\"EP\"",
                "exactly one letter of a man",
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
[men.K]
name = "king"
royal = true
moves = "W"
[men.Q]
name = "queen"
moves = "WW"
[men.P]
name = "pawn"
moves = "fW"
[start]
board = "KPP6Ppk"
[promotion.pawns]
men = "P"
white = "b2"
black = "b3"
to = "Q"
"#;

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
                "+nothing of White must promote anywhere",
            ),
            (
                "sectors = 3",
                "sectors = 5",
                "5",
                "it must be a divisor of the number of cells",
            ),
        ],
    );
    // With one promotion cell on a ring of even length, the cell opposite is
    // undecided.
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

#[test]
fn all_faults_come_at_once() {
    let text = BASE
        .replace("format = 1", "format = 7")
        .replace("\"rank, forward\"", "\"rank, foward\"")
        .replace("name = \"rook\"", "nam = \"rook\"")
        .replace("\nr3k/", "\nr4k/")
        .replace("castling = \"Kk\"", "castling = \"X\"")
        .replace("white = \"a6..e6\"", "white = \"a6..z6\"")
        .replace("strip = \"B\"", "stripp = \"B\"")
        .replace("repetition = 3", "repetition = -3")
        .replace("{ fast = true }", "{ fast = 7 }");
    let found = faults(&text);
    let found: Vec<String> = found.iter().map(|fault| fault.message.clone()).collect();
    assert_eq!(
        found,
        [
            "this format is not known",
            "unknown flag `foward`",
            "unknown key `nam` in [men.R]",
            "rank 6 has 6 cells, not 5",
            "`X` is no castling",
            "`a6..z6` is no cell of this board",
            "no chart or group is called `stripp`",
            "`repetition` is -3",
            "`7` is no value of option `fast`",
        ]
    );
}

#[test]
fn all_faults_of_the_syntax() {
    let found = faults("format = \nname = 'x\n[board\ntitle = 3\n");
    let lines: Vec<_> = found.iter().map(|fault| fault.line).collect();
    assert_eq!(lines, [1, 2, 3], "{found:#?}");
    let syntax = |fault: &Diagnostic| fault.message.starts_with("not TOML: ");
    assert!(found.iter().all(syntax));
}

#[test]
fn hostile_files_are_cheap() {
    let long = format!("a = \"{}\"", "x".repeat(300_000));
    assert!(faults(&long)[0].message.contains("300006 bytes"));
    let dotted = "a.".repeat(79) + "a";
    let deep = format!(
        "{dotted} = {}{}{}",
        format!("{{{dotted} = ").repeat(79),
        1,
        "}".repeat(79)
    );
    assert!(!faults(&deep).is_empty());
    let many = format!("format = [{}]", "1,".repeat(20_000));
    assert!(
        faults(&many)
            .iter()
            .any(|fault| fault.message == "more than 10000 values")
    );
    let wrong =
        "x = 1\n".to_owned() + &(0..5000).map(|i| format!("k{i} = 1\n")).collect::<String>();
    let found = faults(&wrong);
    assert!(found.len() <= 201);
    assert!(found[200].message.starts_with("and "), "{:?}", found[200]);
    // A rule with far too many routes.
    let big = BASE.replace(
        "moves = \"R\"",
        &format!("moves = \"{}\"", "[K-K-K-K]".repeat(50)),
    );
    assert!(!faults(&big).is_empty());
    assert!(!faults("").is_empty());
    assert!(!faults("\u{feff}\u{0}\u{1F600}").is_empty());
}
