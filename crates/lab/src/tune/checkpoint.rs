//! The state of a fit in a file, so that a fit that was killed continues.

use super::descent_state::DescentState;
use crate::files::replace_file;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The version of the format.
const FORMAT: u32 = 1;

/// The content of the file.
#[derive(Serialize, Deserialize)]
struct FitFile {
    hyperrook_fit: u32,
    /// A hash of everything that the result depends on.
    fit: String,
    state: SavedState,
    /// The hash of the state.
    sha256: String,
}

/// A [`DescentState`]. Numbers are stored by their bits, so that they are read exactly.
#[derive(Serialize, Deserialize)]
struct SavedState {
    epoch: usize,
    weights: Vec<[u32; 2]>,
    mean: Vec<[u32; 2]>,
    square: Vec<[u32; 2]>,
    best_error: u32,
    best: Vec<[u32; 2]>,
}

/// Why the state of a fit cannot be kept.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file cannot be read or written, for example because the disk is full.
    #[error("{0}: {1}")]
    File(PathBuf, #[source] io::Error),
    /// The file is not the state of a fit.
    #[error(
        "{0}: this is not the state of a fit, or it is damaged; nothing was changed. Delete it to \
         begin anew, or choose another file"
    )]
    Foreign(PathBuf),
    /// It is the state of a fit of other positions, or with other settings.
    #[error(
        "{0}: this is the state of another fit: its game, positions, weights, settings or program \
         differ; choose another file"
    )]
    Other(PathBuf),
}

/// Where the state of a fit is kept.
#[derive(Clone, Debug)]
pub(super) struct FitCheckpoint {
    path: PathBuf,
    fit: String,
}

impl FitCheckpoint {
    /// `fit` is a hash of everything that the result depends on.
    pub(super) fn new(path: &Path, fit: String) -> FitCheckpoint {
        FitCheckpoint {
            path: path.to_owned(),
            fit,
        }
    }

    /// Writes the state.
    pub(super) fn save(&self, state: &DescentState) -> Result<(), CheckpointError> {
        let state = SavedState::of(state);
        let file = FitFile {
            hyperrook_fit: FORMAT,
            fit: self.fit.clone(),
            sha256: state.hash(),
            state,
        };
        let failed = |error| CheckpointError::File(self.path.clone(), error);
        let text = serde_json::to_vec(&file).map_err(|error| failed(error.into()))?;
        replace_file(&self.path, &text).map_err(failed)
    }

    /// Reads the state of a fit with this number of weights. `None` if there is no file.
    pub(super) fn load(&self, weights: usize) -> Result<Option<DescentState>, CheckpointError> {
        let text = match std::fs::read(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(|error| CheckpointError::File(self.path.clone(), error))?,
        };
        let foreign = || CheckpointError::Foreign(self.path.clone());
        let file: FitFile = serde_json::from_slice(&text).map_err(|_| foreign())?;
        if file.hyperrook_fit != FORMAT || file.sha256 != file.state.hash() {
            return Err(foreign());
        }
        if file.fit != self.fit {
            return Err(CheckpointError::Other(self.path.clone()));
        }
        let state = file.state.state();
        let lists = [&state.weights, &state.mean, &state.square, &state.best.1];
        if lists.iter().any(|list| list.len() != weights) {
            return Err(foreign());
        }
        Ok(Some(state))
    }
}

impl SavedState {
    fn of(state: &DescentState) -> SavedState {
        let bits = |list: &[[f32; 2]]| list.iter().map(|pair| pair.map(f32::to_bits)).collect();
        SavedState {
            epoch: state.epoch,
            weights: bits(&state.weights),
            mean: bits(&state.mean),
            square: bits(&state.square),
            best_error: state.best.0.to_bits(),
            best: bits(&state.best.1),
        }
    }

    fn hash(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(self.epoch.to_le_bytes());
        hash.update(self.best_error.to_le_bytes());
        for list in [&self.weights, &self.mean, &self.square, &self.best] {
            for bits in list.iter().flatten() {
                hash.update(bits.to_le_bytes());
            }
        }
        hex::encode(hash.finalize())
    }

    fn state(&self) -> DescentState {
        let floats = |list: &[[u32; 2]]| list.iter().map(|pair| pair.map(f32::from_bits)).collect();
        DescentState {
            epoch: self.epoch,
            weights: floats(&self.weights),
            mean: floats(&self.mean),
            square: floats(&self.square),
            best: (f32::from_bits(self.best_error), floats(&self.best)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state() -> DescentState {
        DescentState {
            epoch: 3,
            weights: vec![[0.1, -7.25], [f32::MIN_POSITIVE, 1e30]],
            mean: vec![[0.3, 0.0]; 2],
            square: vec![[1.0 / 3.0, 2.0]; 2],
            best: (0.123_456_79, vec![[1.0, 2.0]; 2]),
        }
    }

    #[test]
    fn a_state_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let checkpoint = FitCheckpoint::new(&folder.path().join("fit"), "a".into());
        assert_eq!(checkpoint.load(2).unwrap(), None);
        checkpoint.save(&state()).unwrap();
        assert_eq!(checkpoint.load(2).unwrap(), Some(state()));
    }

    #[test]
    fn states_of_other_fits_and_damaged_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fit");
        let checkpoint = FitCheckpoint::new(&path, "a".into());
        checkpoint.save(&state()).unwrap();
        let other = FitCheckpoint::new(&path, "b".into());
        let error = other.load(2).unwrap_err();
        assert!(matches!(error, CheckpointError::Other(_)), "{error}");
        let error = checkpoint.load(3).unwrap_err();
        assert!(matches!(error, CheckpointError::Foreign(_)), "{error}");
        let text = std::fs::read_to_string(&path).unwrap();
        let changed = text.replacen("\"epoch\":3", "\"epoch\":2", 1);
        assert_ne!(changed, text);
        for damaged in [&text[..text.len() / 2], &changed] {
            std::fs::write(&path, damaged).unwrap();
            let error = checkpoint.load(2).unwrap_err();
            assert!(matches!(error, CheckpointError::Foreign(_)), "{error}");
        }
        let missing = FitCheckpoint::new(&folder.path().join("no/fit"), "a".into());
        let error = missing.save(&state()).unwrap_err();
        assert!(matches!(error, CheckpointError::File(..)), "{error}");
    }
}
