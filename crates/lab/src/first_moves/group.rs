//! Groups of first moves. The score of a group is the weighted mean of the scores of its moves.

use super::results::FirstMoveResults;
use super::score::ScoreReport;
use crate::statistics::{
    Combination, Estimate, GameBlocks, RatioSums, Z95, elo, elo_slope, normal, student_quantile,
};

/// The number of games with the mean result that are added to those of a row before its Elo is
/// computed. Without them, the Elo of a move that lost all games would be infinite.
const PRIOR_GAMES: f64 = 2.0;
/// Moves with fewer games are not compared, and do not count in the mean: one game would weigh as
/// much as the many games of another move.
pub(super) const FEWEST_GAMES: u64 = 5;

/// The scores of all first moves.
pub(super) struct FirstMoveScores<'r> {
    results: &'r FirstMoveResults,
    blocks: GameBlocks,
    shares: Vec<Option<Estimate>>,
    /// By first move, how much its results can have hidden: see [`hidden`].
    hidden: Vec<[f64; 2]>,
}

impl<'r> FirstMoveScores<'r> {
    pub(super) fn new(results: &'r FirstMoveResults) -> FirstMoveScores<'r> {
        let points = |points: Option<u8>| points.map(|points| f64::from(points) / 2.0);
        let rounds = results.rounds.iter();
        let rounds: Vec<Vec<Option<f64>>> = rounds
            .map(|round| round.iter().copied().map(points).collect())
            .collect();
        let mut sums = vec![RatioSums::default(); results.moves.len()];
        for round in &rounds {
            for (sums, points) in sums.iter_mut().zip(round) {
                points.iter().for_each(|&points| sums.add(points, 1.0));
            }
        }
        FirstMoveScores {
            results,
            blocks: GameBlocks::new(results.moves.len(), rounds),
            shares: sums.iter().map(RatioSums::share).collect(),
            hidden: sums.iter().map(hidden).collect(),
        }
    }

    /// Whether a first move has enough games to be compared.
    fn is_compared(&self, first_move: usize) -> bool {
        self.blocks.count(first_move) >= FEWEST_GAMES
    }

    /// The number of games of some first moves.
    fn games(&self, moves: &[usize]) -> u64 {
        moves.iter().map(|&number| self.blocks.count(number)).sum()
    }

    /// The sum of the scores with these weights.
    ///
    /// [`GameBlocks::combination`] knows the luck that the games of a round have in common. What the
    /// results of a move can hide is added to its error.
    fn combination(&self, weights: &[f64]) -> Option<Combination> {
        let found = self.blocks.combination(weights)?;
        let (mut below, mut above) = (found.value - found.low, found.high - found.value);
        for (weight, &[down, up]) in weights.iter().zip(&self.hidden) {
            let [down, up] = if *weight < 0.0 {
                [up, down]
            } else {
                [down, up]
            };
            below = below.hypot(weight * down);
            above = above.hypot(weight * up);
        }
        let towards_zero = if found.value > 0.0 { below } else { above };
        let p = 2.0 * normal(-Z95 * found.value.abs() / towards_zero);
        Some(Combination {
            low: found.value - below,
            high: found.value + above,
            standard_error: found.standard_error * (below + above) / (found.high - found.low),
            p: found.p.max(p),
            ..found
        })
    }
}

/// How far the interval of a score reaches down and up beyond what the spread of its games says, as the
/// root of the difference of squares: 13 games that are all won have no spread, but the next one can be
/// lost. 0 for moves that are not compared.
fn hidden(sums: &RatioSums) -> [f64; 2] {
    let Some(share) = sums.share().filter(|share| share.games >= FEWEST_GAMES) else {
        return [0.0; 2];
    };
    let n = sums.games as f64;
    let variance = (sums.xx - sums.x * sums.x / n).max(0.0) / (n - 1.0);
    let seen = student_quantile(0.975, n - 1.0).powi(2) * variance / n;
    [share.value - share.low, share.high - share.value]
        .map(|side| (side * side - seen).max(0.0).sqrt())
}

/// Some first moves.
pub(super) struct FirstMoveGroup {
    moves: Vec<usize>,
    /// The moves that have too few games to count in the mean.
    left_out: Vec<usize>,
    /// The number of games of [`FirstMoveGroup::moves`].
    games: u64,
    /// The weights of all first moves: those of the group have sum 1. Symmetric moves are one
    /// alternative, which weighs as much as all of them.
    weights: Vec<f64>,
    score: Option<Estimate>,
}

impl FirstMoveGroup {
    /// A first move. It has a score also if it has too few games to be compared.
    pub(super) fn of_one(scores: &FirstMoveScores<'_>, number: usize) -> FirstMoveGroup {
        FirstMoveGroup::new(scores, vec![number], Vec::new())
    }

    /// Those of some first moves that have enough games to be compared.
    pub(super) fn of_compared(scores: &FirstMoveScores<'_>, moves: &[usize]) -> FirstMoveGroup {
        let (moves, left_out) = moves
            .iter()
            .partition(|&&number| scores.is_compared(number));
        FirstMoveGroup::new(scores, moves, left_out)
    }

    fn new(
        scores: &FirstMoveScores<'_>,
        moves: Vec<usize>,
        left_out: Vec<usize>,
    ) -> FirstMoveGroup {
        let mut weights = vec![0.0; scores.results.moves.len()];
        for &number in moves.iter().filter(|&&number| scores.is_compared(number)) {
            weights[number] = scores.results.moves[number].moves.len() as f64;
        }
        let sum: f64 = weights.iter().sum();
        weights
            .iter_mut()
            .for_each(|weight| *weight /= sum.max(1.0));
        let games = scores.games(&moves);
        let score = match moves[..] {
            // Without moves that have enough games, there is nothing to take the mean of.
            [] => None,
            [number] => scores.shares[number],
            _ => scores.combination(&weights).map(|found| Estimate {
                value: found.value,
                low: found.low.max(0.0),
                high: found.high.min(1.0),
                standard_error: found.standard_error,
                games,
            }),
        };
        FirstMoveGroup {
            moves,
            left_out,
            games,
            weights,
            score,
        }
    }

    /// The score; `None` without games.
    pub(super) fn score(&self) -> Option<Estimate> {
        self.score
    }

    /// The score minus that of all first moves. `None` for a group of all first moves, or with too few
    /// games.
    pub(super) fn difference(
        &self,
        scores: &FirstMoveScores<'_>,
        all: &FirstMoveGroup,
    ) -> Option<Combination> {
        let is_compared = self.weights.iter().any(|&weight| weight > 0.0);
        if !is_compared || self.weights == all.weights {
            return None;
        }
        let weights = self.weights.iter().zip(&all.weights).map(|(a, b)| a - b);
        scores.combination(&weights.collect::<Vec<f64>>())
    }

    /// The Elo of this group minus that of all first moves, and the standard error by the delta method.
    ///
    /// All first moves are the measure, and not the best group of the same games: that one is partly
    /// the best by luck, and all others would seem to lose by it.
    pub(super) fn elo(
        &self,
        scores: &FirstMoveScores<'_>,
        all: &FirstMoveGroup,
        difference: f64,
    ) -> Option<[f64; 2]> {
        let games = self.games as f64;
        // Both within the same limits, so that a score that equals the mean has an Elo of 0.
        let least = 0.5 / (all.games as f64 + 1.0);
        let within = |score: f64| score.clamp(least, 1.0 - least);
        let mean = within(all.score?.value);
        // Nearer to the mean, so that the Elo has the sign of the difference.
        let own = within(mean + difference * games / (games + PRIOR_GAMES));
        let (slope, mean_slope) = (elo_slope(own), elo_slope(mean));
        let weights = self.weights.iter().zip(&all.weights);
        let weights: Vec<f64> = weights.map(|(a, b)| slope * a - mean_slope * b).collect();
        let error = scores.combination(&weights)?.standard_error;
        Some([elo(own) - elo(mean), error])
    }

    /// The results, without a comparison.
    pub(super) fn report(&self, results: &FirstMoveResults) -> ScoreReport {
        let rounds = results.rounds.iter();
        let points = rounds.flat_map(|round| self.moves.iter().filter_map(|&i| round[i]));
        let mut counts = [0; 3];
        points.for_each(|points| counts[usize::from(points)] += 1);
        let [lost, drawn, won] = counts;
        let texts = |moves: &[usize]| {
            let texts = moves.iter().flat_map(|&i| &results.moves[i].moves);
            texts.cloned().collect()
        };
        let first = self.moves.iter().chain(&self.left_out).next();
        ScoreReport {
            moves: texts(&self.moves),
            left_out: texts(&self.left_out),
            piece: first.map_or(String::new(), |&i| results.moves[i].piece.clone()),
            games: self.games,
            won,
            drawn,
            lost,
            score: self.score,
            comparison: None,
            elo: None,
        }
    }
}
