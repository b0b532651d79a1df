//! Texts of positions and moves, written and read by the notation crate.

use hyperrook_notation::moves::{self, CellStyle, MoveTextError};
use hyperrook_notation::position;
use hyperrook_notation::short;
use hyperrook_rules::{Game, Move, Outcome, Position, Side};

/// Parses a position text. The error lists all faults.
pub(crate) fn parse_position(game: &Game, text: &str) -> Result<Position, String> {
    position::parse_position(game, text).map_err(|error| error.to_string())
}

/// Formats a position.
pub(crate) fn format_position(position: &Position) -> String {
    position::format_position(position)
}

/// Formats a move.
pub(crate) fn format_move(position: &Position, mv: Move) -> String {
    moves::format_move(position.game().definition(), mv, CellStyle::Plain)
}

/// Formats a move with addresses for cells, in games that have them.
pub(crate) fn format_move_addressed(position: &Position, mv: Move) -> String {
    moves::format_move(position.game().definition(), mv, CellStyle::Address)
}

/// Formats a move in short notation.
pub(crate) fn short(position: &Position, mv: Move) -> String {
    short::format_short(position, mv)
}

/// A legal move as an example, as a move text and in short notation; `None` if there is none.
pub(crate) fn example(position: &Position) -> Option<(String, String)> {
    let moves = position.moves();
    let plain = moves.iter().find(|mv| mv.promotion().is_none());
    let mv = *plain.or(moves.first())?;
    Some((format_move(position, mv), short(position, mv)))
}

/// All legal moves in short notation.
pub(crate) fn all_short(position: &Position) -> Vec<(Move, String)> {
    short::format_short_all(position)
}

/// Parses a legal move in any notation. The error says why it is not legal.
pub(crate) fn read_move(position: &Position, text: &str) -> Result<Move, String> {
    let refused = match moves::parse_move(position, text) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    let unread = match short::parse_short(position, text) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    // Show the error of the notation that fits the text best.
    Err(match (refused, unread) {
        (MoveTextError::Unreadable(_), error) => error.to_string(),
        (refused, _) => refused.to_string(),
    })
}

/// The status of a position: `ongoing`, `check` or how the game has ended, with the reason.
pub(crate) fn status(position: &Position, outcome: Option<Outcome>) -> String {
    let (status, reason) = status_parts(position, outcome);
    match reason {
        Some(reason) => format!("{status} ({reason})"),
        None => status.to_owned(),
    }
}

/// The status, and the reason if there is one.
pub(crate) fn status_parts(
    position: &Position,
    outcome: Option<Outcome>,
) -> (&'static str, Option<String>) {
    match outcome {
        Some(outcome) => {
            let status = match outcome.winner {
                Some(Side::White) => "white wins",
                Some(Side::Black) => "black wins",
                None => "draw",
            };
            (status, Some(outcome.reason.to_string()))
        }
        None if position.in_check() => ("check", None),
        None => ("ongoing", None),
    }
}
