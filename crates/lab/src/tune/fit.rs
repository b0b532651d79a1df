//! Fits weights, so that evaluations predict the results of games.

use super::TuningPosition;
use hyperrook_eval::{Model, Trace, WeightLayout, Weights};
use hyperrook_rules::fast::{Pos, Rules};
use hyperrook_rules::{Game, Visit};

/// How weights are fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitSettings {
    /// The number of passes over all samples.
    pub epochs: usize,
    /// About how far a weight can move in one pass, in centipawns.
    pub rate_cp: f32,
    /// The share of the game's result in the target; the rest is the score of the search.
    pub result_share: f32,
    /// How strongly weights are kept near their start values: the cost of a deviation by
    /// one centipawn, in samples.
    pub regularization: f32,
}

/// The result of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct FitResult {
    /// The weights.
    pub weights: Weights,
    /// Mean squared error of the expected score on the fitted samples, before and after.
    pub error: [f32; 2],
    /// The same on the validation samples: one game in ten.
    pub held_back: [f32; 2],
    /// The scale of expected scores: the centipawns that multiply the odds of winning by
    /// the fourth root of ten.
    pub scale: f32,
}

/// Fits the weights of a game to samples. `made` is written to the file of weights and should say
/// how they were made. Consecutive samples with the same result count as one game.
pub fn fit(
    game: &Game,
    samples: &[TuningPosition],
    from: Option<&Weights>,
    settings: &FitSettings,
    made: &str,
    on_progress: &mut dyn FnMut(usize, f32),
) -> FitResult {
    game.start().visit(Fitter {
        game,
        samples,
        from,
        settings,
        made,
        on_progress,
    })
}

struct Fitter<'f> {
    game: &'f Game,
    samples: &'f [TuningPosition],
    from: Option<&'f Weights>,
    settings: &'f FitSettings,
    made: &'f str,
    on_progress: &'f mut dyn FnMut(usize, f32),
}

/// A sample with the trace of its evaluation.
struct FitSample {
    trace: Trace,
    score_cp: f32,
    result: f32,
}

struct TraceOf<'m, const V: usize>(&'m Model<V>, &'m Rules<V>);

impl Visit for Fitter<'_> {
    type Output = FitResult;

    fn visit<const W: usize>(self, rules: &Rules<W>, _: &Pos<W>) -> FitResult {
        let model = Model::with_weights(rules, self.from);
        let mut fitted = Vec::new();
        let mut held_back = Vec::new();
        let mut games = 0;
        let mut last = None;
        for sample in self.samples {
            let position = &sample.position;
            // The move numbers of a game increase, so a lower number begins another game.
            let number = (position.fullmove(), sample.result.to_bits());
            if last.is_none_or(|(fullmove, result)| number.0 < fullmove || number.1 != result) {
                games += 1;
            }
            last = Some(number);
            let rows = if games % 10 == 0 {
                &mut held_back
            } else {
                &mut fitted
            };
            let of = TraceOf(&model, rules);
            rows.push(FitSample {
                trace: of.trace(position),
                score_cp: sample.score_cp as f32,
                result: sample.result,
            });
        }
        let start = model.weights();
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
        let mut weights = descend(
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
            self.on_progress,
        );
        let after = [
            error(&fitted, &aim, &weights, scale),
            error(&held_back, &aim_held, &weights, scale),
        ];
        let unit = normalise(&model, &mut weights);
        FitResult {
            weights: Weights::of(self.game.definition(), model.layout(), &weights, self.made),
            error: [before[0], after[0]],
            held_back: [before[1], after[1]],
            scale: scale * unit,
        }
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

/// The expected score of an evaluation, on the logistic scale of Elo.
fn expect(score_cp: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-score_cp / scale).exp())
}

/// The scale with the smallest error.
fn best_scale(rows: &[FitSample], weights: &[[f32; 2]]) -> f32 {
    let results: Vec<f32> = rows.iter().map(|row| row.result).collect();
    let candidates = (0..40).map(|i| 60.0 * 1.08f32.powi(i));
    let errors = candidates.map(|scale| (scale, error(rows, &results, weights, scale)));
    let best = errors.min_by(|a, b| a.1.total_cmp(&b.1));
    best.map_or(200.0, |(scale, _)| scale)
}

fn error(rows: &[FitSample], aim: &[f32], weights: &[[f32; 2]], scale: f32) -> f32 {
    let squares = rows.iter().zip(aim).map(|(row, aim)| {
        let off = expect(row.trace.evaluate(weights), scale) - aim;
        f64::from(off * off)
    });
    (squares.sum::<f64>() / rows.len().max(1) as f64) as f32
}

/// The samples that are not fitted, to detect overfitting.
struct ValidationSamples<'c> {
    rows: &'c [FitSample],
    aim: &'c [f32],
}

/// The start of a fit.
struct FitStart<'b> {
    weights: &'b [[f32; 2]],
    /// The indices of the weights that are fitted.
    tuned: Vec<usize>,
    /// For each weight, its constraint.
    constraint: Vec<Constraint>,
    scale: f32,
}

fn tuned<const W: usize>(model: &Model<W>) -> Vec<usize> {
    let terms = model.layout().terms().iter();
    let tuned = terms.filter(|term| WeightLayout::is_tuned(term));
    tuned
        .flat_map(|term| term.start..term.start + term.len)
        .collect()
}

/// The constraint of a weight.
#[derive(Clone, Copy, PartialEq)]
enum Constraint {
    /// Any value.
    Any,
    /// At least 0.
    NonNegative,
    /// At least the weight before it.
    NonDecreasing,
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

/// Adam (Kingma and Ba, 2014) with one step per pass. Returns the weights with the smallest error
/// on the validation samples; the initial weights are also a candidate.
fn descend(
    rows: &[FitSample],
    aim: &[f32],
    checks: ValidationSamples<'_>,
    begin: &FitStart<'_>,
    settings: &FitSettings,
    on_progress: &mut dyn FnMut(usize, f32),
) -> Vec<[f32; 2]> {
    let FitStart {
        weights: start,
        scale,
        ..
    } = *begin;
    let mut weights = start.to_vec();
    let mut best = (error(checks.rows, checks.aim, start, scale), start.to_vec());
    let mut mean = vec![[0.0f32; 2]; weights.len()];
    let mut square = vec![[0.0f32; 2]; weights.len()];
    for epoch in 1..=settings.epochs {
        let mut gradient = vec![[0.0f32; 2]; weights.len()];
        for (row, aim) in rows.iter().zip(aim) {
            let trace = &row.trace;
            let score = trace.evaluate(&weights);
            let expected = expect(score, scale);
            let slope = (expected - aim) * expected * (1.0 - expected);
            let slope = slope * trace.scales[usize::from(score < 0.0)];
            for &(at, n) in &trace.counts {
                let gradient = &mut gradient[at as usize];
                gradient[0] += slope * n * trace.phase;
                gradient[1] += slope * n * (1.0 - trace.phase);
            }
        }
        for &at in &begin.tuned {
            for part in 0..2 {
                let off = weights[at][part] - start[at][part];
                let slope = gradient[at][part] + settings.regularization * off / scale;
                let (m, v) = (&mut mean[at][part], &mut square[at][part]);
                *m = 0.9 * *m + 0.1 * slope;
                *v = 0.999 * *v + 0.001 * slope * slope;
                let m = *m / (1.0 - 0.9f32.powi(epoch as i32));
                let v = *v / (1.0 - 0.999f32.powi(epoch as i32));
                weights[at][part] -= settings.rate_cp * m / (v.sqrt() + 1e-9);
                match begin.constraint[at] {
                    Constraint::Any => (),
                    Constraint::NonNegative => weights[at][part] = weights[at][part].max(0.0),
                    Constraint::NonDecreasing => {
                        weights[at][part] = weights[at][part].max(weights[at - 1][part])
                    }
                }
            }
        }
        if epoch % 10 == 0 || epoch == settings.epochs {
            let off = error(checks.rows, checks.aim, &weights, scale);
            on_progress(epoch, off);
            if off < best.0 {
                best = (off, weights.clone());
            }
        }
    }
    best.1
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
