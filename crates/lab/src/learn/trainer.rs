//! Trains a network on the positions of games.

use super::checkpoint::{BestParameters, Checkpoint};
use super::data::{DataSet, Sample};
use super::parameters::{Adam, ParameterLayout, Parameters};
use super::perspectives::Perspectives;
use super::random::Random;
use hyperrook_network::NetworkHeader;

/// How a network is trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainSettings {
    /// The number of samples of a step.
    pub batch: usize,
    /// The number of steps.
    pub steps: usize,
    /// The maximum learning rate. The rate rises at first and then falls to zero.
    pub rate: f32,
    /// The share of the game's result in the target; the rest is the score of the search.
    pub result_share: f32,
    /// How much weights shrink at each step, as a multiple of the learning rate.
    pub decay: f32,
    /// The number of threads.
    pub threads: usize,
    /// The seed of the order of the samples.
    pub seed: u64,
}

/// A network being trained.
pub struct Trainer<'d> {
    data: &'d DataSet,
    perspectives: &'d Perspectives,
    header: &'d NetworkHeader,
    settings: TrainSettings,
    /// The weights so far.
    pub parameters: Parameters,
    adam: Adam,
    best: BestParameters,
    /// The number of steps made.
    pub step: usize,
    order: Vec<u32>,
    validation: Vec<u32>,
    /// The pass that the order belongs to.
    pass: Option<usize>,
    gradients: Vec<Vec<f32>>,
    /// The weights of the network, with shared ones added.
    folded: Vec<f32>,
}

/// A mean squared error of the expected score.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    sum: f64,
    count: usize,
}

impl Loss {
    /// The mean.
    pub fn mean(self) -> f64 {
        self.sum / self.count.max(1) as f64
    }

    fn add(&mut self, other: Loss) {
        self.sum += other.sum;
        self.count += other.count;
    }
}

impl<'d> Trainer<'d> {
    pub(super) fn new(
        data: &'d DataSet,
        perspectives: &'d Perspectives,
        header: &'d NetworkHeader,
        start: Parameters,
        settings: TrainSettings,
    ) -> Trainer<'d> {
        let numbers = 0..data.samples().len() as u32;
        let is_held_back = |i: &u32| data.samples()[*i as usize].held_back;
        let (validation, order) = numbers.partition(is_held_back);
        let len = start.all.len();
        let mut folded = Vec::new();
        start.fold(&mut folded);
        let best = BestParameters {
            step: 0,
            error: f64::INFINITY,
            parameters: start.clone(),
        };
        Trainer {
            best,
            folded,
            data,
            perspectives,
            header,
            adam: Adam::new(header, len),
            parameters: start,
            step: 0,
            order,
            validation,
            pass: None,
            gradients: vec![vec![0.0; len]; settings.threads.max(1)],
            settings,
        }
    }

    /// The best weights that [`Trainer::measure`] has found.
    pub(super) fn best(&self) -> &BestParameters {
        &self.best
    }

    /// Measures the error on the games held back, and remembers the weights if they are the best so
    /// far. With little data, training learns its games by heart, and the error on others rises
    /// long before the last step. Without games held back, the latest weights count as the best.
    pub(super) fn measure(&mut self) {
        let error = self.validate().mean();
        if error < self.best.error || self.validation.is_empty() {
            self.best = BestParameters {
                step: self.step,
                error,
                parameters: self.parameters.clone(),
            };
        }
    }

    /// The state, from which [`Trainer::resume`] continues.
    pub(super) fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            step: self.step,
            parameters: self.parameters.clone(),
            adam: self.adam.clone(),
            best: self.best.clone(),
        }
    }

    /// Continues from an earlier state.
    pub(super) fn resume(&mut self, saved: Checkpoint) {
        self.step = saved.step;
        saved.parameters.fold(&mut self.folded);
        self.parameters = saved.parameters;
        self.adam = saved.adam;
        self.best = saved.best;
    }

    /// Whether all steps are made.
    pub fn is_done(&self) -> bool {
        self.step >= self.settings.steps || self.order.is_empty()
    }

    /// The number of steps of one pass over the samples.
    pub fn steps_per_pass(&self) -> usize {
        (self.order.len() / self.settings.batch).max(1)
    }

    /// The current learning rate: it rises over the first steps and then falls as a cosine.
    fn rate(&self) -> f32 {
        let done = self.step as f32 / self.settings.steps.max(1) as f32;
        let warm = (self.step as f32 + 1.0) / (self.settings.steps as f32 / 30.0).clamp(1.0, 100.0);
        let cosine = 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
        self.settings.rate * warm.min(1.0) * cosine.max(0.01)
    }

    /// Makes one step. Returns the error on its samples before the step.
    pub fn step(&mut self) -> Loss {
        let (per_pass, batch) = (self.steps_per_pass(), self.settings.batch);
        let pass = self.step / per_pass;
        let mut random = Random::new(self.settings.seed ^ (pass as u64) << 20);
        if self.pass != Some(pass) {
            // Always start from the same order, so that resumed training continues in the same way.
            self.order.sort_unstable();
            random.shuffle(&mut self.order);
            self.pass = Some(pass);
        }
        let start = self.step % per_pass * batch;
        let samples = &self.order[start..(start + batch).min(self.order.len())];
        let seed = self.settings.seed ^ self.step as u64;
        let mut gradients = std::mem::take(&mut self.gradients);
        let chunk = samples.len().div_ceil(gradients.len()).max(1);
        let (shared, mut loss) = (self.shared(), Loss::default());
        std::thread::scope(|scope| {
            let mut work = samples.chunks(chunk).zip(&mut gradients).enumerate();
            let first = work.next();
            let others: Vec<_> = work
                .map(|(i, (samples, gradient))| {
                    let shared = &shared;
                    scope.spawn(move || shared.add_gradient(samples, gradient, seed, i))
                })
                .collect();
            if let Some((i, (samples, gradient))) = first {
                loss.add(shared.add_gradient(samples, gradient, seed, i));
            }
            for other in others {
                match other.join() {
                    Ok(part) => loss.add(part),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });
        let threads = samples.len().div_ceil(chunk);
        let (first, others) = gradients.split_at_mut(1);
        for other in others.iter_mut().take(threads.saturating_sub(1)) {
            for (sum, part) in first[0].iter_mut().zip(other) {
                *sum += *part;
            }
        }
        let count = loss.count.max(1) as f32;
        first[0].iter_mut().for_each(|slope| *slope /= count);
        self.parameters.share_gradient(&mut gradients[0]);
        let rate = self.rate();
        self.adam.step(
            &mut self.parameters,
            &gradients[0],
            rate,
            self.settings.decay,
        );
        self.parameters.fold(&mut self.folded);
        if self
            .adam
            .limit_first_layer(&mut self.parameters, &self.folded)
        {
            self.parameters.fold(&mut self.folded);
        }
        self.gradients = gradients;
        self.step += 1;
        loss
    }

    /// The data that the threads share.
    fn shared(&self) -> TrainingStep<'_> {
        TrainingStep {
            data: self.data,
            perspectives: self.perspectives,
            header: self.header,
            layout: &self.parameters.layout,
            weights: &self.folded,
            result_share: self.settings.result_share,
        }
    }

    /// The error on the games held back.
    pub fn validate(&self) -> Loss {
        self.validate_by(self.settings.result_share)
    }

    /// The error on the games held back, with another share of the result in the target.
    pub(super) fn validate_by(&self, result_share: f32) -> Loss {
        let shared = TrainingStep {
            result_share,
            ..self.shared()
        };
        let chunk = self.validation.len().div_ceil(self.gradients.len()).max(1);
        let mut loss = Loss::default();
        std::thread::scope(|scope| {
            let parts: Vec<_> = self
                .validation
                .chunks(chunk)
                .map(|samples| {
                    let shared = &shared;
                    scope.spawn(move || shared.error(samples))
                })
                .collect();
            for part in parts {
                match part.join() {
                    Ok(part) => loss.add(part),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });
        loss
    }
}

/// The data that the threads of a step share.
struct TrainingStep<'s> {
    data: &'s DataSet,
    perspectives: &'s Perspectives,
    header: &'s NetworkHeader,
    layout: &'s ParameterLayout,
    weights: &'s [f32],
    result_share: f32,
}

/// The working memory of one thread.
struct Scratch {
    active: [Vec<u16>; 2],
    /// Sums of the hidden layer, by side.
    sums: [Vec<f32>; 2],
    /// Their slopes.
    slopes: Vec<f32>,
}

impl Scratch {
    fn new(hidden: usize) -> Scratch {
        Scratch {
            active: Default::default(),
            sums: [vec![0.0; hidden], vec![0.0; hidden]],
            slopes: vec![0.0; hidden],
        }
    }
}

impl TrainingStep<'_> {
    /// Computes the gradient of these samples. Returns their error.
    fn add_gradient(
        &self,
        samples: &[u32],
        gradient: &mut [f32],
        seed: u64,
        thread: usize,
    ) -> Loss {
        gradient.fill(0.0);
        let mut random = Random::new(seed ^ (thread as u64) << 48);
        let mut scratch = Scratch::new(self.layout.hidden);
        let mut loss = Loss::default();
        for &i in samples {
            let sample = &self.data.samples()[i as usize];
            let map = match self.perspectives.maps(sample) {
                1 => 0,
                n => random.below(n),
            };
            let expected = self.expected(sample, map, &mut scratch);
            let off = expected - self.target(sample);
            loss.sum += f64::from(off * off);
            self.descend(
                sample,
                off * expected * (1.0 - expected),
                &mut scratch,
                gradient,
            );
        }
        loss.count = samples.len();
        loss
    }

    fn error(&self, samples: &[u32]) -> Loss {
        let mut scratch = Scratch::new(self.layout.hidden);
        let mut loss = Loss::default();
        for &i in samples {
            let sample = &self.data.samples()[i as usize];
            let off = self.expected(sample, 0, &mut scratch) - self.target(sample);
            loss.sum += f64::from(off * off);
        }
        loss.count = samples.len();
        loss
    }

    /// The target for the expected score of the side to move.
    fn target(&self, sample: &Sample) -> f32 {
        let score = sigmoid(f32::from(sample.score_cp) / self.header.scale);
        let for_white = match sample.result {
            Sample::NO_RESULT => score,
            result => {
                let result = f32::from(result) / 2.0;
                self.result_share * result + (1.0 - self.result_share) * score
            }
        };
        match sample.turn {
            hyperrook_rules::Side::White => for_white,
            hyperrook_rules::Side::Black => 1.0 - for_white,
        }
    }

    fn bucket(&self, sample: &Sample) -> usize {
        self.header.bucket(self.data.pieces(sample).len())
    }

    /// The expected score of the side to move.
    fn expected(&self, sample: &Sample, map: usize, scratch: &mut Scratch) -> f32 {
        let layout = self.layout;
        let (all, hidden) = (self.weights, layout.hidden);
        self.perspectives
            .active(self.data, sample, map, &mut scratch.active);
        let bucket = self.bucket(sample);
        let mut output = all[layout.output_biases + bucket];
        let by_weights = f32::from(sample.by_weights_cp) / self.header.scale;
        output += match sample.turn {
            hyperrook_rules::Side::White => by_weights,
            hyperrook_rules::Side::Black => -by_weights,
        };
        for (side, sums) in scratch.sums.iter_mut().enumerate() {
            sums.copy_from_slice(&all[layout.biases..][..hidden]);
            for &input in &scratch.active[side] {
                add(sums, &all[usize::from(input) * hidden..][..hidden]);
            }
            let weights = &all[layout.output_weights + (bucket * 2 + side) * hidden..][..hidden];
            output += dot_activations(sums, weights);
        }
        sigmoid(output)
    }

    /// Adds the gradient of the sample whose sums were computed last. `slope` is that of
    /// the error by the output.
    fn descend(&self, sample: &Sample, slope: f32, scratch: &mut Scratch, gradient: &mut [f32]) {
        let layout = self.layout;
        let (all, hidden) = (self.weights, layout.hidden);
        let bucket = self.bucket(sample);
        gradient[layout.output_biases + bucket] += slope;
        for (side, sums) in scratch.sums.iter().enumerate() {
            let at = layout.output_weights + (bucket * 2 + side) * hidden;
            let weights = &all[at..][..hidden];
            let weight_slopes = &mut gradient[at..][..hidden];
            let units = sums
                .iter()
                .zip(weights)
                .zip(&mut scratch.slopes)
                .zip(weight_slopes);
            for (((&sum, &weight), unit_slope), weight_slope) in units {
                let x = sum.clamp(0.0, 1.0);
                *weight_slope += slope * x * x;
                let open = if sum > 0.0 && sum < 1.0 {
                    2.0 * slope
                } else {
                    0.0
                };
                *unit_slope = open * weight * x;
            }
            add(&mut gradient[layout.biases..][..hidden], &scratch.slopes);
            for &input in &scratch.active[side] {
                add(
                    &mut gradient[usize::from(input) * hidden..][..hidden],
                    &scratch.slopes,
                );
            }
        }
    }
}

#[inline]
fn add(sums: &mut [f32], terms: &[f32]) {
    for (sum, term) in sums.iter_mut().zip(terms) {
        *sum += *term;
    }
}

/// The sum of the activations times weights, in eight interleaved parts.
#[inline]
fn dot_activations(sums: &[f32], weights: &[f32]) -> f32 {
    let mut parts = [0.0f32; 8];
    let chunks = sums
        .as_chunks::<8>()
        .0
        .iter()
        .zip(weights.as_chunks::<8>().0);
    for (sums, weights) in chunks {
        for i in 0..8 {
            let x = sums[i].clamp(0.0, 1.0);
            parts[i] += x * x * weights[i];
        }
    }
    parts.iter().sum()
}

#[inline]
pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::super::trial::perspectives_of;
    use super::*;
    use crate::tune::TuningPosition;
    use hyperrook_rules::Game;

    /// Positions of random games with random scores: there is nothing in them to learn.
    fn noise(game: &Game, games: usize) -> DataSet {
        let mut random = Random::new(1);
        let mut data = DataSet::default();
        for _ in 0..games {
            let mut position = game.start();
            let mut samples = Vec::new();
            for _ in 0..20 {
                let moves = position.moves();
                if moves.is_empty() || position.play(moves[random.below(moves.len())]).is_err() {
                    break;
                }
                samples.push(TuningPosition {
                    position: position.clone(),
                    score_cp: random.below(800) as i32 - 400,
                    result: 0.5,
                });
            }
            data.add_game(&samples, &[]);
        }
        data
    }

    #[test]
    fn weights_that_only_know_the_games_by_heart_are_not_the_best() {
        let Some(game) = Game::shipped("sesqui") else {
            panic!("sesqui is a shipped game");
        };
        let data = noise(&game, 30);
        let header = NetworkHeader::new(&game, NetworkHeader::HIDDEN_STEP, 1, 200.0, "a test");
        let start = Parameters::random(&game, &header, 1);
        let Ok(perspectives) = perspectives_of(&game, start.network(&header)) else {
            panic!("the header is one of the game");
        };
        let settings = TrainSettings {
            batch: 64,
            steps: 800,
            rate: 1e-2,
            result_share: 0.0,
            decay: 0.0,
            threads: 1,
            seed: 1,
        };
        let new = || Trainer::new(&data, &perspectives, &header, start.clone(), settings);
        let mut trainer = new();
        trainer.measure();
        let at_start = trainer.best().error;
        let mut recent = Loss::default();
        while !trainer.is_done() {
            recent = trainer.step();
            if trainer.step.is_multiple_of(20) {
                trainer.measure();
            }
        }
        // The games that it learns from are known by heart, the others are predicted worse.
        assert!(
            recent.mean() < 0.9 * at_start,
            "{} {at_start}",
            recent.mean()
        );
        assert!(trainer.validate().mean() > at_start);
        assert!(trainer.best().error <= at_start);
        assert!(trainer.best().step < 400, "{}", trainer.best().step);

        // A checkpoint keeps the best weights.
        let Ok(folder) = tempfile::tempdir() else {
            panic!("there is a folder for temporary files");
        };
        let path = folder.path().join("training");
        assert!(trainer.checkpoint().save(&path).is_ok());
        let mut resumed = new();
        let adam = Adam::new(&header, start.all.len());
        let Some(saved) = Checkpoint::load(&path, &start, &adam) else {
            panic!("it has just been written");
        };
        resumed.resume(saved);
        assert_eq!(resumed.best(), trainer.best());
        assert_eq!(resumed.step, trainer.step);
        assert_eq!(resumed.parameters, trainer.parameters);
    }

    #[test]
    fn without_games_held_back_the_latest_weights_are_the_best() {
        let Some(game) = Game::shipped("sesqui") else {
            panic!("sesqui is a shipped game");
        };
        let data = noise(&game, 5);
        let header = NetworkHeader::new(&game, NetworkHeader::HIDDEN_STEP, 1, 200.0, "a test");
        let start = Parameters::random(&game, &header, 1);
        let Ok(perspectives) = perspectives_of(&game, start.network(&header)) else {
            panic!("the header is one of the game");
        };
        let settings = TrainSettings {
            batch: 64,
            steps: 3,
            rate: 1e-2,
            result_share: 0.0,
            decay: 0.0,
            threads: 1,
            seed: 1,
        };
        let mut trainer = Trainer::new(&data, &perspectives, &header, start, settings);
        trainer.measure();
        trainer.step();
        trainer.measure();
        assert_eq!(trainer.best().step, 1);
        assert_eq!(trainer.best().parameters, trainer.parameters);
    }
}
