//! Conversion of scores into chances of a win, a draw and a loss.

use crate::insufficient::InsufficientMaterial;
use crate::report::{Chances, Score};
use hyperrook_rules::{History, Position, Side, Stalemate};
use serde::{Deserialize, Serialize};

/// Converts scores into chances in a game. The chance of a win is 1 / (1 + exp((d − score) /
/// scale_cp)), that of a loss the same with the opponent's score, and the rest is the chance of a
/// draw. Stockfish has used this form since 2020, with numbers that depend on the material. Here d
/// is `draw_cp` · (½ / s)^`draw_power`, where s is the share of the pieces of the start that are
/// left: with fewer pieces, the same score is more often a draw. The numbers are fitted for each
/// game to games of the engine against itself.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChancesModel {
    /// The centipawns that multiply the odds of winning by e.
    pub scale_cp: f64,
    /// The score at which the chance of a win is one half, with half of the pieces of the start.
    pub draw_cp: f64,
    /// How this score grows when pieces leave the board; with 1, half the pieces double it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub draw_power: f64,
}

/// Whether a number is left out of files.
fn is_zero(number: &f64) -> bool {
    *number == 0.0
}

/// The numbers of a model are finite.
impl Eq for ChancesModel {}

impl Default for ChancesModel {
    /// The model for games without a fitted one. Its numbers are between those of the shipped games.
    fn default() -> ChancesModel {
        ChancesModel {
            scale_cp: 180.0,
            draw_cp: 90.0,
            draw_power: 0.8,
        }
    }
}

impl ChancesModel {
    /// The expected score of people at chess, where draws count half: 1 / (1 + exp(−0.00368208 · cp)).
    ///
    /// Source: Lichess, "Accuracy metric", 2022.
    pub const LICHESS: ChancesModel = ChancesModel {
        scale_cp: 1.0 / 0.003_682_08,
        draw_cp: 0.0,
        draw_power: 0.0,
    };

    /// The model for positions with as many pieces as this one. A royal piece of several cells counts
    /// once for each cell.
    pub(crate) fn at(&self, position: &Position) -> ChancesModel {
        let count = |position: &Position| position.pieces().count() as f64;
        self.with_pieces_left(count(position) / count(&position.game().start()))
    }

    /// The model for positions with this share of the pieces of the start.
    pub fn with_pieces_left(&self, share: f64) -> ChancesModel {
        ChancesModel {
            draw_cp: self.draw_cp * Self::draw_factor(share, self.draw_power),
            draw_power: 0.0,
            ..*self
        }
    }

    /// How many times as large `draw_cp` is with this share of the pieces of the start as with
    /// half of them.
    pub fn draw_factor(share: f64, draw_power: f64) -> f64 {
        (0.5 / share.min(1.0)).powf(draw_power)
    }

    /// The chances of the side with this score.
    pub fn of(&self, score: Score) -> Chances {
        let (win, loss) = match score {
            Score::Mate(moves) if moves > 0 => (1.0, 0.0),
            Score::Mate(_) => (0.0, 1.0),
            Score::Centipawns(cp) => (
                self.win_chance(f64::from(cp)),
                self.win_chance(-f64::from(cp)),
            ),
        };
        let thousandths = |chance: f64| (1_000.0 * chance).round() as u32;
        let win = thousandths(win);
        let loss = thousandths(loss).min(1_000 - win);
        Chances {
            win,
            draw: 1_000 - win - loss,
            loss,
        }
    }

    /// The chance that a side with this score wins, from 0 to 1.
    pub fn win_chance(&self, score_cp: f64) -> f64 {
        1.0 / (1.0 + ((self.draw_cp - score_cp) / self.scale_cp).exp())
    }

    /// The expected result of a side with this score, from 0 to 1: a draw is half a win.
    pub fn expected_result(&self, score_cp: f64) -> f64 {
        f64::midpoint(self.win_chance(score_cp), 1.0 - self.win_chance(-score_cp))
    }
}

/// Converts the scores of one search into chances.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootChances {
    /// The model of the game.
    pub(crate) model: ChancesModel,
    /// The result for the side to move, if the game is over.
    pub(crate) result: Option<Chances>,
    /// Whether the side to move and its opponent have pieces to win with.
    can_win: [bool; 2],
}

impl RootChances {
    /// The chances of the side to move in the last position of a game.
    pub(crate) fn new(
        model: ChancesModel,
        insufficient: &InsufficientMaterial,
        history: &History,
    ) -> RootChances {
        let position = history.position();
        let turn = position.turn();
        let result = history.outcome().map(|outcome| match outcome.winner {
            Some(winner) if winner == turn => Chances::WIN,
            Some(_) => Chances::LOSS,
            None => Chances::DRAW,
        });
        RootChances {
            model: model.at(position),
            result,
            can_win: [turn, turn.other()]
                .map(|side| can_win(position, side) && !insufficient.is_of(position, side)),
        }
    }

    /// The chances by a model, whatever the position.
    #[cfg(feature = "testing")]
    pub(crate) fn of_model(model: ChancesModel) -> RootChances {
        RootChances {
            model,
            result: None,
            can_win: [true; 2],
        }
    }

    /// The chances of the side to move with this score of one of its moves. `is_drawn` says
    /// whether endgame tables call the move a draw.
    pub(crate) fn of(&self, score: Score, is_drawn: bool) -> Chances {
        match (self.result, score) {
            (Some(result), _) => result,
            (None, Score::Centipawns(_)) if is_drawn => Chances::DRAW,
            (None, Score::Mate(_)) => self.model.of(score),
            (None, Score::Centipawns(_)) => {
                let Chances { win, loss, .. } = self.model.of(score);
                let [can_win, can_lose] = self.can_win;
                let (win, loss) = (win * u32::from(can_win), loss * u32::from(can_lose));
                Chances {
                    win,
                    draw: 1_000 - win - loss,
                    loss,
                }
            }
        }
    }
}

/// Whether a side can win as far as its material goes. A bare royal piece cannot, unless it
/// transforms or stalemate is not a draw. (One that moves far might mate an enemy whose own pieces
/// block its way; then the search says so.)
fn can_win(position: &Position, side: Side) -> bool {
    let definition = position.game().definition();
    definition.ends().stalemate != Stalemate::Draw
        || definition.transformation().is_some()
        || !position.is_bare(side)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperrook_notation::position::parse_position;
    use hyperrook_rules::Game;

    #[test]
    fn a_bare_king_cannot_win() {
        let game = Game::shipped("chess").unwrap();
        let model = ChancesModel {
            draw_power: 0.0,
            ..ChancesModel::default()
        };
        let of = |text: &str, cp| {
            let history = History::new(parse_position(&game, text).unwrap());
            let insufficient = InsufficientMaterial::of(game.definition());
            RootChances::new(model, &insufficient, &history).of(Score::Centipawns(cp), false)
        };
        let both = of("7k/6p1/8/8/8/8/1P6/K7 w - - 0 1", 40);
        assert!(both.win > 0 && both.loss > 0, "{both:?}");
        let white = of("7k/8/8/8/8/8/1P6/K7 w - - 0 1", 40);
        assert_eq!((white.win, white.loss), (both.win, 0));
        let black = of("7k/8/8/8/8/8/1P6/K7 b - - 0 1", -40);
        assert_eq!(black, white.reversed());
        let knights = of("7k/8/8/8/8/8/8/K1NN4 w - - 0 1", 900);
        assert_eq!((knights.win, knights.loss), (0, 0));
    }

    #[test]
    fn the_same_score_is_more_often_a_draw_with_fewer_pieces() {
        let game = Game::shipped("chess").unwrap();
        let model = ChancesModel {
            scale_cp: 80.0,
            draw_cp: 90.0,
            draw_power: 0.5,
        };
        let at = |text: &str| model.at(&parse_position(&game, text).unwrap());
        assert!((model.at(&game.start()).draw_cp - 90.0 / 2.0_f64.sqrt()).abs() < 1e-9);
        let half = at("rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1");
        assert_eq!((half.draw_cp, half.scale_cp), (90.0, 80.0));
        let few = at("4k3/8/8/8/8/8/8/R3K2r w - - 0 1");
        assert_eq!(few.draw_cp, 180.0);
        let score = Score::Centipawns(30);
        assert!(few.of(score).draw > half.of(score).draw);
        // More pieces than at the start change nothing.
        let many = at("rnbqkbnr/pppppppp/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!(many, model.at(&game.start()));
    }

    #[test]
    fn chances_add_up_and_follow_the_score() {
        let model = ChancesModel {
            scale_cp: 60.0,
            draw_cp: 90.0,
            draw_power: 0.0,
        };
        let mut last = None;
        for cp in -2_000..=2_000 {
            let chances = model.of(Score::Centipawns(cp));
            assert_eq!(chances.win + chances.draw + chances.loss, 1_000);
            assert_eq!(chances.reversed(), model.of(Score::Centipawns(-cp)));
            assert!(last.is_none_or(|last| last <= chances.win), "{cp}");
            last = Some(chances.win);
        }
        assert_eq!(model.of(Score::Centipawns(90)).win, 500);
        assert_eq!(model.expected_result(0.0), 0.5);
        let chances = model.of(Score::Centipawns(40));
        let expected = f64::from(chances.win) + 0.5 * f64::from(chances.draw);
        assert!((1_000.0 * model.expected_result(40.0) - expected).abs() < 1.0);
        for (score, win, loss) in [
            (Score::Mate(3), 1_000, 0),
            (Score::Mate(-1), 0, 1_000),
            (Score::Mate(0), 0, 1_000),
            (Score::Centipawns(i32::MAX), 1_000, 0),
            (Score::Centipawns(i32::MIN), 0, 1_000),
        ] {
            let draw = 0;
            assert_eq!(model.of(score), Chances { win, draw, loss });
        }
    }
}
