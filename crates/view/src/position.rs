//! Positions in the form that clients show.

use crate::types::{LastMove, MoveCount, MoveInfo, MoveKind, PlacedPiece, PositionView};
use hyperrook_explain::outcome;
use hyperrook_explain::pieces::{letter, named_first, numbers, standing};
use hyperrook_explain::{confined_cells, restrictions};
use hyperrook_geometry::CellSet;
use hyperrook_notation::moves::{CellStyle, format_move, parse_move};
use hyperrook_notation::position::{PositionTextError, format_position, parse_position};
use hyperrook_notation::short::{
    AnyMoveError, format_short, format_short_with_captures, parse_any,
};
use hyperrook_rules::{Game, History, Move, MoveClass, Position};
use thiserror::Error;

/// The greatest number of moves for [`history`].
pub const MAX_MOVES: usize = 10_000;

/// Why a position cannot be reached.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionRefError {
    /// The position text has faults.
    #[error("{0}")]
    Position(PositionTextError),
    /// A move is not legal.
    #[error("move {number}, `{text}`: {error}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The text of the move, cut to 40 characters.
        text: String,
        /// Why it is not legal.
        error: AnyMoveError,
    },
    /// There are too many moves.
    #[error("{0} moves are too many; at most {MAX_MOVES} can be made")]
    TooManyMoves(usize),
}

/// The position after some moves, from a position text or from the start of the game. Moves
/// can be move texts or in short notation.
///
/// # Errors
/// If the position text has faults or a move is not legal.
pub fn history(
    game: &Game,
    position: Option<&str>,
    moves: &[String],
) -> Result<History, PositionRefError> {
    if moves.len() > MAX_MOVES {
        return Err(PositionRefError::TooManyMoves(moves.len()));
    }
    let start = match position {
        None => game.start(),
        Some(text) => parse_position(game, text).map_err(PositionRefError::Position)?,
    };
    let mut history = History::new(start);
    for (i, text) in moves.iter().enumerate() {
        let fault = |error| PositionRefError::Move {
            number: i + 1,
            text: text.chars().take(40).collect(),
            error,
        };
        let mv = read(history.position(), text).map_err(fault)?;
        // The move was parsed as a legal move.
        let _ = history.play(mv);
    }
    Ok(history)
}

/// Parses a move, first as a move text: programs send these, and they can be checked
/// without generating all moves.
pub(crate) fn read(position: &Position, text: &str) -> Result<Move, AnyMoveError> {
    parse_move(position, text).or_else(|_| parse_any(position, text))
}

/// The present position of a history, in the form that clients show.
pub fn view(history: &History) -> PositionView {
    let position = history.position();
    let game = position.game();
    let definition = game.definition();
    let over = history.outcome();
    let pieces = standing(position).into_iter().map(|piece| PlacedPiece {
        cells: piece.cells(),
        side: piece.piece.side.into(),
        letter: letter(definition, piece.piece.kind),
    });
    let moves = match over {
        Some(_) => Vec::new(),
        None => format_short_with_captures(position)
            .into_iter()
            .map(|(mv, short, captures)| move_info(position, mv, short, captures))
            .collect(),
    };
    let check = if position.in_check() {
        position.royal_cells(position.turn())
    } else {
        CellSet::EMPTY
    };
    PositionView {
        position: format_position(position),
        side: position.turn().into(),
        ply: history.moves().len(),
        pieces: pieces.collect(),
        moves,
        check: numbers(check),
        bound: confined_cells(position),
        restrictions: restrictions(position),
        last: last_move(history),
        outcome: over.map(|over| outcome(definition, over)),
        fifty: MoveCount {
            count: position.halfmove() / 2,
            limit: definition.ends().moves,
        },
        repetitions: history.occurrences(),
    }
}

/// A legal move of a position, with its short notation and what it captures.
fn move_info(position: &Position, mv: Move, short: String, captures: CellSet) -> MoveInfo {
    let definition = position.game().definition();
    let kind = match mv.class() {
        MoveClass::EnPassant => MoveKind::InPassing,
        MoveClass::Castling => MoveKind::Castle,
        MoveClass::Shift => MoveKind::Shift,
        MoveClass::Transformation => MoveKind::Transform,
        _ => MoveKind::Move,
    };
    let cells_after = match kind {
        MoveKind::Transform => Some(vec![mv.destination().index()]),
        MoveKind::Shift => {
            let piece = position.piece(mv.origin());
            let body = piece.and_then(|piece| definition.body(piece.kind, mv.destination()));
            body.map(|body| named_first(mv.destination(), body))
        }
        _ => None,
    };
    MoveInfo {
        text: format_move(definition, mv, CellStyle::Plain),
        short,
        from: mv.origin().index(),
        to: mv.destination().index(),
        cells_after,
        promotion: mv.promotion().map(|kind| letter(definition, kind)),
        captures: numbers(captures),
        kind,
    }
}

fn last_move(history: &History) -> Option<LastMove> {
    let &mv = history.moves().last()?;
    let before = history.positions().iter().rev().nth(1)?;
    Some(LastMove {
        from: mv.origin().index(),
        to: mv.destination().index(),
        text: format_move(before.game().definition(), mv, CellStyle::Plain),
        short: format_short(before, mv),
    })
}
