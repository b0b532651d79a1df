//! The distributions used by intervals and tests.

use statrs::distribution::{ChiSquared, ContinuousCDF, Gamma, Normal, StudentsT};
use statrs::function::beta::beta_reg;

/// The 97.5 % quantile of the normal distribution: the half-width of a 95 % interval.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The normal distribution function.
pub fn normal(x: f64) -> f64 {
    libm::erfc(-x / std::f64::consts::SQRT_2) / 2.0
}

/// With more degrees of freedom, quantiles of Student's distribution are near those of the normal
/// distribution. The search for them gets inexact there, and does not end if there are very many.
const NEARLY_NORMAL: f64 = 1e5;

/// A quantile of Student's distribution with `freedom` degrees of freedom. Infinite for less than
/// one degree of freedom.
pub fn student_quantile(probability: f64, freedom: f64) -> f64 {
    if freedom > NEARLY_NORMAL {
        // Abramowitz and Stegun, 26.7.5.
        let z = Normal::standard().inverse_cdf(probability);
        return z + (z * z * z + z) / (4.0 * freedom);
    }
    match StudentsT::new(0.0, 1.0, freedom) {
        Ok(student) if freedom >= 1.0 => student.inverse_cdf(probability),
        _ if probability < 0.5 => f64::NEG_INFINITY,
        _ => f64::INFINITY,
    }
}

/// The factor that makes a variance give Student's interval where that of the normal distribution is
/// computed.
pub(crate) fn student_inflation(freedom: f64) -> f64 {
    (student_quantile(0.975, freedom) / Z95).powi(2)
}

/// The probability that a variable of Student's distribution is at least as far from 0 as `t`. 1
/// for less than one degree of freedom.
pub fn two_sided_p(t: f64, freedom: f64) -> f64 {
    if freedom < 1.0 || t.is_nan() {
        return 1.0;
    }
    if t.is_infinite() {
        return 0.0;
    }
    beta_reg(freedom / 2.0, 0.5, freedom / (freedom + t * t))
}

/// The probability that a variable of the chi-squared distribution is at least `squares`. 1 without
/// a degree of freedom.
pub fn chi_squared_p(squares: f64, freedom: f64) -> f64 {
    ChiSquared::new(freedom).map_or(1.0, |distribution| distribution.sf(squares))
}

/// The mean of the Poisson distribution of which as many events are seen, or more, only 5 times in 100.
pub(super) fn poisson_low(events: f64) -> f64 {
    Gamma::new(events, 1.0).map_or(0.0, |distribution| distribution.inverse_cdf(0.05))
}

/// The fractional rank `k` at which the `k`-th smallest of `n` values lies below the quantile
/// of `probability` with this confidence.
///
/// The position of the k-th smallest value in the distribution has the beta distribution
/// with parameters k and n + 1 − k.
pub(super) fn rank_below(n: f64, probability: f64, confidence: f64) -> f64 {
    let (mut low, mut high) = (1e-9, n + 1.0 - 1e-9);
    for _ in 0..60 {
        let k = (low + high) / 2.0;
        // This function falls with k.
        if beta_reg(k, n + 1.0 - k, probability) > confidence {
            low = k;
        } else {
            high = k;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, by: f64) {
        assert!((a - b).abs() <= by, "{a} is not {b}");
    }

    #[test]
    fn the_normal_distribution_has_its_known_values() {
        // Abramowitz and Stegun, table 26.1.
        for (x, p) in [
            (0.0, 0.5),
            (0.5, 0.691_462_461_274_013),
            (1.0, 0.841_344_746_068_543),
            (2.0, 0.977_249_868_051_821),
            (3.0, 0.998_650_101_968_370),
            (4.0, 0.999_968_328_758_167),
            (5.0, 0.999_999_713_348_428),
        ] {
            close(normal(x), p, 1e-14);
            close(normal(-x), 1.0 - p, 1e-14);
        }
        close(normal(Z95), 0.975, 1e-14);
    }

    #[test]
    fn students_distribution_has_its_known_values() {
        // Abramowitz and Stegun, table 26.10.
        for (freedom, quantile) in [
            (1.0, 12.706),
            (2.0, 4.303),
            (10.0, 2.228),
            (49.0, 2.010),
            (120.0, 1.980),
        ] {
            close(student_quantile(0.975, freedom), quantile, 5e-4);
            close(student_quantile(0.025, freedom), -quantile, 5e-4);
            close(two_sided_p(quantile, freedom), 0.05, 1e-4);
        }
        close(student_quantile(0.975, 1.1e5), 1.959_985_551, 1e-9);
        for freedom in [1e15, f64::MAX, f64::INFINITY] {
            close(student_quantile(0.975, freedom), Z95, 1e-12);
        }
        close(two_sided_p(0.0, 7.0), 1.0, 1e-12);
        assert_eq!(two_sided_p(f64::INFINITY, 7.0), 0.0);
        assert_eq!(two_sided_p(5.0, 0.0), 1.0);
    }

    #[test]
    fn ranks_are_those_of_the_binomial_distribution() {
        // The probability that at least 40 of 100 values lie below the median is 0.9824,
        // and that at least 41 do is 0.9716.
        let rank = rank_below(100.0, 0.5, 0.975);
        assert!((40.0..41.0).contains(&rank), "{rank}");
        close(rank_below(100.0, 0.5, 0.025), 101.0 - rank, 1e-6);
    }
}
