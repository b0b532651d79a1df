//! The weights of a network.

use crate::header::NetworkHeader;

/// The maximum evaluation, in absolute value.
const MAX_CENTIPAWNS: f32 = 30_000.0;

/// An activation of 1, as an integer.
pub const ACTIVATION_ONE: i32 = 255;
/// An output weight of 1, as an integer.
pub const OUTPUT_ONE: i32 = 64;

/// A network with integer weights.
///
/// Let `x` be the sum of the weights of the inputs that are on, from the perspective of a side. An
/// activation is the square of `x` limited to 0 to [`ACTIVATION_ONE`]. An output is the sum of the
/// activations, those of the side to move first, times the weights of the output layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    pub(crate) header: NetworkHeader,
    /// By input and hidden unit, in parts of [`ACTIVATION_ONE`].
    pub(crate) weights: Vec<i16>,
    /// By hidden unit.
    pub(crate) biases: Vec<i16>,
    /// By output layer, side (to move first) and hidden unit, in parts of [`OUTPUT_ONE`].
    /// Between -127 and 127, so that a product with an activation fits 16 bits.
    pub(crate) output_weights: Vec<i16>,
    /// By output layer, in parts of `ACTIVATION_ONE * OUTPUT_ONE`.
    pub(crate) output_biases: Vec<i32>,
}

impl Network {
    /// A network of rounded weights, in the order of the file: see `docs/learning.md`. Weights that
    /// are too large are limited to the largest possible ones.
    ///
    /// # Panics
    /// If the header is faulty or the number of weights is wrong.
    pub fn from_floats(
        header: NetworkHeader,
        weights: &[f32],
        biases: &[f32],
        output_weights: &[f32],
        output_biases: &[f32],
    ) -> Network {
        assert_eq!(header.fault(), None, "a header with possible sizes");
        let (hidden, buckets) = (header.hidden, header.buckets);
        assert_eq!(weights.len(), header.inputs() * hidden);
        assert_eq!(biases.len(), hidden);
        assert_eq!(output_weights.len(), buckets * 2 * hidden);
        assert_eq!(output_biases.len(), buckets);
        // The casts saturate.
        let first = |w: &f32| (w * ACTIVATION_ONE as f32).round() as i16;
        let output = |w: &f32| (w * OUTPUT_ONE as f32).round().clamp(-127.0, 127.0) as i16;
        let bias = |b: &f32| (b * (ACTIVATION_ONE * OUTPUT_ONE) as f32).round() as i32;
        Network {
            weights: weights.iter().map(first).collect(),
            biases: biases.iter().map(first).collect(),
            output_weights: output_weights.iter().map(output).collect(),
            output_biases: output_biases.iter().map(bias).collect(),
            header,
        }
    }

    /// The weights as floats, in the order of [`Network::from_floats`].
    pub fn to_floats(&self) -> [Vec<f32>; 4] {
        let first = |w: &i16| f32::from(*w) / ACTIVATION_ONE as f32;
        let output = |w: &i16| f32::from(*w) / OUTPUT_ONE as f32;
        let bias = |b: &i32| *b as f32 / (ACTIVATION_ONE * OUTPUT_ONE) as f32;
        [
            self.weights.iter().map(first).collect(),
            self.biases.iter().map(first).collect(),
            self.output_weights.iter().map(output).collect(),
            self.output_biases.iter().map(bias).collect(),
        ]
    }

    /// Whether a hidden unit is dead: it adds nothing to any evaluation, because all its weights in
    /// the output layers are zero, or those in the first layer, and it is not open without inputs.
    pub fn is_dead(&self, unit: usize) -> bool {
        let hidden = self.header.hidden;
        let is_zero = |weights: &[i16]| {
            let mut of_unit = weights.iter().skip(unit).step_by(hidden);
            of_unit.all(|&weight| weight == 0)
        };
        is_zero(&self.output_weights) || self.biases[unit] <= 0 && is_zero(&self.weights)
    }

    /// The same network without its dead units, or with as many of them as make its width a multiple
    /// of [`NetworkHeader::HIDDEN_STEP`]. It is faster, and evaluates all positions as before.
    #[must_use]
    pub fn without_dead_units(&self) -> Network {
        let hidden = self.header.hidden;
        let (mut kept, dead): (Vec<usize>, Vec<usize>) =
            (0..hidden).partition(|&unit| !self.is_dead(unit));
        let width = kept.len().next_multiple_of(NetworkHeader::HIDDEN_STEP);
        let width = width.max(NetworkHeader::HIDDEN_STEP);
        kept.extend(dead.iter().take(width - kept.len()));
        kept.sort_unstable();
        let of_kept = |weights: &[i16]| -> Vec<i16> {
            let rows = weights.chunks_exact(hidden);
            rows.flat_map(|row| kept.iter().map(|&unit| row[unit]))
                .collect()
        };
        Network {
            header: NetworkHeader {
                hidden: width,
                ..self.header.clone()
            },
            weights: of_kept(&self.weights),
            biases: of_kept(&self.biases),
            output_weights: of_kept(&self.output_weights),
            output_biases: self.output_biases.clone(),
        }
    }

    /// The header: the game that the network is for, and its size.
    pub fn header(&self) -> &NetworkHeader {
        &self.header
    }

    /// The output in centipawns, from the sum over the activations.
    #[inline]
    pub(crate) fn centipawns(&self, bucket: usize, sum: i64) -> i32 {
        let bias = i64::from(self.output_biases[bucket]) * i64::from(ACTIVATION_ONE);
        let one = (ACTIVATION_ONE * ACTIVATION_ONE * OUTPUT_ONE) as f32;
        let centipawns = (sum + bias) as f32 * (self.header.scale / one);
        // Needed for the largest weights that a file can have.
        centipawns.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS) as i32
    }
}
