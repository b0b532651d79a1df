//! Titles and numbers for people.

use hyperrook_rules::is_displayable;

/// The most characters of a game's title in a list.
const MAX_TITLE: usize = 80;

/// A game's title for lists and messages: one line, not too long. Definitions that
/// earlier versions stored may have any text there.
pub(crate) fn shown_title(title: &str) -> String {
    let mut shown: String = title
        .chars()
        .filter(|c| is_displayable(*c))
        .take(MAX_TITLE + 1)
        .collect();
    if let Some((cut, _)) = shown.char_indices().nth(MAX_TITLE) {
        shown.truncate(cut);
        shown.push('…');
    }
    shown
}

/// A number of seconds.
pub(crate) fn seconds(number: u64) -> String {
    match number {
        1 => "1 second".to_owned(),
        number => format!("{number} seconds"),
    }
}

#[cfg(test)]
mod tests {
    use super::shown_title;

    #[test]
    fn titles_are_short_and_one_line() {
        assert_eq!(shown_title("Chess"), "Chess");
        assert_eq!(shown_title("A\n\u{202E}b\u{1b}[31m"), "Ab[31m");
        let shown = shown_title(&"é".repeat(200_000));
        assert_eq!(shown, format!("{}…", "é".repeat(80)));
        assert_eq!(shown_title(&"é".repeat(80)), "é".repeat(80));
    }
}
