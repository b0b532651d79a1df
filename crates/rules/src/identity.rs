//! What makes two rule sets the same.
//!
//! The identity of a definition is the SHA-256 of its compiled meaning: cells,
//! charts, moves, start, rules of promotion, castling, holds and transformation,
//! and ends. Texts, names, notes, and the way in which moves are written do not
//! count, nor do options: two definitions that are played alike are one rule set.
//!
//! Identities begin with a version, `2:`. Those without one are of version 1, the
//! hash of the text of a definition. `first.rs` lists the version 1 identities
//! of the shipped games, so that records and journals that hold them stay valid.

mod first;

use crate::Definition;
use crate::compile::write_meaning;
use sha2::{Digest, Sha256};

/// The version of identities, and what stands before the hash.
const PREFIX: &str = "2:";

/// The identity of a definition.
pub(crate) fn identity(definition: &Definition) -> String {
    let mut hash = Sha256::new();
    let compiled = write_meaning(definition, &mut |bytes| hash.update(bytes));
    if let Err(error) = compiled {
        // Such a definition makes no game; its own words tell it from others.
        hash.update(format!("{error} {:?}", definition.pieces));
    }
    format!("{PREFIX}{}", hex(&hash.finalize()))
}

/// Whether an identity, of this or an earlier version, is that of a definition.
pub(crate) fn is_of(definition: &Definition, identity: &str) -> bool {
    let own = definition.identity();
    own == identity || !identity.contains(':') && is_first(identity, own)
}

/// Whether a version 1 identity is that of a shipped rule set with this identity.
fn is_first(first: &str, own: &str) -> bool {
    let Some(own) = own.strip_prefix(PREFIX) else {
        return false;
    };
    // The list is sorted.
    let found = first::FIRST.binary_search_by_key(&first, |&(first, _)| first);
    found.is_ok_and(|at| first::FIRST[at].1 == own)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
