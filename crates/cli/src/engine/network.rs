//! Networks named on a command line.

use crate::error::{CommandError, CommandResult};
use hyperrook_network::{Network, NetworkModel};
use hyperrook_rules::Game;
use hyperrook_search::NetworkSource;
use std::fs::File;
use std::path::Path;

/// The network of `--network`: a file, `none` for no network, or the shipped one.
pub(crate) fn network(path: Option<&Path>, game: &Game) -> CommandResult<NetworkSource> {
    let Some(path) = path else {
        return Ok(NetworkSource::Shipped);
    };
    if path == Path::new("none") {
        return Ok(NetworkSource::None);
    }
    let name = path.display();
    let network = File::open(path).and_then(Network::read_from);
    let network = network.map_err(|error| CommandError::File {
        path: name.to_string(),
        error,
    })?;
    NetworkModel::new(&network, game)
        .map_err(|error| CommandError::Data(format!("{name}: {error}")))?;
    // Engines need it as long as the program runs.
    Ok(NetworkSource::Given(Box::leak(Box::new(network))))
}
