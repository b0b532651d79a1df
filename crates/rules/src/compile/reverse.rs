//! Reverse attack tables: from a cell to the cells from which it is attacked.

use super::paths::CompiledPath;
use hyperrook_geometry::{Bits, Cell};
use std::collections::BTreeMap;

/// The origins from which one cell is attacked.
#[derive(Clone, Debug)]
pub(crate) struct ReverseEntry<const W: usize> {
    /// Origins that attack the cell with any occupancy.
    pub(crate) direct: Bits<W>,
    /// Origins that attack the cell if certain cells are empty.
    pub(crate) partial: Bits<W>,
    /// Index in [`ReverseTable::origins`] of the first origin of `partial`.
    first: u32,
}

/// The origins from which each cell is attacked by some move terms.
#[derive(Clone, Debug)]
pub(crate) struct ReverseTable<const W: usize> {
    entries: Vec<ReverseEntry<W>>,
    /// For each partial origin of each cell, the index of its first path. Its paths
    /// end where those of the next origin begin.
    origins: Vec<u32>,
    /// For each path, the cells that must be empty.
    paths: Vec<Bits<W>>,
}

impl<const W: usize> ReverseTable<W> {
    /// The table of these paths, given by origin.
    pub(super) fn new(paths: &[Vec<CompiledPath>]) -> ReverseTable<W> {
        let mut by_target: Vec<BTreeMap<Cell, Vec<Bits<W>>>> = vec![BTreeMap::new(); paths.len()];
        for (origin, paths) in paths.iter().enumerate() {
            // A path whose destination must be empty does not capture.
            for path in paths
                .iter()
                .filter(|path| !path.must_be_empty.contains(path.to))
            {
                let masks = by_target[path.to.index()]
                    .entry(Cell::from_index(origin))
                    .or_default();
                masks.push(path.must_be_empty.resize());
            }
        }
        let mut table = ReverseTable {
            entries: Vec::new(),
            origins: Vec::new(),
            paths: Vec::new(),
        };
        for by_origin in by_target {
            let mut entry = ReverseEntry {
                direct: Bits::EMPTY,
                partial: Bits::EMPTY,
                first: table.origins.len() as u32,
            };
            for (origin, paths) in by_origin {
                if paths.iter().any(|path| path.is_empty()) {
                    entry.direct.insert(origin);
                } else {
                    entry.partial.insert(origin);
                    table.origins.push(table.paths.len() as u32);
                    table.paths.extend(paths);
                }
            }
            table.entries.push(entry);
        }
        table.origins.push(table.paths.len() as u32);
        table
    }

    /// The origins from which `target` is attacked.
    #[inline]
    pub(crate) fn entry(&self, target: Cell) -> &ReverseEntry<W> {
        &self.entries[target.index()]
    }

    /// The origins from which `target` is attacked on an empty board.
    #[inline]
    pub(crate) fn origins(&self, target: Cell) -> Bits<W> {
        let entry = self.entry(target);
        entry.direct | entry.partial
    }

    /// The paths from a partial origin: for each, the cells that must be empty.
    #[inline]
    pub(crate) fn paths(&self, entry: &ReverseEntry<W>, origin: Cell) -> &[Bits<W>] {
        let at = entry.first as usize + entry.partial.count_before(origin);
        &self.paths[self.origins[at] as usize..self.origins[at + 1] as usize]
    }

    /// Whether a piece on `origin` attacks `target` when the cells of `occupied` are
    /// occupied.
    #[inline]
    pub(crate) fn attacks(&self, origin: Cell, target: Cell, occupied: Bits<W>) -> bool {
        let entry = self.entry(target);
        entry.direct.contains(origin)
            || entry.partial.contains(origin)
                && self
                    .paths(entry, origin)
                    .iter()
                    .any(|path| !path.intersects(occupied))
    }

    /// The cells that attacks on `target` pass over.
    pub(super) fn between(&self, target: Cell) -> Bits<W> {
        let entry = self.entry(target);
        let origins = entry.partial.iter();
        let paths = origins.flat_map(|origin| self.paths(entry, origin));
        paths.fold(Bits::EMPTY, |all, path| all | *path)
    }

    /// Those of `pieces` that attack `target` when the cells of `occupied` are
    /// occupied.
    #[inline]
    pub(crate) fn attackers(&self, target: Cell, pieces: Bits<W>, occupied: Bits<W>) -> Bits<W> {
        let entry = self.entry(target);
        let mut attackers = entry.direct & pieces;
        for origin in entry.partial & pieces {
            if self
                .paths(entry, origin)
                .iter()
                .any(|path| !path.intersects(occupied))
            {
                attackers.insert(origin);
            }
        }
        attackers
    }

    /// Whether any of `pieces` attacks `target` when the cells of `occupied` are
    /// occupied.
    #[inline]
    pub(crate) fn is_attacked(&self, target: Cell, pieces: Bits<W>, occupied: Bits<W>) -> bool {
        let entry = self.entry(target);
        if entry.direct.intersects(pieces) {
            return true;
        }
        (entry.partial & pieces).any_of(|origin| {
            self.paths(entry, origin)
                .iter()
                .any(|path| !path.intersects(occupied))
        })
    }

    /// The size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.entries[..])
            + size_of_val(&self.origins[..])
            + size_of_val(&self.paths[..])
    }
}
