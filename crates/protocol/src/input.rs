//! Reads lines of input on a separate thread.

use std::io::{self, BufRead};

/// The maximum length of a line that is read, in bytes: enough for a game of about 100,000 moves.
/// Longer lines are ignored completely, because half a command could do harm.
pub(crate) const MAX_LINE_BYTES: usize = 1 << 20;

/// A line of input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum InputLine {
    /// The text of the line, without white space at either end. Bytes that are not UTF-8
    /// are replaced.
    Text(String),
    /// The line is longer than [`MAX_LINE_BYTES`].
    TooLong,
}

/// Passes each line to `take`, until the input ends or `take` returns false.
pub(crate) fn read_lines(
    mut input: Box<dyn BufRead + Send>,
    mut take: impl FnMut(InputLine) -> bool,
) {
    // An input error counts as the end of the input.
    while let Ok(Some(line)) = next(&mut *input) {
        if !take(line) {
            return;
        }
    }
}

/// The next line; `None` at the end of the input.
fn next(input: &mut dyn BufRead) -> io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    let mut too_long = false;
    let mut any = false;
    loop {
        let part = match input.fill_buf() {
            Ok(part) => part,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if part.is_empty() {
            break;
        }
        any = true;
        let end = part.iter().position(|&byte| byte == b'\n');
        let text = &part[..end.unwrap_or(part.len())];
        if bytes.len() + text.len() > MAX_LINE_BYTES {
            too_long = true;
            bytes = Vec::new();
        }
        if !too_long {
            bytes.extend_from_slice(text);
        }
        let taken = end.map_or(part.len(), |end| end + 1);
        input.consume(taken);
        if end.is_some() {
            break;
        }
    }
    if !any {
        return Ok(None);
    }
    if too_long {
        return Ok(Some(InputLine::TooLong));
    }
    let text = String::from_utf8_lossy(&bytes);
    Ok(Some(InputLine::Text(text.trim().to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut bytes: &[u8]) -> Vec<InputLine> {
        let mut lines = Vec::new();
        while let Some(line) = next(&mut bytes).unwrap() {
            lines.push(line);
        }
        lines
    }

    fn text(text: &str) -> InputLine {
        InputLine::Text(text.to_owned())
    }

    #[test]
    fn all_common_line_ends_are_recognised() {
        let read = all(b"uci\r\n  go depth 1 \n\nquit");
        assert_eq!(
            read,
            [text("uci"), text("go depth 1"), text(""), text("quit")]
        );
        assert_eq!(all(b""), []);
    }

    #[test]
    fn bytes_that_are_not_utf_8_are_replaced() {
        assert_eq!(all(b"a\xffb\0\n"), [text("a\u{fffd}b\0")]);
    }

    #[test]
    fn only_the_line_that_is_too_long_is_skipped() {
        let mut bytes = vec![b'x'; MAX_LINE_BYTES];
        bytes.extend(b"\n");
        bytes.extend(vec![b'y'; 3 * MAX_LINE_BYTES]);
        bytes.extend(b"\nuci\n");
        let mut input = io::BufReader::new(&bytes[..]);
        let Some(InputLine::Text(longest)) = next(&mut input).unwrap() else {
            panic!("it may be as long");
        };
        assert_eq!(longest.len(), MAX_LINE_BYTES);
        assert_eq!(next(&mut input).unwrap(), Some(InputLine::TooLong));
        assert_eq!(next(&mut input).unwrap(), Some(text("uci")));
    }
}
