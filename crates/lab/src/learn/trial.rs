//! A measurement of the trainer.

use super::data::DataSet;
use super::error::LearnError;
use super::gate::processor_seconds;
use super::parameters::Parameters;
use super::perspectives::Perspectives;
use super::trainer::{TrainSettings, Trainer};
use hyperrook_network::{Network, NetworkHeader, NetworkModel};
use hyperrook_rules::Game;
use std::time::Instant;

/// The result of a trial.
#[derive(Clone, Debug, PartialEq)]
pub struct TrialResult {
    /// Positions per second.
    pub speed: f64,
    /// Positions per second of processor time.
    pub processor_speed: f64,
    /// The mean error on games held back, before and after training.
    pub error: [f64; 2],
    /// The error after training, measured by the scores of searches alone and by results alone.
    pub parts: [f64; 2],
    /// The network.
    pub network: Network,
}

/// Trains a network for a number of steps: from the weights of another network, or from random ones.
///
/// # Errors
/// If the header is not one of the game, or the other network has other inputs or sizes.
pub fn trial(
    game: &Game,
    data: &DataSet,
    header: &NetworkHeader,
    start: Option<&Network>,
    settings: TrainSettings,
) -> Result<TrialResult, LearnError> {
    let start = match start {
        None => Parameters::random(game, header, settings.seed),
        Some(network) => {
            Parameters::of_network(game, header, network).ok_or(LearnError::OtherNetwork)?
        }
    };
    let perspectives = perspectives_of(game, start.network(header))?;
    let mut trainer = Trainer::new(data, &perspectives, header, start, settings);
    let before = trainer.validate().mean();
    let (began, worked, mut positions) = (Instant::now(), processor_seconds(), 0);
    while !trainer.is_done() {
        trainer.step();
        positions += settings.batch.min(data.samples().len());
    }
    let speed = positions as f64 / began.elapsed().as_secs_f64();
    let processor_speed = positions as f64 / (processor_seconds() - worked).max(1e-9);
    let after = trainer.validate().mean();
    let parts = [0.0, 1.0].map(|share| trainer.validate_by(share).mean());
    Ok(TrialResult {
        speed,
        processor_speed,
        error: [before, after],
        parts,
        network: trainer.parameters.network(header),
    })
}

/// The perspectives of a game for the inputs of a network. The network stays in memory.
pub(super) fn perspectives_of(game: &Game, network: Network) -> Result<Perspectives, LearnError> {
    let network: &'static Network = Box::leak(Box::new(network));
    let model = NetworkModel::new(network, game);
    let model = model.map_err(|error| LearnError::Damaged("network".into(), error.to_string()))?;
    Ok(Perspectives::new(game, model))
}
