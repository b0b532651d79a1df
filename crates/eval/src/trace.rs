//! Which weights count how often in a position: what tuning works on, and what
//! a person is shown.

use crate::model::Model;
use crate::scale::SCALE;
use crate::terms::Tally;
use hyperrook_rules::Side;
use hyperrook_rules::fast::{Pos, Rules};
use std::collections::BTreeMap;

/// An evaluation taken apart. With weights `w` it is, in centipawns for White,
/// `scale * sum(count * (phase * mg + (1 - phase) * eg))`.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// Weight and how often it counts for White, less how often for Black; in
    /// the order of the weights, none twice.
    pub counts: Vec<(u32, f32)>,
    /// How much middle game there is, 0 to 1.
    pub phase: f32,
    /// How much of White's advantage counts, and of Black's.
    pub scales: [f32; 2],
}

#[derive(Default)]
struct Counts(BTreeMap<usize, f32>);

impl Counts {
    fn count(&mut self, side: Side, weight: usize, times: f32) {
        let sign = if side == Side::White { 1.0 } else { -1.0 };
        *self.0.entry(weight).or_default() += sign * times;
    }
}

impl Tally for Counts {
    fn add(&mut self, side: Side, weight: usize, times: i32) {
        self.count(side, weight, times as f32);
    }
}

impl<const W: usize> Model<W> {
    /// Takes the evaluation of a position apart.
    pub fn trace(&self, rules: &Rules<W>, pos: &Pos<W>) -> Trace {
        let mut counts = Counts::default();
        for cell in pos.occupied() {
            let Some(piece) = pos.piece(cell) else {
                continue;
            };
            let k = piece.kind.index();
            let length = rules
                .definition()
                .piece(piece.kind)
                .span
                .map_or(1, |s| s.length);
            let class = self.facts.classes.of(piece.side, cell);
            counts.count(piece.side, self.layout.value[k], 1.0 / length as f32);
            counts.count(piece.side, self.layout.place[k] + class, 1.0);
        }
        let balance = self.balance(pos);
        self.terms(rules, pos, &balance, &mut counts);
        let scale = |parts| self.scale(&balance, parts) as f32 / SCALE as f32;
        let counted = counts.0.into_iter().filter(|(_, n)| *n != 0.0);
        Trace {
            counts: counted.map(|(at, n)| (at as u32, n)).collect(),
            phase: self.phase(&self.sums(pos)) as f32 / 256.0,
            scales: [scale(1), scale(-1)],
        }
    }
}

impl Trace {
    /// The evaluation with some weights, in centipawns for White.
    pub fn evaluate(&self, weights: &[[f32; 2]]) -> f32 {
        let sum: f32 = self
            .counts
            .iter()
            .map(|&(at, n)| n * self.blend(weights[at as usize]))
            .sum();
        sum * self.scales[usize::from(sum < 0.0)]
    }

    fn blend(&self, [mg, eg]: [f32; 2]) -> f32 {
        mg * self.phase + eg * (1.0 - self.phase)
    }

    /// What each term contributes, in centipawns for White, by the name before
    /// the dot.
    pub fn by_term<const W: usize>(&self, model: &Model<W>) -> Vec<(String, f32)> {
        let weights = model.weights();
        let mut sums: Vec<(String, f32)> = Vec::new();
        for term in model.layout().terms() {
            let name = term.name.split('.').next().unwrap_or(&term.name);
            if sums.last().is_none_or(|(last, _)| last != name) {
                sums.push((name.to_owned(), 0.0));
            }
        }
        for &(at, n) in &self.counts {
            let term = model.layout().term_of(at as usize);
            let name = term.name.split('.').next().unwrap_or(&term.name);
            if let Some(sum) = sums.iter_mut().find(|(known, _)| known == name) {
                sum.1 += n * self.blend(weights[at as usize]);
            }
        }
        sums
    }
}
