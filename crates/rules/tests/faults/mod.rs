//! Faulty definition files: every fault is reported with its place, all at once.

mod advice;
mod compile;
mod rules;
mod whole;

use hyperrook_rules::{Diagnostic, GameFile};

/// A valid file that contains one of everything that can be wrong.
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

[pieces.K]
name = "king"
royal = true
moves = "K"
[pieces.R]
name = "rook"
moves = "R"
[pieces.P]
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
pieces = "P"
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
set.pieces.R.moves = "R N"
"#;

fn faults(text: &str) -> Vec<Diagnostic> {
    match GameFile::parse("test.toml", text) {
        Ok(file) => file.check(),
        Err(faults) => faults.into_vec(),
    }
}

/// Line and column of a byte.
fn position(text: &str, byte: usize) -> (usize, usize) {
    let before = &text[..byte];
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    (line, column)
}

/// A change to a file: what is replaced, its replacement, the text at the fault (its first
/// occurrence at or after the change, or with a leading `^` in the file), and the message of the
/// only fault. With a leading `+`, other faults may follow from it.
type Case = (&'static str, &'static str, &'static str, &'static str);

/// Makes each change separately and looks for its fault.
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
fn the_base_file_is_valid() {
    assert_eq!(faults(BASE), []);
    // The same file with the line ends of other systems.
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
                "is not a name for a game; use lower-case",
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
            (
                "about = \"A small game.\"",
                "about = 3",
                "3",
                "`about` is a number; it must be a text",
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
                "[palette]\n[ends]",
                "palette]",
                "there is no section [palette]; possible here:",
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
                "\"cube\"\nfiles",
                "\"cube\"",
                "`drawn` is `cube`; it must be one of `flat`, `stack`, `hex`, `ring`",
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
                "`files` is a number with a decimal point",
            ),
            (
                "files = 5",
                "files = 0xffffffffffffffffff",
                "0xf",
                "a number that is too large",
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
                "`z9` is not a cell or box of cells of this board",
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
                "`row / 2` is not an axis; write `file`, `rank` or `level`",
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
                "`rank / 2` is not a name for an axis",
            ),
            (
                "\"r = rank % 2, forward\", \"file\"",
                "\"r = rank % 2, forward\", \"file = file / 2\"",
                "^strips]",
                "have the same coordinates; add an axis",
            ),
            (
                "\"file\", \"rank, forward\"",
                "\"file\", \"rank forward\"",
                "forward",
                "a comma is missing before `forward`; write `rank, forward`",
            ),
            (
                "\"R = rank / 2, forward\"",
                "\"R = rank / 2 forward\"",
                "forward",
                "a comma is missing before `forward`; write `R = rank / 2, forward`",
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
                "`a b` is not a name for a group",
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
fn names_of_pieces_are_measured_in_characters() {
    let named = |length: usize| {
        let name = "л".repeat(length);
        faults(&BASE.replace("name = \"rook\"", &format!("name = \"{name}\"")))
    };
    assert_eq!(named(60), []);
    assert_eq!(named(61)[0].message, "`name` has 61 characters");
}

#[test]
fn pieces() {
    expect(
        BASE,
        &[
            (
                "[pieces.R]",
                "[pieces.Rook]",
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
                "`X` is not a move letter",
            ),
            (
                "moves = \"R\"",
                "moves = \"\"\"\n  R\n  X\"\"\"",
                "X",
                "`X` is not a move letter",
            ),
            // After an escape, the place is that of the string.
            (
                "moves = \"R\"",
                "moves = \"R\\u0020X\"",
                "\"R",
                "`X` is not a move letter",
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
                "\"\n[pieces.P]",
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
                "only a royal piece can have several cells",
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
                "`1` is not a number of cells from 2",
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
                "P captures in passing (`e`), but no piece can be captured in passing",
            ),
            // A first move that can be repeated is no double step.
            (
                "cefF imfnD",
                "cefF imfnD2",
                "^\"mfW",
                "P captures in passing (`e`), but no piece can be captured in passing",
            ),
            // A royal piece is never captured.
            (
                "moves = \"K\"\n[pieces.R]\nname = \"rook\"\nmoves = \"R\"\n[pieces.P]\nname = \"pawn\"\n\
                 moves = \"mfW cefF imfnD\"",
                "moves = \"K imfnD\"\n[pieces.R]\nname = \"rook\"\nmoves = \"R\"\n[pieces.P]\nname = \"pawn\"\n\
                 moves = \"mfW cefF\"",
                "\"mfW",
                "P captures in passing (`e`), but no piece can be captured in passing",
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
                "`x` is not a piece of this game; the letters are KRP",
            ),
            (
                "r3k/\n",
                "r4k/\n",
                "r4k",
                "the text of rank 6 has 6 cells, but the board has 5 there",
            ),
            (
                "\n5/\n",
                "\n...../\n",
                ".....",
                "`.` is not an empty cell; a number stands for empty cells in a row: write `5`",
            ),
            (
                "r3k/\nppppp/\n5/",
                "r111k/\nppppp/\n11111/",
                "111k",
                "`111` stands for 111 empty cells; write the sum of the digits, `3`, here and wherever \
                 else digits stand side by side",
            ),
            (
                "r3k/\n",
                "r3\u{212A}/\n",
                "\u{212A}/",
                "`\u{212A}` (U+212A) is not a piece of this game; the letters are KRP",
            ),
            (
                "r3k/\n",
                "r3\u{41A}/\n",
                "\u{41A}/",
                "`\u{41A}` (U+041A) is not a Latin letter, but looks like one; write `K`",
            ),
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
                "the number of empty cells must be 1 or more",
            ),
            (
                "\n5/\n",
                "\n",
                "^r3k/",
                "the text has 5 ranks, but the board has 6; `/` separates ranks, the highest comes first",
            ),
            (
                "castling = \"Kk\"",
                "castling = \"KQk\"",
                "Qk",
                "`Q` is not a castling; the castlings of this file are `Kk`",
            ),
        ],
    );
}

/// The letters of a piece that cannot be read are not faults of their own.
#[test]
fn a_piece_that_cannot_be_read_is_one_fault() {
    for (header, wanted) in [
        ("[pieces.r]", "25:9: `r` is not a letter for a piece"),
        ("[pieces.Ro]", "25:9: `Ro` is not a letter for a piece"),
        (
            "[piece.R]",
            "25:2: there is no section [piece]; did you mean `pieces`?",
        ),
        ("[R]", "25:2: there is no section [R]; write `[pieces.R]`"),
        (
            "[[pieces.R]]",
            "25:1: `R` is a list; it must be a table [pieces.R]",
        ),
    ] {
        // The option changes a piece that is not there.
        let (text, _) = BASE.split_once("[options.fast]").unwrap();
        let found = faults(&text.replacen("[pieces.R]", header, 1));
        let found: Vec<_> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), 1, "{header}: {found:?}");
        assert!(
            found[0].starts_with(&format!("test.toml:{wanted}")),
            "{found:?}"
        );
    }
}

/// Castling needs a royal piece: without one, only its absence is at fault.
#[test]
fn castling_without_royal_pieces_is_one_fault() {
    let (text, _) = BASE.split_once("[options.fast]").unwrap();
    let found = faults(&text.replacen("royal = true\n", "", 1));
    let messages: Vec<_> = found.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(
        messages,
        ["no piece is royal, so nobody could be checkmated"]
    );
}

#[test]
fn castling_without_castlings_is_one_fault() {
    let (before, after) = BASE.split_once("[castling.K]").unwrap();
    let text = format!("{before}[hold]{}", after.split_once("[hold]").unwrap().1);
    let found = faults(&text);
    let found: Vec<_> = found.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "test.toml:40:13: this file defines no castling; add [castling.K], or leave `castling` \
             out of [start]"
        ]
    );
}

#[test]
fn words_for_rules_that_are_not_supported() {
    expect(
        BASE,
        &[
            (
                "name = \"rook\"\n",
                "name = \"rook\"\nblack_moves = \"R\"\n",
                "black_moves",
                "a kind moves alike for both sides; define two kinds if they move differently",
            ),
            (
                "baring = false",
                "win = \"reach d4\"\nbaring = false",
                "win",
                "`win` is not supported: a definition cannot describe ways to win other than checkmate",
            ),
        ],
    );
}

#[test]
fn royal_pieces() {
    expect(
        BASE,
        &[(
            "r3k/\n",
            "r3r/\n",
            "^\"\"\"",
            "+Black starts without a royal piece; each side must start with exactly one royal piece (K)",
        )],
    );
}
