//! Learning: finds a network for a game by self-play.
//!
//! [`learn`] proceeds in generations. The engine plays games against itself, a network is trained
//! on their positions, and a match decides whether the network is stronger than the previous
//! evaluation. If so, the engine uses it from then on. An interrupted run continues from its
//! journal.
//!
//! From the bottom up: `random`, `data` and `perspectives` hold positions, `shared_inputs`,
//! `parameters` and `trainer` fit weights to them, `checkpoint` and `journal` store the progress,
//! `gate` plays matches, `self_play` plays games to learn from, and `run` does everything in turn.

mod checkpoint;
mod data;
mod error;
mod gate;
mod journal;
mod parameters;
mod perspectives;
mod random;
mod run;
mod self_play;
mod settings;
mod shared_inputs;
mod trainer;
mod trial;

pub use data::{DataFile, DataSet, GameKeys, Sample};
pub use error::LearnError;
pub use gate::{EvaluationSource, GateResult};
pub use journal::Phase;
pub use parameters::Parameters;
pub use run::{LearnResult, learn};
pub use settings::LearnSettings;
pub use trainer::{Loss, TrainSettings, Trainer};
pub use trial::{TrialResult, trial};
