//! The networks that games are evaluated by: those that come with the program, and one that the
//! user of a command names.

use crate::network::Network;
use hyperrook_rules::Definition;
use std::sync::{LazyLock, OnceLock};

/// The files. Each is also listed in `docs/learning.md`, with how it was made.
const FILES: &[&[u8]] = &[
    include_bytes!("../networks/chess.net"),
    include_bytes!("../networks/gateway.net"),
    include_bytes!("../networks/hyperchess.net"),
    include_bytes!("../networks/raumschach.net"),
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

/// What [`use_network`] has chosen.
static CHOSEN: OnceLock<Option<&'static Network>> = OnceLock::new();

/// Evaluates games by this network from now on in the whole program, or without networks if it is
/// `None`. The network is used for its own rules only; games with other rules keep theirs. Only the
/// first call counts, so that a run is of one engine; returns whether it was this one.
pub fn use_network(network: Option<&'static Network>) -> bool {
    CHOSEN.set(network).is_ok()
}

/// The network that a definition is evaluated by: the one of [`use_network`] if it is for these
/// rules, otherwise the one that comes with the program.
pub fn usual(definition: &Definition) -> Option<&'static Network> {
    match CHOSEN.get() {
        Some(None) => None,
        Some(Some(network)) if network.header.is_for(definition) => Some(network),
        _ => shipped(definition),
    }
}

/// Whether the network of [`usual`] is the one of [`use_network`].
pub fn is_chosen(definition: &Definition) -> bool {
    let chosen = CHOSEN.get().copied().flatten();
    chosen.is_some_and(|network| network.header.is_for(definition))
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
