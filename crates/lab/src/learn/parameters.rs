//! The weights of a network during training, and Adam, which changes them.

use super::random::Random;
use super::shared_inputs::SharedInputs;
use hyperrook_network::{ACTIVATION_ONE, Network, NetworkHeader, OUTPUT_ONE};
use hyperrook_rules::Game;
use std::sync::Arc;

/// The weights as floats, in one list of consecutive parts: by input and hidden unit, the biases of
/// the hidden units, the output weights, the output biases, and the weights of shared inputs by
/// hidden unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    pub(super) all: Vec<f32>,
    pub(super) layout: ParameterLayout,
    pub(super) shared: Arc<SharedInputs>,
}

/// The offsets of the parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ParameterLayout {
    pub(super) hidden: usize,
    pub(super) biases: usize,
    pub(super) output_weights: usize,
    pub(super) output_biases: usize,
    /// Also the length of the weights of a network.
    pub(super) shared: usize,
    pub(super) len: usize,
}

impl ParameterLayout {
    fn new(header: &NetworkHeader, shared_inputs: usize) -> ParameterLayout {
        let (hidden, buckets) = (header.hidden, header.buckets);
        let biases = header.inputs() * hidden;
        let output_weights = biases + hidden;
        let output_biases = output_weights + 2 * hidden * buckets;
        let shared = output_biases + buckets;
        ParameterLayout {
            hidden,
            biases,
            output_weights,
            output_biases,
            shared,
            len: shared + shared_inputs * hidden,
        }
    }
}

impl Parameters {
    /// Small random weights, and output weights of zero: before training, a network adds nothing to
    /// the evaluation.
    pub fn random(game: &Game, header: &NetworkHeader, seed: u64) -> Parameters {
        let shared = SharedInputs::new(game, header);
        let layout = ParameterLayout::new(header, shared.len());
        let mut random = Random::new(seed);
        let mut all = vec![0.0; layout.len];
        let pieces = header.start_pieces as f32;
        let first = 1.0 / pieces.sqrt();
        all[..layout.biases].fill_with(|| random.signed() * first);
        all[layout.biases..layout.output_weights].fill(0.3);
        Parameters {
            all,
            layout,
            shared: Arc::new(shared),
        }
    }

    /// The weights of a network, without shared inputs. `None` if its inputs or sizes differ.
    pub(super) fn of_network(
        game: &Game,
        header: &NetworkHeader,
        network: &Network,
    ) -> Option<Parameters> {
        let theirs = NetworkHeader {
            game: header.game.clone(),
            made: header.made.clone(),
            rules: header.rules.clone(),
            scale: header.scale,
            ..network.header().clone()
        };
        (theirs == *header).then_some(())?;
        let mut parameters = Parameters::random(game, header, 0);
        parameters.all.clear();
        // An output is in multiples of the scale.
        let scale = network.header().scale / header.scale;
        for (i, part) in network.to_floats().into_iter().enumerate() {
            let factor = if i < 2 { 1.0 } else { scale };
            parameters.all.extend(part.into_iter().map(|w| w * factor));
        }
        parameters.all.resize(parameters.layout.len, 0.0);
        Some(parameters)
    }

    /// Writes the weights of the network: each weight of an input plus those of its shared inputs.
    pub(super) fn fold(&self, folded: &mut Vec<f32>) {
        let hidden = self.layout.hidden;
        folded.clear();
        folded.extend(&self.all[..self.layout.shared]);
        let shared = &self.all[self.layout.shared..];
        for (weights, of_input) in folded.chunks_exact_mut(hidden).zip(self.shared.of_inputs()) {
            for &input in of_input {
                let shared = &shared[usize::from(input) * hidden..][..hidden];
                for (weight, shared) in weights.iter_mut().zip(shared) {
                    *weight += *shared;
                }
            }
        }
    }

    /// Adds the gradient of the shared weights to that of the network's weights.
    pub(super) fn share_gradient(&self, gradient: &mut [f32]) {
        let hidden = self.layout.hidden;
        let (of_network, of_shared) = gradient.split_at_mut(self.layout.shared);
        of_shared.fill(0.0);
        for (slopes, of_input) in of_network.chunks_exact(hidden).zip(self.shared.of_inputs()) {
            for &input in of_input {
                let sums = &mut of_shared[usize::from(input) * hidden..][..hidden];
                for (sum, slope) in sums.iter_mut().zip(slopes) {
                    *sum += *slope;
                }
            }
        }
    }

    /// Rounds the weights to integers. Output weights are as large as they may be, and the scale of
    /// the network is smaller accordingly: so they are rounded as little as possible.
    pub fn network(&self, header: &NetworkHeader) -> Network {
        let layout = &self.layout;
        let mut folded = Vec::new();
        self.fold(&mut folded);
        let [output_weights, output_biases] = [
            layout.output_weights..layout.output_biases,
            layout.output_biases..layout.shared,
        ];
        let largest = folded[output_weights.clone()]
            .iter()
            .fold(0.0f32, |largest, weight| largest.max(weight.abs()));
        let mut header = header.clone();
        let mut factor = 1.0;
        // Powers of two, so that the scale does not change by rounding.
        while 2.0 * factor * largest <= LARGEST_OUTPUT && header.scale >= 2.0 && factor < 64.0 {
            factor *= 2.0;
            header.scale /= 2.0;
        }
        for weight in &mut folded[output_weights.start..output_biases.end] {
            *weight *= factor;
        }
        Network::from_floats(
            header,
            &folded[..layout.biases],
            &folded[layout.biases..layout.output_weights],
            &folded[output_weights],
            &folded[output_biases],
        )
    }
}

/// The maximum output weight of a network.
const LARGEST_OUTPUT: f32 = 127.0 / OUTPUT_ONE as f32;

/// Adam (Kingma and Ba, 2014).
#[derive(Clone, Debug)]
pub(super) struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
    /// The maximum first-layer weight, with which the sums of a position stay within 16 bits.
    first_limit: f32,
}

impl Adam {
    pub(super) fn new(header: &NetworkHeader, len: usize) -> Adam {
        let states = header.castlings.chars().count() + 2 * header.holds.chars().count() + 2;
        // The terms of a sum are the bias, the pieces and the state.
        let most = i16::MAX as usize / (1 + header.start_pieces + states);
        Adam {
            mean: vec![0.0; len],
            square: vec![0.0; len],
            steps: 0,
            first_limit: (most as f32 / ACTIVATION_ONE as f32).min(2.0),
        }
    }

    /// The means of the slopes and of their squares.
    pub(super) fn moments(&self) -> [&Vec<f32>; 2] {
        [&self.mean, &self.square]
    }

    /// The same optimiser after a number of steps, with these moments.
    pub(super) fn with_moments(&self, mean: &[f32], square: &[f32], steps: usize) -> Adam {
        Adam {
            mean: mean.to_vec(),
            square: square.to_vec(),
            steps: steps.try_into().unwrap_or(i32::MAX),
            first_limit: self.first_limit,
        }
    }

    /// Moves the parameters against a gradient.
    pub(super) fn step(
        &mut self,
        parameters: &mut Parameters,
        gradient: &[f32],
        rate: f32,
        decay: f32,
    ) {
        const MEAN: f32 = 0.9;
        const SQUARE: f32 = 0.999;
        self.steps = self.steps.saturating_add(1);
        let mean_scale = 1.0 / (1.0 - MEAN.powi(self.steps));
        let square_scale = 1.0 / (1.0 - SQUARE.powi(self.steps));
        let keep = 1.0 - rate * decay;
        let values = parameters.all.iter_mut().zip(gradient);
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((value, &slope), (mean, square)) in values.zip(moments) {
            *mean = MEAN * *mean + (1.0 - MEAN) * slope;
            *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
            *value -= rate * *mean * mean_scale / ((*square * square_scale).sqrt() + 1e-8);
            *value *= keep;
        }
        let layout = parameters.layout;
        for value in &mut parameters.all[layout.output_weights..layout.output_biases] {
            *value = value.clamp(-LARGEST_OUTPUT, LARGEST_OUTPUT);
        }
    }

    /// Limits the weights of the first layer as the network has them, with those of shared inputs
    /// added: `folded`. Otherwise a sum of 16 bits could overflow. Returns whether any has changed.
    pub(super) fn limit_first_layer(&self, parameters: &mut Parameters, folded: &[f32]) -> bool {
        let (first, len) = (self.first_limit, parameters.layout.output_weights);
        let mut has_changed = false;
        for (value, &sum) in parameters.all[..len].iter_mut().zip(folded) {
            let limited = sum.clamp(-first, first);
            if limited != sum {
                *value += limited - sum;
                has_changed = true;
            }
        }
        has_changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks a linear map and its gradient: the sum over the network's weights of weight times
    /// slope equals the sum over the parameters of parameter times gradient.
    #[test]
    fn the_gradient_of_shared_weights_matches_their_sum() {
        for name in ["chess", "gateway", "sesqui", "twoboards"] {
            let Some(game) = Game::shipped(name) else {
                panic!("{name} is a shipped game");
            };
            let header = NetworkHeader::new(&game, NetworkHeader::HIDDEN_STEP, 2, 400.0, "a test");
            let mut parameters = Parameters::random(&game, &header, 1);
            let layout = parameters.layout;
            assert!(layout.len > layout.shared, "{name}");
            let mut random = Random::new(2);
            parameters.all.fill_with(|| random.signed());
            let mut gradient: Vec<f32> = (0..layout.len).map(|_| random.signed()).collect();
            let mut folded = Vec::new();
            parameters.fold(&mut folded);
            parameters.share_gradient(&mut gradient);
            let product = |a: &[f32], b: &[f32]| -> f64 {
                let products = a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b));
                products.sum()
            };
            let of_network = product(&folded, &gradient[..layout.shared]);
            let of_parameters = product(&parameters.all, &gradient);
            let size = product(&parameters.all, &parameters.all);
            assert!((of_network - of_parameters).abs() < 1e-4 * size, "{name}");
        }
    }

    #[test]
    fn training_continues_from_a_network() {
        let Some(game) = Game::shipped("sesqui") else {
            panic!("sesqui is a shipped game");
        };
        let header = NetworkHeader::new(&game, NetworkHeader::HIDDEN_STEP, 2, 400.0, "a test");
        let mut parameters = Parameters::random(&game, &header, 1);
        let mut random = Random::new(2);
        parameters.all.fill_with(|| random.signed());
        let network = parameters.network(&header);
        let Some(again) = Parameters::of_network(&game, &header, &network) else {
            panic!("the header is the same");
        };
        assert_eq!(again.network(&header), network);
        // With another scale, the outputs are the same in centipawns.
        let twice = NetworkHeader {
            scale: 200.0,
            made: "another test".to_owned(),
            ..header.clone()
        };
        let biases = |parameters: &Parameters| {
            parameters.all[parameters.layout.output_biases..parameters.layout.shared].to_vec()
        };
        let scaled = Parameters::of_network(&game, &twice, &network).map(|p| biases(&p));
        let doubled = biases(&again).into_iter().map(|bias| 2.0 * bias).collect();
        assert_eq!(scaled, Some(doubled));
        let wider = NetworkHeader::new(&game, 2 * NetworkHeader::HIDDEN_STEP, 2, 400.0, "a test");
        assert_eq!(Parameters::of_network(&game, &wider, &network), None);
    }

    #[test]
    fn weights_are_limited_with_the_shared_ones_added() {
        let Some(game) = Game::shipped("chess") else {
            panic!("chess is a shipped game");
        };
        let header = NetworkHeader::new(&game, NetworkHeader::HIDDEN_STEP, 1, 400.0, "a test");
        let mut parameters = Parameters::random(&game, &header, 1);
        let mut random = Random::new(2);
        parameters.all.fill_with(|| 2.0 * random.signed());
        let mut folded = Vec::new();
        parameters.fold(&mut folded);
        let adam = Adam::new(&header, parameters.layout.len);
        assert!(adam.limit_first_layer(&mut parameters, &folded));
        parameters.fold(&mut folded);
        let first = &folded[..parameters.layout.output_weights];
        let limit = adam.first_limit + 1e-4;
        assert!(first.iter().all(|weight| weight.abs() <= limit));
        assert!(first.iter().any(|weight| weight.abs() > 1.0));
    }

    #[test]
    fn a_piece_shares_weights_with_the_same_piece_elsewhere() {
        let Some(game) = Game::shipped("raumschach") else {
            panic!("raumschach is a shipped game");
        };
        let header = NetworkHeader::new(&game, NetworkHeader::HIDDEN_STEP, 1, 400.0, "a test");
        let shared = SharedInputs::new(&game, &header);
        let kinds = game.definition().pieces().len();
        // Anywhere on the board, on a level, on a file and on a rank. Inputs of the state share
        // nothing.
        let lens = || shared.of_inputs().iter().map(Vec::len);
        assert_eq!(lens().filter(|&len| len == 4).count(), 2 * kinds * 125);
        assert!(lens().all(|len| len == 4 || len == 0));
        assert_eq!(shared.len(), 2 * kinds * (1 + 3 * 5));
    }
}
