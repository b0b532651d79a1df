//! Ends of games in words.

use crate::types::{EndReason, ExplainedOutcome, RecordedResult, Side};
use crate::words::{a, capital, list};
use hyperrook_rules::{Definition, Reason};

/// Explains an outcome by the rules.
pub fn outcome(definition: &Definition, outcome: hyperrook_rules::Outcome) -> ExplainedOutcome {
    let (reason, why) = match outcome.reason {
        Reason::Checkmate => (EndReason::Checkmate, "Checkmate".to_owned()),
        Reason::Stalemate => (EndReason::Stalemate, "Stalemate".to_owned()),
        Reason::Baring => {
            let loser = outcome.winner.map(hyperrook_rules::Side::other);
            let loser = loser.map_or_else(String::new, |side| side.to_string());
            (
                EndReason::Bared,
                format!("{loser} has nothing left but the royal piece"),
            )
        }
        Reason::BothBare => (
            EndReason::Bared,
            "Both sides have nothing left but their royal pieces".to_owned(),
        ),
        Reason::Repetition => {
            let times = definition.ends().repetition;
            let times = match times {
                2 => "twice".to_owned(),
                3 => "three times".to_owned(),
                n => format!("{n} times"),
            };
            (
                EndReason::Repetition,
                format!("The same position has occurred {times}"),
            )
        }
        Reason::MoveCount => {
            let kinds = definition.ends().resets.iter();
            let without: Vec<String> = std::iter::once("a capture".to_owned())
                .chain(kinds.map(|&kind| format!("a move of {}", a(&definition.piece(kind).name))))
                .collect();
            (
                EndReason::MoveCount,
                format!(
                    "{} moves by each side without {}",
                    definition.ends().moves,
                    list(&without, "or")
                ),
            )
        }
        Reason::BareRoyals => (
            EndReason::DeadPosition,
            "Only the royal pieces are left".to_owned(),
        ),
        Reason::TooWeak => (
            EndReason::DeadPosition,
            "Neither side has the pieces to win".to_owned(),
        ),
        other => (EndReason::DeadPosition, capital(&other.to_string())),
    };
    let winner = outcome.winner.map(Side::from);
    finished(reason, winner, &why)
}

/// Explains an outcome that the players caused: resignation, time, agreement, or an aborted game.
/// `winner` is `None` for a draw and for an aborted game.
pub fn ended(reason: EndReason, winner: Option<Side>) -> ExplainedOutcome {
    let loser = match winner {
        Some(winner) => winner.other().name(),
        None => "A player",
    };
    let why = match reason {
        EndReason::Resignation => format!("{loser} has resigned"),
        EndReason::Time => format!("{loser}'s time ran out"),
        EndReason::Agreement => "The players agreed to a draw".to_owned(),
        EndReason::Aborted => "The game was aborted".to_owned(),
        EndReason::Checkmate => "Checkmate".to_owned(),
        EndReason::Stalemate => "Stalemate".to_owned(),
        EndReason::Bared => format!("{loser} has nothing left but the royal piece"),
        EndReason::Repetition => "The same position has occurred too often".to_owned(),
        EndReason::MoveCount => "Too many moves without progress".to_owned(),
        EndReason::DeadPosition => "Neither side has the pieces to win".to_owned(),
    };
    finished(reason, winner, &why)
}

fn finished(reason: EndReason, winner: Option<Side>, why: &str) -> ExplainedOutcome {
    let (result, text) = match (reason, winner) {
        (EndReason::Aborted, _) => (RecordedResult::None, format!("{why}.")),
        (EndReason::Agreement, _) => (RecordedResult::Draw, format!("{why}.")),
        (_, None) => (RecordedResult::Draw, format!("{why}: a draw.")),
        (_, Some(Side::White)) => (RecordedResult::White, format!("{why}: White has won.")),
        (_, Some(Side::Black)) => (RecordedResult::Black, format!("{why}: Black has won.")),
    };
    ExplainedOutcome {
        result,
        reason,
        text,
    }
}
