//! Parses `position`.

use crate::text::{first_word, one_line, quoted};
use hyperrook_notation::moves::parse_move;
use hyperrook_notation::position::parse_position;
use hyperrook_rules::{Game, History};

/// Parses what follows `position`: `startpos` or `fen TEXT`, optionally followed by `moves
/// …`.
///
/// # Errors
/// All faults of the position, or that of the first move that is not legal.
pub(super) fn read(game: &Game, text: &str) -> Result<History, Vec<String>> {
    let (stated, moves) = split_moves(text);
    let start = match first_word(stated) {
        // Some programs write both words.
        ("startpos", "") | ("fen", "startpos") => game.start(),
        ("fen", text) => parse_position(game, text).map_err(|error| {
            let lines = error.to_string();
            lines.lines().map(str::to_owned).collect::<Vec<_>>()
        })?,
        _ => {
            let right = "write `position startpos` or `position fen TEXT`, optionally followed by `moves …`";
            return Err(vec![right.to_owned()]);
        }
    };
    let mut history = History::new(start);
    for (index, text) in moves.split_whitespace().enumerate() {
        let position = history.position();
        let mv = parse_move(position, text).map_err(|error| {
            let reason = one_line(&error.to_string());
            vec![format!("move {}, {}: {reason}", index + 1, quoted(text))]
        })?;
        // The move was parsed as a legal move.
        let _ = history.play(mv);
    }
    Ok(history)
}

/// The text before the word `moves`, and the text after it.
fn split_moves(text: &str) -> (&str, &str) {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let start = at + (rest.len() - rest.trim_start().len());
        let (word, _) = first_word(rest);
        if word.is_empty() {
            return (text, "");
        }
        let end = start + word.len();
        if word == "moves" {
            return (&text[..start], &text[end..]);
        }
        at = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::Variants;

    fn chess() -> Game {
        Variants::default().game("chess").unwrap()
    }

    #[test]
    fn positions_are_read() {
        let game = chess();
        let plies = |text: &str| read(&game, text).unwrap().moves().len();
        assert_eq!(plies("startpos"), 0);
        assert_eq!(plies("startpos moves"), 0);
        assert_eq!(plies("fen startpos moves e2e4"), 1);
        assert_eq!(plies("  startpos\tmoves e2e4  e7e5 g1f3"), 3);
        assert_eq!(plies("fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1"), 1);
        assert_eq!(plies("fen 4k3/8/8/8/8/8/8/4K2R w K -"), 0);
    }

    #[test]
    fn impossible_positions_and_illegal_moves_are_rejected_with_the_reason() {
        let game = chess();
        let fault = |text: &str| read(&game, text).unwrap_err();
        assert_eq!(
            fault("startpos moves e2e4 e7e4"),
            ["move 2, e7e4: the pawn on e7 does not move to e4"]
        );
        assert_eq!(fault("fen 8/8 w").len(), 2);
        assert_eq!(fault("fen 8/8/8/8/8/8/8/8 w - - 0 1").len(), 2);
        for text in ["", "e4", "startpos e2e4", "moves e2e4", "startposmoves"] {
            assert!(fault(text)[0].starts_with("write "), "{text}");
        }
    }
}
