//! The description of the API as a page for people.

use super::errors::ERRORS;
use hyperrook_notation::words::escape as text;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The schema of every error.
const ERROR: &str = "#/components/schemas/ErrorBody";

/// Prose as HTML. Text between backticks becomes code.
fn prose(value: &Value) -> String {
    linked_prose(value, &Value::Null)
}

/// Prose as HTML, in which the names of `types` lead to their sections.
fn linked_prose(value: &Value, types: &Value) -> String {
    let parts = text(value.as_str().unwrap_or(""));
    let mut out = String::with_capacity(parts.len());
    for (i, part) in parts.split('`').enumerate() {
        if i % 2 == 0 {
            out.push_str(part);
        } else if types.get(part).is_some() {
            out.push_str(&type_link(part));
        } else {
            out.extend(["<code>", part, "</code>"]);
        }
    }
    out
}

/// A link to the section of a type.
fn type_link(name: &str) -> String {
    let name = text(name);
    format!("<a href=\"#{name}\"><code>{name}</code></a>")
}

/// The description of a parameter or field, to follow its type.
fn remark(of: &Value) -> String {
    if of["description"].is_string() {
        format!(". {}", prose(&of["description"]))
    } else {
        String::new()
    }
}

/// The anchor of a route within the page.
fn anchor(method: &str, path: &str) -> String {
    format!("{method}{path}").replace(|c: char| !c.is_ascii_alphanumeric(), "-")
}

/// Every route with its path and method, by tag.
fn by_tag(api: &Value) -> BTreeMap<&str, Vec<(&str, &str, &Value)>> {
    let mut tags: BTreeMap<&str, Vec<(&str, &str, &Value)>> = BTreeMap::new();
    for (path, methods) in api["paths"].as_object().into_iter().flatten() {
        for (method, route) in methods.as_object().into_iter().flatten() {
            let tag = route["tags"][0].as_str().unwrap_or("other");
            tags.entry(tag).or_default().push((path, method, route));
        }
    }
    tags
}

/// The page: a list of the routes, a section for each route, and one for each type. It needs no
/// script.
pub(super) fn page(api: &Value) -> String {
    let mut out = String::from(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>Hyperrook: the API</title>\
         <link rel=\"icon\" href=\"/favicon.svg\">\
         <link rel=\"stylesheet\" href=\"/api-docs.css\"></head><body><main>\
         <h1>The API of Hyperrook</h1>",
    );
    let types = &api["components"]["schemas"];
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "<p>{}</p><p>The same as OpenAPI, to generate a client from: \
         <a href=\"/api/openapi.json\">/api/openapi.json</a>. \
         <a href=\"/\">Back to the games</a>.</p><nav aria-label=\"Routes\">",
        linked_prose(&api["info"]["description"], types)
    );
    let tags = by_tag(api);
    for (tag, routes) in &tags {
        let _ = write!(out, "<h2>{}</h2><ul>", title(tag));
        for (path, method, route) in routes {
            let _ = write!(
                out,
                "<li><a href=\"#{}\"><code>{} {}</code></a> {}</li>",
                anchor(method, path),
                text(&method.to_uppercase()),
                text(path),
                prose(&route["summary"]).trim_end_matches('.'),
            );
        }
        out.push_str("</ul>");
    }
    out.push_str("<p><a href=\"#errors\">Errors</a></p><p><a href=\"#types\">Types</a></p></nav>");
    for (tag, routes) in &tags {
        let _ = write!(out, "<h2>{}</h2>", title(tag));
        for (path, method, route) in routes {
            section(&mut out, path, method, route, types);
        }
    }
    errors(&mut out);
    out.push_str("<h2 id=\"types\">Types</h2>");
    for (name, schema) in types.as_object().into_iter().flatten() {
        let _ = write!(
            out,
            "<section id=\"{0}\"><h3><code>{0}</code></h3><p>{1}</p>{2}</section>",
            text(name),
            prose(&schema["description"]),
            details(schema)
        );
    }
    out.push_str("</main></body></html>");
    out
}

/// A tag as a heading.
fn title(tag: &str) -> String {
    let mut letters = tag.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    text(&first.into_iter().chain(letters).collect::<String>())
}

/// The section on errors: their type, and what each status means.
fn errors(out: &mut String) {
    let _ = write!(
        out,
        "<h2 id=\"errors\">Errors</h2><p>Every error is an {}. Its <code>code</code> is for \
         programs, its <code>message</code> for people.</p><ul>",
        kind(&json!({ "$ref": ERROR }))
    );
    for (status, meaning) in ERRORS {
        let meaning = prose(&Value::from(meaning));
        let _ = write!(out, "<li><b>{}</b> {meaning}</li>", text(status));
    }
    out.push_str("</ul>");
}

/// The section of a route.
fn section(out: &mut String, path: &str, method: &str, route: &Value, types: &Value) {
    let _ = write!(
        out,
        "<section id=\"{}\"><h3><code><b>{}</b> {}</code></h3><p>{}. {}</p><ul>",
        anchor(method, path),
        text(&method.to_uppercase()),
        text(path),
        prose(&route["summary"]).trim_end_matches('.'),
        linked_prose(&route["description"], types)
    );
    let _ = write!(out, "<li>{}</li>", access(&route["security"]));
    for parameter in route["parameters"].as_array().into_iter().flatten() {
        let _ = write!(
            out,
            "<li><code>{}</code> ({}): {}{}</li>",
            prose(&parameter["name"]),
            prose(&parameter["in"]),
            kind(&parameter["schema"]),
            remark(parameter)
        );
    }
    if let Some(body) = content(&route["requestBody"]["content"]) {
        let _ = write!(out, "<li>Body: {}</li>", kind(body));
    }
    for (status, answer) in route["responses"].as_object().into_iter().flatten() {
        let body = content(&answer["content"]);
        let about = prose(&answer["description"]);
        let is_error = body.is_some_and(|body| body["$ref"] == ERROR);
        let body = match body {
            Some(body) if !is_error => format!(": {}", kind(body)),
            _ => String::new(),
        };
        let _ = write!(out, "<li><b>{}</b> {about}{body}</li>", text(status));
    }
    out.push_str("</ul></section>");
}

/// Who may send a request, in a sentence.
fn access(security: &Value) -> String {
    let ways = security.as_array().map_or(&[][..], Vec::as_slice);
    let Some(scope) = ways.iter().find_map(|way| way["token"][0].as_str()) else {
        return "Open to everyone".to_owned();
    };
    let token = format!("a token with the scope <code>{}</code>", text(scope));
    if ways.contains(&json!({})) {
        format!("Open to everyone. You can send a session or {token}")
    } else if ways.iter().any(|way| way["csrf"].is_array()) {
        format!("Needs a session with <code>X-CSRF</code>, or {token}")
    } else {
        format!("Needs a signed-in session, or {token}")
    }
}

fn content(content: &Value) -> Option<&Value> {
    content
        .as_object()?
        .values()
        .next()
        .map(|body| &body["schema"])
}

/// A type in a few words.
fn kind(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        return type_link(reference.rsplit('/').next().unwrap_or(""));
    }
    for (key, word) in [("oneOf", " or "), ("anyOf", " or "), ("allOf", " and ")] {
        if let Some(parts) = schema[key].as_array() {
            let parts: Vec<String> = parts.iter().map(kind).collect();
            return parts.join(word);
        }
    }
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> = values
            .iter()
            .map(|value| text(&value.to_string()))
            .collect();
        return format!("<code>{}</code>", values.join(" | "));
    }
    match &schema["type"] {
        Value::String(name) if name == "array" => format!("list of {}", kind(&schema["items"])),
        Value::String(name) if name == "object" && schema["properties"].is_object() => {
            prose(&schema["description"]) + &details(schema)
        }
        Value::String(name) => text(name),
        Value::Array(names) => {
            let names: Vec<String> = names
                .iter()
                .map(|name| match name.as_str() {
                    Some("array") => format!("list of {}", kind(&schema["items"])),
                    name => text(name.unwrap_or("")),
                })
                .collect();
            names.join(" or ")
        }
        _ => "anything".to_owned(),
    }
}

/// The fields of a type.
fn details(schema: &Value) -> String {
    let Some(fields) = schema["properties"].as_object() else {
        return format!("<p>{}</p>", kind(schema));
    };
    let needed = schema["required"].as_array();
    let mut out = String::from("<ul>");
    for (name, field) in fields {
        let needed = needed.is_some_and(|names| names.iter().any(|needed| needed == name));
        let _ = write!(
            out,
            "<li><code>{}</code>{}: {}{}</li>",
            text(name),
            if needed { "" } else { " (optional)" },
            kind(field),
            remark(field)
        );
    }
    out.push_str("</ul>");
    out
}
