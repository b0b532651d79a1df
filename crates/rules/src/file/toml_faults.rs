//! Errors of TOML in the words of people who do not know it.
//!
//! The parser goes on after an error, so one slip can give many errors. Each line gets one fault:
//! if the line has a common form of a mistake, in words for that form, else in those for the first
//! error of the parser.

use super::characters::{is_displayable, report_unfit};
use super::diagnostic::Faults;
use super::toml_scan;

/// The maximum length of a value that a message shows, in characters.
const MAX_SHOWN: usize = 60;
/// Quotes that word processors write.
const CURLY_QUOTES: [char; 8] = ['“', '”', '„', '‟', '‘', '’', '«', '»'];
/// Words for which a number can be meant.
const NUMBER_WORDS: [&str; 17] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "sixteen", "twenty", "fifty", "hundred",
];
/// How comments begin in other languages.
const OTHER_COMMENTS: [&str; 5] = ["//", "/*", "<!--", "--", ";"];
const COMMENT: &str = "a comment begins with `#`";
const KEY_CHARS: &str = "a key has only letters from a to z, digits, `-` and `_`";
const TOO_MUCH: &str = "nothing can follow the value on this line";

/// A message and the advice.
type FaultWords = (String, String);
/// A wording and the byte of the line at which the fault is.
type PlacedWords = (usize, FaultWords);

fn wording(message: impl Into<String>, help: impl Into<String>) -> FaultWords {
    (message.into(), help.into())
}

/// Reports the errors that the parser has found in a text, at most one for each line.
pub(super) fn report(text: &str, errors: &[toml::de::Error], faults: &mut Faults<'_>) {
    if errors.is_empty() {
        return;
    }
    let mut errors: Vec<(usize, &str)> = errors
        .iter()
        .map(|error| (place(text, error), error.message()))
        .collect();
    errors.sort_by_key(|&(at, _)| at);
    let scan = toml_scan::scan(text);
    for own in &scan.faults {
        faults.add(&(own.at..own.at + 1), own.message, own.help);
    }
    // Where the last table begins that appears twice. Its keys are not faults of their own.
    let mut doubled_header = None;
    // After a broken header, keys of its table look like keys of another one.
    let mut has_broken_header = false;
    for errors in errors.chunk_by(|a, b| !text[a.0..b.0].contains('\n')) {
        let start = text[..errors[0].0].rfind('\n').map_or(0, |end| end + 1);
        let line = text[start..].lines().next().unwrap_or("");
        let has_own = scan.has_fault(start, start + line.len());
        if has_own || scan.is_quiet(errors[0].0) {
            continue;
        }
        if let Some(&(at, error)) = errors.iter().find(|(_, error)| *error != "duplicate key") {
            let in_value = scan.is_in_value(start);
            let setting = if in_value { "" } else { line };
            let invisible = invisible_at(&text[at..])
                .map(|c| (at, c))
                .or_else(|| first_invisible(setting).map(|(offset, c)| (start + offset, c)));
            if let Some((at, c)) = invisible {
                let at = at..at + c.len_utf8();
                if !report_unfit(c, at.clone(), faults) {
                    let message = format!("{} cannot stand here", space_name(c));
                    faults.add(&at, message, "write an ordinary space");
                }
                continue;
            }
            let is_header = line.trim_start().starts_with('[') && !in_value;
            has_broken_header |= is_header || is_unopened_header(line);
            let found = (!in_value)
                .then(|| line_wording(line))
                .flatten()
                .map(|(offset, wording)| (start + offset, wording))
                .or_else(|| Some((at, slip(text, at, error, is_header)?)));
            let can_be_shown = |(message, help): &FaultWords| {
                message.chars().chain(help.chars()).all(can_be_shown)
            };
            let (at, (message, help)) = found
                .filter(|(_, wording)| can_be_shown(wording))
                .unwrap_or_else(|| (at, unknown(in_value)));
            faults.add(&(at..at + 1), message, help);
        } else {
            let at = errors[0].0;
            if has_broken_header
                || doubled_header.is_some_and(|header| is_in_table(text, header, at))
            {
                continue;
            }
            if line.trim_start().starts_with('[') {
                doubled_header = Some(at);
            }
            let (message, help) = doubled(text, at)
                .filter(|(message, help)| message.chars().chain(help.chars()).all(can_be_shown))
                .unwrap_or_else(|| wording("this is set twice", "leave one of them out"));
            faults.add(&(at..at + 1), message, help);
        }
    }
}

/// Whether a character looks like a space or like nothing, but is not what TOML takes for a space.
fn is_invisible(c: char) -> bool {
    !c.is_ascii() && (c.is_whitespace() || !is_displayable(c))
}

/// The first character of a text, if it is invisible.
fn invisible_at(text: &str) -> Option<char> {
    text.chars().next().filter(|c| is_invisible(*c))
}

/// The first invisible character of a line before its quotes.
fn first_invisible(line: &str) -> Option<(usize, char)> {
    let before_quotes = line.split(['"', '\'', '#']).next()?;
    before_quotes.char_indices().find(|(_, c)| is_invisible(*c))
}

fn space_name(c: char) -> String {
    let name = if c == '\u{A0}' {
        "a no-break space"
    } else {
        "a special space"
    };
    format!("{name} (U+{:04X})", u32::from(c))
}

/// Where the parser has found an error: the beginning of a character.
fn place(text: &str, error: &toml::de::Error) -> usize {
    let at = error.span().map_or(0, |span| span.start).min(text.len());
    (0..=at)
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0)
}

/// The wording for a line that has no known form.
fn unknown(in_value: bool) -> FaultWords {
    if in_value {
        wording("this value cannot be read", "put each text in quotes")
    } else {
        let help = "write `key = value`, `[section]` or `# a comment`";
        wording("this line cannot be read", help)
    }
}

/// Whether no other table begins between a header and a later place.
fn is_in_table(text: &str, header: usize, at: usize) -> bool {
    let between = text.get(header..at).unwrap_or("");
    !between
        .lines()
        .skip(1)
        .any(|line| line.trim_start().starts_with('['))
}

/// The line with this byte, without white space around it.
fn line_at(text: &str, at: usize) -> &str {
    let start = text.get(..at).and_then(|before| before.rfind('\n'));
    let rest = text.get(start.map_or(0, |end| end + 1)..).unwrap_or("");
    rest.lines().next().unwrap_or("").trim()
}

/// Whether a key can be written like this without quotes; with dots between several.
fn is_bare(key: &str) -> bool {
    !key.is_empty() && key.chars().all(is_bare_char)
}

fn is_bare_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')
}

/// `board]`
fn is_unopened_header(line: &str) -> bool {
    let line = line.split('#').next().unwrap_or("").trim();
    line.strip_suffix(']').is_some_and(is_bare)
}

/// A common mistake in a line that does not go on with the value of a line before.
fn line_wording(line: &str) -> Option<PlacedWords> {
    let body = line.trim();
    let indent = line.len() - line.trim_start().len();
    if OTHER_COMMENTS.iter().any(|&mark| body.starts_with(mark)) {
        return Some((indent, comment_wording(body)));
    }
    let (offset, wording) = if body.starts_with('[') {
        header_wording(body)?
    } else if is_unopened_header(body) {
        let name = body.split(']').next()?;
        let help = format!("write `[{}]`", shown(name));
        (0, wording("this header has no opening bracket", help))
    } else {
        setting_wording(body)?
    };
    Some((indent + offset, wording))
}

fn comment_wording(body: &str) -> FaultWords {
    let comment = body
        .trim_start_matches(['/', '*', '<', '!', '-', ';'])
        .trim_end_matches("-->")
        .trim_end_matches("*/")
        .trim();
    wording(COMMENT, format!("write `# {}`", shown(comment)))
}

/// A mistake in a line that begins with `[`.
fn header_wording(header: &str) -> Option<PlacedWords> {
    let opening = if header.starts_with("[[") { 2 } else { 1 };
    let closing = &"]]"[..opening];
    let Some(end) = header.find(']') else {
        let header = header.split('#').next()?.trim_end();
        let help = format!("close it with `{closing}`");
        return Some((
            header.len(),
            wording("this header has no closing bracket", help),
        ));
    };
    if !header[end..].starts_with(closing) {
        let message = "this header has one closing bracket too few";
        return Some((end, wording(message, format!("close it with `{closing}`"))));
    }
    let inner = &header[opening..end];
    let name = inner.trim();
    if name.contains(['"', '\'']) {
        return None;
    }
    if name.split('.').any(|part| part.trim().is_empty()) {
        let help = "write it like `[board]` or `[pieces.K]`";
        return Some((opening, wording("a name is missing in this header", help)));
    }
    let bad = inner.find(|c: char| !is_bare_char(c) && !c.is_whitespace());
    if let Some(bad) = bad {
        let wording = if name.starts_with("pieces.") {
            wording(
                "this is not the letter of a piece",
                "use one letter from A to Z",
            )
        } else {
            wording(KEY_CHARS, "put a name with other characters in quotes")
        };
        return Some((opening + bad, wording));
    }
    let words: Vec<&str> = name.split_whitespace().collect();
    (words.len() > 1).then(|| {
        let message = "there must be a dot between the names in a header";
        let open = &"[["[..opening];
        let help = format!("write `{open}{}{closing}`", shown(&words.join(".")));
        (opening, wording(message, help))
    })
}

/// A mistake in a line with a key and a value.
fn setting_wording(body: &str) -> Option<PlacedWords> {
    let equals = body.find('=');
    if let Some(colon) = body.find(':')
        && equals.is_none_or(|equals| colon < equals)
        && is_bare(body[..colon].trim_end())
    {
        let sign = if body[colon..].starts_with(":=") {
            ":="
        } else {
            ":"
        };
        let message = format!("`{sign}` cannot follow a key");
        let help = format!("write `=` instead of `{sign}`");
        return Some((colon, wording(message, help)));
    }
    let equals = equals?;
    let key = body[..equals].trim_end();
    if key.is_empty() || key.contains(['"', '\'']) {
        return None;
    }
    if let Some(bad) = key.find(|c: char| !is_bare_char(c) && !c.is_whitespace()) {
        let help = "put a key with other characters in quotes";
        return Some((bad, wording(KEY_CHARS, help)));
    }
    if let Some(space) = key.find(char::is_whitespace)
        && !key.contains('.')
    {
        let help = "leave the space out, or write `_`";
        return Some((space, wording("a key cannot have spaces", help)));
    }
    let rest = &body[equals + 1..];
    if rest.starts_with('>') {
        let help = "write `=` instead of `=>`";
        return Some((equals, wording("`=>` cannot follow a key", help)));
    }
    let start = body.len() - rest.trim_start().len();
    let (offset, wording) = value_wording(rest.trim_start(), true)?;
    Some((start + offset, wording))
}

/// A mistake in a value with what follows it on its line. `is_whole`: nothing but the value belongs
/// on the line; it is not in a list or table.
fn value_wording(value: &str, is_whole: bool) -> Option<PlacedWords> {
    let first = value.chars().next()?;
    if CURLY_QUOTES.contains(&first) {
        let inner = value[first.len_utf8()..]
            .split(|c| c == '"' || CURLY_QUOTES.contains(&c))
            .next()?;
        let message = format!("`{first}` is not a straight quote");
        let help = format!("write `\"{}\"`", shown(inner));
        return Some((0, wording(message, help)));
    }
    if first.is_alphabetic() {
        return word_wording(value, is_whole);
    }
    if let Some(inner) = value.strip_prefix('(')
        && let Some((number, _)) = inner.split_once(')')
        && number.trim().parse::<i64>().is_ok()
    {
        let help = format!("write `{}`", shown(number.trim()));
        return Some((0, wording("a number has no brackets around it", help)));
    }
    let digits = value.trim_start_matches(['+', '-']);
    if digits.starts_with(|c: char| c.is_ascii_digit()) {
        return number_wording(value, value.len() - digits.len(), is_whole);
    }
    None
}

/// A mistake in a number, after its sign, or after the number.
fn number_wording(value: &str, sign: usize, is_whole: bool) -> Option<PlacedWords> {
    let is_digit = |c: char| c.is_ascii_digit() || c == '_';
    let len = value[sign..].find(|c| !is_digit(c));
    let end = len.map_or(value.len(), |len| sign + len);
    let (number, rest) = value.split_at(end);
    if number.ends_with('_') || number.contains("__") {
        let help = format!("write `{}`", shown(&number.replace('_', "")));
        let message = "`_` in a number can only stand between two digits";
        return Some((0, wording(message, help)));
    }
    if number[sign..].len() > 1 && number[sign..].starts_with('0') {
        return None;
    }
    if is_whole && rest.starts_with(',') {
        let whole = value.split('#').next()?.trim_end();
        let mut groups = whole[end + 1..].split(',');
        if groups.all(|group| group.len() == 3 && group.chars().all(|c| c.is_ascii_digit())) {
            let help = format!("write `{}`", shown(&whole.replace(',', "")));
            return Some((end, wording("a number has no commas", help)));
        }
    }
    if rest.starts_with(|c: char| c.is_alphanumeric() || c == '.') {
        return Some((
            0,
            wording("this number cannot be read", "write it in digits alone"),
        ));
    }
    let after = rest.trim_start();
    if !is_whole {
        let is_next = after.starts_with(|c: char| c.is_alphanumeric() || c == '"');
        return is_next.then(|| (value.len() - after.len(), missing_comma()));
    }
    let found = trailing_wording(after)?;
    Some((value.len() - after.len(), found))
}

fn missing_comma() -> FaultWords {
    wording(
        "a comma is missing between the values",
        "write `,` before this one",
    )
}

/// A mistake in a value that begins with a letter.
fn word_wording(value: &str, is_whole: bool) -> Option<PlacedWords> {
    let ends: &[char] = if is_whole {
        &['#']
    } else {
        &[',', ']', '}', '#', '"', ';']
    };
    let text = value.split(ends).next()?.trim_end();
    let word_len = text.find(|c: char| !c.is_alphanumeric());
    let (word, after) = text.split_at(word_len.unwrap_or(text.len()));
    if matches!(word, "true" | "false") {
        let rest = after.trim_start();
        if rest.is_empty() {
            return None;
        }
        if rest.starts_with([',', ';']) || rest.contains('=') {
            return Some((text.len() - rest.len(), trailing_wording(rest)?));
        }
    }
    let text = text.trim_end_matches([',', ';']);
    let meant = match text.to_lowercase().as_str() {
        "true" | "yes" | "on" => "true",
        "false" | "no" | "off" => "false",
        lower => {
            let mut help = format!("write `{}`", in_quotes(text));
            if NUMBER_WORDS.contains(&lower) {
                help.push_str(", or a number in digits");
            }
            return Some((0, wording("this text needs quotes", help)));
        }
    };
    let message = format!("`{text}` is not a value");
    Some((0, wording(message, format!("write `{meant}`"))))
}

/// The text as TOML writes it, cut if it is long.
fn in_quotes(text: &str) -> String {
    // `king"` only lacks the quote at its beginning.
    let text = match text.strip_suffix('"') {
        Some(inner) if !inner.contains('"') => inner,
        _ => text,
    };
    if text.contains('"') && !text.contains('\'') {
        format!("'{}'", shown(text))
    } else {
        format!("\"{}\"", shown(&text.replace('"', "\\\"")))
    }
}

/// What is wrong with that which follows a value on its line.
fn trailing_wording(rest: &str) -> Option<FaultWords> {
    let first = rest.chars().next().filter(|&c| c != '#')?;
    let is_last = |rest: &str| {
        let rest = rest.trim_start();
        rest.is_empty() || rest.starts_with('#')
    };
    Some(match first {
        ',' if is_last(&rest[1..]) => {
            wording("a comma cannot end this line", "leave the comma out")
        }
        ',' => wording(
            "a comma cannot follow the value here",
            "put several values in `[ ]`, or write one setting per line",
        ),
        ';' if is_last(&rest[1..]) => wording("a semicolon cannot end this line", "leave it out"),
        ']' | '}' => wording(
            format!("this `{first}` has no opening bracket"),
            "leave it out",
        ),
        _ if OTHER_COMMENTS.iter().any(|&mark| rest.starts_with(mark)) => comment_wording(rest),
        _ if rest.contains('=') => {
            wording(TOO_MUCH, "write each `key = value` on a line of its own")
        }
        _ => {
            let rest = rest.split('#').next()?.trim_end();
            wording(TOO_MUCH, format!("leave `{}` out", shown(rest)))
        }
    })
}

/// A common slip, by how the parser's message begins.
fn slip(text: &str, at: usize, error: &str, is_header: bool) -> Option<FaultWords> {
    let begins = |start: &str| error.starts_with(start);
    let rest = text.get(at..)?.lines().next().unwrap_or("").trim();
    if let Some(found) = listed_value(text, at) {
        return Some(found);
    }
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
        if is_header {
            (
                "nothing can follow a header on its line",
                "write it on the next line",
            )
        } else if rest.contains('"') && !rest.contains('=') && text[..at].ends_with('"') {
            // `"Say "hello" now"`
            if rest.starts_with(',') {
                return trailing_wording(rest);
            }
            (TOO_MUCH, "write `\\\"` for a quote inside a text")
        } else if rest.contains('\'') && !rest.contains('=') && text[..at].ends_with('\'') {
            // `'it's'`
            (
                TOO_MUCH,
                "put a text that contains `'` in double quotes, as in `\"it's\"`",
            )
        } else {
            return trailing_wording(rest);
        }
    } else if begins("extra `=`") {
        ("there is one `=` too many", "write `key = value`")
    } else if begins("string values must be quoted") {
        if rest.is_empty() || rest.starts_with('#') {
            ("this key has no value", "write `key = value`")
        } else {
            ("this value cannot be read", "put a text in quotes")
        }
    } else if begins("key with no value") {
        ("this key has no value", "write `key = value`")
    } else if begins("missing escaped value") || begins("too few unicode value digits") {
        (
            "`\\` has a special meaning in a text with `\"`",
            "write `\\\\` if you mean this character, or put the text in single quotes",
        )
    } else if begins("unexpected leading zero") {
        ("a number cannot begin with a zero", "leave the zero out")
    } else if begins("unquoted keys cannot be empty") {
        ("there is no key before `=`", "write `key = value`")
    } else if begins("missing comma") {
        if rest.starts_with(';') {
            (
                "`;` cannot stand between values",
                "write `,` instead of `;`",
            )
        } else {
            return Some(missing_comma());
        }
    } else if begins("extra comma") {
        ("there is one comma too many", "leave it out")
    } else if begins("invalid unquoted key") && rest.starts_with(':') {
        ("`:` cannot follow a key", "write `=` instead of `:`")
    } else if begins("`_` may only go") || begins("invalid fraction") {
        ("this number cannot be read", "write it in digits alone")
    } else {
        return None;
    };
    Some(wording(message, help))
}

/// A mistake in a value of a list or table.
fn listed_value(text: &str, at: usize) -> Option<FaultWords> {
    let before = text.get(..at)?.trim_end();
    if !before.ends_with(['=', '[', ',']) {
        return None;
    }
    let line = text.get(at..)?.lines().next()?.trim_end();
    value_wording(line, false).map(|(_, wording)| wording)
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
