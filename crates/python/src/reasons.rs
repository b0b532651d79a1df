//! Why moves are refused and games are over.

use crate::arguments::side_name;
use crate::errors::error;
use crate::make::make;
use crate::types::{PyGame, PyMove};
use hyperrook_explain::types::{EndReason, MarkRole, Reasons, RecordedResult};
use hyperrook_notation::moves::MoveTextError;
use hyperrook_notation::refusal::Refusal;
use hyperrook_notation::short::{AnyMoveError, ShortError, parse_any};
use hyperrook_rules::{Cell, Definition, History, Outcome, Position};
use pyo3::prelude::*;
use pyo3::types::PyString;

/// A move that was given as a move or as a text, as a legal move of the position.
pub(crate) fn legal_move(
    py: Python<'_>,
    position: &Position,
    given: &Bound<'_, PyAny>,
) -> PyResult<hyperrook_rules::Move> {
    if let Ok(mv) = given.cast::<PyMove>() {
        let found = mv.get().for_position(position);
        return match found.filter(|&mv| position.is_legal(mv)) {
            Some(mv) => Ok(mv),
            None => Err(illegal(py, position, &given.str()?.to_cow()?)),
        };
    }
    let text = given
        .cast::<PyString>()
        .map_err(|_| crate::errors::not_a_move(given))?;
    let text = text.to_cow()?;
    parse_any(position, &text).map_err(|_| illegal(py, position, &text))
}

/// An `IllegalMoveError` for a text that is not a legal move.
fn illegal(py: Python<'_>, position: &Position, text: &str) -> PyErr {
    let shown: String = text.chars().take(80).collect();
    match why_not(py, &History::new(position.clone()), text) {
        Ok(Some(refusal)) => {
            let sentences = refusal
                .getattr("text")
                .and_then(|text| text.extract::<String>());
            let message = format!("{shown}: {}", sentences.unwrap_or_default());
            error(py, "IllegalMoveError", (message, refusal))
        }
        Ok(None) => error(
            py,
            "IllegalMoveError",
            (
                format!("{shown}: the move is of another game or position"),
                py.None(),
            ),
        ),
        Err(error) => error,
    }
}

/// Why a text is not a legal move of the current position, as a `Refusal` of Python.
pub(crate) fn why_not<'py>(
    py: Python<'py>,
    history: &History,
    text: &str,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let position = history.position();
    let parsed = parse_any(position, text);
    let reason = match &parsed {
        Ok(_) => return Ok(None),
        // The sentences then say how it has ended, whatever the text is.
        Err(_) if history.outcome().is_some() => "game_over",
        Err(AnyMoveError::Text(MoveTextError::Refused(refusal))) => name(refusal),
        Err(AnyMoveError::Short(ShortError::Promotion { refusal, .. })) => name(refusal),
        Err(AnyMoveError::Short(ShortError::NoMove { refusals, .. })) => {
            refusals.first().map_or("no_move", name)
        }
        Err(AnyMoveError::Short(ShortError::Ambiguous { .. })) => "ambiguous",
        Err(AnyMoveError::Short(ShortError::NoCapture { .. })) => "no_capture",
        Err(_) => "unreadable",
    };
    let reasons = hyperrook_explain::refusal_of_text(history, text);
    refusal(py, position.game().definition(), reason, &reasons).map(Some)
}

/// The same in a game that is played. A game that is drawn by repetition or by the move count still
/// has legal moves, but its end is the reason then.
pub(crate) fn why_not_in_game<'py>(
    py: Python<'py>,
    history: &History,
    text: &str,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    if history.outcome().is_none() {
        return why_not(py, history, text);
    }
    let definition = history.position().game().definition();
    let reasons = hyperrook_explain::refusal_of_text(history, text);
    refusal(py, definition, "game_over", &reasons).map(Some)
}

fn refusal<'py>(
    py: Python<'py>,
    definition: &Definition,
    reason: &str,
    reasons: &Reasons,
) -> PyResult<Bound<'py, PyAny>> {
    let cell = |cell: usize| definition.board().name(Cell::from_index(cell));
    let marks: Vec<(String, &str)> = reasons
        .marks
        .iter()
        .map(|mark| (cell(mark.cell), role(mark.role)))
        .collect();
    let arrows: Vec<Vec<String>> = reasons
        .arrows
        .iter()
        .map(|arrow| arrow.path.iter().map(|&at| cell(at)).collect())
        .collect();
    make(py, "Refusal", (reason, &reasons.sentences, marks, arrows))
}

/// The explanation of a check, a mate or another end.
pub(crate) fn explanation<'py>(py: Python<'py>, history: &History) -> PyResult<Bound<'py, PyAny>> {
    let reasons = hyperrook_explain::why(history);
    let definition = history.position().game().definition();
    refusal(py, definition, "", &reasons)
}

fn role(role: MarkRole) -> &'static str {
    match role {
        MarkRole::Attacker => "attacker",
        MarkRole::Royal => "royal",
        MarkRole::Blocker => "blocker",
        MarkRole::Escape => "escape",
        MarkRole::Refuted => "refuted",
        MarkRole::Held => "held",
    }
}

/// The name of a refusal for programs.
fn name(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::GameOver(_) => "game_over",
        Refusal::NoPiece(_) => "no_piece",
        Refusal::EnemyPiece { .. } => "enemy_piece",
        Refusal::NotItsName { .. } => "not_its_name",
        Refusal::NotItsDestination { .. } => "not_its_destination",
        Refusal::PromotionMissing { .. } => "promotion_missing",
        Refusal::PromotionNotAllowed { .. } => "promotion_not_allowed",
        Refusal::MustTransform { .. } => "must_transform",
        Refusal::MayNotTransform(_) => "may_not_transform",
        Refusal::NotItsCell { .. } => "not_its_cell",
        Refusal::StaysPut(_) => "stays_put",
        Refusal::OwnPiece { .. } => "own_piece",
        Refusal::NeverCaptured { .. } => "never_captured",
        Refusal::NotItsMove { .. } => "not_its_move",
        Refusal::OnlyCaptures { .. } => "only_captures",
        Refusal::DoesNotCapture { .. } => "does_not_capture",
        Refusal::OnlyFromStart { .. } => "only_from_start",
        Refusal::IncompleteBlock { .. } => "incomplete_block",
        Refusal::Blocked { .. } => "blocked",
        Refusal::NeedsMount { .. } => "needs_mount",
        Refusal::CastlingGone(_) => "castling_gone",
        Refusal::CastlingAttacked { .. } => "castling_attacked",
        Refusal::CastlingBlocked { .. } => "castling_blocked",
        Refusal::Held { .. } => "held",
        Refusal::Bound(_) => "bound",
        Refusal::LeavesAttacked { .. } => "leaves_attacked",
        _ => "other",
    }
}

/// The end of a game as an `Outcome` of Python.
pub(crate) fn outcome<'py>(
    py: Python<'py>,
    game: &PyGame,
    outcome: Outcome,
) -> PyResult<Bound<'py, PyAny>> {
    let explained = hyperrook_explain::outcome(game.definition(), outcome);
    let result = match explained.result {
        RecordedResult::White => "1-0",
        RecordedResult::Black => "0-1",
        RecordedResult::Draw => "1/2-1/2",
        RecordedResult::None => "*",
    };
    let reason = match explained.reason {
        EndReason::Checkmate => "checkmate",
        EndReason::Stalemate => "stalemate",
        EndReason::Baring => "baring",
        EndReason::Repetition => "repetition",
        EndReason::MoveCount => "move count",
        _ => "dead position",
    };
    let winner = outcome.winner.map(side_name);
    make(py, "Outcome", (winner, result, reason, explained.text))
}
