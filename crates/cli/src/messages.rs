//! Messages on standard error.

use hyperrook_rules::is_displayable;
use std::io::Write;

/// What `note!` does.
pub(crate) fn write_note(text: &str) {
    let _ = writeln!(std::io::stderr(), "{}", printable(text));
}

/// A text without control characters, which a file could use to control the terminal, and without
/// characters that nobody sees or that change the direction of what follows.
pub(crate) fn printable(text: &str) -> String {
    let shown = |c: char| match c {
        '\n' | '\t' => c,
        c if is_displayable(c) => c,
        _ => char::REPLACEMENT_CHARACTER,
    };
    text.chars().map(shown).collect()
}

/// Writes a line to standard error, like `eprintln!`, but does not panic if nobody reads it: a long
/// run must not end because a pipe is closed or the disk of its log is full.
macro_rules! note {
    () => {
        $crate::messages::write_note("")
    };
    ($($part:tt)*) => {
        $crate::messages::write_note(&format!($($part)*))
    };
}

/// Writes to standard error without ending the line, as `note!` does.
macro_rules! note_part {
    ($($part:tt)*) => {{
        use std::io::Write as _;
        let _ = write!(std::io::stderr(), $($part)*);
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_and_marks_of_direction_are_replaced() {
        assert_eq!(
            printable("a\u{1b}[31m\r\nb\tç \u{202e}d"),
            "a\u{fffd}[31m\u{fffd}\nb\tç \u{fffd}d"
        );
    }
}
