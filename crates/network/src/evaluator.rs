//! Fast evaluation of the positions of a search.
//!
//! The sums of the hidden layer are kept for the last position evaluated at each ply. The sums of a
//! position follow from those of its parent, or of a sibling, by the few inputs that differ. The
//! difference is found by comparing the positions, so the search need not report moves made and
//! taken back, and nothing is computed for positions that are not evaluated.
#![allow(
    clippy::needless_range_loop,
    reason = "loops over arrays of one size become vector instructions"
)]

use crate::header::NetworkHeader;
use crate::inputs::{Inputs, StateBits, state_bits};
use crate::model::NetworkModel;
use crate::network::{ACTIVATION_ONE, Network};
use hyperrook_geometry::Bits;
use hyperrook_rules::Side;
use hyperrook_rules::fast::Pos;

/// Units of the hidden layer that are computed together.
const STEP: usize = NetworkHeader::HIDDEN_STEP;

/// The cells that most moves change at most: those of an en passant capture.
const CELLS_OF_A_MOVE: u32 = 3;

/// Evaluates positions of one game, keeping the sums of the hidden layer by ply.
#[derive(Clone, Debug)]
pub struct NetworkEvaluator<'m, const W: usize> {
    model: &'m NetworkModel<'m>,
    /// The highest ply with its own sums.
    last_ply: usize,
    /// The position last evaluated at each ply reached.
    known: Vec<Option<Pos<W>>>,
    /// The sums of these positions, by ply, perspective and hidden unit.
    sums: Vec<i16>,
    /// Inputs to add and to subtract, kept to avoid allocation.
    added: [Vec<u16>; 2],
    removed: [Vec<u16>; 2],
}

impl<'m, const W: usize> NetworkEvaluator<'m, W> {
    /// An evaluator for searches of at most `plies` plies. Deeper positions share the sums of the
    /// last ply.
    pub fn new(model: &'m NetworkModel<'m>, plies: usize) -> NetworkEvaluator<'m, W> {
        NetworkEvaluator {
            last_ply: plies.max(1) - 1,
            known: Vec::new(),
            sums: Vec::new(),
            added: Default::default(),
            removed: Default::default(),
            model,
        }
    }

    /// The score of a position at a ply for the side to move, in centipawns.
    pub fn evaluate(&mut self, pos: &Pos<W>, ply: usize) -> i32 {
        if self.model.is_silent(pos) {
            return 0;
        }
        let ply = ply.min(self.last_ply);
        let network = self.model.network;
        let hidden = network.header.hidden;
        if ply >= self.known.len() {
            self.known.resize(ply + 1, None);
            self.sums.resize((ply + 1) * 2 * hidden, 0);
        }
        self.update(pos, ply);
        let sums = &self.sums[ply * 2 * hidden..][..2 * hidden];
        let (white, black) = sums.split_at(hidden);
        let perspectives = if pos.turn() == Side::White {
            [white, black]
        } else {
            [black, white]
        };
        let bucket = network.header.bucket(pos.occupied().count() as usize);
        let weights = &network.output_weights[bucket * 2 * hidden..][..2 * hidden];
        let (own, enemy) = weights.split_at(hidden);
        let sum = output(perspectives[0], own) + output(perspectives[1], enemy);
        network.centipawns(bucket, sum)
    }

    /// Computes the sums of a position at a ply.
    fn update(&mut self, pos: &Pos<W>, ply: usize) {
        let nearest = self.nearest(pos, ply);
        for list in self.added.iter_mut().chain(&mut self.removed) {
            list.clear();
        }
        let inputs = &self.model.inputs;
        let mut old_state = 0;
        if let Some((from, cells)) = nearest
            && let Some(known) = &self.known[from]
        {
            collect(inputs, known, cells, &mut self.removed);
            old_state = state_bits(known.state());
        }
        let cells = nearest.map_or(pos.occupied(), |(_, cells)| cells);
        collect(inputs, pos, cells, &mut self.added);
        self.change_state(old_state, state_bits(pos.state()));
        let from = nearest.map(|(from, _)| from);
        self.apply(from, ply);
        match &mut self.known[ply] {
            Some(known) => known.clone_from(pos),
            empty => *empty = Some(pos.clone()),
        }
    }

    /// The ply of a similar position, and the cells on which it differs: one move away if
    /// possible, otherwise the most similar of those known at this ply and at the two before it.
    /// `None` if computing the sums from scratch is cheaper.
    #[inline]
    fn nearest(&self, pos: &Pos<W>, ply: usize) -> Option<(usize, Bits<W>)> {
        // From scratch, one input is needed for each piece.
        let mut fewest = pos.occupied().count() + 1;
        let mut nearest = None;
        for from in [ply.saturating_sub(1), ply, ply.saturating_sub(2)] {
            if let Some(known) = &self.known[from] {
                let cells = self.difference(known, pos);
                let count = cells.count();
                if count < fewest {
                    (nearest, fewest) = (Some((from, cells)), count);
                }
                if count <= CELLS_OF_A_MOVE {
                    break;
                }
            }
        }
        nearest
    }

    /// The cells on which two positions differ.
    #[inline]
    fn difference(&self, a: &Pos<W>, b: &Pos<W>) -> Bits<W> {
        let mut cells = a.side(Side::White) ^ b.side(Side::White);
        cells |= a.side(Side::Black) ^ b.side(Side::Black);
        for &kind in self.model.inputs.kinds() {
            cells |= a.kind(kind) ^ b.kind(kind);
        }
        cells
    }

    fn change_state(&mut self, old: StateBits, new: StateBits) {
        if old == new {
            return;
        }
        for perspective in Side::BOTH {
            let i = perspective.index();
            self.added[i].extend(self.model.inputs.bits(perspective, new & !old));
            self.removed[i].extend(self.model.inputs.bits(perspective, old & !new));
        }
    }

    /// Writes the sums at a ply: those at another ply, or the biases, plus the added and minus the
    /// removed inputs.
    fn apply(&mut self, from: Option<usize>, ply: usize) {
        let network = self.model.network;
        let hidden = network.header.hidden;
        let (before, rest) = self.sums.split_at_mut(ply * 2 * hidden);
        let target = &mut rest[..2 * hidden];
        for perspective in 0..2 {
            let target = &mut target[perspective * hidden..][..hidden];
            let (added, removed) = (&self.added[perspective], &self.removed[perspective]);
            match from {
                Some(from) if from != ply => {
                    let source = &before[(from * 2 + perspective) * hidden..][..hidden];
                    target.copy_from_slice(source);
                }
                Some(_) => {}
                None => target.copy_from_slice(&network.biases),
            }
            change(network, target, added, removed);
        }
    }
}

/// Collects the inputs of the pieces on some cells, from the perspective of each side.
#[inline]
fn collect<const W: usize>(
    inputs: &Inputs,
    pos: &Pos<W>,
    cells: Bits<W>,
    lists: &mut [Vec<u16>; 2],
) {
    (cells & pos.occupied()).for_each(|cell| {
        if let Some(piece) = pos.piece(cell) {
            for perspective in Side::BOTH {
                lists[perspective.index()].push(inputs.piece(perspective, piece, cell));
            }
        }
    });
}

/// Adds and subtracts the weights of inputs.
fn change(network: &Network, target: &mut [i16], added: &[u16], removed: &[u16]) {
    let (target, _) = target.as_chunks_mut::<STEP>();
    // Indices instead of iterators: the compiler keeps the sums in registers.
    for i in 0..target.len() {
        let mut sums = target[i];
        for &input in added {
            let weights = chunk(network, input, i);
            for j in 0..STEP {
                sums[j] = sums[j].wrapping_add(weights[j]);
            }
        }
        for &input in removed {
            let weights = chunk(network, input, i);
            for j in 0..STEP {
                sums[j] = sums[j].wrapping_sub(weights[j]);
            }
        }
        target[i] = sums;
    }
}

/// A chunk of the weights of an input.
#[inline(always)]
fn chunk(network: &Network, input: u16, i: usize) -> &[i16; STEP] {
    let start = usize::from(input) * (network.header.hidden / STEP) + i;
    &network.weights.as_chunks::<STEP>().0[start]
}

/// The sum of the activations of a side, times the weights of an output layer.
#[inline]
fn output(sums: &[i16], weights: &[i16]) -> i64 {
    let sums = sums.as_chunks::<STEP>().0;
    let weights = &weights.as_chunks::<STEP>().0[..sums.len()];
    let mut total = 0i64;
    for i in 0..sums.len() {
        // An activation is at most 255 and a weight at most 127, so their product fits 16
        // bits, and the sum of these terms fits 32.
        let mut part = 0i32;
        for j in 0..STEP {
            let activation = sums[i][j].clamp(0, ACTIVATION_ONE as i16);
            part += i32::from(activation.wrapping_mul(weights[i][j])) * i32::from(activation);
        }
        total += i64::from(part);
    }
    total
}
