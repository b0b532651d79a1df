//! The sequential probability ratio test, which decides when to stop a match.
//!
//! This is a generalised SPRT on pairs of games. It compares the likelihoods of the results
//! under each hypothesis, with the most likely distribution of pairs that fits the
//! hypothesis. Source: Michel Van den Bergh, "A Practical Introduction to the GSPRT" and
//! "The Generalized Maximum Likelihood Ratio for the Expectation Value of a Distribution"
//! (2019 to 2021), which Fishtest implements; the bounds are Wald's ("Sequential Analysis",
//! 1947).

use super::stats::{NORMALIZED_ELO, Pentanomial, score_of};
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use thiserror::Error;

/// The scale of the hypotheses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloModel {
    /// Ordinary Elo, a function of the mean score.
    #[default]
    Logistic,
    /// Elo relative to the standard deviation of results. The number of games that a test
    /// needs then does not depend on the share of draws.
    Normalized,
}

/// The hypotheses and the allowed errors.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The Elo difference of the null hypothesis.
    pub elo0: f64,
    /// The Elo difference of the alternative hypothesis.
    pub elo1: f64,
    /// The allowed probability of accepting the alternative hypothesis although the null
    /// hypothesis is true.
    pub alpha: f64,
    /// The allowed probability of accepting the null hypothesis although the alternative is
    /// true.
    pub beta: f64,
    /// The scale.
    pub model: EloModel,
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// The null hypothesis: the first engine is not better.
    H0,
    /// The alternative hypothesis: the first engine is better.
    H1,
}

/// A text does not describe a test.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}; write elo0=0 elo1=5 alpha=0.05 beta=0.05 [model=logistic|normalized]")]
pub struct SprtError(String);

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let mut sprt = Sprt {
            elo0: f64::NAN,
            elo1: f64::NAN,
            alpha: 0.05,
            beta: 0.05,
            model: EloModel::default(),
        };
        for word in text.split_whitespace() {
            let bad = || SprtError(format!("`{word}` is not possible here"));
            let (key, value) = word.split_once('=').ok_or_else(bad)?;
            let number = || {
                value
                    .parse::<f64>()
                    .ok()
                    .filter(|n| n.is_finite())
                    .ok_or_else(bad)
            };
            match key {
                "elo0" => sprt.elo0 = number()?,
                "elo1" => sprt.elo1 = number()?,
                "alpha" => sprt.alpha = number()?,
                "beta" => sprt.beta = number()?,
                "model" => {
                    sprt.model = match value {
                        "logistic" => EloModel::Logistic,
                        "normalized" | "normalised" => EloModel::Normalized,
                        _ => return Err(bad()),
                    }
                }
                _ => return Err(bad()),
            }
        }
        let is_chance = |p: f64| p > 0.0 && p < 0.5;
        let most = match sprt.model {
            EloModel::Logistic => 1_000.0,
            EloModel::Normalized => MOST_NORMALIZED_ELO,
        };
        if sprt.elo0.is_nan() || sprt.elo1.is_nan() {
            Err(SprtError("elo0 and elo1 are needed".to_owned()))
        } else if sprt.elo0 >= sprt.elo1 {
            Err(SprtError("elo0 must be less than elo1".to_owned()))
        } else if sprt.elo0.abs().max(sprt.elo1.abs()) > most {
            Err(SprtError(format!(
                "elo0 and elo1 lie between -{most} and {most} in this model"
            )))
        } else if !is_chance(sprt.alpha) || !is_chance(sprt.beta) {
            Err(SprtError("alpha and beta lie between 0 and 0.5".to_owned()))
        } else {
            Ok(sprt)
        }
    }
}

/// Replaces counts of 0, so that every result stays possible. The value is Fishtest's.
const REGULARIZATION: f64 = 1e-3;

/// The iteration of [`with_t_value`] converges up to here, to within 1e-8; from about 231 on it does
/// not.
const MOST_NORMALIZED_ELO: f64 = 200.0;

/// Points per game by kind of pair.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

impl Sprt {
    /// The bounds of the log-likelihood ratio. H0 is accepted at the lower one, H1 at the
    /// upper one.
    pub fn bounds(&self) -> [f64; 2] {
        [
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        ]
    }

    /// The log-likelihood ratio of H1 to H0 after these pairs.
    pub fn llr(&self, pairs: Pentanomial) -> f64 {
        if pairs.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        self.llr_of(&SCORES, &pairs, std::f64::consts::SQRT_2)
    }

    /// The decision after these pairs, if there is one.
    pub fn decision(&self, pairs: Pentanomial) -> Option<Decision> {
        let llr = self.llr(pairs);
        let [lower, upper] = self.bounds();
        if llr >= upper {
            Some(Decision::H1)
        } else if llr <= lower {
            Some(Decision::H0)
        } else {
            None
        }
    }

    /// `spread` is the ratio of the standard deviation of a game's result to that of a
    /// unit: √2 for pairs.
    fn llr_of(&self, scores: &[f64], counts: &[u64], spread: f64) -> f64 {
        let counts = counts
            .iter()
            .map(|&count| (count as f64).max(REGULARIZATION));
        let n: f64 = counts.clone().sum();
        let seen: Vec<(f64, f64)> = scores.iter().copied().zip(counts.map(|c| c / n)).collect();
        let [p0, p1] = [self.elo0, self.elo1].map(|elo| match self.model {
            EloModel::Logistic => with_mean(&seen, score_of(elo)),
            EloModel::Normalized => with_t_value(&seen, elo / NORMALIZED_ELO * spread),
        });
        let parts = seen.iter().zip(p0.iter().zip(&p1));
        n * parts
            .map(|(&(_, p), (p0, p1))| p * (p1 / p0).ln())
            .sum::<f64>()
    }
}

/// The most likely distribution with mean `mean`, given the observed frequencies: p / (1 +
/// x (a − mean)), where x solves the secular equation.
fn with_mean(seen: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let shifted: Vec<(f64, f64)> = seen.iter().map(|&(a, p)| (a - mean, p)).collect();
    tilted(&shifted)
}

/// The most likely distribution with (mean − ½)/σ = `t`, given the observed frequencies.
/// Found by iteration, because σ depends on the distribution.
fn with_t_value(seen: &[(f64, f64)], t: f64) -> Vec<f64> {
    let mut found = vec![1.0 / seen.len() as f64; seen.len()];
    for _ in 0..100 {
        let mean: f64 = seen.iter().zip(&found).map(|(&(a, _), p)| a * p).sum();
        let variance = seen
            .iter()
            .zip(&found)
            .map(|(&(a, _), p)| p * (a - mean) * (a - mean));
        let sigma = variance.sum::<f64>().sqrt();
        let shifted: Vec<(f64, f64)> = seen
            .iter()
            .map(|&(a, p)| {
                let z = (mean - a) / sigma;
                (a - 0.5 - t * sigma * (1.0 + z * z) / 2.0, p)
            })
            .collect();
        let next = tilted(&shifted);
        let change = next
            .iter()
            .zip(&found)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f64::max);
        found = next;
        if change < 1e-9 {
            break;
        }
    }
    found
}

/// p / (1 + x a) with x such that Σ p a / (1 + x a) = 0: the most likely distribution under
/// which the mean of `a` is 0.
fn tilted(values: &[(f64, f64)]) -> Vec<f64> {
    let least = values.iter().map(|&(a, _)| a).fold(f64::INFINITY, f64::min);
    let most = values
        .iter()
        .map(|&(a, _)| a)
        .fold(f64::NEG_INFINITY, f64::max);
    // All weights are positive between these bounds. The sum falls from +∞ to −∞.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let x = (low + high) / 2.0;
        let sum: f64 = values.iter().map(|&(a, p)| p * a / (1.0 + x * a)).sum();
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    let x = (low + high) / 2.0;
    values.iter().map(|&(a, p)| p / (1.0 + x * a)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
            model,
        }
    }

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() <= 0.01 * b.abs().max(1.0), "{a} is not {b}");
    }

    /// Values that Fastchess has for its own implementation (app/tests/sprt_test.cpp), to
    /// one per cent.
    #[test]
    fn pentanomial_ratios_agree_with_published_values() {
        for (pairs, elo0, elo1, model, llr) in [
            (
                [365, 16_618, 36_229, 16_974, 390],
                0.0,
                2.0,
                EloModel::Normalized,
                2.25,
            ),
            (
                [127, 4_883, 10_712, 5_150, 104],
                -1.75,
                0.25,
                EloModel::Normalized,
                3.01,
            ),
            (
                [223, 9_863, 21_279, 10_037, 246],
                0.5,
                2.5,
                EloModel::Logistic,
                -3.07,
            ),
            (
                [871, 26_175, 55_983, 26_678, 821],
                0.0,
                2.0,
                EloModel::Logistic,
                -4.98,
            ),
        ] {
            close(sprt(elo0, elo1, model).llr(pairs), llr);
        }
    }

    /// The same formulas on single games, from the same source.
    #[test]
    fn trinomial_ratios_agree_with_published_values() {
        for (counts, elo0, elo1, model, llr) in [
            (
                [36_027, 68_692, 36_433],
                0.0,
                2.0,
                EloModel::Normalized,
                0.92,
            ),
            (
                [10_650, 20_431, 10_871],
                -1.75,
                0.25,
                EloModel::Normalized,
                2.30,
            ),
            (
                [21_184, 40_708, 21_404],
                0.5,
                2.5,
                EloModel::Logistic,
                -1.57,
            ),
            (
                [57_030, 106_593, 57_433],
                0.0,
                2.0,
                EloModel::Logistic,
                -2.59,
            ),
        ] {
            let found = sprt(elo0, elo1, model).llr_of(&[0.0, 0.5, 1.0], &counts, 1.0);
            close(found, llr);
        }
    }

    #[test]
    fn every_accepted_test_has_a_ratio() {
        let mut rng = fastrand::Rng::with_seed(4);
        for _ in 0..300 {
            let pairs = [(); 5].map(|()| rng.choice([0, 0, 1, 3, 10, 100, 100_000]).unwrap());
            for (model, most) in [
                (EloModel::Logistic, 1_000.0),
                (EloModel::Normalized, MOST_NORMALIZED_ELO),
            ] {
                for [elo0, elo1] in [[-most, most], [0.0, most], [most - 1.0, most]] {
                    let llr = sprt(elo0, elo1, model).llr(pairs);
                    assert!(llr.is_finite(), "{pairs:?} {elo0} {elo1} {model:?}: {llr}");
                }
            }
        }
        let refused = "elo0=0 elo1=300 model=normalized".parse::<Sprt>();
        assert!(refused.is_err_and(|error| error.to_string().contains("between -200 and 200")));
        assert!("elo0=0 elo1=300".parse::<Sprt>().is_ok());
    }

    #[test]
    fn the_bounds_are_those_of_wald() {
        let test = sprt(0.0, 5.0, EloModel::Logistic);
        let [lower, upper] = test.bounds();
        close(lower, -2.944_439);
        close(upper, 2.944_439);
        assert_eq!(test.decision([0; 5]), None);
        assert_eq!(test.decision([0, 0, 10, 400, 300]), Some(Decision::H1));
        assert_eq!(test.decision([300, 400, 10, 0, 0]), Some(Decision::H0));
    }

    #[test]
    fn sprt_settings_are_read_from_text() {
        let read: Sprt = "elo0=0 elo1=5 alpha=0.05 beta=0.1".parse().unwrap();
        assert_eq!(
            (read.elo1, read.beta, read.model),
            (5.0, 0.1, EloModel::Logistic)
        );
        let read: Sprt = "elo0=-3 elo1=1 model=normalized".parse().unwrap();
        assert_eq!((read.alpha, read.model), (0.05, EloModel::Normalized));
        for bad in [
            "",
            "elo0=0",
            "elo0=5 elo1=0",
            "elo0=0 elo1=1 alpha=0",
            "elo0=x elo1=1",
            "a=b",
            "elo0=0 elo1=nan",
        ] {
            assert!(bad.parse::<Sprt>().is_err(), "{bad}");
        }
    }
}
