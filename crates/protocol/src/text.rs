//! Short texts that both protocols write.

use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_notation::words::shorten;
use hyperrook_rules::{Definition, Game, Move, Outcome, Side};
use hyperrook_search::Bound;

/// Quotes part of the input in a message: shortened, on one line, without control
/// characters.
pub(crate) fn quoted(text: &str) -> String {
    /// The maximum number of characters, enough to recognise a command.
    const SHOWN: usize = 60;
    shorten(text, SHOWN)
}

/// The first word of a text, and the rest without white space at either end.
pub(crate) fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

/// Joins the lines of a message into one.
pub(crate) fn one_line(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines.join("; ")
}

/// A move as a move text.
pub(crate) fn move_text(game: &Game, mv: Move) -> String {
    format_move(game.definition(), mv, CellStyle::Plain)
}

/// Moves as move texts, separated by spaces.
pub(crate) fn move_texts(game: &Game, moves: &[Move]) -> String {
    let texts: Vec<String> = moves.iter().map(|&mv| move_text(game, mv)).collect();
    texts.join(" ")
}

/// The result of a game as in records: `1-0`.
pub(crate) fn result(outcome: Outcome) -> &'static str {
    match outcome.winner {
        Some(Side::White) => "1-0",
        Some(Side::Black) => "0-1",
        None => "1/2-1/2",
    }
}

/// Whether an option has exactly the values yes and no, so that it is a check box.
pub(crate) fn is_check(values: &[String]) -> bool {
    values.len() == 2
        && ["false", "true"]
            .iter()
            .all(|v| values.iter().any(|x| x == v))
}

/// The size of a board in words: `files 8 ranks 8`, with the levels if there are several.
pub(crate) fn size(definition: &Definition) -> String {
    let (files, ranks, levels) = definition.board().extent();
    match levels {
        1 => format!("files {files} ranks {ranks}"),
        _ => format!("files {files} ranks {ranks} levels {levels}"),
    }
}

/// The mark of a score that is a bound. `marks` are those of lower and upper bounds.
pub(crate) fn bound(bound: Bound, [lower, upper]: [&'static str; 2]) -> &'static str {
    match bound {
        Bound::Exact => "",
        Bound::Lower => lower,
        Bound::Upper => upper,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_input_is_short_and_harmless() {
        assert_eq!(quoted("a\tb\u{1b}[2J"), "a\u{fffd}b\u{fffd}[2J");
        assert_eq!(quoted(&"x".repeat(100)).chars().count(), 61);
        assert_eq!(one_line("a\nb"), "a; b");
    }

    #[test]
    fn yes_and_no_in_either_order_are_a_check() {
        let values = |values: &[&str]| values.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert!(is_check(&values(&["false", "true"])));
        assert!(is_check(&values(&["true", "false"])));
        assert!(!is_check(&values(&["true", "maybe"])));
        assert!(!is_check(&values(&["true", "false", "maybe"])));
    }
}
