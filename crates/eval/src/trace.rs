//! Traces: how often each weight counts in a position, for tuning and for people.

use crate::model::Model;
use crate::sink::TermSink;
use hyperrook_rules::Side;
use hyperrook_rules::fast::{Pos, Rules};
use std::collections::BTreeMap;

/// An evaluation as a sum over weights. In centipawns for White it is
/// `scale * sum(count * (phase * mg + (1 - phase) * eg))`.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// For each weight that counts: its index, and how often it counts for White minus Black. In
    /// the order of the weights.
    pub counts: Vec<(u32, f32)>,
    /// The game phase: 1 is the middlegame, 0 the endgame.
    pub phase: f32,
    /// How much an advantage of White counts, and how much one of Black.
    pub scales: [f32; 2],
}

/// How often each weight counts, for White minus Black.
#[derive(Default)]
struct WeightCounts(BTreeMap<usize, f32>);

impl WeightCounts {
    fn count(&mut self, side: Side, weight: usize, times: f32) {
        let sign = if side == Side::White { 1.0 } else { -1.0 };
        *self.0.entry(weight).or_default() += sign * times;
    }
}

impl TermSink for WeightCounts {
    fn add(&mut self, side: Side, weight: usize, times: i32) {
        self.count(side, weight, times as f32);
    }
}

impl<const W: usize> Model<W> {
    /// The trace of a position's evaluation.
    pub fn trace(&self, rules: &Rules<W>, pos: &Pos<W>) -> Trace {
        let mut counts = WeightCounts::default();
        let layout = self.layout();
        for cell in pos.occupied() {
            let Some(piece) = pos.piece(cell) else {
                continue;
            };
            let k = piece.kind.index();
            let span = rules.definition().piece(piece.kind).span;
            let length = span.map_or(1, |span| span.length);
            let class = self.class_of(piece.side, cell);
            counts.count(piece.side, layout.value[k], 1.0 / length as f32);
            counts.count(piece.side, layout.piece_square[k] + class, 1.0);
        }
        let material = self.material(pos);
        self.terms(rules, pos, true).add_all(&material, &mut counts);
        let counted = counts.0.into_iter().filter(|(_, n)| *n != 0.0);
        Trace {
            counts: counted.map(|(at, n)| (at as u32, n)).collect(),
            phase: self.phase_of(pos),
            scales: [1, -1].map(|advantage| self.scale(&material, advantage)),
        }
    }
}

impl Trace {
    /// The evaluation by some weights, in centipawns for White. Missing weights are 0.
    pub fn evaluate(&self, weights: &[[f32; 2]]) -> f32 {
        let sum: f32 = self
            .counts
            .iter()
            .map(|&(at, n)| n * self.taper(weight(weights, at)))
            .sum();
        sum * self.scales[usize::from(sum < 0.0)]
    }

    fn taper(&self, [mg, eg]: [f32; 2]) -> f32 {
        mg * self.phase + eg * (1.0 - self.phase)
    }

    /// The contribution of each term, in centipawns for White. The terms of all pieces are added
    /// up. The model must be that of the position's game.
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
            if let Some(sum) = sums.iter_mut().find(|(other, _)| other == name) {
                sum.1 += n * self.taper(weight(&weights, at));
            }
        }
        sums
    }
}

/// A weight by its index; 0 if there is none.
fn weight(weights: &[[f32; 2]], at: u32) -> [f32; 2] {
    weights.get(at as usize).copied().unwrap_or_default()
}
