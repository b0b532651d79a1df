//! Fits weights, so that evaluations predict the results of games.

use super::checkpoint::{CheckpointError, FitCheckpoint};
use super::descent::{
    Constraint, DescentRun, FitSample, FitStart, ValidationSamples, descend, error, expect,
};
use super::settings::FitSettings;
use super::{TuningPosition, by_game};
use hyperrook_eval::{Model, Trace, WeightLayout, Weights};
use hyperrook_rules::fast::{Pos, Rules};
use hyperrook_rules::{Game, Visit};
use sha2::{Digest, Sha256};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// The result of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct FitResult {
    /// The weights.
    pub weights: Weights,
    /// Mean squared error of the expected score on the fitted samples, before and after.
    pub error: [f32; 2],
    /// The same on the validation samples: one game in ten. `None` if there are fewer games.
    pub held_back: Option<[f32; 2]>,
    /// The scale of expected scores: the centipawns that multiply the odds of winning by e.
    pub scale: f32,
}

/// How to run a fit. Nothing here influences the weights.
#[derive(Clone, Copy, Debug)]
pub struct FitRun<'r> {
    /// The file that keeps the state of the fit; without one, nothing is kept. The fit continues
    /// from this state.
    pub checkpoint: Option<&'r Path>,
    /// Stops the fit when set.
    pub stop: &'r AtomicBool,
}

/// Fits the weights of a game to samples. `made` is written to the file of weights and should say
/// how they were made. Consecutive samples with the same result count as one game. `None` if the fit
/// was stopped.
///
/// # Errors
/// If the state cannot be read or written, or if it is that of another fit.
pub fn fit(
    game: &Game,
    samples: &[TuningPosition],
    from: Option<&Weights>,
    settings: &FitSettings,
    made: &str,
    run: &FitRun<'_>,
    on_progress: &mut dyn FnMut(usize, f32),
) -> Result<Option<FitResult>, CheckpointError> {
    game.start().visit(Fitter {
        game,
        samples,
        from,
        settings,
        made,
        run,
        on_progress,
    })
}

struct Fitter<'f> {
    game: &'f Game,
    samples: &'f [TuningPosition],
    from: Option<&'f Weights>,
    settings: &'f FitSettings,
    made: &'f str,
    run: &'f FitRun<'f>,
    on_progress: &'f mut dyn FnMut(usize, f32),
}

impl Fitter<'_> {
    /// A hash of everything that the result depends on.
    fn key(&self, start: &[[f32; 2]]) -> String {
        let mut hash = Sha256::new();
        hash.update(env!("CARGO_PKG_VERSION"));
        hash.update(self.game.definition().identity());
        hash.update(format!("{:?}", self.settings));
        for weight in start.iter().flatten() {
            hash.update(weight.to_le_bytes());
        }
        for sample in self.samples {
            hash.update(format!("{sample}\n"));
        }
        hex::encode(hash.finalize())
    }
}

struct TraceOf<'m, const V: usize>(&'m Model<V>, &'m Rules<V>);

impl Visit for Fitter<'_> {
    type Output = Result<Option<FitResult>, CheckpointError>;

    fn visit<const W: usize>(self, rules: &Rules<W>, _: &Pos<W>) -> Self::Output {
        let model = Model::with_weights(rules, self.from);
        let mut fitted = Vec::new();
        let mut held_back = Vec::new();
        for (game, samples) in by_game(self.samples).enumerate() {
            let rows = if game % 10 == 9 {
                &mut held_back
            } else {
                &mut fitted
            };
            let of = TraceOf(&model, rules);
            rows.extend(samples.iter().map(|sample| FitSample {
                trace: of.trace(&sample.position),
                score_cp: sample.score_cp as f32,
                result: sample.result,
            }));
        }
        let start = model.weights();
        let checkpoint = self
            .run
            .checkpoint
            .map(|path| FitCheckpoint::new(path, self.key(&start)));
        let scale = best_scale(&fitted, &start);
        let aims = |rows: &[FitSample]| -> Vec<f32> {
            let share = self.settings.result_share;
            let aim =
                |row: &FitSample| share * row.result + (1.0 - share) * expect(row.score_cp, scale);
            rows.iter().map(aim).collect()
        };
        let (aim, aim_held) = (aims(&fitted), aims(&held_back));
        let before = [
            error(&fitted, &aim, &start, scale),
            error(&held_back, &aim_held, &start, scale),
        ];
        let fitted_weights = descend(
            &fitted,
            &aim,
            ValidationSamples {
                rows: &held_back,
                aim: &aim_held,
            },
            &FitStart {
                weights: &start,
                tuned: tuned(&model),
                constraint: constraints(&model),
                scale,
            },
            self.settings,
            &mut DescentRun {
                checkpoint: checkpoint.as_ref(),
                stop: self.run.stop,
                on_progress: self.on_progress,
            },
        )?;
        let Some(mut weights) = fitted_weights else {
            return Ok(None);
        };
        let after = [
            error(&fitted, &aim, &weights, scale),
            error(&held_back, &aim_held, &weights, scale),
        ];
        let unit = normalise(&model, &mut weights);
        Ok(Some(FitResult {
            weights: Weights::of(self.game.definition(), model.layout(), &weights, self.made),
            error: [before[0], after[0]],
            held_back: (!held_back.is_empty()).then_some([before[1], after[1]]),
            scale: scale * unit,
        }))
    }
}

impl<const V: usize> TraceOf<'_, V> {
    fn trace(&self, position: &hyperrook_rules::Position) -> Trace {
        struct Take<'t, const V: usize>(&'t TraceOf<'t, V>);
        impl<const V: usize> Visit for Take<'_, V> {
            type Output = Trace;
            fn visit<const W: usize>(self, _: &Rules<W>, pos: &Pos<W>) -> Trace {
                // A game has one bitboard width, which the compiler cannot know.
                let pos: &dyn std::any::Any = pos;
                match pos.downcast_ref::<Pos<V>>() {
                    Some(pos) => self.0.0.trace(self.0.1, pos),
                    None => unreachable!("positions of one game have one width"),
                }
            }
        }
        position.visit(Take(self))
    }
}

/// The scale with the smallest error.
fn best_scale(rows: &[FitSample], weights: &[[f32; 2]]) -> f32 {
    let results: Vec<f32> = rows.iter().map(|row| row.result).collect();
    let candidates = (0..40).map(|i| 60.0 * 1.08f32.powi(i));
    let errors = candidates.map(|scale| (scale, error(rows, &results, weights, scale)));
    let best = errors.min_by(|a, b| a.1.total_cmp(&b.1));
    best.map_or(200.0, |(scale, _)| scale)
}

fn tuned<const W: usize>(model: &Model<W>) -> Vec<usize> {
    let terms = model.layout().terms().iter();
    let tuned = terms.filter(|term| WeightLayout::is_tuned(term));
    tuned
        .flat_map(|term| term.start..term.start + term.len)
        .collect()
}

/// The constraint of each weight. Attacks must not have negative weights, and more attackers or
/// danger must not count less: if the data has many
/// games in which attacks on the royal piece did not win, a fit would penalise them, the engine
/// would stop attacking, and the next data would confirm it.
fn constraints<const W: usize>(model: &Model<W>) -> Vec<Constraint> {
    let mut all = vec![Constraint::Any; model.layout().len()];
    for term in model.layout().terms() {
        let run = term.start..term.start + term.len;
        match term.name.split('.').next() {
            Some("royal-zone-attacks" | "attacked-by-lesser" | "hanging" | "safe-checks") => {
                all[run].fill(Constraint::NonNegative)
            }
            Some("royal-attackers" | "royal-danger") => {
                all[run.start + 1..run.end].fill(Constraint::NonDecreasing)
            }
            _ => (),
        }
    }
    all
}

/// Scales the weights so that the least valuable piece is worth 100 centipawns, averaged over
/// middlegame and endgame. Moves the mean of the piece-square and mobility weights of each kind
/// into its value, and makes the weight for no royal attackers 0. Returns the factor of the scale.
fn normalise<const W: usize>(model: &Model<W>, weights: &mut [[f32; 2]]) -> f32 {
    let term = |name: &str| model.layout().terms().iter().find(|term| term.name == name);
    // Each side always has one of these weights, so only their differences count.
    if let Some(attackers) = term("royal-attackers") {
        let [mg, eg] = weights[attackers.start];
        for weight in &mut weights[attackers.start..attackers.start + attackers.len] {
            *weight = [weight[0] - mg, weight[1] - eg];
        }
    }
    let mut least = f32::INFINITY;
    for value in model.layout().terms() {
        let Some(letter) = value.name.strip_prefix("value.") else {
            continue;
        };
        if !model.is_ordinary(letter) {
            continue;
        }
        for part in 0..2 {
            for by in ["piece-square", "mobility"] {
                let Some(places) = term(&format!("{by}.{letter}")) else {
                    continue;
                };
                let run = &mut weights[places.start..places.start + places.len];
                let mean = run.iter().map(|w| w[part]).sum::<f32>() / run.len() as f32;
                // Pawns have no mobility weights, so these stay 0.
                if by == "mobility" && run.iter().all(|w| w[part] == 0.0) {
                    continue;
                }
                run.iter_mut().for_each(|w| w[part] -= mean);
                weights[value.start][part] += mean;
            }
        }
        let [mg, eg] = weights[value.start];
        least = least.min((mg + eg) / 2.0);
    }
    if !least.is_finite() || least <= 1.0 {
        return 1.0;
    }
    let unit = 100.0 / least;
    weights.iter_mut().flatten().for_each(|w| *w *= unit);
    unit
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::{SelfPlay, play};
    use hyperrook_rules::GameFile;
    use hyperrook_search::{Engine, WeightsSource};
    use std::sync::atomic::Ordering;

    #[test]
    fn a_fit_that_was_stopped_ends_with_the_same_weights() {
        let game = Game::new(GameFile::shipped("sesqui").unwrap().define(&[]).unwrap()).unwrap();
        let how = SelfPlay {
            nodes: 20,
            ..SelfPlay::default()
        };
        let mut engine = Engine::new(&game, SelfPlay::settings(WeightsSource::Shipped));
        let games = (0..3).filter_map(|number| play(&game, &mut engine, &how, number));
        let samples: Vec<TuningPosition> = games.flat_map(|game| game.samples).collect();
        let settings = FitSettings {
            epochs: 40,
            rate_cp: 1.0,
            result_share: 0.5,
            regularization: 0.5,
        };
        let fitted = |checkpoint: Option<&Path>, stop_at: usize| {
            let stop = AtomicBool::new(false);
            let run = FitRun {
                checkpoint,
                stop: &stop,
            };
            let fitted = fit(
                &game,
                &samples,
                None,
                &settings,
                "test",
                &run,
                &mut |epoch, _| {
                    stop.store(epoch >= stop_at, Ordering::Relaxed);
                },
            );
            fitted.unwrap()
        };
        let whole = fitted(None, 100);
        assert!(whole.is_some());
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sesqui.fit");
        assert_eq!(fitted(Some(&file), 10), None);
        assert_eq!(fitted(Some(&file), 20), None);
        assert_eq!(fitted(Some(&file), 100), whole);
        // A finished fit is not done again.
        assert_eq!(fitted(Some(&file), 100), whole);
    }
}
