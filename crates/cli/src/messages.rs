//! Messages on standard error.

use std::io::Write;

/// What `note!` does.
pub(crate) fn write_note(text: &str) {
    let _ = writeln!(std::io::stderr(), "{}", printable(text));
}

/// A text without control characters, which a file could use to control the terminal.
pub(crate) fn printable(text: &str) -> String {
    let shown = |c: char| match c {
        '\n' | '\t' => c,
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
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
    fn control_characters_are_replaced() {
        assert_eq!(
            printable("a\u{1b}[31m\r\nb\tç"),
            "a\u{fffd}[31m\u{fffd}\nb\tç"
        );
    }
}
