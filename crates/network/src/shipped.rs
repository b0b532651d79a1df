//! The networks that come with the program.

use crate::network::Network;
use hyperrook_rules::Definition;
use std::sync::LazyLock;

/// The files. Each is also listed in `docs/learning.md`, with how it was made.
const FILES: &[&[u8]] = &[
    include_bytes!("../networks/chess.net"),
    include_bytes!("../networks/riftwalker.net"),
    include_bytes!("../networks/sesqui.net"),
];

/// The network that comes with the program for a definition, if there is one.
pub fn shipped(definition: &Definition) -> Option<&'static Network> {
    static READ: LazyLock<Vec<Network>> = LazyLock::new(|| {
        let read = |bytes: &&[u8]| match Network::read(bytes) {
            Ok(network) => network,
            Err(error) => unreachable!("a test reads the networks of the program: {error}"),
        };
        FILES.iter().map(read).collect()
    });
    let is_for = |network: &&Network| {
        let mut rules = network.header.rules.iter();
        rules.any(|identity| definition.has_identity(identity))
    };
    READ.iter().find(is_for)
}
