//! Reverse tables: from a cell to the cells from which it is attacked.

use super::walk::Way;
use hyperrook_geometry::{Bits, Cell};
use std::collections::BTreeMap;

/// From where a term captures on one cell.
#[derive(Clone, Debug)]
pub(crate) struct Target<const W: usize> {
    /// Origins that attack whatever is between.
    pub(crate) direct: Bits<W>,
    /// Origins that attack if cells are empty.
    pub(crate) partial: Bits<W>,
    /// Index in [`Reach::origins`] of the first origin of `partial`.
    first: u32,
}

/// From where a term captures, for each cell.
#[derive(Clone, Debug)]
pub(crate) struct Reach<const W: usize> {
    targets: Vec<Target<W>>,
    /// For each partial origin of each target, where its paths start in
    /// `paths`; they end where those of the next origin start.
    origins: Vec<u32>,
    paths: Vec<Bits<W>>,
}

impl<const W: usize> Reach<W> {
    /// The table of all ways, given by origin.
    pub(super) fn new(ways: &[Vec<Way>]) -> Reach<W> {
        let mut targets: Vec<BTreeMap<Cell, Vec<Bits<W>>>> = vec![BTreeMap::new(); ways.len()];
        for (origin, ways) in ways.iter().enumerate() {
            for way in ways.iter().filter(|way| !way.through.contains(way.to)) {
                let paths = targets[way.to.index()]
                    .entry(Cell::new(origin))
                    .or_default();
                paths.push(way.through.resize());
            }
        }
        let mut reach = Reach {
            targets: Vec::new(),
            origins: Vec::new(),
            paths: Vec::new(),
        };
        for by_origin in targets {
            let mut target = Target {
                direct: Bits::EMPTY,
                partial: Bits::EMPTY,
                first: reach.origins.len() as u32,
            };
            for (origin, paths) in by_origin {
                if paths.iter().any(|path| path.is_empty()) {
                    target.direct.insert(origin);
                } else {
                    target.partial.insert(origin);
                    reach.origins.push(reach.paths.len() as u32);
                    reach.paths.extend(paths);
                }
            }
            reach.targets.push(target);
        }
        reach.origins.push(reach.paths.len() as u32);
        reach
    }

    /// From where `target` is attacked.
    #[inline]
    pub(crate) fn target(&self, target: Cell) -> &Target<W> {
        &self.targets[target.index()]
    }

    /// The paths from a partial origin of the target: each the cells that must
    /// be empty for it.
    #[inline]
    pub(crate) fn paths(&self, target: &Target<W>, origin: Cell) -> &[Bits<W>] {
        let at = target.first as usize + target.partial.rank(origin);
        &self.paths[self.origins[at] as usize..self.origins[at + 1] as usize]
    }

    /// The pieces among `pieces` that attack `target` when `occupied` is occupied.
    #[inline]
    pub(crate) fn attackers(&self, target: Cell, pieces: Bits<W>, occupied: Bits<W>) -> Bits<W> {
        let target = self.target(target);
        let mut attackers = target.direct & pieces;
        for origin in target.partial & pieces {
            if self
                .paths(target, origin)
                .iter()
                .any(|path| !path.meets(occupied))
            {
                attackers.insert(origin);
            }
        }
        attackers
    }

    /// Whether any of `pieces` attacks `target` when `occupied` is occupied.
    #[inline]
    pub(crate) fn is_attacked(&self, target: Cell, pieces: Bits<W>, occupied: Bits<W>) -> bool {
        let target = self.target(target);
        if target.direct.meets(pieces) {
            return true;
        }
        (target.partial & pieces).any_of(|origin| {
            self.paths(target, origin)
                .iter()
                .any(|path| !path.meets(occupied))
        })
    }

    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.targets[..])
            + size_of_val(&self.origins[..])
            + size_of_val(&self.paths[..])
    }
}
