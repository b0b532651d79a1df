//! Simultaneous perturbation stochastic approximation, for integers.
//!
//! Source: James C. Spall, "Implementation of the simultaneous perturbation algorithm for
//! stochastic optimization", IEEE Transactions on Aerospace and Electronic Systems 34 (1998).
//! Two things differ: the gains are constant, so that a longer run continues a shorter one, and the
//! result is the mean of the second half of the course (Polyak and Juditsky, 1992).

use crate::seeds::seed_of;

/// Keeps the seeds of this command apart from those of others.
const SEEDS: u64 = u64::from_be_bytes(*b"spsatune");

/// A number that is tuned.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TunedNumber {
    /// Its current value.
    value: f64,
    /// The distance of the two players from it.
    step: f64,
    /// The minimum and maximum value.
    range: [f64; 2],
    /// Its values after each batch.
    course: Vec<f64>,
}

/// The state of a run.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Spsa {
    pub(super) numbers: Vec<TunedNumber>,
    /// The number of steps by which a number moves after a pair that one player wins by two points.
    rate: f64,
    seed: u64,
}

impl TunedNumber {
    pub(super) fn new(value: i32, least: i32, most: i32) -> TunedNumber {
        let span = f64::from(most - least);
        TunedNumber {
            value: f64::from(value),
            step: (f64::from(value).abs() / 6.0).clamp(0.5, (span / 10.0).max(0.5)),
            range: [f64::from(least), f64::from(most)],
            course: Vec::new(),
        }
    }

    /// The mean of the second half of its course, and the maximum distance from it there.
    pub(super) fn tuned(&self) -> (f64, f64) {
        let half = &self.course[self.course.len() / 2..];
        if half.is_empty() {
            return (self.value, 0.0);
        }
        let mean = half.iter().sum::<f64>() / half.len() as f64;
        let distance = |value: &f64| (value - mean).abs();
        (mean, half.iter().map(distance).fold(0.0, f64::max))
    }
}

impl Spsa {
    pub(super) fn new(numbers: Vec<TunedNumber>, rate: f64, seed: u64) -> Spsa {
        Spsa {
            numbers,
            rate,
            seed,
        }
    }

    fn random(&self, pair: u64) -> fastrand::Rng {
        fastrand::Rng::with_seed(seed_of(SEEDS, self.seed, pair))
    }

    /// The numbers of the two players of a pair of games. The same pair always has the same
    /// directions and fractions.
    pub(super) fn players(&self, pair: u64) -> [Vec<i32>; 2] {
        let mut random = self.random(pair);
        let mut players = [Vec::new(), Vec::new()];
        for number in &self.numbers {
            let step = if random.bool() {
                number.step
            } else {
                -number.step
            };
            // Both players are rounded by the same fraction, up or down at random.
            let fraction = random.f64();
            for (player, step) in players.iter_mut().zip([step, -step]) {
                let [least, most] = number.range;
                let value = (number.value + step).clamp(least, most);
                player.push((value + fraction).floor().min(most) as i32);
            }
        }
        players
    }

    /// Moves the numbers by the results of pairs: the points of the first player minus those of the
    /// second, from −2 to 2.
    pub(super) fn add_batch(&mut self, results: &[(u64, f64)]) {
        let mut moves = vec![0.0; self.numbers.len()];
        for &(pair, result) in results {
            let mut random = self.random(pair);
            for by in &mut moves {
                let direction = if random.bool() { 1.0 } else { -1.0 };
                random.f64();
                *by += direction * result / 2.0;
            }
        }
        for (number, by) in self.numbers.iter_mut().zip(moves) {
            let [least, most] = number.range;
            number.value = (number.value + self.rate * number.step * by).clamp(least, most);
            number.course.push(number.value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tunes by simulated games whose results depend on the distance from a planted optimum.
    fn tuned(start: [i32; 2], optimum: [f64; 2], pairs: u64) -> Vec<f64> {
        let numbers = start
            .map(|value| TunedNumber::new(value, 0, 1_000))
            .to_vec();
        let mut spsa = Spsa::new(numbers, 0.05, 7);
        let mut chance = fastrand::Rng::with_seed(3);
        let mut batch = Vec::new();
        for pair in 0..pairs {
            let [first, second] = spsa.players(pair);
            let loss = |values: &[i32]| {
                let distance = |(&value, optimum): (&i32, f64)| {
                    ((f64::from(value) - optimum) / optimum).powi(2)
                };
                values.iter().zip(optimum).map(distance).sum::<f64>()
            };
            let mean = (2.0 * (loss(&second) - loss(&first))).clamp(-0.9, 0.9);
            let game = || {
                if chance.f64() < 0.5 + mean / 2.0 {
                    1.0
                } else {
                    -1.0
                }
            };
            let result: f64 = std::iter::repeat_with(game).take(2).sum();
            batch.push((pair, result));
            if batch.len() == 16 {
                spsa.add_batch(&batch);
                batch.clear();
            }
        }
        spsa.numbers.iter().map(|number| number.tuned().0).collect()
    }

    #[test]
    fn a_planted_optimum_is_found() {
        let found = tuned([150, 500], [240.0, 300.0], 8_000);
        assert!((200.0..280.0).contains(&found[0]), "{found:?}");
        assert!((250.0..350.0).contains(&found[1]), "{found:?}");
    }

    #[test]
    fn players_stay_in_range_and_differ_by_two_steps_on_average() {
        let spsa = Spsa::new(
            vec![TunedNumber::new(2, 0, 20), TunedNumber::new(0, 0, 400)],
            0.05,
            1,
        );
        let (mut difference, pairs) = (0.0, 4_000);
        for pair in 0..pairs {
            let [first, second] = spsa.players(pair);
            difference += f64::from((first[0] - second[0]).abs());
            assert!((0..=20).contains(&first[0]) && (0..=400).contains(&second[1]));
        }
        assert!((difference / pairs as f64 - 1.0).abs() < 0.05);
        assert_eq!(spsa.players(9), spsa.players(9));
        let first = spsa.players(0);
        assert!((1..20).any(|pair| spsa.players(pair) != first));
    }
}
