//! The options of a file, and the overlays that they enable.

use super::diagnostic::{Faults, quoted, suggest};
use super::reader::{Fields, text_of};
use super::text_range::TextRange;
use super::tree::{Node, Table, Value};
use super::wording::{MissingValue, Wording};
use crate::OptionValue;

/// Maximum number of options of a file.
const MAX_OPTIONS: usize = 16;
/// Maximum number of values of all options together.
const MAX_OPTION_VALUES: usize = 48;
/// Maximum number of overlays of a file.
const MAX_OVERLAYS: usize = 64;

/// Changes that are made when options have certain values.
#[derive(Clone, Debug)]
pub(super) struct Overlay {
    /// Where it begins.
    span: TextRange,
    /// Options, and the values of each that meet the condition.
    conditions: Vec<(String, Vec<String>)>,
    /// Dotted paths to remove.
    drop: Vec<(String, TextRange)>,
    /// The table to merge.
    set: Option<Table>,
}

/// A name made of lower-case letters, digits, `_` and, if allowed, `-`.
pub(super) fn is_name(name: &str, dash: bool) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.len() <= 40
        && name
            .bytes()
            .all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'_') || dash && b == b'-')
}

/// The text of an option value. Values are words, and may be written without quotes where TOML
/// allows it.
fn value_text(node: &Node) -> Option<String> {
    match &node.value {
        Value::Text(text) => Some(text.clone()),
        Value::Boolean(value) => Some(value.to_string()),
        Value::Integer(value) => Some(value.to_string()),
        _ => None,
    }
}

/// Reads `[options.…]`.
pub(super) fn read_options(file: &mut Fields<'_>, faults: &mut Faults<'_>) -> Vec<OptionValue> {
    let mut options = Vec::new();
    let whole = file.span_of("options");
    let mut total = 0;
    for (name, key, mut fields) in file.tables("options", faults) {
        if !is_name(name, false) {
            let message = format!("`{name}` is not a name for an option");
            let help = "use lower-case letters, digits and `_`, a letter first, at most 40";
            faults.add(&key, message, help);
        }
        let about = fields.needed_text("about", "\"What it changes.\"", faults);
        let mut values = Vec::new();
        match fields.list("values", faults) {
            Some(nodes) => {
                for node in nodes {
                    read_value(node, &mut values, faults);
                }
                if nodes.len() < 2 {
                    let help = format!(
                        "list at least two, the default first: {}",
                        faults.setting("values", "[false, true]")
                    );
                    let message = format!("option `{name}` has no choice of values");
                    faults.add(&fields.span_of("values"), message, help);
                }
            }
            None if !fields.has("values") => {
                let wanted = "`values = [false, true]`, the default first";
                fields.missing("values", MissingValue::Words(wanted.to_owned()));
            }
            None => {}
        }
        fields.finish(faults);
        total += values.len();
        if let Some(default) = values.first().cloned() {
            options.push(OptionValue {
                name: name.to_owned(),
                about: about.map_or("", |about| about.text).to_owned(),
                values,
                value: default,
            });
        }
    }
    if options.len() > MAX_OPTIONS {
        let message = format!(
            "{} options; at most {MAX_OPTIONS} are possible",
            options.len()
        );
        faults.add(&whole, message, "");
    }
    if total > MAX_OPTION_VALUES {
        let message =
            format!("the options have {total} values; at most {MAX_OPTION_VALUES} are possible");
        faults.add(&whole, message, "");
    }
    options
}

fn read_value(node: &Node, values: &mut Vec<String>, faults: &mut Faults<'_>) {
    let fits = |text: &String| {
        !text.is_empty()
            && text.len() <= 40
            && text
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
    };
    match value_text(node).filter(fits) {
        None => faults.add(
            &node.span,
            "this is not a value for an option",
            "use a word of letters, digits, `_`, `-` and `.`, a number, true or false",
        ),
        Some(text) if values.contains(&text) => {
            faults.add(&node.span, format!("`{text}` is listed twice"), "");
        }
        Some(text) => values.push(text),
    }
}

/// Reads `[[when]]`.
pub(super) fn read_overlays(
    file: &mut Fields<'_>,
    options: &[OptionValue],
    faults: &mut Faults<'_>,
) -> Vec<Overlay> {
    let nodes = file.list("when", faults).unwrap_or(&[]);
    if nodes.len() > MAX_OVERLAYS {
        let tables = match faults.wording() {
            Wording::File => "tables [[when]]",
            Wording::Builder => "overlays",
        };
        let message = format!(
            "{} {tables}; at most {MAX_OVERLAYS} are possible",
            nodes.len()
        );
        faults.add(&nodes[MAX_OVERLAYS].span, message, "");
    }
    let mut overlays = Vec::new();
    let faults_before = faults.len();
    for node in nodes.iter().take(MAX_OVERLAYS) {
        let Value::Table(table) = &node.value else {
            faults.add(
                &node.span,
                "each entry of `when` must be a table",
                "write `[[when]]`",
            );
            continue;
        };
        let mut fields = Fields::new(table, node.span.clone(), "[[when]]");
        let conditions = read_conditions(&mut fields, options, faults);
        let mut drop = Vec::new();
        for node in fields.list("drop", faults).unwrap_or(&[]) {
            match text_of(node) {
                Some(path) => drop.push((path.text.to_owned(), node.span.clone())),
                None => faults.add(
                    &node.span,
                    "each path in `drop` must be a text in quotes",
                    "as in `drop = [\"promotion.pawns\"]`",
                ),
            }
        }
        let set = fields.node("set").and_then(|node| match &node.value {
            Value::Table(table) => Some(table.clone()),
            other => {
                let message = format!("`set` is {}", other.what());
                faults.add(
                    &node.span,
                    message,
                    "write `set.board.ranks = 8` and the like",
                );
                None
            }
        });
        for key in ["options", "when", "format", "name"] {
            if let Some(entry) = set.as_ref().and_then(|set| set.get(key)) {
                let article = match faults.wording() {
                    Wording::File => "a",
                    Wording::Builder => "an",
                };
                let overlay = faults.wording().overlay();
                faults.add(
                    &entry.key,
                    format!("{article} {overlay} cannot set `{key}`"),
                    "options change the board, pieces, start and rules",
                );
            }
        }
        if !fields.has("set") && !fields.has("drop") {
            let help = match faults.wording() {
                Wording::File => "add `set` or `drop`",
                Wording::Builder => "add what it changes",
            };
            let message = format!("this {} changes nothing", faults.wording().overlay());
            faults.add(&node.span, message, help);
        }
        fields.finish(faults);
        overlays.push(Overlay {
            span: node.span.clone(),
            conditions,
            drop,
            set,
        });
    }
    if faults.len() > faults_before {
        // A misspelt condition may be the one that names the option.
        return overlays;
    }
    for option in options {
        let used = |overlay: &Overlay| overlay.conditions.iter().any(|c| c.0 == option.name);
        if !overlays.iter().any(used) {
            let span = file.span_of_inner("options", &option.name);
            let message = format!("option `{}` changes nothing", option.name);
            let help = match faults.wording() {
                Wording::File => format!("name it in a [[when]]: `options.{} = …`", option.name),
                Wording::Builder => format!("add an overlay with `when(\"{}\", …)`", option.name),
            };
            faults.add(&span, message, help);
        }
    }
    overlays
}

/// Reads the condition of an overlay or a note: options, and the values of each that meet it.
pub(super) fn read_conditions(
    fields: &mut Fields<'_>,
    options: &[OptionValue],
    faults: &mut Faults<'_>,
) -> Vec<(String, Vec<String>)> {
    let mut conditions = Vec::new();
    let table = match fields.node("options") {
        Some(Node {
            value: Value::Table(table),
            ..
        }) => table,
        Some(node) => {
            let help = "write the condition as `options = { NAME = VALUE }`";
            faults.add(
                &node.span,
                format!("`options` is {}", node.value.what()),
                help,
            );
            return conditions;
        }
        None => {
            let wanted = "the condition: `options = { NAME = VALUE }`";
            fields.missing("options", MissingValue::Words(wanted.to_owned()));
            return conditions;
        }
    };
    for (name, entry) in table.iter() {
        let Some(option) = options.iter().find(|option| option.name == name) else {
            let known = options.iter().take(4 * MAX_OPTIONS);
            let known = known.map(|option| option.name.as_str());
            let whole = faults.wording().definition();
            let message = format!("the {whole} has no option `{name}`");
            faults.add(&entry.key, message, suggest(name, known));
            continue;
        };
        let nodes = match &entry.node.value {
            Value::List(nodes) => nodes.as_slice(),
            _ => std::slice::from_ref(&entry.node),
        };
        let mut values = Vec::new();
        for node in nodes {
            match value_text(node) {
                Some(text) if option.values.contains(&text) => values.push(text),
                found => {
                    let found = found.map_or("this".to_owned(), |text| format!("`{text}`"));
                    let message = format!("{found} is not a value of option `{name}`");
                    // There may be too many, which is a fault of its own.
                    let values = option.values.iter().take(MAX_OPTION_VALUES);
                    let known = quoted(values.map(String::as_str));
                    faults.add(&node.span, message, format!("it can be {known}"));
                }
            }
        }
        conditions.push((name.to_owned(), values));
    }
    if table.keys().next().is_none() {
        faults.add(
            fields.span(),
            "the condition is empty",
            "leave `options` out of a note that always holds, and put what always holds into the file itself",
        );
    }
    conditions
}

/// Whether all conditions hold for the options.
pub(super) fn hold(conditions: &[(String, Vec<String>)], options: &[OptionValue]) -> bool {
    conditions.iter().all(|(name, values)| {
        let mut options = options.iter();
        options.any(|option| option.name == *name && values.contains(&option.value))
    })
}

/// The tree with the overlays whose conditions hold.
pub(super) fn apply(
    tree: &Table,
    overlays: &[Overlay],
    options: &[OptionValue],
    faults: &mut Faults<'_>,
) -> Table {
    let mut merged = tree.clone();
    for overlay in overlays {
        if !hold(&overlay.conditions, options) {
            continue;
        }
        for (path, span) in &overlay.drop {
            if merged.remove(path).is_none() {
                faults.add(
                    span,
                    format!("there is no `{path}` to drop"),
                    "write the path with dots, as in `promotion.pawns`",
                );
            }
        }
        if let Some(set) = &overlay.set {
            merged.merge(set);
        }
    }
    merged
}

impl Overlay {
    /// Where it begins.
    pub(super) fn span(&self) -> &TextRange {
        &self.span
    }

    /// Its condition in words: `with array=court or array=wings and fast=true`.
    pub(super) fn condition(&self) -> String {
        let of_option = |(name, values): &(String, Vec<String>)| {
            let values: Vec<String> = values.iter().map(|v| format!("{name}={v}")).collect();
            values.join(" or ")
        };
        let all: Vec<String> = self.conditions.iter().map(of_option).collect();
        format!("with {}", all.join(" and "))
    }
}

/// For each overlay whose conditions hold: its index, and whether it changes anything.
pub(super) fn effects(
    tree: &Table,
    overlays: &[Overlay],
    options: &[OptionValue],
) -> Vec<(usize, bool)> {
    let mut merged = tree.clone();
    let mut found = Vec::new();
    for (index, overlay) in overlays.iter().enumerate() {
        if !hold(&overlay.conditions, options) {
            continue;
        }
        let mut changes = false;
        for (path, _) in &overlay.drop {
            changes |= merged.remove(path).is_some();
        }
        if let Some(set) = &overlay.set {
            changes |= !merged.includes(set);
            merged.merge(set);
        }
        found.push((index, changes));
    }
    found
}
