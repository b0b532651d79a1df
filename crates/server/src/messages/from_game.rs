//! What clients see of the types of `crate::game`, and what they send instead of them.

use super::types::NewGameBody;
use crate::game::new_game::NewGame;
use crate::game::outcome::{EndReason, GameOutcome};
use crate::game::rules::{DrawingKind, RulesRef};
use hyperrook_notation::record::GameResult;
use hyperrook_view::types::{self as view, ExplainedOutcome, GameRef, LayoutKind, RecordedResult};

impl From<RulesRef> for GameRef {
    fn from(rules: RulesRef) -> GameRef {
        GameRef {
            name: rules.name,
            options: rules.options,
            definition: rules.definition,
        }
    }
}

impl From<GameRef> for RulesRef {
    fn from(game: GameRef) -> RulesRef {
        RulesRef {
            name: game.name,
            options: game.options,
            definition: game.definition,
        }
    }
}

impl From<NewGameBody> for NewGame {
    fn from(body: NewGameBody) -> NewGame {
        NewGame {
            game: body.game.into(),
            colour: body.colour,
            clock: body.clock,
            rated: body.rated,
            opponent: body.opponent,
            position: body.position,
        }
    }
}

impl From<DrawingKind> for LayoutKind {
    fn from(drawing: DrawingKind) -> LayoutKind {
        match drawing {
            DrawingKind::Flat => LayoutKind::Grid,
            DrawingKind::Stack => LayoutKind::Stack,
            DrawingKind::Hex => LayoutKind::Hex,
            DrawingKind::Ring => LayoutKind::Ring,
        }
    }
}

impl From<EndReason> for view::EndReason {
    fn from(reason: EndReason) -> view::EndReason {
        match reason {
            EndReason::Checkmate => view::EndReason::Checkmate,
            EndReason::Stalemate => view::EndReason::Stalemate,
            EndReason::Bared => view::EndReason::Bared,
            EndReason::Repetition => view::EndReason::Repetition,
            EndReason::MoveCount => view::EndReason::MoveCount,
            EndReason::DeadPosition => view::EndReason::DeadPosition,
            EndReason::Resignation => view::EndReason::Resignation,
            EndReason::Time => view::EndReason::Time,
            EndReason::Agreement => view::EndReason::Agreement,
            EndReason::Aborted => view::EndReason::Aborted,
        }
    }
}

impl From<&GameOutcome> for ExplainedOutcome {
    fn from(outcome: &GameOutcome) -> ExplainedOutcome {
        ExplainedOutcome {
            result: match outcome.result {
                GameResult::WhiteWins => RecordedResult::White,
                GameResult::BlackWins => RecordedResult::Black,
                GameResult::Draw => RecordedResult::Draw,
                GameResult::Open => RecordedResult::None,
            },
            reason: outcome.reason.into(),
            text: outcome.sentence.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperrook_rules::{Game, GameFile, Outcome, Reason, Side};

    fn shipped(name: &str) -> Game {
        let file = GameFile::shipped(name).unwrap();
        Game::new(file.define(&[]).unwrap()).unwrap()
    }

    /// While a game is in memory, clients see the outcome that the view gives it by its rules.
    #[test]
    fn an_outcome_by_the_rules_is_the_one_of_the_view() {
        let game = shipped("chess");
        let definition = game.definition();
        for reason in [
            Reason::Checkmate,
            Reason::Stalemate,
            Reason::Baring,
            Reason::BothBare,
            Reason::Repetition,
            Reason::MoveCount,
            Reason::BareRoyals,
            Reason::TooWeak,
        ] {
            for winner in [None, Some(Side::White), Some(Side::Black)] {
                let outcome = Outcome { winner, reason };
                let ours = GameOutcome::by_rules(definition, outcome);
                let seen = hyperrook_view::outcome(definition, outcome);
                assert_eq!(ExplainedOutcome::from(&ours), seen);
            }
        }
    }

    /// What clients see of an outcome, and what the store writes, have the same words.
    #[test]
    fn outcomes_by_players_are_seen_as_sentences() {
        let seen = |outcome: GameOutcome| {
            let json = serde_json::to_value(ExplainedOutcome::from(&outcome)).unwrap();
            let text = |key: &str| json[key].as_str().unwrap().to_owned();
            [text("result"), text("reason"), text("text")]
        };
        let expected =
            |result: &str, reason: &str, text: &str| [result, reason, text].map(str::to_owned);
        assert_eq!(
            seen(GameOutcome::resignation(Side::White)),
            expected("0-1", "resignation", "White has resigned: Black has won.")
        );
        assert_eq!(
            seen(GameOutcome::time(Side::Black)),
            expected("1-0", "time", "Black's time ran out: White has won.")
        );
        assert_eq!(
            seen(GameOutcome::agreement()),
            expected("1/2-1/2", "agreement", "The players agreed to a draw.")
        );
        assert_eq!(
            seen(GameOutcome::aborted()),
            expected("*", "aborted", "The game was aborted.")
        );
    }

    #[test]
    fn drawings_and_rules_are_those_of_the_view() {
        for name in ["chess", "raumschach", "sesqui", "walkers"] {
            let game = shipped(name);
            let drawing = DrawingKind::of(game.board());
            let layout = hyperrook_view::layout(game.board()).kind;
            assert_eq!(LayoutKind::from(drawing), layout, "{name}");
        }
        let seen = GameRef {
            name: "walkers".into(),
            options: [("array".into(), "b".into())].into(),
            definition: Some("0f".into()),
        };
        let rules = RulesRef::from(seen.clone());
        let seen_json = serde_json::to_string(&seen).unwrap();
        assert_eq!(serde_json::to_string(&rules).unwrap(), seen_json);
        assert_eq!(GameRef::from(rules), seen);
    }
}
