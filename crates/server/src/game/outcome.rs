//! How a game ends: by its rules, or by its players.

use hyperrook_explain::outcome_sentence;
use hyperrook_notation::record::GameResult;
use hyperrook_rules::{Definition, Outcome, Reason, Side};
use serde::{Deserialize, Serialize};

/// Why a game ended. The store writes these names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum OutcomeReason {
    /// The side to move is attacked and has no legal move.
    #[serde(rename = "checkmate")]
    Checkmate,
    /// The side to move is not attacked and has no legal move.
    #[serde(rename = "stalemate")]
    Stalemate,
    /// One side, or both, have nothing but their royal pieces, in a game of baring.
    #[serde(rename = "bared")]
    Bared,
    /// The position has occurred as often as the game allows.
    #[serde(rename = "repetition")]
    Repetition,
    /// As many moves without progress as the game allows.
    #[serde(rename = "fifty moves")]
    MoveCount,
    /// Neither side has the pieces to win.
    #[serde(rename = "dead position")]
    DeadPosition,
    /// A player resigned.
    #[serde(rename = "resignation")]
    Resignation,
    /// A player's time ran out.
    #[serde(rename = "time")]
    Time,
    /// The players agreed to a draw.
    #[serde(rename = "agreement")]
    Agreement,
    /// The game was aborted: before both sides had moved, or because it could not go on.
    #[serde(rename = "aborted")]
    Aborted,
}

impl From<Reason> for OutcomeReason {
    fn from(reason: Reason) -> OutcomeReason {
        match reason {
            Reason::Checkmate => OutcomeReason::Checkmate,
            Reason::Stalemate => OutcomeReason::Stalemate,
            Reason::Baring | Reason::BothBare => OutcomeReason::Bared,
            Reason::Repetition => OutcomeReason::Repetition,
            Reason::MoveCount => OutcomeReason::MoveCount,
            _ => OutcomeReason::DeadPosition,
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOutcome {
    /// Who has won; [`GameResult::Open`] if the game was aborted.
    pub result: GameResult,
    /// Why.
    pub reason: OutcomeReason,
    /// The same in a sentence.
    ///
    /// It is kept with the game and not made when somebody looks at it: the definition says
    /// how often a position may occur and which moves are counted, and the rules of games in
    /// lists and previews are not compiled.
    pub sentence: String,
}

impl GameOutcome {
    /// The end that the rules of a game give it.
    pub fn by_rules(definition: &Definition, outcome: Outcome) -> GameOutcome {
        GameOutcome {
            result: GameResult::of(Some(outcome)),
            reason: outcome.reason.into(),
            sentence: outcome_sentence(definition, outcome),
        }
    }

    /// The end by resignation of a side.
    pub fn resignation(loser: Side) -> GameOutcome {
        let what = format!("{loser} has resigned");
        GameOutcome::lost(loser, OutcomeReason::Resignation, &what)
    }

    /// The end because the time of a side has run out.
    pub fn time(loser: Side) -> GameOutcome {
        let what = format!("{loser}'s time ran out");
        GameOutcome::lost(loser, OutcomeReason::Time, &what)
    }

    fn lost(loser: Side, reason: OutcomeReason, what: &str) -> GameOutcome {
        let winner = loser.other();
        GameOutcome {
            result: match winner {
                Side::White => GameResult::WhiteWins,
                Side::Black => GameResult::BlackWins,
            },
            reason,
            sentence: format!("{what}: {winner} has won."),
        }
    }

    /// The end by agreement to a draw.
    pub fn agreement() -> GameOutcome {
        GameOutcome {
            result: GameResult::Draw,
            reason: OutcomeReason::Agreement,
            sentence: "The players agreed to a draw.".to_owned(),
        }
    }

    /// The end without a result.
    pub fn aborted() -> GameOutcome {
        GameOutcome {
            result: GameResult::Open,
            reason: OutcomeReason::Aborted,
            sentence: "The game was aborted.".to_owned(),
        }
    }
}
