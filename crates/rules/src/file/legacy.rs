//! Upgrades definitions that were written for an earlier version of the format.
//!
//! Definitions given now must use the current words. A stored definition, for instance on a web
//! server, was valid when it was stored, so it is upgraded when it is read: the old keys are
//! renamed in place. Everything else, such as comments and layout, stays as it is.

use super::legacy_rule;
use std::borrow::Cow;
use std::ops::Range;
use toml_parser::Source;
use toml_parser::parser::{Event, EventKind, RecursionGuard, parse_document};

/// Maximum nesting depth, above that of any valid definition.
const MAX_DEPTH: u32 = 32;

/// Rewrites a text with the current words: `men` becomes `pieces`, and move rules keep their
/// meaning with the current letters.
///
/// A text without old words is returned unchanged. So is a text that is not TOML, at least from its
/// first error on: reading it reports the error.
pub(super) fn upgrade(text: &str) -> Cow<'_, str> {
    let edits = edits(text);
    // Every definition of the earlier version has old words, and no current definition has any.
    if edits.iter().all(|edit| edit.rule) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + edits.len() * 3);
    let mut at = 0;
    for edit in edits {
        out.push_str(&text[at..edit.span.start]);
        out.push_str(&edit.replacement);
        at = edit.span.end;
    }
    out.push_str(&text[at..]);
    Cow::Owned(out)
}

/// The places of old words in the text, with the current words. Move rules are not included: their
/// own reader handles them.
pub(super) fn old_words(text: &str) -> Vec<(Range<usize>, String)> {
    if !text.contains("men") {
        return Vec::new();
    }
    let edits = edits(text).into_iter().filter(|edit| !edit.rule);
    edits.map(|edit| (edit.span, edit.replacement)).collect()
}

fn edits(text: &str) -> Vec<Edit> {
    let mut walk = KeyWalk::new(text);
    let tokens = Source::new(text).lex().into_vec();
    let mut receiver = |event: Event| walk.event(&event);
    let mut guard = RecursionGuard::new(&mut receiver, MAX_DEPTH);
    parse_document(&tokens, &mut guard, &mut ());
    walk.edits
}

/// A part of the text and its replacement.
struct Edit {
    span: Range<usize>,
    replacement: String,
    /// Whether it is a move rule.
    rule: bool,
}

/// Follows the parser's events and collects what to replace.
struct KeyWalk<'a> {
    text: &'a str,
    /// The key of the current `[table]` or `[[array]]`.
    header: Vec<String>,
    in_header: bool,
    /// The key that is being read.
    key: Vec<String>,
    /// Keys of the values that are open: of an inline table, or of a list.
    open: Vec<Vec<String>>,
    /// In the order of the text.
    edits: Vec<Edit>,
}

impl<'a> KeyWalk<'a> {
    fn new(text: &'a str) -> KeyWalk<'a> {
        KeyWalk {
            text,
            header: Vec::new(),
            in_header: false,
            key: Vec::new(),
            open: Vec::new(),
            edits: Vec::new(),
        }
    }

    fn event(&mut self, event: &Event) {
        let span = event.span().start()..event.span().end();
        match event.kind() {
            EventKind::StdTableOpen | EventKind::ArrayTableOpen => {
                self.in_header = true;
                self.header.clear();
                self.key.clear();
                self.open.clear();
            }
            EventKind::StdTableClose | EventKind::ArrayTableClose => {
                self.in_header = false;
                self.header = std::mem::take(&mut self.key);
            }
            EventKind::SimpleKey => self.part_of_key(span),
            EventKind::InlineTableOpen | EventKind::ArrayOpen => {
                self.open.push(std::mem::take(&mut self.key));
            }
            EventKind::InlineTableClose | EventKind::ArrayClose => {
                self.open.pop();
                self.key.clear();
            }
            EventKind::Scalar => {
                self.value(span);
                self.key.clear();
            }
            _ => {}
        }
    }

    /// All keys from the root to the one that is being read.
    fn path(&self) -> Vec<&str> {
        let header = if self.in_header {
            &[][..]
        } else {
            &self.header
        };
        let open = self.open.iter().flatten();
        let parts = header.iter().chain(open).chain(&self.key);
        parts.map(String::as_str).collect()
    }

    fn part_of_key(&mut self, span: Range<usize>) {
        let name = self.text[span.clone()].trim_matches(['"', '\'']);
        self.key.push(name.to_owned());
        if is_old_key(&self.path()) {
            self.edit(span, "pieces".to_owned(), false);
        }
    }

    fn value(&mut self, span: Range<usize>) {
        let path = self.path();
        let written = &self.text[span.clone()];
        if path == ["when", "drop"] {
            if let Some(renamed) = dropped(written) {
                self.edit(span, renamed, false);
            }
        } else if is_move_rule(&path)
            && let Cow::Owned(rule) = legacy_rule::upgrade(written)
        {
            self.edit(span, rule, true);
        }
    }

    fn edit(&mut self, span: Range<usize>, replacement: String, rule: bool) {
        self.edits.push(Edit {
            span,
            replacement,
            rule,
        });
    }
}

/// The path without `when.set`, which stands before what an overlay changes.
fn target<'p, 'a>(path: &'p [&'a str]) -> &'p [&'a str] {
    path.strip_prefix(&["when", "set"]).unwrap_or(path)
}

/// Whether the last part of a path is the old word for `pieces`.
fn is_old_key(path: &[&str]) -> bool {
    matches!(target(path), ["men"] | ["promotion", _, "men"])
}

/// Whether the path leads to a move rule.
fn is_move_rule(path: &[&str]) -> bool {
    matches!(target(path), ["pieces" | "men", _, "moves"])
}

/// A path in `drop`, including quotes, with the new word.
fn dropped(written: &str) -> Option<String> {
    let quote = written.chars().next()?;
    let path = written.trim_matches(quote);
    let mut parts: Vec<&str> = path.split('.').collect();
    for end in 1..=parts.len() {
        if is_old_key(&parts[..end]) {
            parts[end - 1] = "pieces";
        }
    }
    let renamed = parts.join(".");
    (renamed != path).then(|| format!("{quote}{renamed}{quote}"))
}
