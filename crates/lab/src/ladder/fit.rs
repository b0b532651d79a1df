//! The Elo of all rungs from all matches.
//!
//! The most likely Elo of each rung, on the logistic scale (R. A. Bradley and M. E. Terry, "Rank
//! Analysis of Incomplete Block Designs", 1952); a draw counts as half a win and half a loss. The
//! random mover has Elo 0. The errors are computed from pairs of games, so that neither draws nor
//! the common opening of a pair bias them.

use super::sums::RungMatch;
use crate::matches::stats::Pentanomial;
use crate::statistics::{Matrix, maximum, student_inflation};

/// The Elo of the rungs above the lowest one.
#[derive(Clone, Debug)]
pub(super) struct RungElos {
    /// The Elo by rung. The first is 0.
    pub(super) elos: Vec<f64>,
    /// The covariances. Those of the first rung are 0.
    pub(super) covariance: Matrix,
}

/// The number of pairs that are added to each match, each of two draws. Without them, the Elo of a
/// match that one side won completely would be infinite.
pub(super) const PRIOR_PAIRS: f64 = 1.0;
/// The square of a quarter, the share of a pair that half a point is.
const LEAST_SQUARES: f64 = 0.0625;

/// Fits the Elo of all rungs; `None` if some rung is not connected to the lowest one by games.
pub(super) fn fit(rungs: usize, matches: &[RungMatch]) -> Option<RungElos> {
    // The steps of the fit only need the counts.
    let matches: Vec<(&RungMatch, Pentanomial)> = matches
        .iter()
        .map(|played| (played, played.pentanomial()))
        .filter(|(_, pairs)| pairs.iter().sum::<u64>() > 0)
        .collect();
    let n = rungs.checked_sub(1).filter(|&n| n > 0)?;
    // The column of a rung; the lowest has none.
    let columns = |played: &RungMatch| {
        let column = |rung: usize, sign: f64| (rung > 0).then(|| (rung - 1, sign));
        [column(played.higher, 1.0), column(played.lower, -1.0)]
    };
    let expected = |logits: &[f64], played: &RungMatch| {
        let gap: f64 = columns(played)
            .iter()
            .flatten()
            .map(|&(i, sign)| sign * logits[i])
            .sum();
        1.0 / (1.0 + (-gap).exp())
    };
    let slope = |logits: &[f64]| {
        let mut gradient = vec![0.0; n];
        let mut information = vec![vec![0.0; n]; n];
        for (played, pairs) in &matches {
            let p = expected(logits, played);
            let count = weighted(pairs, &|_| 1.0);
            let points: f64 = weighted(pairs, &|score| score);
            for &(i, a) in columns(played).iter().flatten() {
                gradient[i] += a * (points - count * p);
                for &(j, b) in columns(played).iter().flatten() {
                    information[i][j] += a * b * count * p * (1.0 - p);
                }
            }
        }
        (gradient, information)
    };
    let (logits, bread) = maximum(n, 1e-9, slope)?;
    let mut meat = vec![vec![0.0; n]; n];
    for (played, pairs) in &matches {
        let p = expected(&logits, played);
        let count = weighted(pairs, &|_| 1.0);
        // Pairs that all end alike still have a variance: at least that of a match in which one pair
        // differs by half a point.
        let squares = weighted(pairs, &|score| (score - p).powi(2))
            .max(LEAST_SQUARES * (count - 1.0) / count);
        // The squares of a sample are too small, the intervals are those of the normal distribution,
        // and the added pair draws the score towards one half.
        let squares = squares * count / (count - 1.0) * student_inflation(count - 1.0)
            + PRIOR_PAIRS * (0.5 - p).powi(2);
        for &(i, a) in columns(played).iter().flatten() {
            for &(j, b) in columns(played).iter().flatten() {
                meat[i][j] += a * b * squares;
            }
        }
    }
    const ELO: f64 = 400.0 / std::f64::consts::LN_10;
    let mut covariance = vec![vec![0.0; rungs]; rungs];
    for i in 0..n {
        for j in 0..n {
            let mut sum = 0.0;
            for k in 0..n {
                for l in 0..n {
                    sum += bread[i][k] * meat[k][l] * bread[l][j];
                }
            }
            covariance[i + 1][j + 1] = ELO * ELO * sum;
        }
    }
    let mut elos = vec![0.0];
    elos.extend(logits.iter().map(|logit| ELO * logit));
    Some(RungElos { elos, covariance })
}

/// The sum of a function of the score over all pairs of a match, including the added ones.
fn weighted(pairs: &Pentanomial, f: &dyn Fn(f64) -> f64) -> f64 {
    let seen: f64 = pairs
        .iter()
        .enumerate()
        .map(|(i, &count)| f(i as f64 / 4.0) * count as f64)
        .sum();
    seen + PRIOR_PAIRS * f(0.5)
}
