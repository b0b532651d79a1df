//! The training of one generation.

use super::{BETWEEN_REPORTS, Run};
use crate::files::replace_file;
use crate::learn::checkpoint::Checkpoint;
use crate::learn::error::LearnError;
use crate::learn::journal::Phase;
use crate::learn::parameters::{Adam, Parameters};
use crate::learn::trainer::{TrainSettings, Trainer};
use crate::learn::trial::perspectives_of;
use std::time::Instant;

/// The maximum number of passes over the positions.
const MAX_PASSES: usize = 10;
/// The maximum number of samples of a step. Larger steps are hardly faster, and generalise worse.
const BATCH: usize = 1_024;
/// How much weights shrink at each step, as a multiple of the learning rate.
const DECAY: f32 = 0.5;
/// The share of the game's result in the target. All positions of a game have the same result, so
/// with a larger share a network learns the games by heart.
const RESULT_SHARE: f32 = 0.05;
/// How often the error on the games held back is measured.
const MEASUREMENTS: usize = 20;

impl Run<'_> {
    /// Trains the network of a generation: of all weights that were measured, those that predict
    /// the games held back best. Returns whether they are not the weights at the beginning.
    pub(super) fn train(&mut self, generation: u32, seconds: f64) -> Result<bool, LearnError> {
        self.begin_phase(generation, Phase::Training);
        self.header.scale = self.journal.scale.unwrap_or(400.0);
        let header = self.header.clone();
        let start = self.start_parameters(generation);
        if self.perspectives.is_none() {
            self.perspectives = Some(perspectives_of(self.game, start.network(&header))?);
        }
        let window = self.window();
        let Some(perspectives) = self.perspectives.take() else {
            unreachable!("the perspectives were made above");
        };
        let mut settings = TrainSettings {
            // With little data, many small steps are needed.
            batch: (window.samples().len() / 64).clamp(64, BATCH),
            steps: 1_000_000,
            rate: if generation == 1 { 2e-3 } else { 1e-3 },
            result_share: RESULT_SHARE,
            decay: DECAY,
            threads: self.settings.threads,
            seed: self.journal.seed ^ u64::from(generation) << 32,
        };
        let known = self
            .journal
            .generations
            .get(&generation)
            .and_then(|state| state.steps);
        settings.steps = match known {
            Some(steps) => steps,
            None => {
                let mut probe =
                    Trainer::new(&window, &perspectives, &header, start.clone(), settings);
                probe.step();
                let began = Instant::now();
                for _ in 0..8 {
                    probe.step();
                }
                let step = began.elapsed().as_secs_f64() / 8.0;
                let most = MAX_PASSES * probe.steps_per_pass();
                let steps = ((seconds * 0.95 / step) as usize).clamp(20, most.max(20));
                self.journal.training(generation, steps)?;
                steps
            }
        };
        let path = self.path(generation, "training");
        let mut trainer = Trainer::new(&window, &perspectives, &header, start, settings);
        let adam = Adam::new(&header, trainer.parameters.all.len());
        // Of the network with which training began, also if it goes on after a kill.
        let before = trainer.validate().mean();
        if let Some(saved) = Checkpoint::load(&path, &trainer.parameters, &adam) {
            trainer.resume(saved);
        }
        if trainer.step == 0 {
            trainer.measure();
        }
        let (mut saved, mut recent) = (Instant::now(), 0.0);
        let between = settings.steps.div_ceil(MEASUREMENTS).max(1);
        while !trainer.is_done() {
            let loss = trainer.step().mean();
            if trainer.step.is_multiple_of(between) || trainer.is_done() {
                trainer.measure();
            }
            recent = if recent == 0.0 {
                loss
            } else {
                0.98 * recent + 0.02 * loss
            };
            if saved.elapsed() >= BETWEEN_REPORTS {
                let failed = |error| LearnError::File(path.clone(), error);
                trainer.checkpoint().save(&path).map_err(failed)?;
                saved = Instant::now();
            }
            let (step, steps) = (trainer.step, settings.steps);
            self.tick(generation, Phase::Training, false, &|| {
                let positions = window.samples().len();
                format!(
                    "training · step {step} of {steps}, {positions} positions · error {recent:.5}"
                )
            })?;
        }
        let failed = |error| LearnError::File(path.clone(), error);
        trainer.checkpoint().save(&path).map_err(failed)?;
        let best = trainer.best();
        let (is_better, after) = (best.step > 0, best.error);
        let mut header = header.clone();
        header.made = format!(
            "hyperrook learn, seed {}: generation {generation}, {} positions of {} games, {:.1} hours",
            self.journal.seed,
            window.samples().len(),
            window.games,
            self.journal.all_seconds() / 3600.0
        );
        let network = best.parameters.network(&header);
        let net = self.path(generation, "net");
        replace_file(&net, &network.write())
            .map_err(|error| LearnError::File(net.clone(), error))?;
        self.tick(generation, Phase::Training, true, &|| {
            format!("trained · error on games held back {before:.5} to {after:.5}")
        })?;
        self.perspectives = Some(perspectives);
        self.journal.trained(generation, after, is_better)?;
        Ok(is_better)
    }

    /// The initial weights of training: those of the last generation that was trained, those of the
    /// shipped network, or small random ones.
    fn start_parameters(&self, generation: u32) -> Parameters {
        let random = Parameters::random(self.game, &self.header, self.journal.seed);
        let adam = Adam::new(&self.header, random.all.len());
        let earlier = (1..generation)
            .rev()
            .find_map(|earlier| Checkpoint::load(&self.path(earlier, "training"), &random, &adam));
        let shipped = || {
            let network = hyperrook_network::usual(self.game.definition())?;
            Parameters::of_network(self.game, &self.header, network)
        };
        match earlier {
            Some(saved) => saved.best.parameters,
            None => shipped().unwrap_or(random),
        }
    }
}
