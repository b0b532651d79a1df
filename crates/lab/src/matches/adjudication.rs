//! Adjudication: ends games before the rules do.

use super::player::ReportedScore;
use hyperrook_rules::Side;
use serde::{Deserialize, Serialize};

/// When to end a game as a draw: both players have reported scores near 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// The first move at which a game can be a draw, counted from the end of the opening.
    pub move_number: u32,
    /// The number of moves in a row of each player that must have such a score.
    pub move_count: u32,
    /// The maximum of such a score, in centipawns for either side.
    pub score_cp: i32,
}

/// When to end a game as lost: the loser has reported it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResignRule {
    /// The number of moves in a row that must have such a score.
    pub move_count: u32,
    /// The player's score is at most minus this, in centipawns.
    pub score_cp: i32,
    /// Whether the opponent must report a win for the same number of moves.
    pub two_sided: bool,
}

/// The rules by which games are ended early.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// The rule for draws.
    pub draw: Option<DrawRule>,
    /// The rule for wins.
    pub resign: Option<ResignRule>,
    /// A game of this many plies, including its opening, is a draw.
    pub max_plies: Option<u32>,
}

/// The result of an adjudication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjudged {
    /// A draw.
    Draw,
    /// This side has lost.
    Lost(Side),
}

/// The scores of a game, as far as the rules need them.
#[derive(Clone, Debug)]
pub struct AdjudicationState {
    rules: Adjudication,
    /// The number of plies in a row with a score near 0.
    drawish: u32,
    /// By side, the number of moves in a row at which it reported a loss or a win.
    losing: [u32; 2],
    winning: [u32; 2],
}

impl AdjudicationState {
    /// The state at the start of a game.
    pub fn new(rules: Adjudication) -> AdjudicationState {
        AdjudicationState {
            rules,
            drawish: 0,
            losing: [0; 2],
            winning: [0; 2],
        }
    }

    /// Adds the score that `side` reported with move `number` of the game. A move without a
    /// score interrupts every series.
    pub fn add_score(
        &mut self,
        side: Side,
        number: u32,
        score: Option<ReportedScore>,
    ) -> Option<Adjudged> {
        let score = score.map(ReportedScore::centipawns);
        if let Some(rule) = self.rules.draw {
            let is_drawish = score.is_some_and(|score| score.abs() <= rule.score_cp);
            self.drawish = if is_drawish { self.drawish + 1 } else { 0 };
            if number >= rule.move_number && self.drawish >= rule.move_count.saturating_mul(2) {
                return Some(Adjudged::Draw);
            }
        }
        let rule = self.rules.resign?;
        let (own, other) = (side.index(), 1 - side.index());
        let count = |row: &mut u32, goes_on: bool| *row = if goes_on { *row + 1 } else { 0 };
        count(
            &mut self.losing[own],
            score.is_some_and(|score| score <= -rule.score_cp),
        );
        count(
            &mut self.winning[own],
            score.is_some_and(|score| score >= rule.score_cp),
        );
        let enough = |loser: usize| {
            self.losing[loser] >= rule.move_count
                && (!rule.two_sided || self.winning[1 - loser] >= rule.move_count)
        };
        // If both sides must agree, the winner's move can be the one that decides.
        [own, other]
            .into_iter()
            .find(|&loser| enough(loser))
            .map(|loser| Adjudged::Lost(Side::BOTH[loser]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cp(score: i32) -> Option<ReportedScore> {
        Some(ReportedScore::Centipawns(score))
    }

    #[test]
    fn a_draw_needs_both_and_the_move_number() {
        let mut watch = AdjudicationState::new(Adjudication {
            draw: Some(DrawRule {
                move_number: 3,
                move_count: 2,
                score_cp: 10,
            }),
            ..Adjudication::default()
        });
        let mut add = |side, number, score| watch.add_score(side, number, score);
        for number in 1..=2 {
            assert_eq!(add(Side::White, number, cp(10)), None);
            assert_eq!(add(Side::Black, number, cp(-10)), None);
        }
        assert_eq!(add(Side::White, 3, cp(11)), None);
        assert_eq!(add(Side::Black, 3, cp(0)), None);
        assert_eq!(add(Side::White, 4, cp(0)), None);
        assert_eq!(add(Side::Black, 4, cp(0)), None);
        assert_eq!(add(Side::White, 5, cp(0)), Some(Adjudged::Draw));
    }

    #[test]
    fn a_rule_that_asks_for_very_many_moves_never_ends_a_game() {
        for move_count in [1 << 31, u32::MAX] {
            let mut watch = AdjudicationState::new(Adjudication {
                draw: Some(DrawRule {
                    move_number: 1,
                    move_count,
                    score_cp: 10,
                }),
                ..Adjudication::default()
            });
            assert_eq!(watch.add_score(Side::White, 1, cp(0)), None);
        }
    }

    #[test]
    fn a_move_without_a_score_interrupts_the_series() {
        let rules = Adjudication {
            resign: Some(ResignRule {
                move_count: 2,
                score_cp: 500,
                two_sided: false,
            }),
            ..Adjudication::default()
        };
        let mut watch = AdjudicationState::new(rules);
        assert_eq!(watch.add_score(Side::Black, 1, cp(-500)), None);
        assert_eq!(watch.add_score(Side::Black, 2, None), None);
        assert_eq!(
            watch.add_score(Side::Black, 3, Some(ReportedScore::Mate(-4))),
            None
        );
        assert_eq!(watch.add_score(Side::White, 4, cp(-499)), None);
        assert_eq!(
            watch.add_score(Side::Black, 4, cp(-800)),
            Some(Adjudged::Lost(Side::Black))
        );
    }

    #[test]
    fn two_sides_must_agree_on_a_loss() {
        let rules = Adjudication {
            resign: Some(ResignRule {
                move_count: 2,
                score_cp: 500,
                two_sided: true,
            }),
            ..Adjudication::default()
        };
        let mut watch = AdjudicationState::new(rules);
        for number in 1..=3 {
            assert_eq!(watch.add_score(Side::White, number, cp(-900)), None);
            let verdict =
                watch.add_score(Side::Black, number, cp(if number == 1 { 0 } else { 600 }));
            let expected = (number == 3).then_some(Adjudged::Lost(Side::White));
            assert_eq!(verdict, expected);
        }
    }
}
