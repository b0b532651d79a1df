//! Gradient descent on the weights of an evaluation, pass by pass.

use super::checkpoint::{CheckpointError, FitCheckpoint};
use super::descent_state::DescentState;
use super::settings::FitSettings;
use hyperrook_eval::Trace;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The time between two writes of the state.
const SAVE_INTERVAL: Duration = Duration::from_secs(3);

/// A sample with the trace of its evaluation.
pub(super) struct FitSample {
    pub(super) trace: Trace,
    pub(super) score_cp: f32,
    pub(super) result: f32,
}

/// The samples that are not fitted, to detect overfitting.
pub(super) struct ValidationSamples<'c> {
    pub(super) rows: &'c [FitSample],
    pub(super) aim: &'c [f32],
}

/// The start of a fit.
pub(super) struct FitStart<'b> {
    pub(super) weights: &'b [[f32; 2]],
    /// The indices of the weights that are fitted.
    pub(super) tuned: Vec<usize>,
    /// For each weight, its constraint.
    pub(super) constraint: Vec<Constraint>,
    pub(super) scale: f32,
}

/// The constraint of a weight.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Constraint {
    /// Any value.
    Any,
    /// At least 0.
    NonNegative,
    /// At least the weight before it.
    NonDecreasing,
}

/// How to run a descent.
pub(super) struct DescentRun<'r> {
    pub(super) checkpoint: Option<&'r FitCheckpoint>,
    pub(super) stop: &'r AtomicBool,
    /// Receives every ten passes their number and the error on the validation samples.
    pub(super) on_progress: &'r mut dyn FnMut(usize, f32),
}

/// Adam (Kingma and Ba, 2014) with one step per pass. Returns the weights with the smallest error
/// on the validation samples; the initial weights are also a candidate. `None` if it was stopped.
pub(super) fn descend(
    rows: &[FitSample],
    aim: &[f32],
    checks: ValidationSamples<'_>,
    begin: &FitStart<'_>,
    settings: &FitSettings,
    run: &mut DescentRun<'_>,
) -> Result<Option<Vec<[f32; 2]>>, CheckpointError> {
    let known = match run.checkpoint {
        Some(checkpoint) => checkpoint.load(begin.weights.len())?,
        None => None,
    };
    let mut state = known.unwrap_or_else(|| {
        let none = vec![[0.0f32; 2]; begin.weights.len()];
        let start = begin.weights.to_vec();
        DescentState {
            epoch: 0,
            best: (
                error(checks.rows, checks.aim, &start, begin.scale),
                start.clone(),
            ),
            weights: start,
            mean: none.clone(),
            square: none,
        }
    });
    let mut saved: Option<Instant> = None;
    while state.epoch < settings.epochs {
        let is_stopped = run.stop.load(Ordering::Relaxed);
        if !is_stopped {
            state.pass(rows, aim, begin, settings);
            if state.epoch.is_multiple_of(10) || state.epoch == settings.epochs {
                let off = error(checks.rows, checks.aim, &state.weights, begin.scale);
                (run.on_progress)(state.epoch, off);
                if off < state.best.0 {
                    state.best = (off, state.weights.clone());
                }
            }
        }
        if let Some(checkpoint) = run.checkpoint
            && (is_stopped
                || state.epoch == settings.epochs
                || saved.is_none_or(|at| at.elapsed() >= SAVE_INTERVAL))
        {
            checkpoint.save(&state)?;
            saved = Some(Instant::now());
        }
        if is_stopped {
            return Ok(None);
        }
    }
    Ok(Some(state.best.1))
}

impl DescentState {
    /// Makes one pass over all samples, and one step.
    fn pass(
        &mut self,
        rows: &[FitSample],
        aim: &[f32],
        begin: &FitStart<'_>,
        settings: &FitSettings,
    ) {
        self.epoch += 1;
        let gradient = gradient(rows, aim, &self.weights, begin.scale);
        let bias = |decay: f32| 1.0 - decay.powi(self.epoch as i32);
        let (mean_bias, square_bias) = (bias(0.9), bias(0.999));
        for &at in &begin.tuned {
            for (part, slope) in gradient[at].into_iter().enumerate() {
                let off = self.weights[at][part] - begin.weights[at][part];
                let slope = slope + settings.regularization * off / begin.scale;
                let (m, v) = (&mut self.mean[at][part], &mut self.square[at][part]);
                *m = 0.9 * *m + 0.1 * slope;
                *v = 0.999 * *v + 0.001 * slope * slope;
                let (m, v) = (*m / mean_bias, *v / square_bias);
                self.weights[at][part] -= settings.rate_cp * m / (v.sqrt() + 1e-9);
                let least = match begin.constraint[at] {
                    Constraint::Any => continue,
                    Constraint::NonNegative => 0.0,
                    Constraint::NonDecreasing => self.weights[at - 1][part],
                };
                self.weights[at][part] = self.weights[at][part].max(least);
            }
        }
    }
}

/// The gradient of the error by all weights.
fn gradient(rows: &[FitSample], aim: &[f32], weights: &[[f32; 2]], scale: f32) -> Vec<[f32; 2]> {
    let mut gradient = vec![[0.0f32; 2]; weights.len()];
    for (row, aim) in rows.iter().zip(aim) {
        let trace = &row.trace;
        let score = trace.evaluate(weights);
        let expected = expect(score, scale);
        let slope = (expected - aim) * expected * (1.0 - expected);
        let slope = slope * trace.scales[usize::from(score < 0.0)];
        for &(at, n) in &trace.counts {
            let gradient = &mut gradient[at as usize];
            gradient[0] += slope * n * trace.phase;
            gradient[1] += slope * n * (1.0 - trace.phase);
        }
    }
    gradient
}

/// The expected score of an evaluation, on the logistic scale of Elo.
pub(super) fn expect(score_cp: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-score_cp / scale).exp())
}

/// The mean squared error of the expected scores.
pub(super) fn error(rows: &[FitSample], aim: &[f32], weights: &[[f32; 2]], scale: f32) -> f32 {
    let squares = rows.iter().zip(aim).map(|(row, aim)| {
        let off = expect(row.trace.evaluate(weights), scale) - aim;
        f64::from(off * off)
    });
    (squares.sum::<f64>() / rows.len().max(1) as f64) as f32
}
