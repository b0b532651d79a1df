//! Values from handicap matches.
//!
//! A match of an army that has A against an army that has B instead gives an Elo difference. This
//! is modelled as the sum of the Elo of the pieces of A minus that of B. One least-squares fit over
//! all matches gives the Elo of each kind, and its ratio to the Elo of the unit is the value.
//!
//! Source: H. G. Muller measured piece values in this way, with pawn odds as the unit
//! ("Piece Values", CECP and Fairy-Max pages and the Chess Variant Pages).

use super::sums::MatchSums;
use crate::matches::stats::Pentanomial;
use crate::statistics::{
    Matrix, Z95, elo, elo_slope, inverse, student_inflation, student_quantile,
};

/// The Elo of the kinds, with errors.
#[derive(Clone, Debug)]
pub(super) struct KindElos {
    /// The letters of the kinds in the matches.
    pub(super) kinds: Vec<char>,
    /// The Elo of one piece, by kind.
    pub(super) elos: Vec<f64>,
    /// The covariances of the Elos.
    pub(super) covariance: Matrix,
    /// The number of standard errors from an Elo to the ends of its 95 % interval.
    pub(super) quantile: f64,
    /// The sum of squared residuals in units of their errors, and its degrees of freedom.
    pub(super) misfit: (f64, usize),
}

/// A value in hundredths of the unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValueInterval {
    /// The value.
    pub(super) value: f64,
    /// Its standard error.
    pub(super) standard_error: f64,
    /// The ends of its 95 % interval.
    pub(super) interval: [f64; 2],
}

/// The Elo difference of a match, and its variance. One drawn pair is added, so that both are
/// finite for a match that one side won completely.
pub(super) fn match_elo(pairs: &Pentanomial) -> Option<(f64, f64)> {
    let played = pairs.iter().sum::<u64>();
    if played == 0 {
        return None;
    }
    let n = played as f64 + 1.0;
    let weighted = |f: &dyn Fn(f64) -> f64| {
        let seen = pairs
            .iter()
            .enumerate()
            .map(|(i, &count)| f(i as f64 / 4.0) * count as f64);
        seen.sum::<f64>() + f(0.5)
    };
    let mean = weighted(&|score| score) / n;
    let variance = weighted(&|score| (score - mean).powi(2)) / (n - 1.0);
    // Pairs that all end alike still have a variance: at least that of a match in which one pair
    // differs by half a point.
    let variance = variance.max(0.0625 / n);
    // The intervals are those of the normal distribution, and the added pair draws the mean towards
    // one half.
    let of_mean = student_inflation(n - 1.0) * variance / n + ((mean - 0.5) / n).powi(2);
    Some((elo(mean), elo_slope(mean).powi(2) * of_mean))
}

/// Whether all games of a match were won by one side.
pub(super) fn is_one_sided(pairs: &Pentanomial) -> bool {
    let played = pairs.iter().sum::<u64>();
    played > 0 && (pairs[0] == played || pairs[4] == played)
}

/// Fits the Elo of all kinds; `None` if the matches do not determine it.
pub(super) fn fit(matches: &[MatchSums]) -> Option<KindElos> {
    let mut kinds: Vec<char> = Vec::new();
    let mut rows: Vec<(Vec<f64>, f64, f64)> = Vec::new();
    for played in matches {
        // The Elo of a match that one side won completely is only a bound.
        let pairs = played.pentanomial();
        let Some((elo, variance)) = match_elo(&pairs) else {
            continue;
        };
        if is_one_sided(&pairs) {
            continue;
        }
        let mut row = vec![0.0; kinds.len()];
        let signed = [
            (&played.handicap.has, 1.0),
            (&played.handicap.against, -1.0),
        ];
        for (letters, sign) in signed {
            for letter in letters.chars() {
                let at = kinds.iter().position(|&k| k == letter).unwrap_or_else(|| {
                    kinds.push(letter);
                    row.push(0.0);
                    kinds.len() - 1
                });
                row[at] += sign;
            }
        }
        rows.push((row, elo, variance));
    }
    let n = kinds.len();
    let mut information = vec![vec![0.0; n]; n];
    let mut right = vec![0.0; n];
    for (row, elo, variance) in &mut rows {
        row.resize(n, 0.0);
        for i in 0..n {
            right[i] += row[i] * *elo / *variance;
            for j in 0..n {
                information[i][j] += row[i] * row[j] / *variance;
            }
        }
    }
    if n == 0 {
        return None;
    }
    let mut covariance = inverse(&information)?;
    let elos: Vec<f64> = covariance
        .iter()
        .map(|row| row.iter().zip(&right).map(|(c, r)| c * r).sum())
        .collect();
    let residual = |(row, elo, variance): &(Vec<f64>, f64, f64)| {
        let fitted: f64 = row.iter().zip(&elos).map(|(x, e)| x * e).sum();
        (elo - fitted).powi(2) / variance
    };
    let squares: f64 = rows.iter().map(residual).sum();
    let freedom = rows.len() - n;
    // If the matches contradict each other by more than their errors, the values of pieces do not
    // simply add up, and all errors are larger (R. T. Birge, "The Calculation of Errors by the
    // Method of Least Squares", 1932).
    let factor = (squares / freedom.max(1) as f64).max(1.0);
    covariance.iter_mut().flatten().for_each(|c| *c *= factor);
    // A factor above 1 is itself known only by the scatter of a few matches.
    let quantile = if factor > 1.0 {
        student_quantile(0.975, freedom as f64)
    } else {
        Z95
    };
    Some(KindElos {
        kinds,
        elos,
        covariance,
        quantile,
        misfit: (squares, freedom),
    })
}

/// The unit must differ from 0 by at least so many standard errors.
const MIN_UNIT_ERRORS: f64 = 2.0;

/// The ratio of parameter `i` to parameter `unit` in hundredths, with the standard error by the
/// delta method and the 95 % interval by Fieller's theorem, which need not be symmetric. `quantile` is
/// the number of standard errors of a 95 % interval of a parameter. `None` if the unit does not differ
/// from 0 by so many errors; then no bounded interval exists.
///
/// Source: E. C. Fieller, "Some Problems in Interval Estimation", Journal of the Royal Statistical
/// Society B 16, 1954.
pub(super) fn in_units(
    parameters: &[f64],
    covariance: &Matrix,
    i: usize,
    unit: usize,
    quantile: f64,
) -> Option<ValueInterval> {
    let (a, b) = (parameters[i], parameters[unit]);
    let (aa, ab, bb) = (
        covariance[i][i],
        covariance[i][unit],
        covariance[unit][unit],
    );
    if b.is_nan() || b <= quantile.max(MIN_UNIT_ERRORS) * bb.sqrt() {
        return None;
    }
    if i == unit {
        return Some(ValueInterval {
            value: 100.0,
            standard_error: 0.0,
            interval: [100.0, 100.0],
        });
    }
    let ratio = a / b;
    let variance = aa - 2.0 * ratio * ab + ratio * ratio * bb;
    // The ratios `r` with (a - r b)^2 <= z^2 (variance of a - r b) lie between the roots of a
    // quadratic equation, whose leading coefficient is positive by the condition above.
    let z = quantile * quantile;
    let leading = b * b - z * bb;
    let middle = (a * b - z * ab) / leading;
    let half = (middle * middle - (a * a - z * aa) / leading)
        .max(0.0)
        .sqrt();
    Some(ValueInterval {
        value: 100.0 * ratio,
        standard_error: 100.0 * variance.max(0.0).sqrt() / b,
        interval: [100.0 * (middle - half), 100.0 * (middle + half)],
    })
}
