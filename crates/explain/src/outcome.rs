//! Ends of games in words.

use crate::types::{ExplainedOutcome, RecordedResult};
use crate::words::capital;
use crate::words::rules::resets;
use hyperrook_rules::{Definition, Outcome, Reason, Side};

/// Explains an outcome by the rules.
pub fn outcome(definition: &Definition, outcome: Outcome) -> ExplainedOutcome {
    ExplainedOutcome {
        result: match outcome.winner {
            Some(Side::White) => RecordedResult::White,
            Some(Side::Black) => RecordedResult::Black,
            None => RecordedResult::Draw,
        },
        reason: outcome.reason.into(),
        text: outcome_sentence(definition, outcome),
    }
}

/// Explains an outcome by the rules in a sentence.
pub fn outcome_sentence(definition: &Definition, outcome: Outcome) -> String {
    let why = reason(definition, outcome);
    match outcome.winner {
        Some(winner) => format!("{why}: {winner} has won."),
        None => format!("{why}: a draw."),
    }
}

/// Why a game has ended.
fn reason(definition: &Definition, outcome: Outcome) -> String {
    match outcome.reason {
        Reason::Checkmate => "Checkmate".to_owned(),
        Reason::Stalemate => "Stalemate".to_owned(),
        Reason::Baring => {
            let loser = outcome.winner.map(Side::other);
            let loser = loser.map_or_else(String::new, |side| side.to_string());
            format!("{loser} has nothing left but the royal piece")
        }
        Reason::BothBare => "Both sides have nothing left but their royal pieces".to_owned(),
        Reason::Repetition => {
            let times = definition.ends().repetition;
            let times = match times {
                2 => "twice".to_owned(),
                3 => "three times".to_owned(),
                n => format!("{n} times"),
            };
            format!("The same position has occurred {times}")
        }
        Reason::MoveCount => {
            let moves = match definition.ends().moves {
                1 => "1 move".to_owned(),
                n => format!("{n} moves"),
            };
            format!("{moves} by each side without {}", resets(definition))
        }
        Reason::BareRoyals => "Only the royal pieces are left".to_owned(),
        Reason::TooWeak => "Neither side has the pieces to win".to_owned(),
        other => capital(&other.to_string()),
    }
}
