//! Files of learning: the state of training, and networks, written completely or not at all.

use super::parameters::{Adam, Parameters};
use super::trainer::Trainer;
use crate::files::replace_file;
use std::io;
use std::path::Path;

/// The first bytes of a checkpoint.
const MAGIC: &[u8; 8] = b"HRLEARN1";

/// The steps made, the weights and the moments of Adam.
pub(super) struct Checkpoint {
    pub(super) step: usize,
    pub(super) parameters: Parameters,
    pub(super) adam: Adam,
}

impl Checkpoint {
    /// Writes the state of training.
    pub(super) fn save(trainer: &Trainer<'_>, path: &Path) -> io::Result<()> {
        let [mean, square] = trainer.adam().moments();
        let values = &trainer.parameters.all;
        let mut bytes = Vec::with_capacity(16 + 12 * values.len());
        bytes.extend(MAGIC);
        bytes.extend((trainer.step as u64).to_le_bytes());
        for list in [values, mean, square] {
            bytes.extend(list.iter().flat_map(|value| value.to_le_bytes()));
        }
        replace_file(path, &bytes)
    }

    /// Reads the state of training of a network like `like`. `None` if there is none.
    pub(super) fn load(path: &Path, like: &Parameters, adam: &Adam) -> Option<Checkpoint> {
        let bytes = std::fs::read(path).ok()?;
        let (step, rest) = bytes.strip_prefix(MAGIC)?.split_first_chunk()?;
        let len = like.all.len();
        if rest.len() != 12 * len {
            return None;
        }
        let floats = rest
            .as_chunks()
            .0
            .iter()
            .map(|&bytes| f32::from_le_bytes(bytes));
        let floats: Vec<f32> = floats.collect();
        let step = u64::from_le_bytes(*step) as usize;
        Some(Checkpoint {
            step,
            parameters: Parameters {
                all: floats[..len].to_vec(),
                layout: like.layout,
                shared: like.shared.clone(),
            },
            adam: adam.with_moments(&floats[len..2 * len], &floats[2 * len..], step),
        })
    }
}
