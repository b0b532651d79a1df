//! Rules and counts in plain English.

pub(crate) mod explain;
pub(crate) mod vectors;

/// `1 man`, `3 cells`: a count with its noun.
pub(crate) fn count(n: usize, noun: &str) -> String {
    if n == 1 {
        return format!("1 {noun}");
    }
    match noun {
        "man" => format!("{n} men"),
        "ply" => format!("{n} plies"),
        "cell that it can come to" => format!("{n} cells that it can come to"),
        noun => format!("{n} {noun}s"),
    }
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn list<T: AsRef<str>>(items: &[T], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [most @ .., end] => {
            let most: Vec<&str> = most.iter().map(AsRef::as_ref).collect();
            format!("{} {last} {}", most.join(", "), end.as_ref())
        }
    }
}

/// The noun with its article: `a king`, `an emperor`.
pub(crate) fn a(noun: &str) -> String {
    let article = match noun.starts_with(['a', 'e', 'i', 'o', 'u']) {
        true => "an",
        false => "a",
    };
    format!("{article} {noun}")
}

/// The text with its first letter in upper case.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// A number with commas every three digits: `1,234,567`.
pub(crate) fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// The text broken into lines of at most `width` characters.
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
    fn words_are_put_together() {
        assert_eq!(count(1, "man"), "1 man");
        assert_eq!(count(2, "man"), "2 men");
        assert_eq!(count(0, "cell"), "0 cells");
        assert_eq!(list(&["a"], "and"), "a");
        assert_eq!(list(&["a", "b", "c"], "or"), "a, b or c");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(thousands(999), "999");
        assert_eq!(capital("king"), "King");
        assert_eq!(
            (a("king"), a("emperor")),
            ("a king".into(), "an emperor".into())
        );
        assert_eq!(wrap("a bb ccc dddd", 6), ["a bb", "ccc", "dddd"]);
    }
}
