//! The texts of positions, moves and records, from the notation crate.

use hyperrook_rules::{Game, Move, Outcome, Position};

/// Reads a position; the error says everything that is wrong.
#[allow(clippy::todo)]
pub(crate) fn parse_position(_game: &Game, _text: &str) -> Result<Position, String> {
    todo!()
}

/// Writes a position.
#[allow(clippy::todo)]
pub(crate) fn format_position(_position: &Position) -> String {
    todo!()
}

/// Writes a move.
#[allow(clippy::todo)]
pub(crate) fn format_move(_position: &Position, _mv: Move) -> String {
    todo!()
}

/// Writes a move with addresses for cells, where the game has them.
#[allow(clippy::todo)]
pub(crate) fn format_move_addressed(_position: &Position, _mv: Move) -> String {
    todo!()
}

/// Writes a move in the short notation for people.
#[allow(clippy::todo)]
pub(crate) fn short(_position: &Position, _mv: Move) -> String {
    todo!()
}

/// Reads a legal move in any notation; the error says why it is none.
#[allow(clippy::todo)]
pub(crate) fn read_move(_position: &Position, _text: &str) -> Result<Move, String> {
    todo!()
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
    use hyperrook_rules::Side;
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

/// Writes a game as a record.
#[allow(clippy::todo)]
pub(crate) fn write_record(_session: &crate::play::Session) -> String {
    todo!()
}

/// Reads the first game of a text of records.
#[allow(clippy::todo)]
pub(crate) fn read_record(_text: &str) -> Result<crate::play::Session, String> {
    todo!()
}
