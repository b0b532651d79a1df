//! Reads typed fields from a table and records every fault.

use super::diagnostic::{Faults, nearest, quoted, suggest};
use super::text_range::TextRange;
use super::tree::{Entry, Node, Table, Value};
use super::unsupported;
use super::wording::MissingValue;
use std::ops::RangeInclusive;

/// A string of the file.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub(super) text: &'a str,
    span: &'a TextRange,
}

impl<'a> Text<'a> {
    /// Where the string stands.
    pub(super) fn span(self) -> &'a TextRange {
        self.span
    }

    /// Where the byte `offset` of the string stands in the file; the start of the string if escapes
    /// before it make that uncertain.
    pub(super) fn at(self, offset: usize, faults: &Faults<'_>) -> TextRange {
        self.places(faults)(offset)
    }

    /// Like [`Text::at`], for many offsets: the string is compared with the file once.
    pub(super) fn places(self, faults: &Faults<'_>) -> impl Fn(usize) -> TextRange + use<'a> {
        let raw = faults.text().get(self.span.clone()).unwrap_or("");
        let opening = content_start(raw);
        let content = raw.bytes().skip(opening);
        let pairs = content.zip(self.text.bytes());
        let same = pairs.take_while(|(raw, plain)| raw == plain).count();
        move |offset| {
            let offset = offset.min(self.text.len());
            let at = if offset <= same && self.text.is_char_boundary(offset) {
                self.span.start + opening + offset
            } else {
                self.span.start
            };
            at..self.span.end.max(at)
        }
    }

    /// The words with their offsets.
    pub(super) fn words(self) -> impl Iterator<Item = (usize, &'a str)> {
        let start = self.text.as_ptr() as usize;
        self.text
            .split_whitespace()
            .map(move |word| (word.as_ptr() as usize - start, word))
    }
}

/// Where the characters of a string in quotes begin.
pub(super) fn content_start(raw: &str) -> usize {
    for quotes in ["\"\"\"", "'''"] {
        if let Some(rest) = raw.strip_prefix(quotes) {
            // A line break right after the opening quotes is not part of the string.
            return match rest.as_bytes() {
                [b'\r', b'\n', ..] => 5,
                [b'\n', ..] => 4,
                _ => 3,
            };
        }
    }
    1
}

/// The text of a value that is a string.
pub(super) fn text_of(node: &Node) -> Option<Text<'_>> {
    match &node.value {
        Value::Text(text) => Some(Text {
            text,
            span: &node.span,
        }),
        _ => None,
    }
}

/// The text as one line: line breaks in the file only fold long texts.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a key is one letter, as the name of the table of a piece is.
fn is_letter(key: &str) -> bool {
    matches!(key.as_bytes(), [letter] if letter.is_ascii_alphabetic())
}

/// A table that is being read. Keys that are never read are faults.
pub(super) struct Fields<'a> {
    table: &'a Table,
    /// Where the table begins, which is where missing keys are reported.
    span: TextRange,
    /// The name of the table in messages: `[board]`.
    name: String,
    asked: Vec<&'static str>,
    /// Required keys that are missing, and what to add.
    missing: Vec<(&'static str, MissingValue)>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(table: &'a Table, span: TextRange, name: impl Into<String>) -> Fields<'a> {
        Fields {
            table,
            span,
            name: name.into(),
            asked: Vec::new(),
            missing: Vec::new(),
        }
    }

    /// Where the table begins.
    pub(super) fn span(&self) -> &TextRange {
        &self.span
    }

    /// The name of the table in messages.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Records that the table may have this key.
    fn ask(&mut self, key: &'static str) {
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
    }

    /// The value of a key, of any type.
    pub(super) fn node(&mut self, key: &'static str) -> Option<&'a Node> {
        self.ask(key);
        self.table.get(key).map(|entry| &entry.node)
    }

    /// Where a key's value stands, or else where the table begins.
    pub(super) fn span_of(&self, key: &str) -> TextRange {
        let entry = self.table.get(key);
        entry.map_or_else(|| self.span.clone(), |entry| entry.node.span.clone())
    }

    /// Where a key of an inner table stands, or else where that table or this one begins.
    pub(super) fn span_of_inner(&self, key: &str, inner: &str) -> TextRange {
        match self.table.get(key).map(|entry| &entry.node.value) {
            Some(Value::Table(table)) => table
                .get(inner)
                .map_or_else(|| self.span_of(key), |entry| entry.key.clone()),
            _ => self.span_of(key),
        }
    }

    fn wrong(&self, key: &str, node: &Node, wanted: &str, faults: &mut Faults<'_>) {
        let message = format!("`{key}` is {}", node.value.what());
        faults.add(&node.span, message, format!("it must be {wanted}"));
    }

    /// Whether the table has a key.
    pub(super) fn has(&self, key: &str) -> bool {
        self.table.get(key).is_some()
    }

    /// The number of entries in the inner table of a key.
    pub(super) fn count_in(&self, key: &str) -> usize {
        match self.table.get(key).map(|entry| &entry.node.value) {
            Some(Value::Table(table)) => table.iter().count(),
            _ => 0,
        }
    }

    /// Whether a table has a name such as `[N]` or `[piece.N]`: it is probably meant for a piece.
    pub(super) fn has_stray_piece(&self) -> bool {
        self.table.iter().any(|(key, entry)| {
            let is_like =
                is_letter(key) || nearest(key, ["pieces"]).is_some_and(|_| key != "pieces");
            is_like && matches!(entry.node.value, Value::Table(_))
        })
    }

    /// Records that a required key is missing.
    pub(super) fn missing(&mut self, key: &'static str, wanted: MissingValue) {
        self.ask(key);
        self.missing.push((key, wanted));
    }

    /// A string, if there is one.
    pub(super) fn text(&mut self, key: &'static str, faults: &mut Faults<'_>) -> Option<Text<'a>> {
        let node = self.node(key)?;
        let text = text_of(node);
        if text.is_none() {
            self.wrong(key, node, "a text in quotes", faults);
        }
        text
    }

    /// A text for people in one line; empty if there is none.
    pub(super) fn paragraph(&mut self, key: &'static str, faults: &mut Faults<'_>) -> String {
        let text = self.text(key, faults);
        text.map_or_else(String::new, |text| one_line(text.text))
    }

    /// A required string; `example` shows what it looks like.
    pub(super) fn needed_text(
        &mut self,
        key: &'static str,
        example: &str,
        faults: &mut Faults<'_>,
    ) -> Option<Text<'a>> {
        if !self.has(key) {
            self.missing(key, MissingValue::Example(example.to_string()));
            return None;
        }
        self.text(key, faults)
    }

    /// A recommended string; there is a warning if it is missing.
    pub(super) fn wanted_text(
        &mut self,
        key: &'static str,
        example: &str,
        faults: &mut Faults<'_>,
    ) -> Option<Text<'a>> {
        if !self.has(key) {
            self.ask(key);
            let wanted = MissingValue::Example(example.to_owned());
            let (message, help) = faults.wording().missing(&self.name, key, &wanted);
            faults.warn(&self.span, message, help);
            return None;
        }
        self.text(key, faults)
    }

    /// A number within bounds, if there is one.
    pub(super) fn integer(
        &mut self,
        key: &'static str,
        bounds: RangeInclusive<usize>,
        faults: &mut Faults<'_>,
    ) -> Option<usize> {
        let node = self.node(key)?;
        let wanted = format!("a whole number from {} to {}", bounds.start(), bounds.end());
        let Value::Integer(value) = node.value else {
            self.wrong(key, node, &wanted, faults);
            return None;
        };
        let found = usize::try_from(value).ok().filter(|v| bounds.contains(v));
        if found.is_none() {
            let message = format!("`{key}` is {value}");
            faults.add(&node.span, message, format!("it must be {wanted}"));
        }
        found
    }

    /// A required number; `example` is a typical one.
    pub(super) fn needed_integer(
        &mut self,
        key: &'static str,
        example: usize,
        bounds: RangeInclusive<usize>,
        faults: &mut Faults<'_>,
    ) -> Option<usize> {
        if !self.has(key) {
            self.missing(key, MissingValue::Example(example.to_string()));
            return None;
        }
        self.integer(key, bounds, faults)
    }

    /// True or false, if the key is set.
    pub(super) fn boolean(&mut self, key: &'static str, faults: &mut Faults<'_>) -> Option<bool> {
        let node = self.node(key)?;
        if let Value::Boolean(value) = node.value {
            return Some(value);
        }
        self.wrong(key, node, "`true` or `false` without quotes", faults);
        None
    }

    /// A list, if there is one.
    pub(super) fn list(
        &mut self,
        key: &'static str,
        faults: &mut Faults<'_>,
    ) -> Option<&'a [Node]> {
        let node = self.node(key)?;
        if let Value::List(items) = &node.value {
            return Some(items);
        }
        let tables = matches!(key, "notes" | "when");
        if tables && matches!(node.value, Value::Table(_)) {
            let message = format!("`{key}` must be a list of tables");
            faults.add(&node.span, message, format!("write `[[{key}]]`"));
        } else {
            self.wrong(key, node, "a list in square brackets", faults);
        }
        None
    }

    /// The inner table of a key, if there is one.
    pub(super) fn table(
        &mut self,
        key: &'static str,
        faults: &mut Faults<'_>,
    ) -> Option<Fields<'a>> {
        let node = self.node(key)?;
        if let Value::Table(table) = &node.value {
            return Some(Fields::new(table, node.span.clone(), format!("[{key}]")));
        }
        self.wrong(key, node, "a table", faults);
        None
    }

    /// The entries of the inner table of a key, each of which must be a table.
    pub(super) fn tables(
        &mut self,
        key: &'static str,
        faults: &mut Faults<'_>,
    ) -> Vec<(&'a str, TextRange, Fields<'a>)> {
        let Some(outer) = self.table(key, faults) else {
            return Vec::new();
        };
        let mut inner = Vec::new();
        // `[promotion]` instead of `[promotion.pawns]`: its keys are not names of tables.
        let unnamed = |(name, entry): (&str, &Entry)| {
            !matches!(entry.node.value, Value::Table(_)) && unsupported::is_field(key, name)
        };
        if outer.table.iter().any(unnamed) {
            let name = match key {
                "promotion" => "pawns",
                "charts" => "board",
                "castling" | "pieces" => "K",
                _ => "NAME",
            };
            let message = format!("[{key}] has no name");
            faults.add(&outer.span, message, format!("name it: `[{key}.{name}]`"));
            return inner;
        }
        for (name, entry) in outer.table.iter() {
            if let Value::Table(table) = &entry.node.value {
                let fields = Fields::new(table, entry.node.span.clone(), format!("[{key}.{name}]"));
                inner.push((name, entry.key.clone(), fields));
            } else {
                outer.wrong(
                    name,
                    &entry.node,
                    &format!("a table [{key}.{name}]"),
                    faults,
                );
            }
        }
        inner
    }

    /// The entries of the inner table of a key, each of which must be a string.
    pub(super) fn texts(
        &mut self,
        key: &'static str,
        faults: &mut Faults<'_>,
    ) -> Vec<(&'a str, TextRange, Text<'a>)> {
        let Some(outer) = self.table(key, faults) else {
            return Vec::new();
        };
        let mut inner = Vec::new();
        for (name, entry) in outer.table.iter() {
            match text_of(&entry.node) {
                Some(text) => inner.push((name, entry.key.clone(), text)),
                None => outer.wrong(name, &entry.node, "a text in quotes", faults),
            }
        }
        inner
    }

    /// One of several words.
    pub(super) fn choice<T: Copy>(
        &mut self,
        key: &'static str,
        choices: &[(&str, T)],
        faults: &mut Faults<'_>,
    ) -> Option<T> {
        let text = self.text(key, faults)?;
        let found = choices.iter().find(|(word, _)| *word == text.text);
        if found.is_none() {
            let words: Vec<_> = choices.iter().map(|(word, _)| *word).collect();
            let message = format!("`{key}` is `{}`", text.text);
            let help = format!("it must be one of {}", quoted(words));
            faults.add(text.span, message, help);
        }
        found.map(|(_, value)| *value)
    }

    /// Finishes reading: keys that were never read are faults, and so are missing keys, unless one
    /// of them is there misspelt.
    pub(super) fn finish(mut self, faults: &mut Faults<'_>) {
        for (key, entry) in self.table.iter() {
            if self.asked.contains(&key) {
                continue;
            }
            if faults.are_many() {
                let message = format!("unknown key `{key}` in {}", self.name);
                faults.add(&entry.key, message, "");
                continue;
            }
            let meant = nearest(key, self.asked.iter().copied());
            let misspelt = self
                .missing
                .iter()
                .any(|(missing, _)| meant == Some(*missing));
            let place = unsupported::place(key, &self.name).filter(|_| !misspelt);
            if place.is_none() {
                let told =
                    unsupported::key_advice(key, &entry.node.value, &self.name).filter(|told| {
                        let known = meant.is_none_or(|meant| {
                            told.help.contains(meant) && told.help != format!("write `{meant}`")
                        });
                        !misspelt && (told.unsupported || known)
                    });
                if let Some(told) = told {
                    faults.add(&entry.key, told.message, told.help);
                    continue;
                }
            }
            // A rule that no definition can describe, in a table with an unknown name.
            if let Value::Table(inner) = &entry.node.value
                && meant.is_none()
            {
                let name = format!("[{key}]");
                let told = inner.iter().find_map(|(key, entry)| {
                    let told = unsupported::key_advice(key, &entry.node.value, &name)?;
                    told.unsupported.then_some((entry, told))
                });
                if let Some((entry, told)) = told {
                    faults.add(&entry.key, told.message, told.help);
                    continue;
                }
            }
            let near = || unsupported::near_place(key).filter(|_| meant.is_none());
            let place = place.or_else(near);
            let is_section = matches!(entry.node.value, Value::Table(_)) && self.name == "the file";
            let help = if is_section && is_letter(key) {
                format!("write `[pieces.{}]`", key.to_ascii_uppercase())
            } else {
                place.unwrap_or_else(|| suggest(key, self.asked.iter().copied()))
            };
            self.missing.retain(|(missing, _)| meant != Some(*missing));
            let message = if is_section {
                format!("there is no section [{key}]")
            } else {
                format!("unknown key `{key}` in {}", self.name)
            };
            faults.add(&entry.key, message, help);
        }
        for (key, wanted) in self.missing {
            let (message, help) = faults.wording().missing(&self.name, key, &wanted);
            faults.add(&self.span, message, help);
        }
    }
}
