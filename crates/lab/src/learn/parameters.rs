//! The weights of a network while it learns, and Adam, which changes them.

use super::random::Random;
use hyperrook_network::{ACTIVATION_ONE, Header, Network, OUTPUT_ONE};

/// The weights as floats, one part after the other in one list: by input and hidden unit,
/// the biases of the hidden units, the output weights and the output biases.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    pub(super) all: Vec<f32>,
    pub(super) layout: ParameterLayout,
}

/// Where the parts begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ParameterLayout {
    pub(super) hidden: usize,
    pub(super) biases: usize,
    pub(super) output_weights: usize,
    pub(super) output_biases: usize,
    pub(super) len: usize,
}

impl ParameterLayout {
    pub(super) fn new(header: &Header) -> ParameterLayout {
        let (hidden, buckets) = (header.hidden, header.buckets);
        let biases = header.inputs() * hidden;
        let output_weights = biases + hidden;
        let output_biases = output_weights + 2 * hidden * buckets;
        ParameterLayout {
            hidden,
            biases,
            output_weights,
            output_biases,
            len: output_biases + buckets,
        }
    }
}

impl Parameters {
    /// Small random weights.
    pub fn random(header: &Header, seed: u64) -> Parameters {
        let layout = ParameterLayout::new(header);
        let mut random = Random::new(seed);
        let mut all = vec![0.0; layout.len];
        let pieces = header.start_pieces as f32;
        let (first, output) = (
            1.0 / pieces.sqrt(),
            1.0 / (2.0 * layout.hidden as f32).sqrt(),
        );
        all[..layout.biases].fill_with(|| random.signed() * first);
        all[layout.biases..layout.output_weights].fill(0.3);
        all[layout.output_weights..layout.output_biases].fill_with(|| random.signed() * output);
        Parameters { all, layout }
    }

    /// Rounds the weights to integers.
    pub fn network(&self, header: &Header) -> Network {
        let layout = &self.layout;
        Network::from_floats(
            header.clone(),
            &self.all[..layout.biases],
            &self.all[layout.biases..layout.output_weights],
            &self.all[layout.output_weights..layout.output_biases],
            &self.all[layout.output_biases..],
        )
    }
}

/// Adam (Kingma and Ba, 2014).
#[derive(Clone, Debug)]
pub(super) struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
    /// The greatest first-layer weight. The sums of a position stay within 16 bits.
    first_limit: f32,
}

impl Adam {
    pub(super) fn new(header: &Header, len: usize) -> Adam {
        let most = i16::MAX as f32 / ACTIVATION_ONE as f32 / (header.start_pieces + 12) as f32;
        Adam {
            mean: vec![0.0; len],
            square: vec![0.0; len],
            steps: 0,
            first_limit: most.min(2.0),
        }
    }

    /// The means of the slopes and of their squares.
    pub(super) fn moments(&self) -> [&Vec<f32>; 2] {
        [&self.mean, &self.square]
    }

    /// The same after some steps, with these moments.
    pub(super) fn with_moments(&self, mean: &[f32], square: &[f32], steps: usize) -> Adam {
        Adam {
            mean: mean.to_vec(),
            square: square.to_vec(),
            steps: steps.try_into().unwrap_or(i32::MAX),
            first_limit: self.first_limit,
        }
    }

    /// Moves the parameters against a gradient.
    pub(super) fn step(&mut self, parameters: &mut Parameters, gradient: &[f32], rate: f32) {
        const MEAN: f32 = 0.9;
        const SQUARE: f32 = 0.999;
        self.steps = self.steps.saturating_add(1);
        let mean_scale = 1.0 / (1.0 - MEAN.powi(self.steps));
        let square_scale = 1.0 / (1.0 - SQUARE.powi(self.steps));
        let values = parameters.all.iter_mut().zip(gradient);
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((value, &slope), (mean, square)) in values.zip(moments) {
            *mean = MEAN * *mean + (1.0 - MEAN) * slope;
            *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
            *value -= rate * *mean * mean_scale / ((*square * square_scale).sqrt() + 1e-8);
        }
        let layout = parameters.layout;
        let first = self.first_limit;
        for value in &mut parameters.all[..layout.output_weights] {
            *value = value.clamp(-first, first);
        }
        let output = 127.0 / OUTPUT_ONE as f32;
        for value in &mut parameters.all[layout.output_weights..layout.output_biases] {
            *value = value.clamp(-output, output);
        }
    }
}
