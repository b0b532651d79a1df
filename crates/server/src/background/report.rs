//! What a report says of the moves of a game, from the engine's scores of its positions.

use hyperrook_search::ChancesModel;
use hyperrook_view::types::{SideName, WhiteScore};
use serde::Serialize;
use utoipa::ToSchema;

/// How scores are converted. It is the same in all games, so that the loss of a piece is a mistake
/// even in a game that the engine would draw all the same.
const MODEL: ChancesModel = ChancesModel::LICHESS;
/// From which loss of winning chances a move is a blunder, a mistake, an inaccuracy.
const BLUNDER: f64 = 0.30;
const MISTAKE: f64 = 0.15;
const INACCURACY: f64 = 0.07;
/// From which chance on a side is expected to win.
const WINNING: f64 = 0.70;

/// A report of a whole game by the engine.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct GameReport {
    /// The score of the first position.
    pub(crate) start: Option<WhiteScore>,
    /// White's expected score there, as in `moves`. Reports of earlier versions have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) start_chance: Option<f64>,
    /// White's play.
    pub(crate) white: SideReport,
    /// Black's play.
    pub(crate) black: SideReport,
    /// The moves of the game, in order.
    pub(crate) moves: Vec<ReportedMove>,
    /// The time for each position, in milliseconds.
    pub(crate) move_ms: u64,
}

/// How a side played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, ToSchema)]
pub(crate) struct SideReport {
    /// From 0 to 100; null if the side has not moved.
    #[schema(required = true)]
    pub(crate) accuracy: Option<f64>,
    /// Moves that lost some of the winning chances.
    pub(crate) inaccuracies: u32,
    /// Moves that lost many of the winning chances.
    pub(crate) mistakes: u32,
    /// Moves that lost most of the winning chances.
    pub(crate) blunders: u32,
}

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Verdict {
    /// The engine's choice.
    Best,
    /// About as good.
    Good,
    /// It lost some winning chances.
    Inaccuracy,
    /// It lost many.
    Mistake,
    /// It lost most of them.
    Blunder,
}

/// A move of the game.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct ReportedMove {
    /// Who made it.
    pub(crate) side: SideName,
    /// The move text.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// The move in short notation.
    pub(crate) short: String,
    /// The score after it; null if the game is over then.
    #[schema(required = true)]
    pub(crate) score: Option<WhiteScore>,
    /// White's expected score after it, from 0 to 1, where a draw is half a win: that of people,
    /// who win won positions less surely than the engine.
    pub(crate) chance: f64,
    /// How good it was.
    pub(crate) verdict: Verdict,
    /// Whether this move changed which side was expected to win, or left no side expected to
    /// win.
    pub(crate) turning: bool,
    /// The better moves, in short notation, if this was not a good one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) better: Vec<String>,
    /// The same as move texts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) better_moves: Vec<String>,
}

/// What the engine says of a position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct JudgedPosition {
    /// The score; none if the game is over.
    pub(crate) score: Option<WhiteScore>,
    /// White's expected score.
    pub(crate) chance: f64,
    /// The best line, as move texts and in short notation.
    pub(crate) line: Vec<(String, String)>,
}

impl JudgedPosition {
    /// A position with a score.
    pub(crate) fn scored(score: WhiteScore, line: Vec<(String, String)>) -> JudgedPosition {
        let chance = match score {
            WhiteScore::Mate(moves) => f64::from(u8::from(moves > 0)),
            WhiteScore::Cp(cp) => MODEL.expected_result(f64::from(cp)),
        };
        JudgedPosition {
            score: Some(score),
            chance,
            line,
        }
    }

    /// The end of a game.
    pub(crate) fn end(chance: f64) -> JudgedPosition {
        JudgedPosition {
            score: None,
            chance,
            line: Vec::new(),
        }
    }
}

/// Who is expected to win: 1 for White, -1 for Black, 0 for nobody.
fn expected(chance: f64) -> i8 {
    if chance >= WINNING {
        1
    } else if chance <= 1.0 - WINNING {
        -1
    } else {
        0
    }
}

/// The accuracy of a move that lost so much of the winning chances, from 0 to 100.
fn accuracy(lost: f64) -> f64 {
    (103.1668 * (-4.354 * lost).exp() - 3.1669).clamp(0.0, 100.0)
}

/// Judges a game: its moves as sides, texts and short notation, and its positions, one
/// more than moves.
pub(crate) fn report(
    moves: Vec<(SideName, String, String)>,
    positions: &[JudgedPosition],
    move_ms: u64,
) -> GameReport {
    let mut sides = [SideReport::default(); 2];
    let mut sums = [(0.0, 0_u32); 2];
    let mut reported = Vec::with_capacity(moves.len());
    for ((side, mv, short), pair) in moves.into_iter().zip(positions.windows(2)) {
        let (before, after) = (&pair[0], &pair[1]);
        let is_white = side == SideName::White;
        let at = usize::from(!is_white);
        let is_best = before.line.first().is_some_and(|(best, _)| *best == mv);
        let change = before.chance - after.chance;
        let lost = if is_white { change } else { -change };
        // What the engine would have played cannot be worse than what it thought.
        let lost = if is_best { 0.0 } else { lost.clamp(0.0, 1.0) };
        let verdict = match lost {
            _ if is_best => Verdict::Best,
            lost if lost >= BLUNDER => Verdict::Blunder,
            lost if lost >= MISTAKE => Verdict::Mistake,
            lost if lost >= INACCURACY => Verdict::Inaccuracy,
            _ => Verdict::Good,
        };
        match verdict {
            Verdict::Blunder => sides[at].blunders += 1,
            Verdict::Mistake => sides[at].mistakes += 1,
            Verdict::Inaccuracy => sides[at].inaccuracies += 1,
            Verdict::Good | Verdict::Best => {}
        }
        sums[at].0 += accuracy(lost);
        sums[at].1 += 1;
        let is_bad = !matches!(verdict, Verdict::Best | Verdict::Good);
        let better = if is_bad { &before.line[..] } else { &[] };
        reported.push(ReportedMove {
            side,
            mv,
            short,
            score: after.score,
            chance: after.chance,
            verdict,
            turning: is_bad && expected(before.chance) != expected(after.chance),
            better: better.iter().map(|(_, short)| short.clone()).collect(),
            better_moves: better.iter().map(|(text, _)| text.clone()).collect(),
        });
    }
    for (side, (sum, count)) in sides.iter_mut().zip(sums) {
        side.accuracy = (count > 0).then(|| (sum / f64::from(count) * 10.0).round() / 10.0);
    }
    let [white, black] = sides;
    GameReport {
        start: positions.first().and_then(|position| position.score),
        start_chance: positions.first().map(|position| position.chance),
        white,
        black,
        moves: reported,
        move_ms,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scored(cp: i32, best: &str) -> JudgedPosition {
        let line = vec![(best.to_owned(), best.to_owned())];
        JudgedPosition::scored(WhiteScore::Cp(cp), line)
    }

    fn made(side: SideName, mv: &str) -> (SideName, String, String) {
        (side, mv.to_owned(), mv.to_owned())
    }

    #[test]
    fn moves_are_judged_by_the_chances_that_they_lose() {
        let moves = vec![
            made(SideName::White, "best"),
            made(SideName::Black, "worst"),
            made(SideName::White, "weak"),
            made(SideName::Black, "mates"),
        ];
        let positions = [
            scored(20, "best"),
            scored(-30, "better"),
            scored(900, "wins"),
            scored(700, "other"),
            JudgedPosition::end(0.0),
        ];
        let found = report(moves, &positions, 100);
        let verdicts: Vec<Verdict> = found.moves.iter().map(|it| it.verdict).collect();
        assert_eq!(
            verdicts,
            [
                Verdict::Best,
                Verdict::Blunder,
                Verdict::Good,
                Verdict::Good
            ]
        );
        // The best move costs nothing, whatever a deeper search says later.
        assert!(found.moves[1].turning && !found.moves[0].turning);
        assert_eq!(found.moves[1].better, ["better"]);
        assert!(found.moves[2].better.is_empty());
        assert_eq!(found.black.blunders, 1);
        assert!(found.white.accuracy > found.black.accuracy);
        assert_eq!(found.moves[3].chance, 0.0);
        assert_eq!(found.moves[3].score, None);
    }

    #[test]
    fn a_mate_that_is_missed_turns_the_game() {
        let mate = JudgedPosition::scored(
            WhiteScore::Mate(1),
            vec![("mates".to_owned(), "mates".to_owned())],
        );
        let moves = vec![made(SideName::White, "stalemates")];
        let found = report(moves, &[mate, JudgedPosition::end(0.5)], 1);
        assert_eq!(found.moves[0].verdict, Verdict::Blunder);
        assert!(found.moves[0].turning);
        assert_eq!(found.black.accuracy, None);
    }
}
