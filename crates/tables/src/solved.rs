//! A table in memory, and lookups of positions in it.

use crate::index::{Index, Placement};
use crate::value::{Code, NO_POSITION};
use hyperrook_rules::{Automorphism, Definition};
use std::sync::Arc;

/// A table in memory: a code for each entry of its index.
#[derive(Debug)]
pub(crate) struct Solved {
    pub(crate) index: Index,
    pub(crate) codes: Vec<Code>,
}

/// A table for the positions of a material, possibly with the sides exchanged.
#[derive(Clone, Debug)]
pub(crate) struct SubTable {
    pub(crate) table: Arc<Solved>,
    /// The map that exchanges the sides, if the table is that of the exchanged material.
    pub(crate) exchange: Option<Automorphism>,
}

impl SubTable {
    /// The code of a position.
    pub(crate) fn code(&self, definition: &Definition, placement: &Placement) -> Code {
        let entry = match &self.exchange {
            None => self.table.index.locate(placement),
            Some(map) => {
                let material = self.table.index.material.exchanged();
                let exchanged = placement.exchanged(definition, &material, map);
                exchanged.and_then(|placement| self.table.index.locate(&placement))
            }
        };
        entry.map_or(NO_POSITION, |entry| self.table.codes[entry])
    }
}
