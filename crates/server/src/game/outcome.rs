//! How a game ends: by its rules, or by its players.

use hyperrook_explain::{EndReason, outcome_sentence};
use hyperrook_notation::record::GameResult;
use hyperrook_rules::{Definition, Outcome, Side};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOutcome {
    /// Who has won; [`GameResult::Open`] if the game was aborted.
    pub result: GameResult,
    /// Why.
    pub reason: EndReason,
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
        GameOutcome::lost(loser, EndReason::Resignation, &what)
    }

    /// The end because the time of a side has run out.
    pub fn time(loser: Side) -> GameOutcome {
        let what = format!("{loser}'s time ran out");
        GameOutcome::lost(loser, EndReason::Time, &what)
    }

    fn lost(loser: Side, reason: EndReason, what: &str) -> GameOutcome {
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
            reason: EndReason::Agreement,
            sentence: "The players agreed to a draw.".to_owned(),
        }
    }

    /// The end without a result.
    pub fn aborted() -> GameOutcome {
        GameOutcome {
            result: GameResult::Open,
            reason: EndReason::Aborted,
            sentence: "The game was aborted.".to_owned(),
        }
    }

    /// The end without a result because the game is longer than the server keeps games.
    pub fn too_long() -> GameOutcome {
        GameOutcome {
            sentence: "The game was aborted: it has reached 4,000 moves, the most on this server."
                .to_owned(),
            ..GameOutcome::aborted()
        }
    }
}
