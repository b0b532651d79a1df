//! Code that the tests of the rules share: games with all their options, a small reader of position
//! texts, and perft files.
#![allow(dead_code)] // not every test uses everything

use hyperrook_geometry::{Cell, Drawing, Place};
use hyperrook_rules::{Definition, GameFile, Piece, SHIPPED, Setup, Side, State};
use std::path::PathBuf;

/// Option values of one rule set.
pub(crate) type Options<'f> = Vec<(&'f str, &'f str)>;

/// The shipped game with these options.
pub(crate) fn shipped(name: &str, options: &[(&str, &str)]) -> Definition {
    GameFile::shipped(name)
        .unwrap_or_else(|| panic!("no game `{name}`"))
        .define(options)
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Every combination of option values of a file.
pub(crate) fn combinations(file: &GameFile) -> Vec<Options<'_>> {
    let mut all = vec![Vec::new()];
    for option in file.options() {
        let mut longer = Vec::new();
        for values in &all {
            for value in &option.values {
                let mut values: Options<'_> = values.clone();
                values.push((&option.name, value));
                longer.push(values);
            }
        }
        all = longer;
    }
    all
}

/// Every shipped game with every combination of its options.
pub(crate) fn all_definitions() -> Vec<Definition> {
    let mut all = Vec::new();
    for (name, _) in SHIPPED {
        let file = GameFile::shipped(name).unwrap();
        for options in combinations(&file) {
            // The other arrays of Walkers change only the start, so they are not tried with every
            // option.
            let other = |name: &str| !["array", "black_setup"].contains(&name);
            let default = |(name, value): &(&str, &str)| {
                let option = file.options().iter().find(|option| option.name == *name);
                option.is_some_and(|option| option.values[0] == *value)
            };
            let other_array = options.iter().any(|o| o.0 == "array" && !default(o));
            let only_array = options.iter().filter(|o| other(o.0)).all(default);
            if !other_array || only_array {
                all.push(file.define(&options).unwrap());
            }
        }
    }
    all
}

/// The name of a rule set: the game and its changed options.
pub(crate) fn label(def: &Definition) -> String {
    let options = def.changed_options();
    std::iter::once(def.name().to_owned())
        .chain(options.map(|option| format!("{}={}", option.name, option.value)))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Reads a position as written in the rule pages (chess: FEN); panics on any fault.
pub(crate) fn read_position(def: &Definition, text: &str) -> Setup {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let mut setup = Setup::empty(def.board().len());
    for (cell, letter) in read_board(def, fields[0]) {
        let kind = def
            .kind(letter)
            .unwrap_or_else(|| panic!("no piece `{letter}`"));
        let side = if letter.is_ascii_uppercase() {
            Side::White
        } else {
            Side::Black
        };
        setup.pieces[cell.index()] = Some(Piece { side, kind });
    }
    setup.turn = match fields[1] {
        "w" => Side::White,
        "b" => Side::Black,
        other => panic!("no side `{other}`"),
    };
    let mut next = 3;
    if def.castlings().is_empty() {
        setup.state = read_state(def, fields[2]);
    } else {
        for letter in fields[2].chars().filter(|&c| c != '-') {
            let found = def.castlings().iter().position(|c| c.letter == letter);
            setup.state.castling |= 1 << found.expect("a castling");
        }
        if fields[3] != "-" {
            setup.state.en_passant = Some(def.board().cell(fields[3]).expect("a cell"));
        }
        next = 4;
    }
    setup.halfmove = fields[next].parse().unwrap();
    setup.fullmove = fields[next + 1].parse().unwrap();
    assert_eq!(fields.len(), next + 2, "{text}");
    setup
}

fn read_state(def: &Definition, text: &str) -> State {
    let mut state = State::default();
    for letter in text.chars().filter(|&c| c != '-') {
        let side = usize::from(letter.is_ascii_lowercase());
        let upper = letter.to_ascii_uppercase();
        let bound = def.transformation().and_then(|t| t.bound);
        if let Some(i) = def.holds().iter().position(|hold| hold.letter == upper) {
            state.holds |= 1 << (2 * i + side);
        } else if bound == Some(upper) {
            state.bound |= 1 << side;
        } else {
            panic!("no state `{letter}`");
        }
    }
    state
}

fn read_board(def: &Definition, text: &str) -> Vec<(Cell, char)> {
    let (files, ranks, levels) = def.board().extent();
    let ring = matches!(def.board().drawing(), Drawing::Ring { .. });
    let mut pieces = Vec::new();
    let mut seen_levels = 0;
    for (level, slice) in text.split('|').enumerate() {
        seen_levels += 1;
        let rows: Vec<&str> = slice.split('/').collect();
        assert_eq!(rows.len(), if ring { 1 } else { ranks }, "{text}");
        for (down, row) in rows.iter().enumerate() {
            let rank = rows.len() - 1 - down;
            let mut file = 0;
            let mut number = 0;
            for c in row.chars() {
                if let Some(digit) = c.to_digit(10) {
                    number = number * 10 + digit as usize;
                    continue;
                }
                file += std::mem::take(&mut number);
                let cell = def.board().at(Place { level, rank, file });
                if c == '*' {
                    assert_eq!(cell, None, "{text}");
                } else {
                    pieces.push((cell.expect("a cell"), c));
                }
                file += 1;
            }
            assert_eq!(file + number, files, "{text}");
        }
    }
    assert_eq!(seen_levels, levels, "{text}");
    pieces
}

/// One position with its counts by depth.
pub(crate) struct Line {
    /// The position as written.
    pub(crate) text: String,
    /// Depths and counts.
    pub(crate) counts: Vec<(u8, u64)>,
}

/// Reads a perft file: its rule set and its lines.
pub(crate) fn read_perft(file: &str) -> (Definition, Vec<Line>) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../testdata")
        .join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let mut lines = text.lines();
    let mut header = lines.next().unwrap().strip_prefix("# ").unwrap().split(' ');
    let name = header.next().unwrap();
    let options: Options<'_> = header
        .map(|option| option.split_once('=').unwrap())
        .collect();
    let lines = lines
        .map(|line| {
            let mut parts = line.split(';');
            let text = parts.next().unwrap().to_owned();
            let counts = parts
                .map(|part| part.strip_prefix('D').unwrap().split_once(' ').unwrap())
                .map(|(depth, count)| (depth.parse().unwrap(), count.parse().unwrap()))
                .collect();
            Line { text, counts }
        })
        .collect();
    (shipped(name, &options), lines)
}

/// The small games of the tests, each with all its options.
pub(crate) fn test_definitions() -> Vec<Definition> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let mut all = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        let file = GameFile::parse(name, &text).unwrap_or_else(|faults| {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            panic!("{}", faults.join("\n"))
        });
        for options in combinations(&file) {
            all.push(file.define(&options).unwrap());
        }
    }
    all
}
