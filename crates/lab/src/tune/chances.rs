//! Fits the conversion of scores into chances of a win, a draw and a loss.

use super::TuningPosition;
use hyperrook_rules::{Position, Side};
use hyperrook_search::ChancesModel;
use std::collections::BTreeMap;
use thiserror::Error;

/// The width of a group of scores, in centipawns.
const GROUP_CP: i32 = 5;
/// Positions with higher scores are left out: they say nothing of how scores become chances, and
/// a single game that was not won from there would weigh too much.
const MOST_CP: u32 = 2_000;
/// The minimum number of positions of each result.
const FEWEST: u64 = 20;

/// The largest power that is tried. Those of the shipped games are between 0.26 and 1.35.
const MOST_POWER: f64 = 4.0;
/// How exactly the power is found.
const POWER_ERROR: f64 = 0.002;
/// The default power is kept, unless another one makes all results e to this power more likely.
/// Where the number of pieces hardly changes, any power would do. Positions of a game are not
/// independent, so the number is larger than usual.
const CLEARLY: f64 = 10.0;

/// Why chances cannot be fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ChancesFitError {
    /// There are too few positions of some result.
    #[error(
        "there are too few positions with a win, a draw or a loss to fit chances; play more games"
    )]
    TooFew,
    /// No numbers are the most likely ones.
    #[error(
        "the results do not depend on the scores in these positions, so chances cannot be fitted; \
         play more games"
    )]
    NoMaximum,
}

/// Wins, draws and losses of the sides to move, by the number of pieces and the score in groups.
#[derive(Clone, Debug, Default)]
pub struct ResultsByScore {
    /// The results by pieces and score.
    results: BTreeMap<(usize, i32), [u64; 3]>,
    /// The number of pieces at the start.
    start: usize,
}

/// A model of results. The win chance is σ(slope · score − threshold · (reference / share)^power),
/// in units of 100 centipawns, where the share of the pieces of the start is left.
#[derive(Clone, Copy, Debug)]
struct OrderedLogit {
    slope: f64,
    threshold: f64,
    power: f64,
    /// A typical share of pieces, so that thresholds of all powers have similar sizes.
    reference: f64,
}

impl OrderedLogit {
    /// The threshold with this share of the pieces.
    fn threshold_at(&self, share: f64) -> f64 {
        let factor = |share| ChancesModel::draw_factor(share, self.power);
        self.threshold * factor(share) / factor(self.reference)
    }
}

fn count_pieces(position: &Position) -> usize {
    position.pieces().count()
}

impl ResultsByScore {
    /// Counts a position of a finished game.
    pub fn add(&mut self, sample: &TuningPosition) {
        if self.start == 0 {
            self.start = count_pieces(&sample.position.game().start());
        }
        let pieces = count_pieces(&sample.position).min(self.start);
        let sign = if sample.position.turn() == Side::White {
            1
        } else {
            -1
        };
        let result = match sample.result {
            result if result > 0.75 => 1,
            result if result < 0.25 => -1,
            _ => 0,
        };
        self.count(pieces, sample.score_cp.saturating_mul(sign), sign * result);
    }

    /// Counts a result for the side with a score: 1, 0 or −1.
    fn count(&mut self, pieces: usize, score_cp: i32, result: i32) {
        if score_cp.unsigned_abs() > MOST_CP {
            return;
        }
        let group = score_cp.div_euclid(GROUP_CP);
        let results = self.results.entry((pieces, group)).or_default();
        results[(1 - result) as usize] += 1;
    }

    /// The mean negative logarithm of the chance that a model gave to what happened.
    pub fn log_loss(&self, model: &ChancesModel) -> f64 {
        -self.log_likelihood(OrderedLogit {
            slope: 100.0 / model.scale_cp,
            threshold: model.draw_cp / model.scale_cp,
            power: model.draw_power,
            reference: 0.5,
        })
    }

    /// The most likely model.
    pub fn fit(&self) -> Result<ChancesModel, ChancesFitError> {
        let mut totals = [0; 3];
        for counts in self.results.values() {
            for (total, count) in totals.iter_mut().zip(counts) {
                *total += count;
            }
        }
        if totals.iter().any(|&total| total < FEWEST) {
            return Err(ChancesFitError::TooFew);
        }
        let positions = totals.iter().sum::<u64>() as f64;
        let reference = self.mean_share();
        // The most likely model with a power, and the logarithm of its likelihood.
        let best = |power: f64| {
            let model = self.fit_with_power(power, reference)?;
            Some((model, positions * self.log_likelihood(model)))
        };
        let quality = |power: f64| best(power).map_or(f64::NEG_INFINITY, |(_, quality)| quality);
        // Golden-section search for the power.
        let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
        let (mut low, mut high) = (0.0, MOST_POWER);
        let (mut left, mut right) = (high - golden * high, golden * high);
        let (mut left_quality, mut right_quality) = (quality(left), quality(right));
        while high - low > POWER_ERROR {
            // Each step keeps one of the two inner points.
            if left_quality > right_quality {
                (high, right, right_quality) = (right, left, left_quality);
                left = high - golden * (high - low);
                left_quality = quality(left);
            } else {
                (low, left, left_quality) = (left, right, right_quality);
                right = low + golden * (high - low);
                right_quality = quality(right);
            }
        }
        let usual = best(ChancesModel::default().draw_power);
        let (model, _) = match (best(f64::midpoint(low, high)), usual) {
            (Some(found), Some(usual)) if found.1 < usual.1 + CLEARLY => usual,
            (found, usual) => found.or(usual).ok_or(ChancesFitError::NoMaximum)?,
        };
        Ok(ChancesModel {
            scale_cp: 100.0 / model.slope,
            draw_cp: 100.0 * model.threshold_at(0.5) / model.slope,
            draw_power: model.power,
        })
    }

    /// The geometric mean of the shares of pieces.
    fn mean_share(&self) -> f64 {
        let (mut sum, mut count) = (0.0, 0.0);
        for (&(pieces, _), results) in &self.results {
            let number = results.iter().sum::<u64>() as f64;
            sum += number * (pieces as f64 / self.start as f64).ln();
            count += number;
        }
        (sum / count).exp()
    }

    /// The most likely model with this power. It is an ordered logistic regression, whose
    /// likelihood has one maximum, and Newton's method finds it. `None` if it has none.
    fn fit_with_power(&self, power: f64, reference: f64) -> Option<OrderedLogit> {
        let mut model = OrderedLogit {
            slope: 0.5,
            threshold: 0.5,
            power,
            reference,
        };
        for _ in 0..200 {
            let (gradient, curvature) = self.derivatives(model);
            let [[a, b], [_, d]] = curvature;
            let determinant = a * d - b * b;
            if determinant.is_nan() || determinant.abs() < 1e-12 {
                return None;
            }
            let step = [
                (d * gradient[0] - b * gradient[1]) / determinant,
                (a * gradient[1] - b * gradient[0]) / determinant,
            ];
            // Half steps keep both numbers positive.
            let mut share = 1.0;
            while model.slope - share * step[0] <= 0.0 || model.threshold - share * step[1] <= 0.0 {
                share /= 2.0;
            }
            model.slope -= share * step[0];
            model.threshold -= share * step[1];
            if step.iter().all(|step| step.abs() < 1e-9) {
                return Some(model);
            }
        }
        // The steps become as small as the derivatives are exact.
        let (gradient, _) = self.derivatives(model);
        let is_flat = gradient.iter().all(|slope| slope.abs() < 1e-4);
        is_flat.then_some(model)
    }

    /// The derivatives of the log-likelihood by slope and threshold, by finite differences.
    fn derivatives(&self, model: OrderedLogit) -> ([f64; 2], [[f64; 2]; 2]) {
        const H: f64 = 1e-4;
        let at = |i: f64, j: f64| {
            self.log_likelihood(OrderedLogit {
                slope: model.slope + i * H,
                threshold: model.threshold + j * H,
                ..model
            })
        };
        let middle = at(0.0, 0.0);
        let gradient = [
            (at(1.0, 0.0) - at(-1.0, 0.0)) / (2.0 * H),
            (at(0.0, 1.0) - at(0.0, -1.0)) / (2.0 * H),
        ];
        let mixed = (at(1.0, 1.0) - at(1.0, -1.0) - at(-1.0, 1.0) + at(-1.0, -1.0)) / (4.0 * H * H);
        let curvature = [
            [
                (at(1.0, 0.0) - 2.0 * middle + at(-1.0, 0.0)) / (H * H),
                mixed,
            ],
            [
                mixed,
                (at(0.0, 1.0) - 2.0 * middle + at(0.0, -1.0)) / (H * H),
            ],
        ];
        (gradient, curvature)
    }

    /// The mean logarithm of the chance of the actual result.
    fn log_likelihood(&self, model: OrderedLogit) -> f64 {
        let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
        let (mut sum, mut count) = (0.0, 0.0);
        // The number of pieces that the threshold is for.
        let mut at = (0, 0.0);
        for (&(pieces, group), results) in &self.results {
            if at.0 != pieces {
                let share = pieces as f64 / self.start as f64;
                at = (pieces, model.threshold_at(share));
            }
            let (slope, threshold) = (model.slope, at.1);
            let score = (f64::from(group) + 0.5) * f64::from(GROUP_CP) / 100.0;
            let win = sigmoid(slope * score - threshold);
            let loss = sigmoid(-slope * score - threshold);
            let chances = [win, 1.0 - win - loss, loss];
            for (chance, &number) in chances.into_iter().zip(results) {
                sum += number as f64 * chance.max(1e-12).ln();
                count += number as f64;
            }
        }
        sum / count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results of random positions by a planted model, with numbers of pieces that are drawn from
    /// `counts`, and scores up to `most_cp`.
    fn planted_results(
        planted: ChancesModel,
        start: usize,
        counts: &[usize],
        most_cp: i32,
        positions: usize,
    ) -> ResultsByScore {
        let mut random = fastrand::Rng::with_seed(5);
        let mut results = ResultsByScore {
            start,
            ..ResultsByScore::default()
        };
        for _ in 0..positions {
            let pieces = counts[random.usize(..counts.len())];
            let model = planted.with_pieces_left(pieces as f64 / start as f64);
            let score = random.i32(-most_cp..=most_cp);
            let win = model.win_chance(f64::from(score));
            let loss = model.win_chance(-f64::from(score));
            let drawn = random.f64();
            let result = i32::from(drawn < win) - i32::from(drawn > 1.0 - loss);
            results.count(pieces, score, result);
        }
        results
    }

    #[test]
    fn planted_model_parameters_are_found() {
        for (scale_cp, draw_cp, draw_power) in [(60.0, 40.0, 1.0), (250.0, 300.0, 0.4)] {
            let planted = ChancesModel {
                scale_cp,
                draw_cp,
                draw_power,
            };
            let counts: Vec<usize> = (2..=8).collect();
            let found = planted_results(planted, 8, &counts, 800, 60_000);
            let found = found.fit().unwrap();
            assert!((found.scale_cp / scale_cp - 1.0).abs() < 0.03, "{found:?}");
            assert!((found.draw_cp / draw_cp - 1.0).abs() < 0.03, "{found:?}");
            assert!((found.draw_power - draw_power).abs() < 0.05, "{found:?}");
        }
    }

    #[test]
    fn impossible_scores_are_left_out() {
        let game = hyperrook_rules::Game::shipped("chess").unwrap();
        let mut black = game.start();
        black.play(black.moves()[0]).unwrap();
        let mut results = ResultsByScore::default();
        for position in [game.start(), black] {
            for score_cp in [i32::MIN, i32::MAX] {
                results.add(&TuningPosition {
                    position: position.clone(),
                    score_cp,
                    result: 1.0,
                });
            }
        }
        assert_eq!(results.results.len(), 0);
    }

    #[test]
    fn too_few_games_give_no_model() {
        let mut results = ResultsByScore::default();
        (0..100).for_each(|score| results.count(8, score, 1));
        assert_eq!(results.fit(), Err(ChancesFitError::TooFew));
    }

    /// Where the number of pieces does not change, it cannot be known what it changes; and with few
    /// pieces left, large powers give impossible chances.
    #[test]
    fn the_default_power_is_kept_where_pieces_say_nothing() {
        for (start, counts) in [
            (32, vec![32]),
            (32, vec![3]),
            (32, vec![3, 4]),
            (2, vec![2]),
        ] {
            let planted = ChancesModel {
                scale_cp: 100.0,
                draw_cp: 75.0,
                draw_power: ChancesModel::default().draw_power,
            };
            let results = planted_results(planted, start, &counts, 900, 20_000);
            let found = results.fit().unwrap();
            assert_eq!(
                found.draw_power, planted.draw_power,
                "{counts:?} of {start}"
            );
            assert!((found.draw_cp / 75.0 - 1.0).abs() < 0.1, "{found:?}");
            assert!((found.scale_cp / 100.0 - 1.0).abs() < 0.1, "{found:?}");
        }
    }
}
