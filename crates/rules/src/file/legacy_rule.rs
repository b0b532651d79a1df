//! Upgrades move rules of earlier versions: writes the same moves in the current language.
//!
//! - Direction letters before N, C, Z and before K, Q, F had other meanings. They
//!   become letters, or several moves, that mean the same now.
//! - A letter that stood twice counted once, and of `p` and `g` the last counted.
//! - A later leg of a path without a letter turned any way. It says `a` now.
//!
//! Two things stay as written, because they cannot be written now: `s` before N, C and Z in scopes
//! of three or more axes, and first legs with `l` or `r`, which Black read in the same way as
//! White.

use std::borrow::Cow;

/// The rule in the current language. It may have quotes around it.
pub(super) fn upgrade(written: &str) -> Cow<'_, str> {
    let mut reader = RuleUpgrader {
        rest: written,
        out: String::with_capacity(written.len()),
    };
    while !reader.rest.is_empty() {
        reader.item();
    }
    if reader.out == written {
        Cow::Borrowed(written)
    } else {
        Cow::Owned(reader.out)
    }
}

struct RuleUpgrader<'a> {
    rest: &'a str,
    out: String,
}

/// How an atom's direction letters were read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LegacyClass {
    /// Each letter separately, as now.
    Straight,
    /// Letters in pairs or alone: F, A, G, B.
    Diagonal,
    /// Letters in pairs or alone: N, C, L, Z. A letter alone is written differently now.
    Oblique,
    /// Each letter separately: J.
    Zebra,
    /// Each letter separately: K, Q.
    Mixed,
}

impl<'a> RuleUpgrader<'a> {
    fn take(&mut self, len: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(len);
        self.rest = rest;
        taken
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        self.take(end)
    }

    /// Copies a scope, upgrades a move, or copies a character.
    fn item(&mut self) {
        let name = |c: char| c.is_alphanumeric() || c == '_';
        let word = self.rest.find(|c| !name(c)).unwrap_or(self.rest.len());
        let after = self.rest[word..].trim_start();
        if word > 0 && after.starts_with([':', ',']) {
            let taken = self.take(word);
            self.out.push_str(taken);
            return;
        }
        let modifiers = self.take_while(|c| c.is_ascii_lowercase());
        match self.rest.chars().next() {
            Some('[') => {
                let (others, directions) = parted(modifiers);
                self.out.push_str(&others);
                self.out.push_str(&directions);
                self.path();
            }
            Some(c) if c.is_ascii_uppercase() || c == '(' || c == '<' => {
                let atom = self.atom();
                let range = self.take_while(|c| c.is_ascii_digit());
                let (others, directions) = parted(modifiers);
                let spelt = spelt(&directions, atom);
                if others.len() + directions.len() == modifiers.len()
                    && matches!(&spelt[..], [(now, same)] if *now == directions && same == atom)
                {
                    for part in [modifiers, atom, range] {
                        self.out.push_str(part);
                    }
                    return;
                }
                let terms: Vec<String> = spelt
                    .into_iter()
                    .map(|(directions, atom)| format!("{others}{directions}{atom}{range}"))
                    .collect();
                self.out.push_str(&terms.join(" "));
            }
            Some('\\') => {
                self.out.push_str(modifiers);
                let len = self.rest.chars().take(2).map(char::len_utf8).sum();
                let taken = self.take(len);
                self.out.push_str(taken);
            }
            next => {
                self.out.push_str(modifiers);
                if let Some(c) = next {
                    self.take(c.len_utf8());
                    self.out.push(c);
                }
            }
        }
    }

    /// Reads a letter, the same letter twice, or numbers in brackets.
    fn atom(&mut self) -> &'a str {
        let mut chars = self.rest.chars();
        let close = match chars.next() {
            Some('(') => ')',
            Some('<') => '>',
            Some(letter) => {
                let doubled = letter.is_ascii_uppercase()
                    && chars.next() == Some(letter)
                    && !"RBQ".contains(letter);
                return self.take(if doubled { 2 } else { letter.len_utf8() });
            }
            None => return "",
        };
        let end = self.rest.find(close).map_or(self.rest.len(), |at| at + 1);
        self.take(end)
    }

    fn path(&mut self) {
        let open = self.take(1);
        self.out.push_str(open);
        let mut before: Option<&str> = None;
        loop {
            let letters = self.take_while(|c| c.is_ascii_lowercase());
            let atom = self.atom();
            match before {
                None => match &spelt(letters, atom)[..] {
                    [(directions, same)] if same == atom => self.out.push_str(directions),
                    // A leg cannot be replaced by several moves.
                    _ => self.out.push_str(letters),
                },
                Some(before) if letters.is_empty() && before != atom => self.out.push('a'),
                Some(_) => self.out.push_str(letters),
            }
            before = Some(atom);
            self.out.push_str(atom);
            let range = self.take_while(|c| c.is_ascii_digit());
            self.out.push_str(range);
            match self.rest.chars().next() {
                Some('-' | '?') => {
                    let joint = self.take(1);
                    self.out.push_str(joint);
                }
                _ => return,
            }
        }
    }
}

/// Splits modifiers into those that are not directions, each listed once, and directions.
fn parted(modifiers: &str) -> (String, String) {
    let (mut others, mut directions) = (String::new(), String::new());
    for letter in modifiers.chars() {
        if "fbsvlr".contains(letter) {
            directions.push(letter);
        } else {
            if "pg".contains(letter) {
                others.retain(|other| !"pg".contains(other));
            }
            if !others.contains(letter) {
                others.push(letter);
            }
        }
    }
    (others, directions)
}

impl LegacyClass {
    fn of(atom: &str) -> LegacyClass {
        match atom.chars().next() {
            Some('F' | 'A' | 'G' | 'B') => LegacyClass::Diagonal,
            Some('N' | 'C' | 'L' | 'Z') => LegacyClass::Oblique,
            Some('J') => LegacyClass::Zebra,
            Some('K' | 'Q') => LegacyClass::Mixed,
            Some('(') => {
                let sizes = atom.trim_matches(['(', ')']).split('.').map(str::trim);
                let sizes: Vec<&str> = sizes.filter(|size| *size != "0").collect();
                match &sizes[..] {
                    [] | [_] => LegacyClass::Straight,
                    [first, others @ ..] if others.iter().all(|size| size == first) => {
                        LegacyClass::Diagonal
                    }
                    _ => LegacyClass::Oblique,
                }
            }
            _ => LegacyClass::Straight,
        }
    }
}

/// The directions and atoms that express, in the current language, what the letters before the atom
/// meant.
fn spelt(letters: &str, atom: &str) -> Vec<(String, String)> {
    let class = LegacyClass::of(atom);
    let same = |directions: &str| vec![(directions.to_owned(), atom.to_owned())];
    if letters.is_empty() || class == LegacyClass::Straight {
        return same(letters);
    }
    let old = old_directions(letters, class);
    match class {
        LegacyClass::Oblique | LegacyClass::Zebra => {
            let new = old.iter().map(|direction| match direction.as_str() {
                "f" | "b" | "l" | "r" => format!("{direction}h"),
                "v" => "fhbh".to_owned(),
                // Both corners: the longest coordinate goes either forward or sideways.
                "fl" | "fr" | "bl" | "br" => {
                    let turned: String = direction.chars().rev().collect();
                    format!("{direction}{turned}")
                }
                _ => direction.clone(),
            });
            same(&new.collect::<String>())
        }
        LegacyClass::Mixed => {
            let ahead = letters.contains(['f', 'b', 'v']);
            if !(letters.contains('s') || ahead && letters.contains(['l', 'r'])) {
                return same(letters);
            }
            let straight = |atom: &str| match atom {
                "K" => "W".to_owned(),
                other => other.replace('K', "W").replace('Q', "R"),
            };
            old.into_iter()
                .map(|direction| match direction.as_str() {
                    "s" => (direction, straight(atom)),
                    _ => (direction, atom.to_owned()),
                })
                .collect()
        }
        _ if old.concat() == letters && old.len() == 1 => same(letters),
        _ => old
            .into_iter()
            // These pairs never selected anything.
            .filter(|direction| !["fs", "bs"].contains(&direction.as_str()))
            .map(|direction| (direction, atom.to_owned()))
            .collect(),
    }
}

/// The directions that the letters stood for, each as its letters.
fn old_directions(letters: &str, class: LegacyClass) -> Vec<String> {
    let in_pairs = matches!(class, LegacyClass::Diagonal | LegacyClass::Oblique);
    let mut directions = Vec::new();
    let mut rest = letters;
    while let Some(first) = rest.chars().next() {
        let second = rest[1..].chars().next();
        let paired = in_pairs
            && matches!(first, 'f' | 'b')
            && second.is_some_and(|second| second == first || "slr".contains(second));
        let (direction, after) = rest.split_at(if paired { 2 } else { 1 });
        rest = after;
        if !directions.iter().any(|other| other == direction) {
            directions.push(direction.to_owned());
        }
    }
    directions
}
