//! Formats counts and paragraphs.

pub(crate) use hyperrook_explain::words::{a, capital, list};
pub(crate) use hyperrook_notation::words::thousands;

/// A count with its noun: `1 piece`, `3 cells`.
pub(crate) fn count(n: usize, noun: &str) -> String {
    if n == 1 {
        return format!("1 {noun}");
    }
    match noun {
        "piece" => format!("{n} pieces"),
        "ply" => format!("{n} plies"),
        "cell that it can reach" => format!("{n} cells that it can reach"),
        noun => format!("{n} {noun}s"),
    }
}

/// A message for players, with quotation marks in place of backticks.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (i, part) in text.split('`').enumerate() {
        if i > 0 {
            out.push(if i % 2 == 1 { '“' } else { '”' });
        }
        out.push_str(part);
    }
    out
}

/// A reason for players: a sentence with quotation marks.
pub(crate) fn sentence(text: &str) -> String {
    capital(&quoted(text))
}

/// Breaks a text into lines of at most `width` characters.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        let line = &mut lines[last];
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_quotes_and_lines_are_written_correctly() {
        assert_eq!(count(1, "piece"), "1 piece");
        assert_eq!(count(2, "piece"), "2 pieces");
        assert_eq!(count(0, "cell"), "0 cells");
        assert_eq!(sentence("it is `a`, not `b`"), "It is “a”, not “b”");
        assert_eq!(quoted("a.pgn has no `e2`"), "a.pgn has no “e2”");
        assert_eq!(wrap("a bb ccc dddd", 6), ["a bb", "ccc", "dddd"]);
    }
}
