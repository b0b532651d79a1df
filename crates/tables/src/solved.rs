//! A table in memory, and lookups of positions in it.

use crate::index::Index;
use crate::placement::Placement;
use crate::value::{Code, NO_POSITION};
use hyperrook_rules::{Automorphism, Cell, Definition};
use std::sync::Arc;

/// A table in memory: a code for each entry of its index.
#[derive(Debug)]
pub(crate) struct Solved {
    pub(crate) index: Index,
    pub(crate) codes: Vec<Code>,
}

impl Solved {
    /// Gives every entry the code of its position. A file has it only in the entry that stands for
    /// the position.
    pub(crate) fn restore_equals(&mut self) {
        let last = self.index.last.map(|last| &self.index.groups[last]);
        let has_equals = last.is_some_and(|group| group.placed > 0);
        for row in 0..self.index.rows() {
            let chosen = self.index.chosen(row);
            for cell in 0..self.index.width {
                if chosen.contains(Cell::from_index(cell)) {
                    continue;
                }
                let entry = row * self.index.width + cell;
                let placement = has_equals.then(|| self.index.placement(entry)).flatten();
                let equal = placement.and_then(|placement| self.index.locate(&placement));
                self.codes[entry] = equal.map_or(NO_POSITION, |equal| self.codes[equal]);
            }
        }
    }
}

/// A table as positions of a material see it: perhaps with the sides exchanged.
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
