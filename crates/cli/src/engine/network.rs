//! Networks named on a command line.

use crate::args::NetworkArgs;
use crate::error::{CommandError, CommandResult};
use hyperrook_catalogue::regular_file::open_regular;
use hyperrook_network::{Network, NetworkModel};
use hyperrook_rules::Game;
use hyperrook_search::NetworkSource;
use std::io::ErrorKind;
use std::path::Path;

/// Uses the network of `--network` in all engines of a command.
pub(crate) fn use_network(args: &NetworkArgs, game: &Game) -> CommandResult {
    match network(args.network.as_deref(), game)? {
        NetworkSource::Shipped => {}
        NetworkSource::None => {
            hyperrook_network::use_network(None);
        }
        NetworkSource::Given(network) => {
            hyperrook_network::use_network(Some(network));
        }
    }
    Ok(())
}

/// The network of `--network`: a file, `none` for no network, or the shipped one.
pub(crate) fn network(path: Option<&Path>, game: &Game) -> CommandResult<NetworkSource> {
    let Some(path) = path else {
        return Ok(NetworkSource::Shipped);
    };
    if path == Path::new("none") {
        return Ok(NetworkSource::None);
    }
    let name = path.display();
    let network = open_regular(path).and_then(Network::read_from);
    let network = network.map_err(|error| match error.kind() {
        ErrorKind::InvalidData | ErrorKind::UnexpectedEof => CommandError::Data(format!(
            "{name}: this is not a network of Hyperrook, or the file is damaged"
        )),
        _ => CommandError::file(path, error),
    })?;
    NetworkModel::new(&network, game)
        .map_err(|error| CommandError::Data(format!("{name}: {error}")))?;
    // Engines need it as long as the program runs.
    Ok(NetworkSource::Given(Box::leak(Box::new(network))))
}
