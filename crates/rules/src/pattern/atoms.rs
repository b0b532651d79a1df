//! Reads atoms: the letters and numbers that stand for vectors.

use super::reader::{PatternReader, VECTOR_WORK};
use super::{UNLIMITED, vectors};
use crate::look_alike;
use hyperrook_geometry::{Coordinate, MAX_AXES};
use std::cell::Cell;

/// An atom: its vectors, and the default number of steps.
pub(super) struct Atom {
    pub(super) vectors: Vec<Coordinate>,
    pub(super) range: u16,
}

impl PatternReader<'_> {
    /// Reads a letter, `(2.1.1)` or `<1.-1>`.
    pub(super) fn atom(&mut self, scope: usize) -> Option<Atom> {
        let start = self.at;
        let axes = self.scopes[scope].axes.clone();
        let needed = Cell::new(0);
        let leaper = |sizes: &[i16]| {
            needed.set(sizes.iter().filter(|&&size| size != 0).count());
            vectors::leaper(sizes, &axes)
        };
        let Some(c) = self.next() else {
            self.fault(
                start..start,
                "a move letter such as `W`, `(2.1)` or `[W-sW]` must follow",
            );
            return None;
        };
        let (vectors, range) = match c {
            'W' => (leaper(&[1]), 1),
            'F' => (leaper(&[1, 1]), 1),
            'D' => (leaper(&[2]), 1),
            'N' => (leaper(&[2, 1]), 1),
            'A' => (leaper(&[2, 2]), 1),
            'H' => (leaper(&[3]), 1),
            'C' | 'L' => (leaper(&[3, 1]), 1),
            'Z' | 'J' => (leaper(&[3, 2]), 1),
            'G' => (leaper(&[3, 3]), 1),
            'K' => (Some(vectors::neighbours(&axes)), 1),
            'R' => (leaper(&[1]), UNLIMITED),
            'B' => (leaper(&[1, 1]), UNLIMITED),
            'Q' => (Some(vectors::neighbours(&axes)), UNLIMITED),
            '(' => (self.numbers(')', start)?.as_deref().and_then(leaper), 1),
            '<' => (self.signed_vector(scope, start)?, 1),
            'O' => {
                self.skip_term();
                let message = "castling is not a move of a piece here; define it under `castling`";
                self.fault(start..self.at, message);
                return None;
            }
            ',' | ';' | '+' | '&' => {
                let message =
                    format!("`{c}` is not a move letter; separate moves by spaces, as in `R N`");
                self.skip_term();
                self.fault(start..self.at, message);
                return None;
            }
            '@' | 'U' => {
                self.skip_term();
                let what = if c == '@' {
                    "drops"
                } else {
                    "leaps to any cell"
                };
                self.fault(start..self.at, format!("`{c}` ({what}) is not supported"));
                return None;
            }
            _ => {
                let before = self.text[..start].chars().next_back();
                let message = sign_fault(c, before).unwrap_or_else(|| letter_fault(c));
                self.skip_term();
                self.fault(start..self.at, message);
                return None;
            }
        };
        let Some(vectors) = vectors else {
            let text = &self.text[start..self.at];
            let message = if needed.get() > axes.len() {
                let name = &self.scopes[scope].name;
                format!(
                    "`{text}` needs more axes than `{name}` has ({})",
                    axes.len()
                )
            } else {
                format!("`{text}` stands for too many vectors")
            };
            self.fault(start..self.at, message);
            return None;
        };
        self.spend(vectors.len() * VECTOR_WORK, start..self.at)?;
        let doubled = c.is_ascii_uppercase() && range == 1 && self.take(c);
        let slides = doubled || range == UNLIMITED;
        if c.is_ascii_uppercase() && slides && self.peek() == Some(c) {
            while self.take(c) {}
            let message = format!(
                "`{}` is not supported; `{}` has no limit already",
                &self.text[start..self.at],
                if doubled {
                    format!("{c}{c}")
                } else {
                    c.to_string()
                }
            );
            self.fault(start..self.at, message);
            return None;
        }
        if doubled && self.peek().is_some_and(|next| next.is_ascii_digit()) {
            self.range(range);
            let message = format!(
                "`{}` is not supported; write `{c}{c}` for no limit, or one letter and the number \
                 of steps, as in `{c}3`",
                &self.text[start..self.at]
            );
            self.fault(start..self.at, message);
            return None;
        }
        Some(Atom {
            vectors,
            range: if doubled { UNLIMITED } else { range },
        })
    }

    /// Reads `2.1.1` up to the closing character. The outer `None` is a fault.
    #[allow(clippy::option_option)]
    fn numbers(&mut self, close: char, start: usize) -> Option<Option<Vec<i16>>> {
        let rest = &self.text[self.at..];
        let Some(inner) = rest
            .split(close)
            .next()
            .filter(|inner| inner.len() < rest.len())
        else {
            self.skip_term();
            self.fault(start..self.at, format!("`{close}` is missing"));
            return None;
        };
        self.at += inner.len() + close.len_utf8();
        let numbers: Option<Vec<i16>> = inner
            .split('.')
            .map(|n| {
                n.trim()
                    .parse()
                    .ok()
                    .filter(|n: &i16| (-255..=255).contains(n))
            })
            .collect();
        if inner.contains(|c: char| c.is_ascii_alphabetic()) {
            self.fault(
                start..self.at,
                "parentheses hold the coordinates of a leap, as in `(2.1)`; letters before a move \
                 apply to this move alone, as in `mWmF`",
            );
            return None;
        }
        let Some(numbers) = numbers.filter(|n| n.len() <= MAX_AXES && n.iter().any(|&n| n != 0))
        else {
            let message = leap_fault(inner);
            while self.take(close) {}
            self.fault(start..self.at, message);
            return None;
        };
        if close == ')' && numbers.iter().any(|&n| n < 0) {
            self.fault(
                start..self.at,
                "(…) stands for every order and sign, so its numbers have no sign; use <…> for \
                 one vector",
            );
            return None;
        }
        Some(Some(numbers))
    }

    #[allow(clippy::option_option)]
    fn signed_vector(&mut self, scope: usize, start: usize) -> Option<Option<Vec<Coordinate>>> {
        let numbers = self.numbers('>', start)??;
        let scope = &self.scopes[scope];
        if numbers.len() != scope.axes.len() {
            let message = format!(
                "`{}` has {} axes, so a vector in <…> has as many numbers, not {}",
                scope.name,
                scope.axes.len(),
                numbers.len()
            );
            self.fault(start..self.at, message);
            return None;
        }
        let mut vector = [0; MAX_AXES];
        for (&axis, number) in scope.axes.iter().zip(numbers) {
            vector[axis] = number;
        }
        Some(Some(vec![vector]))
    }

    /// Reads a range in digits; 0 means no limit.
    pub(super) fn range(&mut self, default: u16) -> u16 {
        let digits = self.text[self.at..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        let text = &self.text[self.at..self.at + digits];
        self.at += digits;
        if text.is_empty() {
            return default;
        }
        match text.parse() {
            Ok(0) | Err(_) => UNLIMITED,
            Ok(range) => range,
        }
    }
}

/// What is wrong with a bracket, or a sign between brackets, where a move letter must stand.
/// `before` is the character before it.
fn sign_fault(c: char, before: Option<char>) -> Option<String> {
    Some(match (c, before) {
        (']', Some('[')) => {
            "the brackets are empty; write the legs of a path in them, as in `[W-sW]`".to_owned()
        }
        (']', Some(join @ ('-' | '?'))) => {
            format!("a leg must follow the `{join}`, as in `[W-sW]`")
        }
        (']' | ')' | '>', _) => format!("this `{c}` has no partner; leave it out"),
        ('[', _) => {
            "brackets cannot stand in brackets; leave this `[` out, or close the one before it with \
             `]`"
                .to_owned()
        }
        ('{' | '}', _) => {
            format!("`{c}` has no meaning here; the brackets of a path are square, as in `[W-sW]`")
        }
        ('-' | '?', _) => {
            format!("`{c}` joins the legs of a path, and a path stands in brackets, as in `[W-sW]`")
        }
        _ => return None,
    })
}

/// What is wrong with a character that is not a move letter.
fn letter_fault(c: char) -> String {
    look_alike::fault(c).unwrap_or_else(|| {
        format!(
            "{} is not a move letter; the letters are W F D N A H L C J Z G, K for a step any way, \
             R B Q for slides, (2.1.1) for a leap by its coordinates, <1.-1> for one vector and \
             [W-sW] for a path",
            look_alike::named(c)
        )
    })
}

/// Why a text is not the coordinates of a leap.
fn leap_fault(inner: &str) -> String {
    let parts: Vec<&str> = inner.split('.').map(str::trim).collect();
    let digits = |part: &str| part.strip_prefix('-').unwrap_or(part).to_owned();
    let is_number = |part: &&str| {
        let digits = digits(part);
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    if inner.contains(['(', '<']) {
        return "write one pair of brackets around the coordinates of a leap, as in `(2.1)`"
            .to_owned();
    }
    if parts.len() > 1 && parts.contains(&"") {
        return "a number is missing beside a dot; write the coordinates of the leap as in `(2.1)`"
            .to_owned();
    }
    if parts.iter().all(is_number) {
        let large = |part: &&str| digits(part).parse().map_or(true, |n: u16| n > 255);
        if let Some(part) = parts.iter().copied().find(|part| large(part)) {
            return format!("`{part}` is too large: the coordinates of a leap go up to 255");
        }
        if parts.len() > MAX_AXES {
            return format!(
                "a leap has at most {MAX_AXES} coordinates, not {}",
                parts.len()
            );
        }
        return "a leap needs a coordinate other than 0, as in `(2.1)`".to_owned();
    }
    "write the coordinates of the leap with dots: `(2.1.1)`, `<1.-1>`".to_owned()
}
