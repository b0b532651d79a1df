//! Short texts that both protocols write.

use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_rules::{Definition, Game, Move, Outcome, Side};
use hyperrook_search::Bound;

/// Part of what came in, fit to be said back: short, on one line, without
/// control characters.
pub(crate) fn quoted(text: &str) -> String {
    /// Enough to recognise a command by.
    const SHOWN: usize = 60;
    let clean = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut shown: String = text.chars().take(SHOWN).map(clean).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

/// A reason on one line.
pub(crate) fn one_line(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines.join("; ")
}

/// A move in the text of its game.
pub(crate) fn move_text(game: &Game, mv: Move) -> String {
    format_move(game.definition(), mv, CellStyle::Plain)
}

/// Moves with spaces between.
pub(crate) fn move_texts(game: &Game, moves: &[Move]) -> String {
    let texts: Vec<String> = moves.iter().map(|&mv| move_text(game, mv)).collect();
    texts.join(" ")
}

/// A result as records have it: `1-0`.
pub(crate) fn result(outcome: Outcome) -> &'static str {
    match outcome.winner {
        Some(Side::White) => "1-0",
        Some(Side::Black) => "0-1",
        None => "1/2-1/2",
    }
}

/// How many values a game's option has, and whether they are yes and no.
pub(crate) fn is_check(values: &[String]) -> bool {
    values.len() == 2
        && ["false", "true"]
            .iter()
            .all(|v| values.iter().any(|x| x == v))
}

/// The size of a board's drawing in words: `files 8 ranks 8`, and levels where
/// there are several.
pub(crate) fn size(definition: &Definition) -> String {
    let (files, ranks, levels) = definition.board().extent();
    match levels {
        1 => format!("files {files} ranks {ranks}"),
        _ => format!("files {files} ranks {ranks} levels {levels}"),
    }
}

/// What marks a score that is not exact, in `marks` for lower and upper bounds.
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
    fn what_is_said_back_is_short_and_harmless() {
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
