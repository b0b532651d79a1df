//! Words for messages.

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

/// The beginning of a foreign text for a message: at most this many characters, then `…`;
/// a control character is shown as `\u{fffd}`, so that the message stays on one line.
///
/// ```
/// use hyperrook_notation::words::shorten;
///
/// assert_eq!(shorten("e2e4", 10), "e2e4");
/// assert_eq!(shorten("e2\te4e5", 4), "e2\u{fffd}e…");
/// ```
pub fn shorten(text: &str, max_chars: usize) -> String {
    let clean = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut shown: String = text.chars().take(max_chars).map(clean).collect();
    if text.chars().nth(max_chars).is_some() {
        shown.push('…');
    }
    shown
}

/// The text with a capital at its beginning.
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

/// A message as a sentence: it begins with a capital, and ends with a full stop unless it has
/// another end.
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
