//! The networks that come with the program.

use crate::network::Network;
use hyperrook_rules::Definition;
use std::sync::LazyLock;

/// The files. Each is also listed in `docs/learning.md`, with how it was made.
const FILES: &[&[u8]] = &[
    include_bytes!("../networks/chess.net"),
    include_bytes!("../networks/riftwalker.net"),
    include_bytes!("../networks/sesqui.net"),
    include_bytes!("../networks/twoboards.net"),
    include_bytes!("../networks/walkers.net"),
];

/// The network that comes with the program for a definition, if there is one.
pub fn shipped(definition: &Definition) -> Option<&'static Network> {
    all()
        .iter()
        .find(|network| network.header.is_for(definition))
}

/// Whether a network comes with the program for a game of this name, but for other rules: an option
/// of the game changes them, or the definition is not ours.
pub fn is_shipped_for_other_rules(definition: &Definition) -> bool {
    let has_name = |network: &Network| network.header.game == definition.name();
    shipped(definition).is_none() && all().iter().any(has_name)
}

fn all() -> &'static [Network] {
    static READ: LazyLock<Vec<Network>> = LazyLock::new(|| {
        let read = |bytes: &&[u8]| match Network::read(bytes) {
            Ok(network) => network,
            Err(error) => unreachable!("a test reads the networks of the program: {error}"),
        };
        FILES.iter().map(read).collect()
    });
    &READ
}
