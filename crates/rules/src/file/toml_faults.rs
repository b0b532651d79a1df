//! Errors of TOML in the words of people who do not know it.

/// The maximum length of a value that a message shows, in characters.
const MAX_SHOWN: usize = 60;
/// Quotes that word processors write.
const CURLY_QUOTES: [char; 8] = ['“', '”', '„', '‟', '‘', '’', '«', '»'];

/// The line with this byte, without white space around it.
pub(super) fn line_at(text: &str, at: usize) -> &str {
    let start = text.get(..at).and_then(|before| before.rfind('\n'));
    let rest = text.get(start.map_or(0, |end| end + 1)..).unwrap_or("");
    rest.lines().next().unwrap_or("").trim()
}

/// The message and the advice for an error of the parser at a byte.
pub(super) fn wording(text: &str, at: usize, error: &str) -> (String, String) {
    let found = if error == "duplicate key" {
        doubled(text, at)
    } else {
        unquoted(text, at).or_else(|| slip(text, at, error))
    };
    found
        .filter(|(message, help)| message.chars().chain(help.chars()).all(can_be_shown))
        .unwrap_or_else(|| (format!("this line cannot be read: {error}"), String::new()))
}

/// A common slip, by how the parser's message begins.
fn slip(text: &str, at: usize, error: &str) -> Option<(String, String)> {
    let begins = |start: &str| error.starts_with(start);
    let (message, help) = if begins("invalid basic string") {
        (
            "this text has no closing quote on its line",
            "close it with `\"`",
        )
    } else if begins("invalid literal string") {
        (
            "this text has no closing quote on its line",
            "close it with `'`",
        )
    } else if begins("invalid multi-line basic string") {
        (
            "this text of several lines has no closing quotes",
            "close it with `\"\"\"`",
        )
    } else if begins("invalid multi-line literal string") {
        (
            "this text of several lines has no closing quotes",
            "close it with `'''`",
        )
    } else if begins("unexpected key or value") {
        if text.get(at..)?.starts_with(',') {
            ("a comma cannot end this line", "leave the comma out")
        } else if line_at(text, at).starts_with('[') {
            (
                "nothing can follow a header on its line",
                "write it on the next line",
            )
        } else {
            (
                "nothing can follow the value on this line",
                "write each `key = value` on a line of its own",
            )
        }
    } else if begins("extra `=`") {
        ("there is one `=` too many", "write `key = value`")
    } else if begins("string values must be quoted") {
        let rest = text.get(at..)?.lines().next().unwrap_or("").trim();
        if rest.is_empty() || rest.starts_with('#') {
            ("this key has no value", "write `key = value`")
        } else {
            ("this value cannot be read", "put a text in quotes")
        }
    } else if begins("key with no value") {
        ("this key has no value", "write `key = value`")
    } else if begins("unclosed table") {
        ("this header has no closing bracket", "close it with `]`")
    } else if begins("missing escaped value") {
        (
            "`\\` has a special meaning in a text with `\"`",
            "write `\\\\` if you mean this character, or put the text in single quotes",
        )
    } else if begins("unexpected leading zero") {
        ("a number cannot begin with a zero", "leave the zero out")
    } else if begins("unquoted keys cannot be empty") {
        ("there is no key before `=`", "write `key = value`")
    } else {
        return None;
    };
    Some((message.to_owned(), help.to_owned()))
}

/// Whether a message may show the character: not those that steer a terminal or turn the text.
fn can_be_shown(c: char) -> bool {
    c.is_alphanumeric() || c == ' ' || c == '…' || c.is_ascii_graphic() || CURLY_QUOTES.contains(&c)
}

/// The beginning of a text, short enough for a message.
fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(MAX_SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

/// A table or key that appears twice.
fn doubled(text: &str, at: usize) -> Option<(String, String)> {
    let line = line_at(text, at);
    if !line.starts_with('[') {
        let key = line
            .split('=')
            .next()
            .filter(|key| key.len() < line.len())?;
        let message = format!("`{}` is set twice", shown(key.trim()));
        return Some((message, "leave one of them out".to_owned()));
    }
    let header = line.split_inclusive(']').next()?;
    let message = format!("{} appears twice", shown(header));
    let first = text
        .lines()
        .position(|line| line.trim().starts_with(header))?;
    let change = if header.starts_with("[pieces.") {
        "give one of the two pieces another letter"
    } else {
        "give one of the two another name, or put them together"
    };
    Some((
        message,
        format!("the first is on line {}; {change}", first + 1),
    ))
}

/// A value without straight quotes.
fn unquoted(text: &str, at: usize) -> Option<(String, String)> {
    let rest = text.get(at..)?;
    let before = text.get(..at)?.trim_end_matches([' ', '\t']);
    if !before.ends_with(['=', '[', ',']) {
        return None;
    }
    let line = rest.lines().next()?.trim_end();
    let first = line.chars().next()?;
    if CURLY_QUOTES.contains(&first) {
        let inner = line[first.len_utf8()..].split(CURLY_QUOTES).next()?;
        let message = format!("`{first}` is not a straight quote");
        return Some((message, format!("write `\"{}\"`", shown(inner))));
    }
    if !first.is_alphabetic() {
        return None;
    }
    let value = line.split([',', ']', '}', '#', '"']).next()?.trim_end();
    let word = match value.to_lowercase().as_str() {
        "true" | "yes" => "true",
        "false" | "no" => "false",
        _ => {
            let message = "this text needs quotes".to_owned();
            let mut help = format!("write `\"{}\"`", shown(value));
            if value.chars().all(char::is_alphabetic) {
                // `files = five`.
                help.push_str(", or a number in digits");
            }
            return Some((message, help));
        }
    };
    let message = format!("`{value}` is not a value");
    Some((message, format!("write `{word}`")))
}
