//! What makes two rule sets the same.

use super::tree::{Table, Value};
use crate::OptionValue;
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Keys of the file itself that are prose, or are settled by the options.
const LEFT_OUT: [&str; 6] = ["title", "credit", "about", "notes", "options", "when"];

/// SHA-256 in hexadecimal of the canonical text of a merged file and its
/// options: keys sorted (but for the charts, whose order says which is the
/// default), white space reduced, prose and layout left out. Options that the
/// file has and overlays that do not apply are left out too: they belong to
/// other rule sets.
pub(super) fn identity(merged: &Table, options: &[OptionValue]) -> String {
    let digest = Sha256::digest(canonical(merged, options));
    digest.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn canonical(merged: &Table, options: &[OptionValue]) -> String {
    let mut text = String::new();
    table(merged, &mut Vec::new(), &mut text);
    let mut values: Vec<_> = options
        .iter()
        .map(|option| (&option.name, &option.value))
        .collect();
    values.sort();
    for (name, value) in values {
        let _ = writeln!(text, "option {name:?} = {value:?}");
    }
    text
}

fn table(from: &Table, path: &mut Vec<String>, text: &mut String) {
    let mut entries: Vec<_> = from.iter().collect();
    let ordered = path.len() == 1 && path[0] == "charts";
    if !ordered {
        entries.sort_by_key(|(key, _)| *key);
    }
    for (key, entry) in entries {
        let prose = match path.len() {
            0 => LEFT_OUT.contains(&key),
            2 => path[0] == "pieces" && key == "name",
            _ => false,
        };
        if prose {
            continue;
        }
        path.push(key.to_owned());
        let is_board = path.len() == 2 && path[0] == "start" && key == "board";
        value(&entry.node.value, is_board, path, text);
        path.pop();
    }
}

fn value(from: &Value, is_board: bool, path: &mut Vec<String>, text: &mut String) {
    if let Value::Table(inner) = from {
        return table(inner, path, text);
    }
    let _ = write!(text, "{path:?} = ");
    scalar(from, is_board, text);
    text.push('\n');
}

fn scalar(from: &Value, is_board: bool, text: &mut String) {
    // Writing to a string cannot fail.
    let _ = match from {
        Value::Text(value) if is_board => {
            let bare: String = value.split_whitespace().collect();
            write!(text, "{bare:?}")
        }
        Value::Text(value) => write!(text, "{:?}", reduce(value)),
        Value::Integer(value) => write!(text, "{value}"),
        Value::Boolean(value) => write!(text, "{value}"),
        Value::List(items) => {
            for item in items {
                scalar(&item.value, false, text);
                text.push(',');
            }
            Ok(())
        }
        // Neither is part of a sound definition outside tables.
        Value::Table(_) | Value::Other(_) => Ok(()),
    };
}

/// Single spaces, and none beside `,`, `:`, `=` and arithmetic signs.
fn reduce(text: &str) -> String {
    let mut out = String::new();
    for word in text.split_whitespace() {
        let tight = |c: Option<char>| c.is_some_and(|c| ",:=/%+-".contains(c));
        let joined = tight(out.chars().next_back()) || tight(word.chars().next());
        if !out.is_empty() && !joined {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}
