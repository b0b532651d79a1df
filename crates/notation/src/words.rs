//! Words for messages.

use hyperrook_rules::is_displayable;

/// Several things in a sentence: `a`, `a and b`, `a, b and c`. `last` is the word before the
/// last one, such as `and` or `or`.
///
/// ```
/// use hyperrook_notation::words::list;
///
/// assert_eq!(list(&["a1", "b1", "c1"], "or"), "a1, b1 or c1");
/// ```
pub fn list<T: ToString>(items: &[T], last: &str) -> String {
    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
    match items.split_last() {
        Some((end, rest)) if !rest.is_empty() => format!("{} {last} {end}", rest.join(", ")),
        _ => items.concat(),
    }
}

/// The noun with its article, chosen by sound: `a king`, `an emperor`, `a unicorn`.
pub fn a(noun: &str) -> String {
    /// Written with a vowel, but spoken with a consonant: "yoo…" or "won…".
    const CONSONANT: [&str; 8] = ["eu", "ewe", "one", "once", "ouija", "ubi", "uni", "us"];
    /// Written and spoken with a vowel, although they begin like those above.
    const VOWEL: [&str; 4] = ["unid", "unim", "unin", "ush"];
    /// The `h` is silent.
    const SILENT_H: [&str; 4] = ["heir", "honest", "honour", "hour"];
    let word = noun.to_lowercase();
    let begins = |list: &[&str]| list.iter().any(|start| word.starts_with(start));
    let vowel =
        word.starts_with(['a', 'e', 'i', 'o', 'u']) && (!begins(&CONSONANT) || begins(&VOWEL));
    let article = if vowel || begins(&SILENT_H) {
        "an"
    } else {
        "a"
    };
    format!("{article} {noun}")
}

/// A whole number in words up to ten, then in digits.
///
/// ```
/// use hyperrook_notation::words::number;
///
/// assert_eq!(number(3), "three");
/// assert_eq!(number(11), "11");
/// ```
pub fn number(number: usize) -> String {
    const WORDS: [&str; 11] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    WORDS
        .get(number)
        .map_or_else(|| number.to_string(), |&word| word.to_owned())
}

/// A whole number with commas every three digits.
///
/// ```
/// use hyperrook_notation::words::thousands;
///
/// assert_eq!(thousands(999), "999");
/// assert_eq!(thousands(1_234_567), "1,234,567");
/// ```
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Escapes a text for XML and HTML, between tags and in attributes. Line breaks, and
/// characters that XML does not allow, become spaces.
///
/// ```
/// use hyperrook_notation::words::escape;
///
/// assert_eq!(escape("a < b & \"c\""), "a &lt; b &amp; &quot;c&quot;");
/// ```
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => out.push(' '),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// The beginning of a foreign text for a message: at most `max_chars` characters, then `…` if it is
/// longer. A character that breaks the line, is invisible or changes the direction of the text is shown
/// as `\u{fffd}`.
///
/// ```
/// use hyperrook_notation::words::shorten;
///
/// assert_eq!(shorten("e2e4", 10), "e2e4");
/// assert_eq!(shorten("e2\te4e5", 4), "e2\u{fffd}e…");
/// ```
pub fn shorten(text: &str, max_chars: usize) -> String {
    let clean = |c: char| if is_displayable(c) { c } else { '\u{fffd}' };
    let mut shown: String = text.chars().take(max_chars).map(clean).collect();
    if text.chars().nth(max_chars).is_some() {
        shown.push('…');
    }
    shown
}

/// The text with its first letter in upper case.
///
/// ```
/// use hyperrook_notation::words::capital;
///
/// assert_eq!(capital("the knight on b1"), "The knight on b1");
/// ```
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// A message as a sentence: it begins with a capital letter, and ends with a full stop unless it
/// already has another end.
///
/// ```
/// use hyperrook_notation::words::sentence;
///
/// assert_eq!(sentence("no such cell: z9"), "No such cell: z9.");
/// assert_eq!(sentence("Why?"), "Why?");
/// assert_eq!(sentence(""), "");
/// ```
pub fn sentence(text: &str) -> String {
    let mut sentence = capital(text);
    if !sentence.is_empty() && !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}
