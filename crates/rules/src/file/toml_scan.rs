//! Finds values of TOML that are not closed. The parser reports such a value on all the lines after
//! it, which are not at fault.

use super::text_range::TextRange;

/// A fault that makes the errors of the parser in the lines after it useless.
pub(super) struct OpenFault {
    pub(super) at: usize,
    pub(super) message: &'static str,
    pub(super) help: &'static str,
}

/// What a text has that is not closed.
#[derive(Default)]
pub(super) struct Scan {
    pub(super) faults: Vec<OpenFault>,
    /// Where the values are that can have several lines, in order.
    values: Vec<TextRange>,
    /// Where errors of the parser follow from an earlier one, in order.
    quiet: Vec<TextRange>,
}

impl Scan {
    /// Whether a line from `start` to `end` has a fault. The faults are in order.
    pub(super) fn has_fault(&self, start: usize, end: usize) -> bool {
        let next = self.faults.partition_point(|fault| fault.at < start);
        self.faults.get(next).is_some_and(|fault| fault.at <= end)
    }

    /// Whether an error of the parser at this byte follows from an earlier one.
    pub(super) fn is_quiet(&self, at: usize) -> bool {
        is_in(&self.quiet, at)
    }

    /// Whether the byte is in a value that has begun before it.
    pub(super) fn is_in_value(&self, at: usize) -> bool {
        is_in(&self.values, at)
    }
}

/// Whether the byte is in one of the ranges, which are in order.
fn is_in(ranges: &[TextRange], at: usize) -> bool {
    let later = ranges.partition_point(|range| range.start <= at);
    later > 0 && at <= ranges[later - 1].end
}

/// Looks at the quotes and brackets of a text.
pub(super) fn scan(text: &str) -> Scan {
    let bytes = text.as_bytes();
    let mut scan = Scan::default();
    // The opening brackets so far.
    let mut open: Vec<usize> = Vec::new();
    // The end of the line with a text in brackets that has no closing quote: it can contain the
    // closing bracket.
    let mut broken_line: Option<usize> = None;
    let mut is_line_start = true;
    let mut previous = b'\n';
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        let line_end = |at: usize| text[at..].find('\n').map_or(text.len(), |len| at + len);
        if byte == b'\n' {
            is_line_start = true;
            at += 1;
            continue;
        }
        if byte.is_ascii_whitespace() {
            at += 1;
            continue;
        }
        if byte == b'#' {
            at = line_end(at);
            continue;
        }
        if is_line_start {
            is_line_start = false;
            let line = &text[at..line_end(at)];
            if let Some(&bracket) = open.last() {
                if begins_anew(text, bracket, line, previous) {
                    break;
                }
            } else if byte == b'[' {
                at = line_end(at);
                continue;
            }
        }
        match byte {
            b'"' | b'\'' if previous == b'=' || !open.is_empty() => {
                let end = line_end(at);
                match string_end(text, at, end) {
                    Some(after) => {
                        if text[at..after].contains('\n') && open.is_empty() {
                            scan.values.push(at..after);
                        }
                        at = after;
                    }
                    None if open.is_empty() => {
                        at = match spread_end(text, end) {
                            Some(last) if byte == b'"' => {
                                scan.faults.push(OpenFault {
                                    at,
                                    message: "a text of several lines needs three quotes",
                                    help: "write `\"\"\"` where it begins and where it ends",
                                });
                                scan.quiet.push(at..last);
                                last
                            }
                            _ => end,
                        };
                    }
                    None => {
                        broken_line = broken_line.or(Some(end));
                        at = end;
                    }
                }
                previous = byte;
                continue;
            }
            b'[' | b'{' if previous == b'=' || !open.is_empty() => open.push(at),
            b']' | b'}' => {
                let opening = if byte == b']' { b'[' } else { b'{' };
                if open.last().is_some_and(|&last| bytes[last] == opening)
                    && let Some(start) = open.pop()
                    && open.is_empty()
                {
                    scan.values.push(start..at);
                    if let Some(broken) = broken_line.take() {
                        scan.quiet.push(broken + 1..at);
                    }
                }
            }
            _ => {}
        }
        previous = byte;
        at += 1;
    }
    let Some(&bracket) = open.last() else {
        return scan;
    };
    scan.values.push(open[0]..text.len());
    if let Some(broken) = broken_line {
        scan.quiet.push(broken + 1..text.len());
        return scan;
    }
    let (message, help) = if bytes[bracket] == b'[' {
        ("this list has no closing bracket", "close it with `]`")
    } else {
        ("this table has no closing brace", "close it with `}`")
    };
    scan.faults.push(OpenFault {
        at: bracket,
        message,
        help,
    });
    scan.quiet.push(bracket..text.len());
    scan
}

/// Whether a line in an open bracket begins the next section or setting.
fn begins_anew(text: &str, bracket: usize, line: &str, previous: u8) -> bool {
    let is_key = |key: &str| {
        key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && key
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
    };
    if let Some(header) = line.strip_prefix('[') {
        let name = header.trim_start_matches('[').split(']').next();
        return header.contains(']')
            && name.is_some_and(|name| is_key(name) && !matches!(name, "true" | "false"));
    }
    let is_setting = line
        .split_once('=')
        .is_some_and(|(key, _)| is_key(key.trim_end()));
    if text[bracket..].starts_with('[') {
        return is_setting;
    }
    // A table with a key on each line has commas after them, which can be missing.
    let is_spread = text.as_bytes()[bracket + 1..]
        .iter()
        .take(100)
        .find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'))
        == Some(&b'\n');
    is_setting && previous != b',' && previous != b'{' && !is_spread
}

/// The byte after a text in quotes that begins at `at` on a line with this end; `None` if it is
/// not closed on its line. A text with three quotes that is not closed goes to the end.
fn string_end(text: &str, at: usize, line_end: usize) -> Option<usize> {
    let quote = &text[at..=at];
    let triple = quote.repeat(3);
    let is_triple = text[at..].starts_with(&triple);
    let (mark, start, end) = if is_triple {
        (triple.as_str(), at + 3, text.len())
    } else {
        (quote, at + 1, line_end)
    };
    let bytes = text.as_bytes();
    let mut at = start;
    while at < end {
        if bytes[at] == b'\\' && quote == "\"" {
            at += 2;
        } else if bytes[at..end].starts_with(mark.as_bytes()) {
            // Two more quotes can belong to the text.
            let more = if is_triple { 2 } else { 0 };
            let quotes = bytes[at + mark.len()..].iter();
            let further = quotes
                .take(more)
                .take_while(|&&byte| byte == quote.as_bytes()[0]);
            return Some(at + mark.len() + further.count());
        } else {
            at += 1;
        }
    }
    is_triple.then_some(text.len())
}

/// The end of the line at which a text ends that has gone on for several lines with one quote.
fn spread_end(text: &str, first_end: usize) -> Option<usize> {
    let mut start = first_end + 1;
    for line in text.get(start..)?.split_inclusive('\n') {
        let trimmed = line.trim();
        if let Some(before) = trimmed.strip_suffix('"')
            && !before.contains(['"', '='])
        {
            return Some(start + line.trim_end().len());
        }
        if trimmed.contains(['"', '=']) || trimmed.starts_with('[') {
            return None;
        }
        start += line.len();
    }
    None
}
