//! Sentences for people.

/// The most characters of a game's title in a list.
const MAX_TITLE: usize = 80;

/// A game's title for lists and messages: one line, not too long. Definitions that
/// earlier versions stored may have any text there.
pub(crate) fn shown_title(title: &str) -> String {
    let deceives =
        |c: char| c.is_control() || matches!(c, '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    let mut shown: String = title
        .chars()
        .filter(|c| !deceives(*c))
        .take(MAX_TITLE + 1)
        .collect();
    if let Some((cut, _)) = shown.char_indices().nth(MAX_TITLE) {
        shown.truncate(cut);
        shown.push('…');
    }
    shown
}

/// A library's message as a sentence: it begins with a capital and ends with a period.
pub(crate) fn sentence(message: &str) -> String {
    let mut letters = message.chars();
    let Some(first) = letters.next() else {
        return String::new();
    };
    let end = if message.ends_with(['.', '!', '?']) {
        ""
    } else {
        "."
    };
    format!("{}{}{end}", first.to_uppercase(), letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::{sentence, shown_title};

    #[test]
    fn titles_are_short_and_one_line() {
        assert_eq!(shown_title("Chess"), "Chess");
        assert_eq!(shown_title("A\n\u{202E}b\u{1b}[31m"), "Ab[31m");
        let shown = shown_title(&"é".repeat(200_000));
        assert_eq!(shown, format!("{}…", "é".repeat(80)));
        assert_eq!(shown_title(&"é".repeat(80)), "é".repeat(80));
    }

    #[test]
    fn messages_become_sentences() {
        assert_eq!(sentence("no such cell: z9"), "No such cell: z9.");
        assert_eq!(sentence("Why?"), "Why?");
        assert_eq!(sentence(""), "");
    }
}
