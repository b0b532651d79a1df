//! The description as a page for people.

use hyperrook_view::escape as text;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The type of every error.
const ERROR: &str = "#/components/schemas/ErrorBody";

/// Prose as HTML: what stands between backticks is code.
fn prose(value: &Value) -> String {
    let parts = text(value.as_str().unwrap_or(""));
    let mut out = String::with_capacity(parts.len());
    for (i, part) in parts.split('`').enumerate() {
        match i % 2 {
            0 => out.push_str(part),
            _ => out.extend(["<code>", part, "</code>"]),
        }
    }
    out
}

/// What is said of a parameter or field, to stand behind its type.
fn remark(of: &Value) -> String {
    match &of["description"] {
        Value::String(_) => format!(". {}", prose(&of["description"])),
        _ => String::new(),
    }
}

/// What names a route within the page.
fn anchor(method: &str, path: &str) -> String {
    format!("{method}{path}").replace(|c: char| !c.is_ascii_alphanumeric(), "-")
}

/// Every route with its path and method, by its tag.
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

/// The page: the routes in a list, then one section a route, one a type. It needs no script.
pub(super) fn page(api: &Value) -> String {
    let mut out = String::from(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>Hyperrook: the interface for programs</title>\
         <link rel=\"icon\" href=\"/favicon.svg\">\
         <link rel=\"stylesheet\" href=\"/api-docs.css\"></head><body><main>\
         <h1>The interface for programs</h1>",
    );
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "<p>{}</p><p>As OpenAPI: <a href=\"/api/openapi.json\">/api/openapi.json</a>. \
         <a href=\"/\">Back to the games</a>.</p><nav aria-label=\"Routes\">",
        prose(&api["info"]["description"])
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
    out.push_str("<p><a href=\"#types\">Types</a></p></nav>");
    for (tag, routes) in &tags {
        let _ = write!(out, "<h2>{}</h2>", title(tag));
        for (path, method, route) in routes {
            section(&mut out, path, method, route);
        }
    }
    out.push_str("<h2 id=\"types\">Types</h2>");
    for (name, schema) in api["components"]["schemas"]
        .as_object()
        .into_iter()
        .flatten()
    {
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

/// The section of a route. What can go wrong has one shape and is told in one line.
fn section(out: &mut String, path: &str, method: &str, route: &Value) {
    let _ = write!(
        out,
        "<section id=\"{}\"><h3><code><b>{}</b> {}</code></h3><p>{}. {}</p><ul>",
        anchor(method, path),
        text(&method.to_uppercase()),
        text(path),
        prose(&route["summary"]).trim_end_matches('.'),
        prose(&route["description"])
    );
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
    let mut errors = Vec::new();
    for (status, answer) in route["responses"].as_object().into_iter().flatten() {
        let body = content(&answer["content"]);
        if body.is_some_and(|body| body["$ref"] == ERROR) {
            let about = text(answer["description"].as_str().unwrap_or(""));
            errors.push(format!("<abbr title=\"{about}\">{}</abbr>", text(status)));
        } else {
            let body = body.map(kind).unwrap_or_default();
            let _ = write!(out, "<li><b>{}</b> {body}</li>", text(status));
        }
    }
    if !errors.is_empty() {
        let error = kind(&json!({ "$ref": ERROR }));
        let _ = write!(out, "<li>{}: {error}</li>", errors.join(", "));
    }
    out.push_str("</ul></section>");
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
        let name = text(reference.rsplit('/').next().unwrap_or(""));
        return format!("<a href=\"#{name}\"><code>{name}</code></a>");
    }
    for key in ["oneOf", "anyOf", "allOf"] {
        if let Some(choices) = schema[key].as_array() {
            let choices: Vec<String> = choices.iter().map(kind).collect();
            return choices.join(" or ");
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
            details(schema)
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
            if needed { "" } else { " (may be left out)" },
            kind(field),
            remark(field)
        );
    }
    out.push_str("</ul>");
    out
}
