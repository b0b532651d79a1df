//! Differences between two sets of games.

use super::distributions::two_sided_p;
use super::ratio::RatioSums;
use serde::{Deserialize, Serialize};

/// The difference between two ratios.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Difference {
    /// The second ratio minus the first.
    pub value: f64,
    /// The lower bound of the 95 % interval.
    pub low: f64,
    /// The upper bound of the 95 % interval.
    pub high: f64,
    /// The probability that two equal games give at least this difference by chance.
    pub p: f64,
}

/// The number of games of both sets together that count for the variance of each, so that two equal
/// games do not prove that all games are equal.
const SHARED_GAMES: f64 = 2.0;

/// The difference `b − a` of ratios, means or shares of two independent sets of games; `None`
/// if one of them has fewer than two games.
///
/// The probability is the greater one of two tests. Welch's test allows different variances; its
/// degrees of freedom are fewer for skewed games, whose variance is uncertain. The other test uses one
/// variance for both sets: games in which something rare never happened have no variance of their
/// own, although it could have happened. The interval
/// is made of those of both ratios (G. Y. Zou and A. Donner, "Construction of confidence
/// limits about effect measures", 2008; for shares the method of R. G. Newcombe, 1998), so
/// that it also holds for skewed values and for shares near 0 and 1.
pub fn difference(a: &RatioSums, b: &RatioSums) -> Option<Difference> {
    let are_shares = a.is_share() && b.is_share();
    let estimate = |sums: &RatioSums| {
        if are_shares {
            sums.share().filter(|_| sums.games >= 2)
        } else {
            sums.estimate()
        }
    };
    let (first, second) = (estimate(a)?, estimate(b)?);
    let value = second.value - first.value;
    let below = (second.value - second.low).hypot(first.high - first.value);
    let above = (second.high - second.value).hypot(first.value - first.low);
    Some(Difference {
        value,
        low: value - below,
        high: value + above,
        p: probability(a, b, value),
    })
}

fn probability(a: &RatioSums, b: &RatioSums, value: f64) -> f64 {
    if value == 0.0 {
        return 1.0;
    }
    let (na, nb) = (a.games as f64, b.games as f64);
    let joint = (a.x + b.x) / (a.w + b.w);
    let scaled = |sums: &RatioSums| {
        let mean = sums.w / sums.games as f64;
        sums.squares(joint) / (mean * mean)
    };
    let joint_variance = (scaled(a) + scaled(b)) / (na + nb - 1.0);
    let error = |sums: &RatioSums| {
        let freedom = sums.games as f64 - 1.0;
        let own = sums.spread(sums.x / sums.w);
        let variance = (freedom * own + SHARED_GAMES * joint_variance) / (freedom + SHARED_GAMES);
        variance / sums.games as f64
    };
    let (ea, eb) = (error(a), error(b));
    let (fa, fb) = (a.freedom(), b.freedom());
    let freedom = (ea + eb).powi(2) / (ea * ea / fa + eb * eb / fb);
    let welch = two_sided_p(value / (ea + eb).sqrt(), freedom);
    let error = joint_variance * (1.0 / na + 1.0 / nb);
    welch.max(two_sided_p(value / error.sqrt(), fa + fb))
}

/// Probabilities, adjusted for multiple comparisons. Values below 0.05 mean a difference; in at
/// most 5 of 100 comparisons of equal games there is any such value.
///
/// Source: Sture Holm, "A Simple Sequentially Rejective Multiple Test Procedure", 1979.
///
/// ```
/// use hyperrook_lab::statistics::holm;
///
/// let adjusted = holm(&[0.01, 0.04, 0.03]);
/// assert_eq!(adjusted.iter().map(|p| (p * 100.0).round()).collect::<Vec<_>>(), [3.0, 6.0, 6.0]);
/// ```
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&i, &j| p[i].total_cmp(&p[j]));
    let mut adjusted = vec![1.0; p.len()];
    let mut most: f64 = 0.0;
    for (rank, &index) in order.iter().enumerate() {
        most = most.max(p[index] * (p.len() - rank) as f64).min(1.0);
        adjusted[index] = most;
    }
    adjusted
}
