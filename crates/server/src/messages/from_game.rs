//! What clients see of the types of `crate::game`, and what they send instead of them.

use super::types::NewGameBody;
use crate::game::new_game::NewGame;
use crate::game::outcome::GameOutcome;
use crate::game::rules::{DrawingKind, RulesRef};
use hyperrook_notation::record::GameResult;
use hyperrook_view::types::{ExplainedOutcome, GameRef, LayoutKind, RecordedResult};

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

impl From<&GameOutcome> for ExplainedOutcome {
    fn from(outcome: &GameOutcome) -> ExplainedOutcome {
        ExplainedOutcome {
            result: match outcome.result {
                GameResult::WhiteWins => RecordedResult::White,
                GameResult::BlackWins => RecordedResult::Black,
                GameResult::Draw => RecordedResult::Draw,
                GameResult::Open => RecordedResult::None,
            },
            reason: outcome.reason,
            text: outcome.sentence.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperrook_rules::{Game, GameFile, Side};
    use hyperrook_view::types::EndReason;

    fn shipped(name: &str) -> Game {
        let file = GameFile::shipped(name).unwrap();
        Game::new(file.define(&[]).unwrap()).unwrap()
    }

    /// Clients cannot tell whether an outcome comes from the game or from its position.
    #[test]
    fn an_outcome_by_the_rules_is_the_one_of_the_view() {
        let dance = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"];
        let ranks = "/16".repeat(14);
        let bare = format!("15k{ranks}/K1W13 b - 0 1");
        let ends = [
            ("chess", Some("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1"), &[][..]),
            ("chess", Some("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), &[]),
            ("chess", Some("7k/8/8/8/8/8/8/K7 w - - 0 1"), &[]),
            ("chess", Some("7k/8/8/8/8/8/8/KN6 w - - 0 1"), &[]),
            ("chess", Some("7k/8/8/8/8/8/8/KR6 b - - 100 80"), &[]),
            ("chess", None, &dance),
            ("twoboards", Some(&bare), &[]),
        ];
        let mut reasons = Vec::new();
        for (name, position, moves) in ends {
            let moves: Vec<String> = moves.iter().map(|&mv| mv.to_owned()).collect();
            let history = hyperrook_view::history(&shipped(name), position, &moves).unwrap();
            let outcome = history.outcome().unwrap();
            let ours = GameOutcome::by_rules(history.position().game().definition(), outcome);
            let seen = hyperrook_view::view(&history).outcome.unwrap();
            assert_eq!(ExplainedOutcome::from(&ours), seen);
            reasons.push(ours.reason);
        }
        let expected = [
            EndReason::Checkmate,
            EndReason::Stalemate,
            EndReason::DeadPosition,
            EndReason::DeadPosition,
            EndReason::MoveCount,
            EndReason::Repetition,
            EndReason::Baring,
        ];
        assert_eq!(reasons, expected);
    }

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
