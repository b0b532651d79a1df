//! The identity of a rule set: equal for equal rules.
//!
//! The identity of a definition is the SHA-256 of its compiled meaning: cells and
//! their names, charts, letters and moves of pieces, the start, the rules of promotion,
//! castling, holds and transformation, and the ends of the game. Titles, notes and other prose do
//! not count. The names of pieces, charts, groups and options, the notation of moves and the order
//! of a file do not count either.
//!
//! An identity begins with its version, `2:`. One without a version is of version 1: the
//! hash of the text of a definition. `first.rs` lists the version 1 identities of the
//! shipped games, so that records and journals with such identities stay valid.

mod first;

use crate::Definition;
use crate::compile::write_meaning;
use sha2::{Digest, Sha256};

/// The version of identities, as the prefix of the hash.
const PREFIX: &str = "2:";

impl Definition {
    /// The identity of the rule set: `2:` and the SHA-256 of the meaning of the rules, in
    /// hexadecimal. Definitions with the same cells, letters, charts, moves, start and ends have
    /// the same identity, regardless of prose, names of pieces and options. It is computed on the
    /// first call.
    ///
    /// ```
    /// use hyperrook_rules::GameFile;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let file = GameFile::shipped("chess").expect("a shipped game");
    /// let chess = file.define(&[])?;
    /// assert!(chess.identity().starts_with("2:"));
    /// assert!(chess.has_identity(chess.identity()));
    /// # Ok(())
    /// # }
    /// ```
    pub fn identity(&self) -> &str {
        self.identity.get_or_init(|| identity(self))
    }

    /// Whether an identity, of this version or an earlier one, is that of this definition. Records
    /// and journals keep identities for a long time, so compare identities with this method instead
    /// of comparing strings.
    pub fn has_identity(&self, identity: &str) -> bool {
        is_of(self, identity)
    }
}

/// The identity of a definition.
fn identity(definition: &Definition) -> String {
    let mut hash = Sha256::new();
    let compiled = write_meaning(definition, &mut |bytes| hash.update(bytes));
    if let Err(error) = compiled {
        // Such a definition cannot become a game. Its pieces distinguish it from others.
        hash.update(format!("{error} {:?}", definition.pieces));
    }
    format!("{PREFIX}{}", hex::encode(hash.finalize()))
}

/// Whether an identity, of this or an earlier version, is that of a definition.
fn is_of(definition: &Definition, identity: &str) -> bool {
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
