//! Faults of a file as a whole.

use super::{BASE, faults};
use hyperrook_rules::{Diagnostic, GameFile};

#[test]
fn all_faults_are_reported_at_once() {
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
            "this program does not know this format",
            "unknown flag `foward`",
            "unknown key `nam` in [pieces.R]",
            "the text of rank 6 has 6 cells, but the board has 5 there",
            "`X` is not a castling",
            "`z6` in `a6..z6` is not a cell of this board",
            "no chart or group is called `stripp`",
            "`repetition` is -3",
            "`7` is not a value of option `fast`",
        ]
    );
}

#[test]
fn all_faults_of_the_syntax() {
    let found = faults("format = \nname = 'x\n[board\ntitle = 3\n");
    let lines: Vec<_> = found.iter().map(|fault| fault.line).collect();
    assert_eq!(lines, [1, 2, 3], "{found:#?}");
    let messages: Vec<_> = found.iter().map(|fault| fault.message.as_str()).collect();
    let wanted = [
        "this key has no value",
        "this text has no closing quote on its line",
        "this header has no closing bracket",
    ];
    assert_eq!(messages, wanted);
}

#[test]
fn hostile_files_are_rejected_quickly() {
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

#[test]
fn rules_that_expand_too_far() {
    let long = format!("moves = \"{}\"", "R ".repeat(300));
    let found = faults(&BASE.replace("moves = \"R\"", &long));
    assert!(
        found[0].message.contains("longer than 500 bytes"),
        "{found:?}"
    );
    let help = "write each move once, and several steps as a number, as in `W3`";
    assert_eq!(found[0].help.as_deref(), Some(help));
    // Each walks three steps in six dimensions.
    let wide = BASE
        .replace("axes = [\"file\", \"rank, forward\"]", "axes = [\"a = file % 2\", \"b = file / 2\", \"c = rank % 2\", \"d = rank / 2 % 2\", \"e = rank / 4, forward\"]")
        .replace("moves = \"R\"", &format!("moves = \"{}\"", "[W-W-W-W]".repeat(40)));
    let found = faults(&wide);
    let message = "the rule has more than 100000 vectors and legs; use fewer axes, shorter paths or fewer moves";
    assert!(
        found.iter().any(|fault| fault.message == message),
        "{found:?}"
    );
    let deep = BASE.replace("moves = \"R\"", "moves = \"[K-K-K-K-K-K]\"");
    let found = faults(&deep);
    assert!(
        found[0]
            .message
            .ends_with("more than 20000 routes; use fewer or shorter legs, or fewer axes"),
        "{found:?}"
    );
}

#[test]
fn old_words_are_refused_with_the_new_ones() {
    let old = BASE
        .replace("[pieces.K]", "[men.K]")
        .replace("pieces = \"P\"\nwhite", "men = \"P\"\nwhite")
        .replace("set.pieces.R.moves", "set.men.R.moves")
        .replace("[[when]]", "[[when]]\ndrop = [\"men.P\"]");
    let found: Vec<String> = faults(&old).iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "test.toml:21:2: `men` is an old word; write `pieces` instead",
            "test.toml:43:1: `men` is an old word; write `pieces` instead",
            "test.toml:80:9: `\"men.P\"` is an old word; write `\"pieces.P\"` instead",
            "test.toml:82:5: `men` is an old word; write `pieces` instead",
        ]
    );
    let legacy = GameFile::parse_legacy("legacy.toml", &BASE.replace("pieces", "men")).unwrap();
    let given = GameFile::parse("legacy.toml", BASE).unwrap();
    assert_eq!(
        legacy.define(&[]).unwrap().identity(),
        given.define(&[]).unwrap().identity()
    );
    assert_eq!(GameFile::upgrade_text(BASE), BASE);
}

/// The message and the place of each fault, without the name of the file.
fn places(text: &str) -> Vec<String> {
    let found = faults(text);
    let place = |fault: &Diagnostic| format!("{}:{}: {}", fault.line, fault.column, fault.message);
    found.iter().map(place).collect()
}

#[test]
fn texts_for_players_are_checked() {
    let long = |length: usize| "x".repeat(length);
    let top = |line: String| {
        (
            "about = \"A small game.\"",
            format!("about = \"A small game.\"\n{line}"),
        )
    };
    let tips = ["\"Move.\""; 11].join(", ");
    for ((old, new), fault) in [
        (
            top(format!("aim = \"{}\"", long(401))),
            "`aim` has 401 characters",
        ),
        (
            top(format!("tips = [\"{}\"]", long(401))),
            "`tips` has 401 characters",
        ),
        (top(format!("tips = [{tips}]")), "`tips` has 11 texts"),
        (
            top("tips = [1]".to_owned()),
            "each of the `tips` must be a text",
        ),
        (
            top("published = \"http://www.example.org\"".to_owned()),
            "is not a web address",
        ),
        (
            top("published = \"https://nowhere\"".to_owned()),
            "is not a web address",
        ),
        (
            top("published = \"https://a.org/b c\"".to_owned()),
            "is not a web address",
        ),
        (
            top("published = \"https://me@a.org\"".to_owned()),
            "is not a web address",
        ),
        (
            (
                "name = \"rook\"",
                format!("name = \"rook\"\nabout = \"{}\"", long(401)),
            ),
            "`about` has 401 characters",
        ),
        (
            (
                "[board]\n",
                format!("[board]\nabout = \"{}\"\n", long(1001)),
            ),
            "`about` has 1001 characters",
        ),
    ] {
        let text = BASE.replacen(old, &new, 1);
        assert_ne!(text, BASE);
        let found = faults(&text);
        assert!(
            found.iter().any(|it| it.message.contains(fault)),
            "{fault}: {found:?}"
        );
    }
    let good = top("published = \"https://www.example.org/rules?a=1#b\"".to_owned());
    let good = BASE.replacen(good.0, &good.1, 1);
    let file = GameFile::parse("good.toml", &good).unwrap();
    let definition = file.define(&[]).unwrap();
    assert_eq!(
        definition.published(),
        "https://www.example.org/rules?a=1#b"
    );
}

#[test]
fn texts_for_people_are_bounded() {
    let long = |length: usize| "x".repeat(length);
    for (old, new, fault) in [
        (
            "title = \"Base\"",
            format!("title = \"{}\"", long(81)),
            "3:9: `title` has 81 characters",
        ),
        (
            "credit = \"for the tests\"",
            format!("credit = \"{}\"", long(401)),
            "4:10: `credit` has 401 characters",
        ),
        (
            "about = \"A small game.\"",
            format!("about = \"{}\"", long(1001)),
            "5:9: `about` has 1001 characters",
        ),
        (
            "name = \"rook\"",
            format!("name = \"{}\"", "\u{E9}".repeat(61)),
            "26:8: `name` has 61 characters",
        ),
        (
            "text = \"A note.\"",
            format!("text = \"{}\"", long(4001)),
            "73:8: `text` has 4001 characters",
        ),
        (
            "text = \"A note.\"",
            format!("text = \"A note.\"\nreason = \"{}\"", long(4001)),
            "74:10: `reason` has 4001 characters",
        ),
        (
            "about = \"Rooks also leap.\"",
            format!("about = \"{}\"", long(401)),
            "76:9: `about` has 401 characters",
        ),
        (
            "set.pieces.R.moves = \"R N\"",
            format!("set.title = \"{}\"", long(81)),
            "81:13: `title` has 81 characters",
        ),
        (
            "title = \"Base\"",
            "title = \"Base\\nline\"".to_owned(),
            "3:14: `title` has a tab or a line break",
        ),
        (
            "text = \"A note.\"",
            "title = \"A\\ttitle\"\ntext = \"A note.\"".to_owned(),
            "73:11: `title` has a tab or a line break",
        ),
    ] {
        let text = BASE.replacen(old, &new, 1);
        assert_ne!(text, BASE);
        assert!(
            places(&text).contains(&fault.to_owned()),
            "{fault}: {:?}",
            places(&text)
        );
        // Definitions that an earlier version accepted can still be read.
        let legacy = GameFile::parse_legacy("legacy.toml", &text);
        assert!(legacy.is_ok() || fault.contains("`name`"), "{fault}");
    }
    let notes = "[[notes]]\ntext = \"Another note.\"\n".repeat(100);
    let found = places(&format!("{BASE}\n{notes}"));
    assert_eq!(found, ["71:3: more than 100 notes"]);
    // Paragraphs may have several lines.
    let text = BASE.replacen(
        "about = \"A small game.\"",
        "about = \"\"\"\nA small\n\tgame.\"\"\"",
        1,
    );
    assert_eq!(places(&text), [""; 0]);
}

#[test]
fn texts_have_no_characters_that_deceive() {
    for (old, new, fault) in [
        (
            "Base\"",
            "Ba\u{202E}se\"",
            "3:12: the character U+202E cannot be used",
        ),
        (
            "Base\"",
            "Ba\\u202Ese\"",
            "3:12: the character U+202E cannot be used",
        ),
        (
            "A note.",
            "A \u{2067}note.",
            "73:11: the character U+2067 cannot be used",
        ),
        (
            "A note.",
            "A note.\\u001b[31m",
            "73:16: the character U+001B cannot be used",
        ),
        (
            "\"rook\"",
            "\"rook\\u0085\"",
            "26:13: the character U+0085 cannot be used",
        ),
        (
            "A small game.",
            "A small\u{2028}game.",
            "5:17: the character U+2028 cannot be used",
        ),
        (
            "A small game.",
            "A \u{E0041} game.",
            "5:12: the character U+E0041 cannot be used",
        ),
        (
            "format = 1",
            "format = 1 # \u{202E}",
            "1:14: the character U+202E cannot be used",
        ),
    ] {
        let text = BASE.replacen(old, new, 1);
        assert_ne!(text, BASE);
        assert!(
            places(&text).contains(&fault.to_owned()),
            "{fault}: {:?}",
            places(&text)
        );
    }
    // Letters of any script and pictures are allowed.
    for fine in [
        "Žlutý kůň",
        "\u{5E9}\u{5D7}\u{5DE}\u{5D8}",
        "将棋",
        "\u{1F409}\u{FE0F}",
    ] {
        assert_eq!(places(&BASE.replacen("Base", fine, 1)), [""; 0]);
    }
}

/// Errors of TOML say what to write, in the words of people who do not know it.
#[test]
fn errors_of_toml_say_what_to_write() {
    for (from, to, wanted) in [
        (
            "title = \"Base\"",
            "title = Base game # x",
            "3:9: this text needs quotes; write `\"Base game\"`",
        ),
        (
            "title = \"Base\"",
            "title = false start",
            "3:9: this text needs quotes; write `\"false start\"`",
        ),
        (
            "title = \"Base\"",
            "title = five",
            "3:9: this text needs quotes; write `\"five\"`, or a number in digits",
        ),
        (
            "royal = true",
            "royal = yes",
            "23:9: `yes` is not a value; write `true`",
        ),
        (
            "title = \"Base\"",
            "title = “Base”",
            "3:9: `“` is not a straight quote; write `\"Base\"`",
        ),
        (
            "title = \"Base\"",
            "title = \"Base",
            "3:14: this text has no closing quote on its line; close it with `\"`",
        ),
        (
            "title = \"Base\"",
            "title = \"Base\",",
            "3:15: a comma cannot end this line; leave the comma out",
        ),
        (
            "title = \"Base\"",
            "title = 'it's Base'",
            "3:13: nothing can follow the value on this line; put a text that contains `'` in double quotes, as in `\"it's\"`",
        ),
        (
            "title = \"Base\"",
            "title = \"Base\" x = 3",
            "3:16: nothing can follow the value on this line; write each `key = value` on a line of its own",
        ),
        (
            "title = \"Base\"",
            "title = @Base",
            "3:9: this value cannot be read; put a text in quotes",
        ),
        (
            "axes = [\"file\", \"rank, forward\"]",
            "axes = [\"file\", \"rank, forward\"",
            "15:8: this list has no closing bracket; close it with `]`",
        ),
        (
            "files = 5",
            "files = [5",
            "9:9: this list has no closing bracket; close it with `]`",
        ),
        (
            "options = { fast = true }",
            "options = { fast = true",
            "80:11: this table has no closing brace; close it with `}`",
        ),
        (
            "files = 5",
            "files = 5;",
            "9:10: a semicolon cannot end this line; leave it out",
        ),
        (
            "files = 5",
            "files = 5 cells",
            "9:11: nothing can follow the value on this line; leave `cells` out",
        ),
        (
            "files = 5",
            "files = 5 ranks = 6",
            "9:11: nothing can follow the value on this line; write each `key = value` on a line of its own",
        ),
        (
            "files = 5",
            "files = (5)",
            "9:9: a number has no brackets around it; write `5`",
        ),
        (
            "files = 5",
            "files = 1,000",
            "9:10: a number has no commas; write `1000`",
        ),
        (
            "files = 5",
            "files = 5_",
            "9:9: `_` in a number can only stand between two digits; write `5`",
        ),
        (
            "files = 5",
            "files = 5th",
            "9:9: this number cannot be read; write it in digits alone",
        ),
        (
            "files = 5",
            "fi les = 5",
            "9:3: a key cannot have spaces; leave the space out, or write `_`",
        ),
        (
            "title = \"Base\"",
            "title => \"Base\"",
            "3:7: `=>` cannot follow a key; write `=` instead of `=>`",
        ),
        (
            "files = 5",
            "files\u{A0}= 5",
            "9:6: a no-break space (U+00A0) cannot stand here; write an ordinary space",
        ),
        (
            "files = 5",
            "files =\u{2003}5",
            "9:8: a special space (U+2003) cannot stand here; write an ordinary space",
        ),
        (
            "files = 5",
            "files = 5\u{A0}",
            "9:10: a no-break space (U+00A0) cannot stand here; write an ordinary space",
        ),
        (
            "files = 5",
            "files =\u{200B} 5",
            "9:8: the character U+200B cannot be used; leave it out: it is invisible",
        ),
        (
            "title = \"Base\"",
            "title == \"Base\"",
            "3:8: there is one `=` too many; write `key = value`",
        ),
        (
            "title = \"Base\"",
            "title: \"Base\"",
            "3:6: `:` cannot follow a key; write `=` instead of `:`",
        ),
        (
            "royal = true",
            "royal: true",
            "23:6: `:` cannot follow a key; write `=` instead of `:`",
        ),
        (
            "royal = true",
            "royal = on",
            "23:9: `on` is not a value; write `true`",
        ),
        (
            "royal = true",
            "royal = off",
            "23:9: `off` is not a value; write `false`",
        ),
        (
            "royal = true",
            "royal = true, about = \"x\"",
            "23:13: a comma cannot follow the value here; put several values in `[ ]`, or write one setting per line",
        ),
        (
            "axes = [\"file\", \"rank, forward\"]",
            "axes = \"file\", \"rank, forward\"",
            "15:14: a comma cannot follow the value here; put several values in `[ ]`, or write one setting per line",
        ),
        (
            "axes = [\"file\", \"rank, forward\"]",
            "axes = [\"file\" \"rank, forward\"]",
            "15:16: a comma is missing between the values; write `,` before this one",
        ),
        (
            "axes = [\"file\", \"rank, forward\"]",
            "axes = [file, \"rank, forward\"]",
            "15:9: this text needs quotes; write `\"file\"`",
        ),
        (
            "title = \"Base\"",
            "title = “Base\"",
            "3:9: `“` is not a straight quote; write `\"Base\"`",
        ),
        (
            "title = \"Base\"",
            "title = A small game, played \"x\"",
            "3:9: this text needs quotes; write `'A small game, played \"x\"'`",
        ),
        (
            "title = \"Base\"",
            "title = \"Base\" // a comment",
            "3:16: a comment begins with `#`; write `# a comment`",
        ),
        (
            "title = \"Base\"",
            "title = \"Base\"\n// a comment",
            "4:1: a comment begins with `#`; write `# a comment`",
        ),
        (
            "title = \"Base\"",
            "title = \"Base\"\n; a comment",
            "4:1: a comment begins with `#`; write `# a comment`",
        ),
        (
            "title = \"Base\"",
            "title = \"Base\"\n<!-- a comment -->",
            "4:1: a comment begins with `#`; write `# a comment`",
        ),
        (
            "title = \"Base\"",
            "title = \"a\\u12\"",
            "3:15: `\\` has a special meaning in a text with `\"`; write `\\\\` if you mean this character, or put the text in single quotes",
        ),
        (
            "[pieces.P]",
            "[pieces P]",
            "28:2: there must be a dot between the names in a header; write `[pieces.P]`",
        ),
        (
            "[pieces.P]",
            "[pieces.]",
            "28:2: a name is missing in this header; write it like `[board]` or `[pieces.K]`",
        ),
        (
            "[pieces.P]",
            "[]",
            "28:2: a name is missing in this header; write it like `[board]` or `[pieces.K]`",
        ),
        (
            "[pieces.P]",
            "[pieces.♔]",
            "28:9: this is not the letter of a piece; use one letter from A to Z",
        ),
        (
            "[board]",
            "board]",
            "7:1: this header has no opening bracket; write `[board]`",
        ),
        (
            "[[notes]]",
            "[[notes]",
            "71:8: this header has one closing bracket too few; close it with `]]`",
        ),
        (
            "board = \"\"\"\nr3k/\nppppp/\n5/\n*4/\nPPPPP/\nR3K\"\"\"",
            "board = \"\nr3k/\nppppp/\n5/\n*4/\nPPPPP/\nR3K\"",
            "33:9: a text of several lines needs three quotes; write `\"\"\"` where it begins and where it ends",
        ),
        (
            "title = \"Base\"",
            "title \"Base\"",
            "3:7: this key has no value; write `key = value`",
        ),
        (
            "title = \"Base\"",
            "title = \"B\\ase\"",
            "3:12: `\\` has a special meaning in a text with `\"`; write `\\\\` if you mean this \
             character, or put the text in single quotes",
        ),
        (
            "[pieces.P]",
            "[pieces.P",
            "28:10: this header has no closing bracket; close it with `]`",
        ),
        (
            "[pieces.P]",
            "[pieces.R]",
            "28:9: [pieces.R] appears twice; the first is on line 25; give one of the two pieces \
             another letter",
        ),
        (
            "baring = false",
            "baring = false\nbaring = true",
            "65:1: `baring` is set twice; leave one of them out",
        ),
    ] {
        assert_eq!(BASE.matches(from).count(), 1, "{from}");
        let found = faults(&BASE.replace(from, to));
        let found: Vec<_> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found, [format!("test.toml:{wanted}")], "{to}");
    }
    let text = BASE.replacen("to = \"R\"", "to = \"R, P\"", 1);
    let found = faults(&text);
    let told = (found[0].message.as_str(), found[0].help.as_deref());
    let wanted = "write the letters alone: `\"RP\"`";
    assert_eq!(told, ("`,` is not the letter of a piece", Some(wanted)));
}

/// The parser takes the keys after a broken header for keys of the whole file.
#[test]
fn a_broken_header_is_one_fault() {
    let text = "format = 1\nname = \"a\"\n[board]\nfiles = 3\n[start\nboard = \"x\"\n";
    let found = faults(text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].line, 5);
}

#[test]
fn json_is_one_fault() {
    let found = faults("\n {\"name\": \"x\",\n \"format\": 1}\n");
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].line, found[0].column), (2, 2));
    assert!(found[0].message.contains("looks like JSON"), "{found:?}");
    let found = faults("[{\"name\": \"x\",\n \"format\": 1}]\n");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].message.contains("looks like JSON"), "{found:?}");
}

#[test]
fn the_faults_of_a_long_text_are_counted() {
    // Each word is at fault. If each were reported for every other one, there would be ten billion
    // faults.
    let words = "q ".repeat(100_000);
    let found = faults(&BASE.replace("missing = \"a3\"", &format!("missing = \"{words}\"")));
    let more: Vec<&str> = found.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(found.len(), 201);
    assert_eq!(more[0], "`q` is not a cell or box of cells of this board");
    assert!(
        more[200].starts_with("and ") && more[200].ends_with(" more"),
        "{}",
        more[200]
    );
    let many: usize = more[200][4..]
        .strip_suffix(" more")
        .unwrap()
        .parse()
        .unwrap();
    assert!(many >= 99_800, "{many}");
}

#[test]
fn white_space_is_looked_at_once() {
    // If each blank looked at all that follow, there would be 20 billion steps.
    let wide = BASE.replace("\nr3k/", &format!("\nr3k{}/", " ".repeat(200_000)));
    assert_eq!(faults(&wide), []);
    let position = BASE.replace("R3K\"", &format!("R3K{}w - 0 1\"", " ".repeat(100_000)));
    let found = faults(&position);
    assert_eq!(
        found[0].message,
        "only the board belongs here; leave out `w - 0 1`"
    );
}

#[test]
fn long_names_are_not_repeated() {
    // Comparing two such names letter by letter would need 80 GB.
    let long = "x".repeat(100_000);
    let text = BASE
        .replace("axes = [\"file\",", &format!("axes = [\"{long} = file\","))
        .replace("cross = \"r file\"", &format!("cross = \"{long}y\""));
    assert!(!faults(&text).is_empty());
    let key = BASE.replace("strip = \"B\"", &format!("{} = \"B\"", &long[..101]));
    let found = faults(&key);
    assert_eq!(
        found.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["test.toml:60:1: this key has 101 bytes; it may have 100"]
    );
}

/// A game on a board of eight axes with two coordinates each, and these rules for further pieces.
fn cube(rules: &[String]) -> String {
    let axis = |i: usize| {
        let whole = if i < 4 { "file" } else { "rank" };
        format!("\"x{i} = {whole} / {} % 2\"", 1 << (i % 4))
    };
    let axes: Vec<String> = (0..8).map(axis).collect();
    let mut text = format!(
        "format = 1\nname = \"cube\"\ntitle = \"Cube\"\ncredit = \"a test\"\nabout = \"A cube.\"\n\
         [board]\ndrawn = \"flat\"\nfiles = 16\nranks = 16\n[charts.board]\naxes = [{}]\n\
         [start]\nboard = \"k15/{}15K\"\n[pieces.K]\nname = \"king\"\nroyal = true\nmoves = \"W\"\n",
        axes.join(", "),
        "16/".repeat(14)
    );
    for (letter, rule) in ('A'..='J').chain('L'..='Z').zip(rules) {
        text += &format!("[pieces.{letter}]\nname = \"piece {letter}\"\nmoves = \"{rule}\"\n");
    }
    text
}

#[test]
fn reading_rules_is_limited() {
    let too_large = "the rule has more than 100000 vectors and legs; use fewer axes, shorter paths or fewer moves";
    let too_much = "the rules so far have too many vectors, legs and ways to go on; use fewer axes, \
                    shorter paths or fewer moves";
    let messages = |rules: &[String]| -> Vec<String> {
        let found = faults(&cube(rules));
        found.into_iter().map(|fault| fault.message).collect()
    };
    // Each leg goes on from 6,560 routes in 6,560 directions: 7 billion comparisons.
    let long = format!("[K{}]", "-fK".repeat(159));
    assert_eq!(messages(&[long]), [too_much]);
    // Routes of every length, which are too many long before the last leg.
    let lengths = format!("[F{}]", "?fF".repeat(160));
    assert_eq!(messages(&[lengths]), [too_large]);
    // Faulty rules count, too. Those after the limit are not read.
    let large = vec!["(1.2.3) ".repeat(60); 25];
    let found = messages(&large);
    let (last, first) = found.split_last().unwrap();
    assert!(
        first.len() < 20 && first.iter().all(|message| message == too_large),
        "{found:?}"
    );
    assert_eq!(last, too_much);
    // 645 million vectors, which are counted and not made.
    let wide = messages(&vec!["(1.2.3.4.5.6.7.8) ".repeat(8); 8]);
    assert_eq!(wide.len(), 64);
    assert!(
        wide.iter()
            .all(|message| message.ends_with("stands for too many vectors"))
    );
}
