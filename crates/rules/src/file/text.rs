//! The texts of a definition that people read: their maximum lengths and allowed characters. A
//! stranger's text is shown in lists, in messages and in terminals, so it must not break lines,
//! hide parts of itself, or change the direction of the text around it.

use super::characters::report_unfit;
use super::diagnostic::Faults;
use super::reader::{Text, text_of};
use super::tree::{Node, Table, Value};

/// Maximum number of notes of a file.
const MAX_NOTES: usize = 100;
/// Maximum number of tips of a file, and of characters of one.
const MAX_TIPS: usize = 10;
const MAX_TIP: usize = 400;

/// Whether a text may have several lines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Line,
    Paragraphs,
}

/// A key whose value is a text for people, its form, and its maximum number of characters.
type TextKey = (&'static str, Form, usize);

const OF_GAME: [TextKey; 5] = [
    ("title", Form::Line, 80),
    ("credit", Form::Paragraphs, 400),
    ("about", Form::Paragraphs, 1000),
    ("aim", Form::Paragraphs, 400),
    ("published", Form::Line, 300),
];
const OF_BOARD: [TextKey; 1] = [("about", Form::Paragraphs, 1000)];
const OF_NOTE: [TextKey; 3] = [
    ("title", Form::Line, 80),
    ("text", Form::Paragraphs, 4000),
    ("reason", Form::Paragraphs, 4000),
];
const OF_OPTION: [TextKey; 1] = [("about", Form::Paragraphs, 400)];
const OF_PIECE: [TextKey; 2] = [("name", Form::Line, 60), ("about", Form::Paragraphs, 400)];

/// Reports every text that is too long or has a character that is not allowed.
pub(super) fn check(tree: &Table, faults: &mut Faults<'_>) {
    check_characters(tree, faults);
    check_section(tree, faults);
    for change in items(tree, "when") {
        if let Some(Value::Table(set)) = value(change, "set") {
            check_section(set, faults);
        }
    }
}

/// Checks the keys of a file, or of the table that an overlay merges into it.
fn check_section(section: &Table, faults: &mut Faults<'_>) {
    check_keys(section, &OF_GAME, faults);
    if let Some(Value::Table(board)) = value(section, "board") {
        check_keys(board, &OF_BOARD, faults);
    }
    check_tips(section, faults);
    for (index, note) in items(section, "notes").enumerate() {
        if index == MAX_NOTES
            && let Some(entry) = section.get("notes")
        {
            faults.add(&entry.key, format!("more than {MAX_NOTES} notes"), "");
        }
        check_keys(note, &OF_NOTE, faults);
    }
    for (name, keys) in [("options", &OF_OPTION[..]), ("pieces", &OF_PIECE[..])] {
        if let Some(Value::Table(tables)) = value(section, name) {
            for (_, entry) in tables.iter() {
                if let Value::Table(table) = &entry.node.value {
                    check_keys(table, keys, faults);
                }
            }
        }
    }
}

fn check_tips(section: &Table, faults: &mut Faults<'_>) {
    let Some(entry) = section.get("tips") else {
        return;
    };
    let Value::List(tips) = &entry.node.value else {
        return;
    };
    if tips.len() > MAX_TIPS {
        let message = format!("`tips` has {} texts", tips.len());
        faults.add(&entry.key, message, format!("it may have {MAX_TIPS}"));
    }
    for text in tips.iter().filter_map(text_of) {
        check_text("tips", text, Form::Paragraphs, MAX_TIP, faults);
    }
}

fn value<'t>(table: &'t Table, key: &str) -> Option<&'t Value> {
    table.get(key).map(|entry| &entry.node.value)
}

/// The tables in the list under a key.
fn items<'t>(table: &'t Table, key: &str) -> impl Iterator<Item = &'t Table> {
    let nodes: &[Node] = match value(table, key) {
        Some(Value::List(nodes)) => nodes,
        _ => &[],
    };
    nodes.iter().filter_map(|node| match &node.value {
        Value::Table(table) => Some(table),
        _ => None,
    })
}

fn check_keys(table: &Table, keys: &[TextKey], faults: &mut Faults<'_>) {
    for &(key, form, max_len) in keys {
        let text = table.get(key).and_then(|entry| text_of(&entry.node));
        if let Some(text) = text {
            check_text(key, text, form, max_len, faults);
        }
    }
}

/// Maximum number of combining marks on one character. No script needs more.
const MAX_COMBINING: usize = 4;

/// Whether a character is drawn over the one before it.
fn is_combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}' | '\u{483}'..='\u{489}' | '\u{1AB0}'..='\u{1AFF}'
        | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}' | '\u{FE20}'..='\u{FE2F}')
}

fn check_text(key: &str, text: Text<'_>, form: Form, max_len: usize, faults: &mut Faults<'_>) {
    let length = text.text.chars().count();
    if length > max_len {
        let message = format!("`{key}` has {length} characters");
        faults.add(text.span(), message, format!("it may have {max_len}"));
    }
    // The name of a piece has its own check.
    if key != "name" && length > 0 && text.text.trim().is_empty() {
        let message = format!("`{key}` is blank");
        faults.add(text.span(), message, "write something that people can read");
    }
    let place = text.places(faults);
    let mut marks = 0;
    for (at, c) in text.text.char_indices() {
        marks = if is_combining(c) { marks + 1 } else { 0 };
        if marks == MAX_COMBINING + 1 {
            let message = format!("`{key}` has more than {MAX_COMBINING} combining marks in a row");
            faults.add(&place(at), message, "leave some of them out");
        }
    }
    if form == Form::Line
        && let Some(at) = text.text.find(['\n', '\r', '\t'])
    {
        let message = format!("`{key}` has a tab or a line break");
        faults.add(&place(at), message, "write it on one line");
    }
}

/// Checks the characters of all strings and keys, and of the comments.
fn check_characters(tree: &Table, faults: &mut Faults<'_>) {
    let written = faults.text();
    // Some editors write a byte order mark at the beginning of each file.
    let is_mark = |&(at, c): &(usize, char)| at == 0 && c == '\u{FEFF}';
    for (at, c) in written.char_indices().filter(|found| !is_mark(found)) {
        report_unfit(c, at..at + c.len_utf8(), faults);
    }
    check_table(tree, faults);
}

fn check_table(table: &Table, faults: &mut Faults<'_>) {
    for (key, entry) in table.iter() {
        for c in key.chars() {
            report_unfit(c, entry.key.clone(), faults);
        }
        check_node(&entry.node, faults);
    }
}

fn check_node(node: &Node, faults: &mut Faults<'_>) {
    match &node.value {
        Value::Table(table) => check_table(table, faults),
        Value::List(nodes) => nodes.iter().for_each(|node| check_node(node, faults)),
        _ => {
            let Some(text) = text_of(node) else { return };
            let place = text.places(faults);
            for (at, c) in text.text.char_indices() {
                report_unfit(c, place(at), faults);
            }
        }
    }
}
