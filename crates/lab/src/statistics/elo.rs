//! The Elo scale.

/// The Elo difference of a score per game, on the logistic scale. Infinite for scores of 0
/// and 1.
///
/// Source: the definition, score = 1 / (1 + 10^(−elo/400)).
pub fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The score per game of an Elo difference.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// How much Elo rises with the score, at a score between 0 and 1: the derivative of [`elo`].
pub fn elo_slope(score: f64) -> f64 {
    400.0 / std::f64::consts::LN_10 / (score * (1.0 - score))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, by: f64) {
        assert!((a - b).abs() <= by, "{a} is not {b}");
    }

    #[test]
    fn elo_and_scores_are_inverse() {
        // Known points of the logistic scale.
        close(elo(0.64), 99.950_989, 1e-6);
        close(elo(0.75), 190.848_502, 1e-6);
        close(score_of(200.0), 0.759_747, 1e-6);
        for e in [-400.0, -3.0, 0.0, 12.5, 700.0] {
            close(elo(score_of(e)), e, 1e-9);
        }
        assert_eq!((elo(0.0), elo(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn the_slope_is_that_of_a_small_step() {
        for score in [0.1, 0.5, 0.93] {
            let step = (elo(score + 1e-6) - elo(score - 1e-6)) / 2e-6;
            close(elo_slope(score), step, 1e-3);
        }
    }
}
