//! The texts of positions, moves and records, from the notation crate.

use hyperrook_notation::moves::{self, CellStyle, MoveTextError};
use hyperrook_notation::position;
use hyperrook_notation::short::{self, ShortError};
use hyperrook_rules::{Game, Move, Outcome, Position, Side};

/// Reads a position; the error says everything that is wrong.
pub(crate) fn parse_position(game: &Game, text: &str) -> Result<Position, String> {
    position::parse_position(game, text).map_err(|error| error.to_string())
}

/// Writes a position.
pub(crate) fn format_position(position: &Position) -> String {
    position::format_position(position)
}

/// Writes a move.
pub(crate) fn format_move(position: &Position, mv: Move) -> String {
    moves::format_move(position.game().definition(), mv, CellStyle::Plain)
}

/// Writes a move with addresses for cells, where the game has them.
pub(crate) fn format_move_addressed(position: &Position, mv: Move) -> String {
    moves::format_move(position.game().definition(), mv, CellStyle::Address)
}

/// Writes a move in the short notation for people.
pub(crate) fn short(position: &Position, mv: Move) -> String {
    short::format_short(position, mv)
}

/// Writes all legal moves in the short notation for people.
pub(crate) fn all_short(position: &Position) -> Vec<(Move, String)> {
    short::format_short_all(position)
}

/// Reads a legal move in any notation; the error says why it is none.
pub(crate) fn read_move(position: &Position, text: &str) -> Result<Move, String> {
    let refused = match moves::parse_move(position, text) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    let unread = match short::parse_short(position, text) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    // The notation in which the text makes sense says what is wrong.
    Err(match (refused, unread) {
        (MoveTextError::Refused(refusal), _) => refusal.to_string(),
        (MoveTextError::Unreadable(_), ShortError::Unreadable { text, .. }) => format!(
            "{text} is no move; write origin and destination, such as `{}`, or a piece's letter and \
             a cell",
            example(position)
        ),
        (MoveTextError::Unreadable(_), error) => error.to_string(),
    })
}

/// A legal move of a position, for messages.
fn example(position: &Position) -> String {
    let moves = position.moves();
    let mv = moves.first().map(|&mv| format_move(position, mv));
    mv.unwrap_or_else(|| "e2e4".to_owned())
}

/// The status line of a position: `ongoing`, `check` or how the game ended,
/// and the reason.
pub(crate) fn status(position: &Position, outcome: Option<Outcome>) -> String {
    let (status, reason) = status_parts(position, outcome);
    match reason {
        Some(reason) => format!("{status} ({reason})"),
        None => status.to_owned(),
    }
}

/// The status and, where there is one, the reason.
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
