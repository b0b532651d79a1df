//! The values of a definition file, with their places in the text.

use super::diagnostic::Faults;
use super::text_range::TextRange;
use super::toml_faults;
use toml::de::{DeTable, DeValue};
use toml::map::Map;

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) span: TextRange,
    pub(super) value: Value,
}

/// A value of a definition file.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Text(String),
    Integer(i64),
    Boolean(bool),
    List(Vec<Node>),
    Table(Table),
    /// A type of value that definitions do not use.
    Other(&'static str),
}

impl Value {
    /// The name of the type in messages.
    pub(super) fn what(&self) -> &'static str {
        match self {
            Value::Text(_) => "a text",
            Value::Integer(_) => "a number",
            Value::Boolean(_) => "true or false",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
            Value::Other(what) => what,
        }
    }

    /// Whether the other value is the same, or, of two tables, changes nothing when it is merged.
    fn includes(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Text(a), Value::Text(b)) => a == b,
            (Value::Integer(a), Value::Integer(b)) => a == b,
            (Value::Boolean(a), Value::Boolean(b)) => a == b,
            (Value::List(a), Value::List(b)) => {
                let pairs = || a.iter().zip(b);
                a.len() == b.len() && pairs().all(|(a, b)| a.value.is_same(&b.value))
            }
            (Value::Table(a), Value::Table(b)) => a.includes(b),
            _ => false,
        }
    }

    /// Whether the other value is the same.
    fn is_same(&self, other: &Value) -> bool {
        self.includes(other) && other.includes(self)
    }
}

/// A key's place and its value.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) key: TextRange,
    pub(super) node: Node,
}

/// Keys with their values, in the order of the file.
#[derive(Clone, Debug)]
pub(super) struct Table(Map<String, Entry>);

impl Table {
    pub(super) fn get(&self, key: &str) -> Option<&Entry> {
        self.0.get(key)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &Entry)> {
        self.0.iter().map(|(key, entry)| (key.as_str(), entry))
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Removes the entry at a dotted path from the table.
    pub(super) fn remove(&mut self, path: &str) -> Option<Entry> {
        let Some((head, rest)) = path.split_once('.') else {
            return self.0.remove(path);
        };
        match &mut self.0.get_mut(head)?.node.value {
            Value::Table(inner) => inner.remove(rest),
            _ => None,
        }
    }

    /// Whether merging the other table into this one would change nothing.
    pub(super) fn includes(&self, other: &Table) -> bool {
        other.0.iter().all(|(key, theirs)| {
            self.0
                .get(key)
                .is_some_and(|ours| ours.node.value.includes(&theirs.node.value))
        })
    }

    /// Merges another table into this one: tables are merged recursively, all other values are
    /// replaced.
    pub(super) fn merge(&mut self, other: &Table) {
        for (key, entry) in &other.0 {
            match (self.0.get_mut(key), &entry.node.value) {
                (
                    Some(Entry {
                        node:
                            Node {
                                value: Value::Table(ours),
                                ..
                            },
                        ..
                    }),
                    Value::Table(theirs),
                ) => ours.merge(theirs),
                _ => {
                    self.0.insert(key.clone(), entry.clone());
                }
            }
        }
    }
}

/// Maximum nesting depth of tables and lists.
const MAX_DEPTH: usize = 16;
/// Maximum number of values in a file.
const MAX_VALUES: usize = 10_000;

/// Maximum length of a key, in bytes. Messages repeat keys.
const MAX_KEY: usize = 100;

/// Parses a text as TOML; every syntax error goes to `faults`.
pub(super) fn read(text: &str, faults: &mut Faults<'_>) -> Table {
    // Every line of JSON would be an error.
    let first = text.trim_start();
    let is_list = first
        .strip_prefix('[')
        .is_some_and(|rest| rest.trim_start().starts_with('{'));
    if first.starts_with('{') || is_list {
        let start = text.len() - first.len();
        let message = "this looks like JSON, but a definition file is written in TOML";
        let help = "write `key = value` on lines of their own, and `[section]` before the keys of a section";
        faults.add(&(start..start + 1), message, help);
        return Table(Map::new());
    }
    let (document, errors) = DeTable::parse_recoverable(text);
    toml_faults::report(text, &errors, faults);
    let mut values = 0;
    table(document.get_ref(), 0, &mut values, faults)
}

fn table(from: &DeTable<'_>, depth: usize, values: &mut usize, faults: &mut Faults<'_>) -> Table {
    let mut entries = Map::new();
    for (key, value) in from {
        let len = key.get_ref().len();
        if len > MAX_KEY {
            let message = format!("this key has {len} bytes");
            faults.add(&key.span(), message, format!("it may have {MAX_KEY}"));
        }
        let entry = Entry {
            key: key.span(),
            node: node(value.get_ref(), value.span(), depth + 1, values, faults),
        };
        entries.insert(key.get_ref().clone().into_owned(), entry);
    }
    Table(entries)
}

fn node(
    from: &DeValue<'_>,
    span: TextRange,
    depth: usize,
    values: &mut usize,
    faults: &mut Faults<'_>,
) -> Node {
    *values += 1;
    let value = if depth > MAX_DEPTH {
        let message = format!("nested deeper than {MAX_DEPTH} tables and lists");
        faults.add(&span, message, "");
        Value::Other("too deep a value")
    } else if *values > MAX_VALUES {
        if *values == MAX_VALUES + 1 {
            faults.add(&span, format!("more than {MAX_VALUES} values"), "");
        }
        Value::Other("one value too many")
    } else {
        match from {
            DeValue::String(text) => Value::Text(text.clone().into_owned()),
            DeValue::Boolean(value) => Value::Boolean(*value),
            DeValue::Integer(integer) => {
                match i64::from_str_radix(integer.as_str(), integer.radix()) {
                    Ok(value) => Value::Integer(value),
                    Err(_) => Value::Other("a number that is too large"),
                }
            }
            DeValue::Float(_) => Value::Other("a number with a decimal point"),
            DeValue::Datetime(_) => Value::Other("a date"),
            DeValue::Array(items) => Value::List(
                items
                    .iter()
                    .map(|item| node(item.get_ref(), item.span(), depth + 1, values, faults))
                    .collect(),
            ),
            DeValue::Table(inner) => Value::Table(table(inner, depth, values, faults)),
        }
    };
    Node { span, value }
}
