//! Forward attack tables: from an origin and the occupancy to the cells reached.
//!
//! A path is open if the cells that it names are empty. Paths are grouped so that
//! each group depends on few cells; the occupancy of these cells, packed by PEXT,
//! is the index into a table of destinations. Long rays are scanned for the first
//! piece, and paths with too many conditions are tested one by one.

use super::paths::{CompiledPath, TermPaths, minimal_paths, slide_paths};
use super::term_paths::TermPathSet;
use crate::Hop;
use hyperrook_geometry::{Bits, Cell, CellSet};
use std::collections::BTreeMap;

/// Paths from one origin that depend on the cells of `mask` only. Their
/// destinations are in the pool's tables, at `offset` plus the packed occupancy of
/// the mask.
#[derive(Clone, Copy, Debug)]
struct OccupancyLookup<const W: usize> {
    mask: Bits<W>,
    offset: u32,
}

/// A ray too long for a table, cut into runs of rising or falling cell numbers.
#[derive(Clone, Debug)]
struct RayScan<const W: usize> {
    runs: Vec<(Bits<W>, Order)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    Rising,
    Falling,
}

/// How a piece moves from one cell.
#[derive(Clone, Debug)]
struct OriginEntry<const W: usize> {
    /// Cells reached with any occupancy.
    leaps: Bits<W>,
    /// Range of [`TablePool::lookups`].
    lookups: (u32, u32),
    /// Range of [`TablePool::scans`].
    scans: (u32, u32),
    /// Range of [`TablePool::checked`].
    checked: (u32, u32),
    /// Range of [`TablePool::hops`].
    hops: (u32, u32),
}

/// Where a kind of piece can go from each cell by some of its move terms.
#[derive(Clone, Debug)]
pub(crate) struct ForwardTable<const W: usize> {
    origins: Vec<OriginEntry<W>>,
    /// Whether all moves from all cells are leaps.
    leaps_only: bool,
    /// Whether some cell has ray scans, checked paths or hops.
    has_scans: bool,
}

/// The tables that all forward tables of a game share.
#[derive(Clone, Debug, Default)]
pub(crate) struct TablePool<const W: usize> {
    tables: Vec<Bits<W>>,
    lookups: Vec<OccupancyLookup<W>>,
    scans: Vec<RayScan<W>>,
    /// Paths with too many conditions for a table: the destination and the cells that must be
    /// empty.
    checked: Vec<(Cell, Bits<W>)>,
    hops: Vec<(Vec<Cell>, Hop)>,
}

impl<const W: usize> ForwardTable<W> {
    /// The cells reached from `cell`, whether empty or occupied by either side.
    #[inline(always)]
    pub(crate) fn reached(&self, pool: &TablePool<W>, cell: Cell, occupied: Bits<W>) -> Bits<W> {
        let from = &self.origins[cell.index()];
        let mut reached = from.leaps;
        if self.leaps_only {
            return reached;
        }
        for lookup in &pool.lookups[from.lookups.0 as usize..from.lookups.1 as usize] {
            reached |= pool.tables[lookup.offset as usize + occupied.extract(lookup.mask)];
        }
        if self.has_scans {
            reached |= self.reached_by_scan(pool, cell, occupied);
        }
        reached
    }

    /// The cells that no look-up gives: those on long rays, at the end of paths with
    /// many conditions, and behind hurdles.
    fn reached_by_scan(&self, pool: &TablePool<W>, cell: Cell, occupied: Bits<W>) -> Bits<W> {
        let from = &self.origins[cell.index()];
        let mut reached = Bits::EMPTY;
        for scan in &pool.scans[from.scans.0 as usize..from.scans.1 as usize] {
            reached |= scan.reached(occupied);
        }
        for (to, must_be_empty) in &pool.checked[from.checked.0 as usize..from.checked.1 as usize] {
            if !must_be_empty.intersects(occupied) {
                reached.insert(*to);
            }
        }
        if from.hops.0 < from.hops.1 {
            reached |= self.hopped(pool, cell, occupied);
        }
        reached
    }

    /// The cells reached by hopping over the first piece of a line, up to and
    /// including the second piece.
    pub(crate) fn hopped(&self, pool: &TablePool<W>, cell: Cell, occupied: Bits<W>) -> Bits<W> {
        let from = &self.origins[cell.index()];
        let mut reached = Bits::EMPTY;
        for (line, hop) in &pool.hops[from.hops.0 as usize..from.hops.1 as usize] {
            let mut beyond = line
                .iter()
                .skip_while(|&&cell| !occupied.contains(cell))
                .skip(1);
            match hop {
                Hop::Grasshopper => reached.extend(beyond.next().copied()),
                _ => {
                    for &cell in beyond {
                        reached.insert(cell);
                        if occupied.contains(cell) {
                            break;
                        }
                    }
                }
            }
        }
        reached
    }
}

impl<const W: usize> RayScan<W> {
    #[inline]
    fn reached(&self, occupied: Bits<W>) -> Bits<W> {
        let mut reached = Bits::EMPTY;
        for &(run, order) in &self.runs {
            let pieces = run & occupied;
            let first = match order {
                Order::Rising => pieces.first(),
                Order::Falling => pieces.last(),
            };
            let Some(first) = first else {
                reached |= run;
                continue;
            };
            reached |= run
                & match order {
                    Order::Rising => Bits::up_to(first),
                    Order::Falling => !Bits::up_to(first) | Bits::of(first),
                };
            break;
        }
        reached
    }
}

/// The tables of one term from one cell.
#[derive(Clone, Debug, Default)]
struct TermEntry<const W: usize> {
    leaps: CellSet,
    lookups: Vec<OccupancyLookup<W>>,
    scans: Vec<RayScan<W>>,
    checked: Vec<(Cell, Bits<W>)>,
    hops: Vec<(Vec<Cell>, Hop)>,
}

/// Builds forward tables. Kinds that share a term share its look-ups.
pub(super) struct ForwardTableBuilder<const W: usize> {
    pub(super) pool: TablePool<W>,
    /// The entries built so far: by set of term paths, for each cell.
    entries: BTreeMap<usize, Vec<TermEntry<W>>>,
    /// Whether the tables have reached [`MAX_TABLE_BYTES`]. They are then
    /// incomplete and must not be used.
    pub(super) overflow: bool,
}

/// The size limit of the tables of one game, so that no definition can exhaust the
/// memory. The shipped games stay under half of it.
pub(super) const MAX_TABLE_BYTES: usize = 64 << 20;

/// The number of cells whose occupancy may index one table. Wider bitboards get
/// smaller tables, so that a table fits the 32 KiB of a first-level cache.
const fn index_bits(width: usize) -> usize {
    match width {
        1 => 12,
        2 | 3 => 9,
        _ => 8,
    }
}

/// Paths that go into a table together or not at all, and the cells that they
/// depend on.
struct PathGroup {
    paths: Vec<CompiledPath>,
    mask: CellSet,
}

impl<const W: usize> ForwardTableBuilder<W> {
    pub(super) fn new() -> Self {
        ForwardTableBuilder {
            pool: TablePool::default(),
            entries: BTreeMap::new(),
            overflow: false,
        }
    }

    /// The forward table of some sets of term paths, or of their hops only. `None`
    /// if no cell has a move by them.
    pub(super) fn table(
        &mut self,
        sets: &[TermPathSet],
        chosen: &[usize],
        hops_only: bool,
    ) -> Option<ForwardTable<W>> {
        for &set in chosen {
            if !self.entries.contains_key(&set) {
                let entries = sets[set]
                    .iter()
                    .map(|paths| self.term_entry(paths))
                    .collect();
                self.entries.insert(set, entries);
            }
        }
        let mut any = false;
        let mut table = ForwardTable {
            origins: Vec::new(),
            leaps_only: true,
            has_scans: false,
        };
        for cell in 0..sets.first()?.len() {
            let before = self.pool.lens();
            let mut leaps = CellSet::EMPTY;
            for set in chosen {
                let entry = &self.entries[set][cell];
                self.pool.hops.extend(entry.hops.iter().cloned());
                if !hops_only {
                    leaps |= entry.leaps;
                    self.pool.lookups.extend(&entry.lookups);
                    self.pool.scans.extend(entry.scans.iter().cloned());
                    self.pool.checked.extend(&entry.checked);
                }
            }
            let after = self.pool.lens();
            let range = |i: usize| (before[i] as u32, after[i] as u32);
            any |= leaps.any() || before != after;
            table.leaps_only &= before == after;
            table.has_scans |= before[1..] != after[1..];
            table.origins.push(OriginEntry {
                leaps: leaps.resize(),
                lookups: range(0),
                scans: range(1),
                checked: range(2),
                hops: range(3),
            });
        }
        any.then_some(table)
    }

    /// Builds the tables of one term from one cell, without double steps.
    fn term_entry(&mut self, term_paths: &[TermPaths]) -> TermEntry<W> {
        let mut entry = TermEntry::default();
        let mut groups = Vec::new();
        let mut paths = Vec::new();
        for term_path in term_paths {
            match term_path {
                TermPaths::Slide(cells) if cells.len() - 1 > index_bits(W) => {
                    entry.scans.push(scan(cells));
                }
                TermPaths::Slide(cells) => {
                    entry.leaps.insert(cells[0]);
                    let group = slide_group(cells);
                    groups.extend((!group.paths.is_empty()).then_some(group));
                }
                TermPaths::Path(path) if path.en_passant_cell.is_some() => {}
                TermPaths::Path(path) if path.must_be_empty.is_empty() => {
                    entry.leaps.insert(path.to)
                }
                TermPaths::Path(path) => paths.push(*path),
                TermPaths::Hop(cells, hop) => entry.hops.push((cells.clone(), *hop)),
            }
        }
        paths.retain(|path| !entry.leaps.contains(path.to));
        for group in path_groups(paths) {
            if group.mask.count() as usize > index_bits(W) {
                entry.checked.extend(
                    group
                        .paths
                        .iter()
                        .map(|path| (path.to, path.must_be_empty.resize())),
                );
            } else {
                groups.push(group);
            }
        }
        for group in merged(groups, index_bits(W)) {
            let lookup = self.lookup(&group);
            entry.lookups.push(lookup);
        }
        entry
    }

    /// Builds the look-up of some paths.
    fn lookup(&mut self, paths: &[CompiledPath]) -> OccupancyLookup<W> {
        let all = paths
            .iter()
            .fold(CellSet::EMPTY, |all, path| all | path.must_be_empty);
        let mask: Bits<W> = all.resize();
        let offset = self.pool.tables.len();
        let len = 1usize << mask.count();
        if (offset + len) * size_of::<Bits<W>>() > MAX_TABLE_BYTES {
            self.overflow = true;
            return OccupancyLookup {
                mask: Bits::EMPTY,
                offset: 0,
            };
        }
        self.pool.tables.resize(offset + len, Bits::EMPTY);
        let table = &mut self.pool.tables[offset..];
        for path in paths {
            // Enter the path for every occupancy that leaves it open: each subset of the other
            // cells of the mask.
            let free = !path.must_be_empty.resize::<W>().extract(mask) & (len - 1);
            let mut index = free;
            loop {
                table[index].insert(path.to);
                if index == 0 {
                    break;
                }
                index = (index - 1) & free;
            }
        }
        OccupancyLookup {
            mask,
            offset: offset as u32,
        }
    }
}

/// The paths of a slide, without the first cell, which needs no look-up.
fn slide_group(cells: &[Cell]) -> PathGroup {
    let paths = slide_paths(cells).skip(1).collect();
    PathGroup {
        paths,
        mask: cells[..cells.len() - 1].iter().copied().collect(),
    }
}

/// Groups paths with the same conditions.
fn path_groups(paths: Vec<CompiledPath>) -> Vec<PathGroup> {
    let mut by_mask: BTreeMap<CellSet, Vec<CompiledPath>> = BTreeMap::new();
    for path in minimal_paths(paths) {
        by_mask.entry(path.must_be_empty).or_default().push(path);
    }
    by_mask
        .into_iter()
        .map(|(mask, paths)| PathGroup { paths, mask })
        .collect()
}

/// Merges groups into as few tables as possible that depend on at most `limit`
/// cells each. The tables get about the same size: two of 2^6 entries are smaller
/// than one of 2^9 and one of 2^3.
fn merged(groups: Vec<PathGroup>, limit: usize) -> Vec<Vec<CompiledPath>> {
    if groups.is_empty() {
        return Vec::new();
    }
    let fewest = first_fit(&groups, limit).len();
    let all = groups
        .iter()
        .fold(CellSet::EMPTY, |all, group| all | group.mask);
    let largest = groups
        .iter()
        .map(|group| group.mask.count())
        .max()
        .unwrap_or(0) as usize;
    let least = (all.count() as usize).div_ceil(fewest).max(largest);
    let cap = (least..limit)
        .find(|&cap| first_fit(&groups, cap).len() == fewest)
        .unwrap_or(limit);
    first_fit(&groups, cap)
        .into_iter()
        .map(|(_, members)| {
            members
                .iter()
                .flat_map(|&i| groups[i].paths.clone())
                .collect()
        })
        .collect()
}

/// Puts each group, largest first, into the table to which it adds the fewest
/// cells. A group that exceeds the cap gets its own table.
fn first_fit(groups: &[PathGroup], cap: usize) -> Vec<(CellSet, Vec<usize>)> {
    let mut order: Vec<usize> = (0..groups.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse((groups[i].mask.count(), groups[i].mask)));
    let mut tables: Vec<(CellSet, Vec<usize>)> = Vec::new();
    for i in order {
        let mask = groups[i].mask;
        let fits = tables
            .iter_mut()
            .filter(|(all, _)| (*all | mask).count() as usize <= cap)
            .min_by_key(|(all, _)| (mask & !*all).count());
        match fits {
            Some((all, members)) => {
                *all |= mask;
                members.push(i);
            }
            None => tables.push((mask, vec![i])),
        }
    }
    tables
}

/// Cuts a ray into runs of rising or falling cell numbers.
fn scan<const W: usize>(cells: &[Cell]) -> RayScan<W> {
    let mut runs: Vec<(Bits<W>, Order)> = Vec::new();
    let mut start = 0;
    while start < cells.len() {
        let order = match cells.get(start + 1) {
            Some(next) if *next < cells[start] => Order::Falling,
            _ => Order::Rising,
        };
        let mut end = start + 1;
        while end < cells.len() && (cells[end] > cells[end - 1]) == (order == Order::Rising) {
            end += 1;
        }
        let run: Bits<W> = cells[start..end].iter().copied().collect();
        runs.push((run, order));
        start = end;
    }
    RayScan { runs }
}

impl<const W: usize> TablePool<W> {
    fn lens(&self) -> [usize; 4] {
        [
            self.lookups.len(),
            self.scans.len(),
            self.checked.len(),
            self.hops.len(),
        ]
    }

    /// The size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.tables.len() * size_of::<Bits<W>>()
            + self.lookups.len() * size_of::<OccupancyLookup<W>>()
            + self
                .scans
                .iter()
                .map(|scan| size_of_val(&scan.runs[..]))
                .sum::<usize>()
            + size_of_val(&self.checked[..])
            + self.hops.iter().map(|(line, _)| line.len()).sum::<usize>()
    }
}

impl<const W: usize> ForwardTable<W> {
    /// The size in bytes, without the shared pool.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.origins[..])
    }
}
