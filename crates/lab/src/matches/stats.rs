//! Statistics of match results.
//!
//! Scores are from the first engine's point of view. Games come in pairs with the same
//! opening and reversed colours. The games of a pair are not independent, so the errors are
//! computed from pairs (Michel Van den Bergh, "Comments on Normalized Elo", 2020, and the
//! statistics of Fishtest, which follow it).

pub use crate::statistics::{elo, normal, score_of};
use crate::statistics::{student_quantile, two_sided_p};

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameTally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl GameTally {
    /// The number of games.
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: 1 for a win, ½ for a draw.
    pub fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points per game, from 0 to 1; `None` without games.
    pub fn score(self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The share of draws, from 0 to 1; `None` without games.
    pub fn draw_ratio(self) -> Option<f64> {
        (self.games() > 0).then(|| self.draws as f64 / self.games() as f64)
    }
}

/// The number of pairs by points of the first engine: 0, ½, 1, 1½ and 2.
pub type Pentanomial = [u64; 5];

/// An estimate of the difference in strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// Points per game.
    pub score: f64,
    /// Standard error of the score.
    pub score_error: f64,
    /// The Elo difference, logistic.
    pub elo: f64,
    /// The bounds of the 95 % confidence interval of Elo.
    pub elo_range: [f64; 2],
    /// The Elo difference normalised by the standard deviation of a game's result, so that
    /// it does not depend on the share of draws; `None` if the deviation is 0.
    pub normalized_elo: Option<f64>,
    /// The likelihood of superiority of the first engine, from 0 to 1.
    pub los: f64,
}

/// Normalised Elo per unit of the t-value of a game, 800/ln 10. With this factor it equals
/// logistic Elo for small differences without draws.
pub(super) const NORMALIZED_ELO: f64 = 347.435_585_522_601_5;

impl EloEstimate {
    /// An estimate from pairs of games; `None` without pairs.
    ///
    /// The score is the mean over pairs. Its error is the standard deviation of a pair
    /// divided by the square root of their number. The bounds of the score are those of
    /// Student's test, and the bounds of Elo are these, converted to Elo. The likelihood of
    /// superiority is the probability that a variable of Student's distribution with this mean and
    /// error is above one half, so it is 97.5 % where the interval begins at one half. (Fishtest's
    /// `stats.LOS` uses the normal distribution, which is the same after many pairs.)
    pub fn of_pairs(pairs: Pentanomial) -> Option<EloEstimate> {
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        // The mean of two independent games has half the variance of one game.
        EloEstimate::of(&scores, &pairs, 2.0)
    }

    /// An estimate from single games that are treated as independent; `None` without games.
    pub fn of_games(tally: GameTally) -> Option<EloEstimate> {
        let counts = [tally.losses, tally.draws, tally.wins];
        EloEstimate::of(&[0.0, 0.5, 1.0], &counts, 1.0)
    }

    fn of(scores: &[f64], counts: &[u64], games: f64) -> Option<EloEstimate> {
        let n = counts.iter().sum::<u64>() as f64;
        if n == 0.0 {
            return None;
        }
        let weighted = |f: &dyn Fn(f64) -> f64| -> f64 {
            let parts = scores
                .iter()
                .zip(counts)
                .map(|(&score, &count)| f(score) * count as f64);
            parts.sum::<f64>() / n
        };
        let score = weighted(&|score| score);
        let variance = weighted(&|other| (other - score) * (other - score));
        let spread = (variance * games).sqrt();
        let freedom = n - 1.0;
        let (score_error, half, los) = if variance > 0.0 {
            // The sample makes the variance too small, by (n − 1) / n on average.
            let error = (variance / freedom).sqrt();
            let half = student_quantile(0.975, freedom) * error;
            (error, half, student((score - 0.5) / error, freedom))
        } else {
            (0.0, 0.0, los_of_equal(score, n))
        };
        Some(EloEstimate {
            score,
            score_error,
            elo: elo(score),
            elo_range: [elo(score - half), elo(score + half)],
            normalized_elo: (spread > 0.0).then(|| (score - 0.5) / spread * NORMALIZED_ELO),
            los,
        })
    }

    /// Half the width of the interval of Elo, for printing. `None` if a bound is infinite, or if
    /// all results are the same and do not determine the error.
    pub fn elo_error(&self) -> Option<f64> {
        let [low, high] = self.elo_range;
        let is_known = self.score_error > 0.0 && low.is_finite() && high.is_finite();
        is_known.then_some((high - low) / 2.0)
    }
}

/// The likelihood of superiority after `n` results that are all the same. They do not show how much
/// results vary, so one drawn result is added.
fn los_of_equal(score: f64, n: f64) -> f64 {
    let mean = (score * n + 0.5) / (n + 1.0);
    let squares = n * (score - mean).powi(2) + (0.5 - mean).powi(2);
    if squares == 0.0 {
        return 0.5;
    }
    student((mean - 0.5) / (squares / n / (n + 1.0)).sqrt(), n)
}

/// Student's distribution function.
fn student(t: f64, freedom: f64) -> f64 {
    let tail = two_sided_p(t, freedom) / 2.0;
    if t > 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, by: f64) {
        assert!((a - b).abs() <= by, "{a} is not {b}");
    }

    #[test]
    fn an_estimate_from_games_agrees_with_the_textbook() {
        // 40 wins, 30 draws, 30 losses: mean 0.55, variance
        // (40·0.2025 + 30·0.0025 + 30·0.3025)/100 = 0.1725.
        let estimate = EloEstimate::of_games(GameTally {
            wins: 40,
            draws: 30,
            losses: 30,
        })
        .unwrap();
        close(estimate.score, 0.55, 1e-12);
        close(estimate.score_error, (0.1725f64 / 99.0).sqrt(), 1e-12);
        close(estimate.elo, 34.86, 0.005);
        // By the normal distribution it would be 0.8857.
        close(estimate.los, 0.8830, 2e-4);
        assert!(EloEstimate::of_games(GameTally::default()).is_none());
    }

    #[test]
    fn pairs_that_balance_have_a_smaller_error() {
        // Every pair has one win for each side: no variance, so a score of exactly one
        // half.
        let even = EloEstimate::of_pairs([0, 0, 50, 0, 0]).unwrap();
        assert_eq!((even.score, even.score_error, even.los), (0.5, 0.0, 0.5));
        assert_eq!(
            (even.elo, even.elo_error(), even.normalized_elo),
            (0.0, None, None)
        );
        assert!(even.elo.is_sign_positive());
        // The same games as independent games.
        let games = GameTally {
            wins: 50,
            draws: 0,
            losses: 50,
        };
        close(
            EloEstimate::of_games(games).unwrap().score_error,
            (0.25f64 / 99.0).sqrt(),
            1e-12,
        );
        let won = EloEstimate::of_pairs([0, 0, 0, 0, 3]).unwrap();
        assert_eq!((won.elo, won.elo_error()), (f64::INFINITY, None));
        // One pair that was won says little, many say much.
        let los = |pairs| EloEstimate::of_pairs([0, 0, 0, 0, pairs]).unwrap().los;
        close(los(1), 0.75, 1e-9);
        close(won.los, 0.971, 0.001);
        assert!(los(100) > 0.999);
    }

    #[test]
    fn the_likelihood_of_superiority_fits_the_interval_and_rises_with_the_score() {
        let los = |pairs| EloEstimate::of_pairs(pairs).unwrap().los;
        // Student's distribution with one degree of freedom is that of Cauchy.
        close(los([0, 0, 1, 1, 0]), 0.75, 1e-9);
        // Two pairs, from 1 of 4 points to all of them.
        let rising = [
            [0, 1, 1, 0, 0],
            [0, 0, 2, 0, 0],
            [0, 0, 1, 1, 0],
            [0, 0, 0, 0, 2],
        ];
        let rising = rising.map(los);
        assert!(rising.is_sorted(), "{rising:?}");
        for pairs in [[1, 3, 6, 4, 2], [0, 0, 3, 4, 1], [2, 5, 1, 9, 8]] {
            let estimate = EloEstimate::of_pairs(pairs).unwrap();
            let is_above = estimate.elo_range[0] > 0.0;
            assert_eq!(estimate.los > 0.975, is_above, "{estimate:?}");
        }
    }

    /// Computes mean and variance from the counts.
    #[test]
    fn an_estimate_of_pairs_follows_from_their_counts() {
        let pairs = [365, 16_618, 36_229, 16_974, 390];
        let estimate = EloEstimate::of_pairs(pairs).unwrap();
        let n: f64 = 70_576.0;
        let mean = (16_618.0 * 0.25 + 36_229.0 * 0.5 + 16_974.0 * 0.75 + 390.0) / n;
        close(estimate.score, mean, 1e-12);
        let square = (16_618.0 * 0.0625 + 36_229.0 * 0.25 + 16_974.0 * 0.5625 + 390.0) / n;
        close(
            estimate.score_error,
            ((square - mean * mean) / (n - 1.0)).sqrt(),
            1e-12,
        );
        assert!(estimate.elo > 0.0 && estimate.los > 0.5);
    }
}
