//! Nothing depends on names: every shipped game with another name, other names and letters of
//! pieces, other charts, axes, groups and entries, and its pieces in another order, is the same
//! game.

use hyperrook_rules::{Game, GameFile, Move, Position, SHIPPED};
use std::collections::BTreeMap;
use std::fmt::Write;
use toml::{Table, Value};

/// Another letter for a piece or a state, in the same case.
fn letter(c: char) -> char {
    let turn = |base: u8| char::from(base + (c as u8 - base + 11) % 26);
    match c {
        'A'..='Z' => turn(b'A'),
        'a'..='z' => turn(b'a'),
        other => other,
    }
}

fn letters(text: &str) -> String {
    text.chars().map(letter).collect()
}

/// New names of charts, axes and groups.
struct Names(BTreeMap<String, String>);

impl Names {
    /// Names for everything that the charts of a file introduce.
    fn new(file: &Table) -> Names {
        let mut names = BTreeMap::new();
        let mut add = |old: &str| {
            let new = format!("x{}", names.len());
            names.entry(old.to_owned()).or_insert(new);
        };
        for (chart, table) in file["charts"].as_table().unwrap() {
            add(chart);
            for axis in table["axes"].as_array().unwrap() {
                add(axis_name(axis.as_str().unwrap()));
            }
            if let Some(groups) = table.get("groups") {
                groups.as_table().unwrap().keys().for_each(|key| add(key));
            }
        }
        Names(names)
    }

    fn get(&self, old: &str) -> String {
        self.0[old].clone()
    }

    /// `NAME = SOURCE, flags` with another name.
    fn axis(&self, text: &str) -> String {
        let name = axis_name(text);
        let rest = match text.split_once('=') {
            Some((_, rest)) => rest.trim(),
            None => text,
        };
        format!("{} = {rest}", self.get(name))
    }

    /// A move rule with other scopes.
    fn rule(&self, text: &str) -> String {
        text.split_inclusive([' ', ':', ','])
            .map(|word| {
                let bare = word.trim_end_matches([':', ',']);
                match self.0.get(bare) {
                    Some(new) if bare.len() < word.len() => format!("{new}{}", &word[bare.len()..]),
                    _ => word.to_owned(),
                }
            })
            .collect()
    }
}

fn axis_name(text: &str) -> &str {
    let head = text.split(',').next().unwrap();
    head.split('=').next().unwrap().trim()
}

/// Cells, with other letters after `start:`.
fn cells(text: &str) -> String {
    let words = text
        .split(' ')
        .map(|word| match word.strip_prefix("start:") {
            Some(pieces) => format!("start:{}", letters(pieces)),
            None => word.to_owned(),
        });
    words.collect::<Vec<_>>().join(" ")
}

/// A dotted path with other names in it.
fn path(text: &str, names: &Names) -> String {
    match text.split('.').collect::<Vec<_>>()[..] {
        ["promotion", entry] => format!("promotion.{entry}2"),
        ["hold", group] => format!("hold.{}", names.get(group)),
        ref other => panic!("a path to drop: {other:?}"),
    }
}

/// Renames a file or what an overlay sets; `at` is the path of the table.
fn rename(table: &Table, at: &[&str], names: &Names) -> Table {
    let mut out = Table::new();
    for (key, value) in table {
        let place: Vec<&str> = at.iter().copied().chain([key.as_str()]).collect();
        let text = value.as_str();
        let new_key = match place[..] {
            ["pieces", _] | ["castling", _] => letters(key),
            ["charts", _] | ["charts", _, "groups", _] | ["hold", _] => names.get(key),
            ["promotion", _] => format!("{key}2"),
            _ => key.clone(),
        };
        let new_value = match place[..] {
            ["name"] => Value::String("renamed".into()),
            ["title" | "credit" | "about" | "aim"]
            | ["board", "about"]
            | ["pieces", _, "about"] => Value::String("-".into()),
            ["tips"] => Value::Array(Vec::new()),
            ["notes"] => Value::Array(Vec::new()),
            ["pieces", _, "name"] => Value::String(format!("piece {}", letters(at[1]))),
            ["pieces", _, "moves"] => Value::String(names.rule(text.unwrap())),
            ["pieces", _, "span"] => {
                let (axis, length) = text.unwrap().split_once(' ').unwrap();
                Value::String(format!("{} {length}", names.get(axis)))
            }
            ["charts", _, "axes"] => {
                let axes = value.as_array().unwrap().iter();
                let new = axes.map(|axis| Value::String(names.axis(axis.as_str().unwrap())));
                Value::Array(new.collect())
            }
            ["charts", _, "groups", _] => {
                let axes = text.unwrap().split_whitespace();
                Value::String(axes.map(|a| names.get(a)).collect::<Vec<_>>().join(" "))
            }
            ["start", "board" | "castling"]
            | ["promotion", _, "pieces" | "to"]
            | ["hold", _]
            | ["transformation", _]
            | ["ends", "resets" | "too_weak"] => Value::String(letters(text.unwrap())),
            ["promotion", _, "white" | "black"] => Value::String(cells(text.unwrap())),
            ["when"] => {
                let overlays = value.as_array().unwrap().iter();
                let new = overlays.map(|overlay| Value::Table(overlay_of(overlay, names)));
                Value::Array(new.collect())
            }
            _ => match value {
                Value::Table(inner) => Value::Table(rename(inner, &place, names)),
                other => other.clone(),
            },
        };
        out.insert(new_key, new_value);
    }
    // The order of the pieces does not matter either.
    if at == ["pieces"] {
        let mut turned: Vec<_> = out.into_iter().collect();
        turned.reverse();
        out = turned.into_iter().collect();
    }
    out
}

fn overlay_of(overlay: &Value, names: &Names) -> Table {
    let mut overlay = overlay.as_table().unwrap().clone();
    if let Some(Value::Table(set)) = overlay.get("set") {
        let set = rename(set, &[], names);
        overlay.insert("set".into(), Value::Table(set));
    }
    if let Some(Value::Array(drop)) = overlay.get("drop") {
        let drop = drop
            .iter()
            .map(|p| Value::String(path(p.as_str().unwrap(), names)));
        let drop = Value::Array(drop.collect());
        overlay.insert("drop".into(), drop);
    }
    overlay
}

/// TOML with one line per key: tables are written inline.
fn write(table: &Table) -> String {
    let mut text = String::new();
    for (key, value) in table {
        let _ = writeln!(text, "{key} = {}", inline(value));
    }
    text
}

fn inline(value: &Value) -> String {
    match value {
        Value::String(text) => format!("{text:?}"),
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(inline).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Table(table) => {
            let entries: Vec<_> = table
                .iter()
                .map(|(key, value)| format!("{key} = {}", inline(value)))
                .collect();
            format!("{{ {} }}", entries.join(", "))
        }
        Value::Integer(number) => number.to_string(),
        Value::Boolean(value) => value.to_string(),
        other => panic!("no definition has {other:?}"),
    }
}

/// The legal moves in an order that does not depend on the kinds' numbers, with
/// letters as `spell` gives them.
fn spelled(position: &Position, spell: fn(char) -> char) -> Vec<(usize, usize, char, Move)> {
    let definition = position.game().definition();
    let mut moves: Vec<_> = position
        .moves()
        .into_iter()
        .map(|mv| {
            let promotion = mv.promotion().map(|kind| definition.piece(kind).letter);
            let promotion = promotion.map_or(' ', spell);
            (mv.origin().index(), mv.destination().index(), promotion, mv)
        })
        .collect();
    moves.sort_unstable();
    moves
}

#[test]
fn names_and_letters_do_not_change_the_rules() {
    let mut rng = fastrand::Rng::with_seed(5);
    for (name, text) in SHIPPED {
        let parsed: Table = text.parse().unwrap();
        let renamed = write(&rename(&parsed, &[], &Names::new(&parsed)));
        let original = GameFile::parse(name, text).unwrap();
        let renamed = GameFile::parse("renamed", &renamed)
            .unwrap_or_else(|faults| panic!("{name}: {faults:#?}\n{renamed}"));
        assert_eq!(renamed.name(), "renamed");
        for options in original.combinations() {
            let game = |file: &GameFile| {
                let definition = file.define(&options);
                Game::new(definition.unwrap_or_else(|e| panic!("{name}: {e}"))).unwrap()
            };
            let (one, other) = (game(&original), game(&renamed));
            assert_ne!(one.definition().identity(), other.definition().identity());
            for (a, b) in one
                .definition()
                .pieces()
                .iter()
                .zip(other.definition().pieces())
            {
                assert_ne!((a.letter, &a.name), (b.letter, &b.name), "{name}");
            }
            let (ours, theirs) = (one.definition().groups(), other.definition().groups());
            assert!(ours.iter().zip(theirs).all(|(a, b)| a.name != b.name));
            let depth = if one.board().len() <= 64 { 3 } else { 2 };
            assert_eq!(
                one.start().perft(depth),
                other.start().perft(depth),
                "{name}"
            );
            let (mut here, mut there) = (one.start(), other.start());
            for _ in 0..200 {
                let (ours, theirs) = (spelled(&here, letter), spelled(&there, |c| c));
                let strip = |moves: &[(usize, usize, char, Move)]| -> Vec<_> {
                    moves
                        .iter()
                        .map(|&(from, to, c, _)| (from, to, c))
                        .collect()
                };
                assert_eq!(strip(&ours), strip(&theirs), "{name} {options:?}");
                assert_eq!(here.outcome(), there.outcome(), "{name} {options:?}");
                if ours.is_empty() {
                    break;
                }
                let chosen = rng.usize(0..ours.len());
                here.play(ours[chosen].3).unwrap();
                there.play(theirs[chosen].3).unwrap();
            }
        }
    }
}
