//! Bodies in the description of the routes: they have no other fields than those described.

use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Closes the schemas of all bodies. The extractor of bodies refuses other fields.
pub(super) fn close(description: &mut Value) {
    let mut names = BTreeSet::new();
    let paths = description["paths"].as_object_mut().into_iter().flatten();
    for (_, methods) in paths {
        for (_, about) in methods.as_object_mut().into_iter().flatten() {
            let body = about.pointer_mut("/requestBody/content/application~1json/schema");
            body.into_iter()
                .for_each(|schema| close_schema(schema, &mut names));
        }
    }
    let mut closed = BTreeSet::new();
    while let Some(name) = names.pop_first() {
        let schema = description["components"]["schemas"].get_mut(&name);
        if let Some(schema) = schema
            && closed.insert(name)
        {
            close_schema(schema, &mut names);
        }
    }
}

/// Closes the objects in a schema, and notes the names of the schemas that it refers to.
fn close_schema(schema: &mut Value, names: &mut BTreeSet<String>) {
    let Some(parts) = schema.as_object_mut() else {
        return;
    };
    if let Some(reference) = parts.get("$ref").and_then(Value::as_str) {
        names.extend(reference.rsplit('/').next().map(str::to_owned));
    }
    if parts.contains_key("properties") && !parts.contains_key("additionalProperties") {
        parts.insert("additionalProperties".to_owned(), json!(false));
    }
    let properties = parts.get_mut("properties").and_then(Value::as_object_mut);
    for (_, field) in properties.into_iter().flatten() {
        close_schema(field, names);
    }
    for key in ["oneOf", "anyOf", "allOf"] {
        let choice = parts.get_mut(key).and_then(Value::as_array_mut);
        for part in choice.into_iter().flatten() {
            close_schema(part, names);
        }
    }
    for key in ["items", "additionalProperties"] {
        if let Some(inner) = parts.get_mut(key) {
            close_schema(inner, names);
        }
    }
}
