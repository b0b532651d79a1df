//! JSON of clients: what is wrong in it, and in which field.

use serde::de::{DeserializeOwned, Deserializer, Error as _};
use serde_json::{Error, Value};
use std::fmt;

/// Fields of larger objects are not searched for the one at fault.
const MAX_SEARCHED: usize = 16;

/// Why JSON is not a value of the type that is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JsonFault {
    /// The path of the field at fault (`game.options`), if it is known.
    pub(crate) field: Option<String>,
    /// What is wrong: `invalid type: integer 5, expected a string`.
    pub(crate) reason: String,
}

impl fmt::Display for JsonFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match &self.field {
            Some(field) if !self.reason.ends_with(&format!("`{field}`")) => {
                write!(f, "`{field}`: {}", self.reason)
            }
            _ => f.write_str(&self.reason),
        }
    }
}

/// Reads a value out of JSON that has been parsed.
pub(crate) fn read<T: DeserializeOwned>(value: &Value) -> Result<T, JsonFault> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let mut fault = fault(&error);
        fault.field = fault.field.or_else(|| at_fault::<T>(value, &fault.reason));
        fault
    })
}

/// For `#[serde(flatten, deserialize_with)]`: errors keep the path of their field, which `flatten`
/// loses.
pub(crate) fn flattened<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: serde::Deserialize<'de>,
{
    serde_path_to_error::deserialize(deserializer).map_err(|error| D::Error::custom(fault(&error)))
}

/// The field and the reason of an error. A missing field is the field at fault.
fn fault<E: fmt::Display>(error: &serde_path_to_error::Error<E>) -> JsonFault {
    let mut reason = error.inner().to_string();
    let mut path = match error.path().to_string() {
        root if root == "." => None,
        path => Some(path),
    };
    if path.is_none()
        && let Some((inner, rest)) = reason.strip_prefix('`').and_then(|r| r.split_once("`: "))
    {
        // An error of `flattened`.
        (path, reason) = (Some(inner.to_owned()), rest.to_owned());
    } else if let Some(name) = reason.strip_prefix("missing field `") {
        let name = name.trim_end_matches('`');
        let field = path.map_or_else(|| name.to_owned(), |path| format!("{path}.{name}"));
        reason = format!("missing field `{field}`");
        path = Some(field);
    }
    JsonFault {
        field: path,
        reason,
    }
}

/// The field at fault in an object whose kind is told by a field (`#[serde(tag)]`), which loses
/// the path: without this field the object has another fault, or none.
fn at_fault<T: DeserializeOwned>(value: &Value, reason: &str) -> Option<String> {
    let object = value.as_object()?;
    let is_at_fault = |name: &&String| {
        let mut without = object.clone();
        without.remove(*name);
        let read: Result<T, Error> = serde_json::from_value(Value::Object(without));
        read.err().is_none_or(|error| error.to_string() != reason)
    };
    // The tag comes last: without it every object has another fault.
    let (tags, fields): (Vec<&String>, Vec<&String>) = object.keys().partition(|name| *name == "t");
    let mut names = fields.into_iter().chain(tags);
    if object.len() > MAX_SEARCHED {
        return None;
    }
    names.find(is_at_fault).cloned()
}
