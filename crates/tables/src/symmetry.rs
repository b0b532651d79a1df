//! The symmetries of the positions of one material.

use crate::Material;
use hyperrook_rules::{Automorphism, Cell, CellSet, Definition, Game, Kind};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// A map of the cells, by cell number.
pub(crate) type CellMap = Arc<[u8]>;

/// The maps of the board that leave the rules unchanged in positions of some kinds of pieces.
#[derive(Debug)]
pub(crate) struct Symmetries {
    /// Maps that keep the sides, the identity first.
    pub(crate) keeping: Vec<Automorphism>,
    /// A map that exchanges the sides, if there is one.
    pub(crate) exchanging: Option<Automorphism>,
}

/// The symmetries of the materials of a game, proven once for each set of kinds.
#[derive(Debug, Default)]
pub(crate) struct SymmetryCache(Mutex<BTreeMap<Vec<Kind>, Arc<Symmetries>>>);

/// A limit above the number of symmetries that `geometry` finds on any board.
const MAX_AUTOMORPHISMS: usize = 100_000;

impl SymmetryCache {
    /// The symmetries of a material. They are proven for all kinds that its pieces can become, so
    /// they also hold after captures and promotions.
    pub(crate) fn of(&self, game: &Game, material: &Material) -> Arc<Symmetries> {
        let kinds = material.closure(game.definition());
        let mut known = self
            .0
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let found = known.entry(kinds).or_insert_with_key(|kinds| {
            let mut keeping = game.automorphisms_of(kinds, false, MAX_AUTOMORPHISMS);
            keeping.sort_by_key(|map| !map.is_identity());
            Arc::new(Symmetries {
                keeping,
                exchanging: game.automorphisms_of(kinds, true, 1).pop(),
            })
        });
        found.clone()
    }
}

/// The cell that names the image of a piece.
pub(crate) fn mapped_anchor(
    definition: &Definition,
    map: &Automorphism,
    kind: Kind,
    cell: Cell,
) -> Option<Cell> {
    if definition.piece(kind).span.is_none() {
        return Some(map.map(cell));
    }
    let body: CellSet = definition
        .body(kind, cell)?
        .iter()
        .map(|cell| map.map(cell))
        .collect();
    body.iter()
        .find(|&anchor| definition.body(kind, anchor) == Some(body))
}

/// The inverse of a map, by cell number.
pub(crate) fn inverse(map: &Automorphism) -> CellMap {
    let mut inverse = vec![0; map.cells().len()];
    for (from, &to) in map.cells().iter().enumerate() {
        inverse[usize::from(to)] = from as u8;
    }
    inverse.into()
}
