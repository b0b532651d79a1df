//! Files of learning: the state of training, and networks, written completely or not at all.

use super::parameters::{Adam, Parameters};
use crate::files::replace_file;
use std::io;
use std::path::Path;

/// The first bytes of a checkpoint.
const MAGIC: &[u8; 8] = b"HRLEARN2";

/// The weights that predict the games held back best, of those that were measured.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BestParameters {
    /// The number of steps after which they were measured.
    pub(super) step: usize,
    /// Their mean error on the games held back.
    pub(super) error: f64,
    /// The weights.
    pub(super) parameters: Parameters,
}

/// The state of training: the steps made, the weights, the moments of Adam, and the best weights so
/// far.
pub(super) struct Checkpoint {
    pub(super) step: usize,
    pub(super) parameters: Parameters,
    pub(super) adam: Adam,
    pub(super) best: BestParameters,
}

impl Checkpoint {
    /// Writes the state of training.
    pub(super) fn save(&self, path: &Path) -> io::Result<()> {
        let [mean, square] = self.adam.moments();
        let values = &self.parameters.all;
        let best = &self.best;
        let mut bytes = Vec::with_capacity(32 + 16 * values.len());
        bytes.extend(MAGIC);
        bytes.extend((self.step as u64).to_le_bytes());
        bytes.extend((best.step as u64).to_le_bytes());
        bytes.extend(best.error.to_le_bytes());
        for list in [values, mean, square, &best.parameters.all] {
            bytes.extend(list.iter().flat_map(|value| value.to_le_bytes()));
        }
        replace_file(path, &bytes)
    }

    /// Reads the state of training of a network like `like`. `None` if there is none.
    pub(super) fn load(path: &Path, like: &Parameters, adam: &Adam) -> Option<Checkpoint> {
        let bytes = std::fs::read(path).ok()?;
        let (step, rest) = bytes.strip_prefix(MAGIC)?.split_first_chunk()?;
        let (best_step, rest) = rest.split_first_chunk()?;
        let (best_error, rest) = rest.split_first_chunk()?;
        let len = like.all.len();
        if rest.len() != 16 * len {
            return None;
        }
        let floats = rest
            .as_chunks()
            .0
            .iter()
            .map(|&bytes| f32::from_le_bytes(bytes));
        let floats: Vec<f32> = floats.collect();
        let parameters = |all: &[f32]| Parameters {
            all: all.to_vec(),
            layout: like.layout,
            shared: like.shared.clone(),
        };
        let step = u64::from_le_bytes(*step) as usize;
        Some(Checkpoint {
            step,
            parameters: parameters(&floats[..len]),
            adam: adam.with_moments(&floats[len..2 * len], &floats[2 * len..3 * len], step),
            best: BestParameters {
                step: u64::from_le_bytes(*best_step) as usize,
                error: f64::from_le_bytes(*best_error),
                parameters: parameters(&floats[3 * len..]),
            },
        })
    }
}
