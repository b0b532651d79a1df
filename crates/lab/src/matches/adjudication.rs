//! Ending games whose result both players agree on.

use super::player::ReportedScore;
use hyperrook_rules::Side;
use serde::{Deserialize, Serialize};

/// When a game is a draw because both players see nothing in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// Not before this move of the game, counted from the start of play after
    /// the opening's position.
    pub move_number: u32,
    /// Moves of each player in a row with such a score.
    pub move_count: u32,
    /// The largest such score, in centipawns for either side.
    pub score_cp: i32,
}

/// When a player has lost because it says so itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResignRule {
    /// Moves in a row with such a score.
    pub move_count: u32,
    /// The player's score is at most minus this, in centipawns.
    pub score_cp: i32,
    /// Whether the other player must see it too, on as many moves.
    pub two_sided: bool,
}

/// The rules by which games are ended early.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// For draws.
    pub draw: Option<DrawRule>,
    /// For wins.
    pub resign: Option<ResignRule>,
    /// A game that has gone on for so many plies, those of its opening
    /// included, is a draw.
    pub max_plies: Option<u32>,
}

/// An early end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Both see a draw.
    Draw,
    /// This side sees that it has lost.
    Lost(Side),
}

/// Watches the scores of a game.
#[derive(Clone, Debug)]
pub struct AdjudicationState {
    rules: Adjudication,
    /// Plies in a row with a drawish score.
    drawish: u32,
    /// Each side's moves in a row on which it sees itself losing and winning.
    losing: [u32; 2],
    winning: [u32; 2],
}

impl AdjudicationState {
    /// At the start of a game.
    pub fn new(rules: Adjudication) -> AdjudicationState {
        AdjudicationState {
            rules,
            drawish: 0,
            losing: [0; 2],
            winning: [0; 2],
        }
    }

    /// Looks at the score that `side` gave with its move, the `number`th move
    /// of the game. A move without a score breaks every row.
    pub fn see(
        &mut self,
        side: Side,
        number: u32,
        score: Option<ReportedScore>,
    ) -> Option<Verdict> {
        let score = score.map(ReportedScore::centipawns);
        if let Some(rule) = self.rules.draw {
            let is_drawish = score.is_some_and(|score| score.abs() <= rule.score_cp);
            self.drawish = if is_drawish { self.drawish + 1 } else { 0 };
            if number >= rule.move_number && self.drawish >= 2 * rule.move_count {
                return Some(Verdict::Draw);
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
        // With two sides, it may be the winner's move that settles it.
        [own, other]
            .into_iter()
            .find(|&loser| enough(loser))
            .map(|loser| Verdict::Lost(Side::BOTH[loser]))
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
        let mut see = |side, number, score| watch.see(side, number, score);
        for number in 1..=2 {
            assert_eq!(see(Side::White, number, cp(10)), None);
            assert_eq!(see(Side::Black, number, cp(-10)), None);
        }
        assert_eq!(see(Side::White, 3, cp(11)), None);
        assert_eq!(see(Side::Black, 3, cp(0)), None);
        assert_eq!(see(Side::White, 4, cp(0)), None);
        assert_eq!(see(Side::Black, 4, cp(0)), None);
        assert_eq!(see(Side::White, 5, cp(0)), Some(Verdict::Draw));
    }

    #[test]
    fn a_move_without_a_score_breaks_the_row() {
        let rules = Adjudication {
            resign: Some(ResignRule {
                move_count: 2,
                score_cp: 500,
                two_sided: false,
            }),
            ..Adjudication::default()
        };
        let mut watch = AdjudicationState::new(rules);
        assert_eq!(watch.see(Side::Black, 1, cp(-500)), None);
        assert_eq!(watch.see(Side::Black, 2, None), None);
        assert_eq!(
            watch.see(Side::Black, 3, Some(ReportedScore::Mate(-4))),
            None
        );
        assert_eq!(watch.see(Side::White, 4, cp(-499)), None);
        assert_eq!(
            watch.see(Side::Black, 4, cp(-800)),
            Some(Verdict::Lost(Side::Black))
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
            assert_eq!(watch.see(Side::White, number, cp(-900)), None);
            let verdict = watch.see(Side::Black, number, cp(if number == 1 { 0 } else { 600 }));
            let expected = (number == 3).then_some(Verdict::Lost(Side::White));
            assert_eq!(verdict, expected);
        }
    }
}
