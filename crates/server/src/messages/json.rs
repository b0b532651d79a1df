//! JSON and queries of clients: what is wrong in them, and in which field, in plain sentences.

use hyperrook_notation::words::list;
use serde::de::DeserializeOwned;
use serde_json::{Error, Value};
use std::fmt;

/// Fields of larger objects are not searched for the one at fault.
const MAX_SEARCHED: usize = 16;
/// The most characters of a wrong value that are repeated.
const MAX_REPEATED: usize = 40;

/// Why JSON is not a value of the type that is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JsonFault {
    /// The path of the field at fault (`game.options`), if it is known.
    pub(crate) field: Option<String>,
    /// What is wrong, in a sentence: ``The field `game.options` must be an object, not a list.``
    pub(crate) reason: String,
}

impl fmt::Display for JsonFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

/// Reads a value out of JSON that has been parsed. `what` names the whole.
pub(crate) fn read<T: DeserializeOwned>(value: &Value, what: &str) -> Result<T, JsonFault> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let (mut field, reason) = field_and_reason(&error);
        field = field.or_else(|| at_fault::<T>(value, &reason));
        fault(field, &reason, what)
    })
}

/// What is wrong in JSON that could not be read as a `T`. `error` says it of its text.
pub(crate) fn fault_of<T: DeserializeOwned>(value: &Value, error: &Error, what: &str) -> JsonFault {
    match read::<T>(value, what) {
        Err(fault) => fault,
        // A field that is there twice, which a parsed object cannot show.
        Ok(_) => {
            let text = error.to_string();
            fault(None, without_place(&text), what)
        }
    }
}

/// What is wrong in a query: `limit: invalid digit found in string`.
pub(crate) fn fault_in_query(text: &str) -> JsonFault {
    let names_field = |name: &&str| !name.contains([' ', '`']);
    match text.split_once(": ").filter(|(name, _)| names_field(name)) {
        Some((name, reason)) => fault(Some(name.to_owned()), reason, "query"),
        None => fault(None, text, "query"),
    }
}

/// Says why a text is not valid JSON.
pub(crate) fn not_json(what: &str, error: &Error) -> String {
    let place = match error.line() {
        0 | 1 => format!("column {}", error.column()),
        line => format!("line {line}, column {}", error.column()),
    };
    let text = error.to_string();
    let reason = match without_place(&text) {
        "EOF while parsing a string" => "it ends within a text",
        reason if reason.starts_with("EOF while parsing") => "it ends too early",
        "trailing characters" => "there is more text after the value",
        "recursion limit exceeded" => "its lists and objects are nested too deeply",
        "expected ident" => "expected true, false or null",
        "lone leading surrogate in hex escape" | "unexpected end of hex escape" => {
            "an escape beginning with \\u is incomplete"
        }
        reason if reason.starts_with("control character") => "a text has a control character",
        reason => reason,
    };
    format!("The {what} is not valid JSON: {reason} at {place}.")
}

fn without_place(text: &str) -> &str {
    text.rsplit_once(" at line ")
        .map_or(text, |(reason, _)| reason)
}

/// The field and the reason of an error. A missing field is the field at fault.
fn field_and_reason<E: fmt::Display>(
    error: &serde_path_to_error::Error<E>,
) -> (Option<String>, String) {
    let reason = error.inner().to_string();
    let path = match error.path().to_string() {
        root if root == "." => None,
        path => Some(path),
    };
    match in_backticks(&reason, "missing field ") {
        Some(name) => {
            let field = path.map_or_else(|| name.to_owned(), |path| format!("{path}.{name}"));
            (Some(field), reason)
        }
        None => (path, reason),
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
    if object.len() > MAX_SEARCHED {
        return None;
    }
    let mut names: Vec<&String> = fields.into_iter().chain(tags).collect();
    // Without any needed field the object has another fault, so those whose value is named come first.
    names.sort_by_key(|name| !is_named(&object[*name], reason));
    names.into_iter().find(is_at_fault).cloned()
}

/// Whether an error of serde names this value.
fn is_named(value: &Value, reason: &str) -> bool {
    match value {
        Value::Null => reason.contains("null") || reason.contains("unit value"),
        Value::Bool(value) => reason.contains(&format!("`{value}`")),
        Value::Number(value) => reason.contains(&format!("`{value}`")),
        Value::String(value) => [format!("`{value}`"), format!("{value:?}")]
            .iter()
            .any(|value| reason.contains(value)),
        Value::Array(_) => reason.contains("sequence"),
        Value::Object(_) => reason.contains("map"),
    }
}

/// An error of serde in a sentence. `what` is at fault if no field is.
fn fault(field: Option<String>, reason: &str, what: &str) -> JsonFault {
    let subject = match &field {
        Some(field) => format!("`{field}`"),
        None => format!("The {what}"),
    };
    if let Some(name) = in_backticks(reason, "missing field ") {
        let field = field.unwrap_or_else(|| name.to_owned());
        return JsonFault {
            reason: format!("`{field}` is missing."),
            field: Some(field),
        };
    }
    if let Some(name) = in_backticks(reason, "duplicate field ") {
        return JsonFault {
            reason: format!("The {what} has `{name}` twice."),
            field: Some(name.to_owned()),
        };
    }
    let must_be = expectation(reason).unwrap_or_else(|| "has a value that is not valid".to_owned());
    JsonFault {
        field,
        reason: format!("{subject} {must_be}."),
    }
}

/// `must be white or black, not green`.
fn expectation(reason: &str) -> Option<String> {
    let number = match reason {
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            Some("must be a whole number")
        }
        "number too large to fit in target type" => Some("is too large"),
        "number too small to fit in target type" => Some("is too small"),
        "invalid float literal" | "cannot parse float from empty string" => {
            Some("must be a number")
        }
        "provided string was not `true` or `false`" => Some("must be true or false"),
        _ => None,
    };
    if let Some(number) = number {
        return Some(number.to_owned());
    }
    if let Some(rest) = reason.strip_prefix("unknown variant `") {
        let (given, expected) = rest.split_once("`, expected ")?;
        let expected = expected.strip_prefix("one of ").unwrap_or(expected);
        let names = expected.split('`').skip(1).step_by(2);
        let names: Vec<&str> = names.collect();
        return Some(format!(
            "must be {}, not {}",
            list(&names, "or"),
            repeated(given)
        ));
    }
    if let Some(rest) = reason.strip_prefix("invalid length ") {
        let (_, wanted) = rest.split_once(", expected ")?;
        // A list in the place of an object is read as its fields.
        return Some(match wanted.strip_prefix("an array of length ") {
            Some(length) => format!("must be a list of {length} values"),
            None if wanted.starts_with("struct ") => "must be an object, not a list".to_owned(),
            None => "must be a list of another length".to_owned(),
        });
    }
    let rest = reason.strip_prefix("invalid type: ");
    let rest = rest.or_else(|| reason.strip_prefix("invalid value: "))?;
    let (given, wanted) = rest.rsplit_once(", expected ")?;
    Some(format!(
        "must be {}, not {}",
        expected(wanted),
        found(given)
    ))
}

/// What serde expects, in the words of JSON.
fn expected(wanted: &str) -> String {
    let words = match wanted {
        "a string" | "a borrowed string" => "a text",
        "a boolean" => "true or false",
        "u8" => "a whole number from 0 to 255",
        "u16" | "u32" | "u64" | "usize" => "a whole number that is not negative",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a sequence" => "a list",
        "a map" | "map" => "an object",
        other => {
            let objects = [
                "struct ",
                "internally tagged enum ",
                "adjacently tagged enum ",
            ];
            if objects.iter().any(|kind| other.starts_with(kind)) {
                "an object"
            } else if other.starts_with("an array of length") || other.starts_with("tuple ") {
                "a list"
            } else {
                // The names of an enum are texts.
                "another kind of value"
            }
        }
    };
    words.to_owned()
}

/// What serde found, in the words of JSON.
fn found(given: &str) -> String {
    match given {
        "null" | "unit value" => "null".to_owned(),
        "sequence" => "a list".to_owned(),
        "map" => "an object".to_owned(),
        other => match other.split_once(' ') {
            Some(("string", text)) => format!("the text {}", repeated(text)),
            Some(("integer" | "boolean", value)) => value.trim_matches('`').to_owned(),
            Some(("floating", value)) => {
                let value = value.strip_prefix("point ").unwrap_or(value);
                value.trim_matches('`').to_owned()
            }
            _ => "this".to_owned(),
        },
    }
}

/// A value of a client, shortened.
fn repeated(given: &str) -> String {
    hyperrook_notation::words::shorten(given, MAX_REPEATED)
}

/// The name in ``missing field `name` ``.
fn in_backticks<'a>(reason: &'a str, before: &str) -> Option<&'a str> {
    let rest = reason.strip_prefix(before)?.strip_prefix('`')?;
    rest.split('`').next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::time_control::Clock;
    use crate::messages::types::NewGameBody;
    use serde_json::json;

    /// What is wrong in a new game with one field replaced.
    fn wrong(field: &str, value: Value) -> (Option<String>, String) {
        let mut body = json!({
            "game": {"name": "chess"}, "colour": "white", "clock": {"kind": "none"},
            "rated": false, "opponent": {"kind": "link"},
        });
        body[field] = value;
        let fault = read::<NewGameBody>(&body, "body").unwrap_err();
        (fault.field, fault.reason)
    }

    #[test]
    fn faults_are_plain_sentences_with_their_field() {
        for (field, value, at, reason) in [
            (
                "colour",
                json!("green"),
                "colour",
                "`colour` must be white, black or random, not green.",
            ),
            (
                "rated",
                json!("yes"),
                "rated",
                "`rated` must be true or false, not the text \"yes\".",
            ),
            (
                "game",
                json!({"name": 5}),
                "game.name",
                "`game.name` must be a text, not 5.",
            ),
            ("game", json!({}), "game.name", "`game.name` is missing."),
            (
                "game",
                json!("chess"),
                "game",
                "`game` must be an object, not the text \"chess\".",
            ),
            (
                "game",
                json!({"name": "chess", "options": []}),
                "game.options",
                "`game.options` must be an object, not a list.",
            ),
            (
                "rated",
                json!(null),
                "rated",
                "`rated` must be true or false, not null.",
            ),
            (
                "opponent",
                json!({"kind": "friend"}),
                "opponent.kind",
                "`opponent.kind` must be engine, link, seek or pair, not friend.",
            ),
        ] {
            let expected = (Some(at.to_owned()), reason.to_owned());
            assert_eq!(wrong(field, value), expected);
        }
    }

    #[test]
    fn the_whole_can_be_at_fault() {
        let reason = |value: Value| read::<NewGameBody>(&value, "body").unwrap_err().reason;
        assert_eq!(reason(json!([])), "The body must be an object, not a list.");
        assert_eq!(reason(json!(3)), "The body must be an object, not 3.");
        let list = read::<Vec<Clock>>(&json!({}), "body").unwrap_err();
        assert_eq!(list.reason, "The body must be a list, not an object.");
    }

    #[test]
    fn a_field_can_be_there_twice() {
        let text = r#"{"kind": "days", "days": 1, "days": 2}"#;
        let error = serde_json::from_str::<Clock>(text).unwrap_err();
        let value = serde_json::from_str(text).unwrap();
        let fault = fault_of::<Clock>(&value, &error, "body");
        assert_eq!(fault.field.as_deref(), Some("days"));
        assert_eq!(fault.reason, "The body has `days` twice.");
    }

    #[test]
    fn values_in_queries_are_named() {
        for (text, reason) in [
            (
                "limit: invalid digit found in string",
                "`limit` must be a whole number.",
            ),
            (
                "limit: cannot parse integer from empty string",
                "`limit` must be a whole number.",
            ),
            (
                "limit: number too large to fit in target type",
                "`limit` is too large.",
            ),
            (
                "state: unknown variant `done`, expected `current` or `over`",
                "`state` must be current or over, not done.",
            ),
            ("missing field `from`", "`from` is missing."),
            ("something else", "The query has a value that is not valid."),
        ] {
            assert_eq!(fault_in_query(text).reason, reason);
        }
    }

    #[test]
    fn texts_that_are_not_json_are_said_to_be_that() {
        for (text, reason) in [
            ("", "it ends too early at column 0"),
            (r#"{"a": "b"#, "it ends within a text at column 8"),
            ("{} {}", "there is more text after the value at column 4"),
            ("tru ", "expected true, false or null at column 4"),
        ] {
            let error = serde_json::from_str::<Value>(text).unwrap_err();
            let expected = format!("The body is not valid JSON: {reason}.");
            assert_eq!(not_json("body", &error), expected);
        }
    }

    /// No word of serde reaches clients.
    #[test]
    fn long_values_are_shortened() {
        let (_, reason) = wrong("colour", json!("x".repeat(500)));
        assert!(reason.len() < 120, "{reason}");
    }
}
