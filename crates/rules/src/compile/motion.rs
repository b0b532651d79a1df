//! Forward tables: from a cell and the occupancy to the cells reached.

use super::terms::TrackSet;
use super::walk::{Track, Way, minimal};
use crate::Hop;
use hyperrook_geometry::{Bits, Cell, CellSet};
use std::collections::BTreeMap;

/// The ways of one piece from one cell whose conditions lie within `mask`: the
/// occupancy of the mask, packed, is the index of the destinations in the pool.
#[derive(Clone, Copy, Debug)]
struct Lookup<const W: usize> {
    mask: Bits<W>,
    offset: u32,
}

/// A line too long for a table, cut where its cells stop rising or falling.
#[derive(Clone, Debug)]
struct Scan<const W: usize> {
    runs: Vec<(Bits<W>, Order)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    Rising,
    Falling,
}

/// What a piece does from one cell.
#[derive(Clone, Debug)]
struct From<const W: usize> {
    /// Cells reached whatever is between.
    leaps: Bits<W>,
    /// Range of [`Pool::lookups`].
    lookups: (u32, u32),
    /// Range of [`Pool::scans`].
    scans: (u32, u32),
    /// Range of [`Pool::checked`].
    checked: (u32, u32),
    /// Range of [`Pool::hops`].
    hops: (u32, u32),
}

/// Where a kind of piece can go, for each cell; made from some of its terms.
#[derive(Clone, Debug)]
pub(crate) struct Motion<const W: usize> {
    from: Vec<From<W>>,
    /// Whether no cell has anything but leaps.
    leaps_only: bool,
    /// Whether some cell has scans, checked ways or hops.
    long: bool,
}

/// What all motions of a game share.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pool<const W: usize> {
    tables: Vec<Bits<W>>,
    lookups: Vec<Lookup<W>>,
    scans: Vec<Scan<W>>,
    /// Ways with conditions too many for a table: cell reached, cells empty.
    checked: Vec<(Cell, Bits<W>)>,
    hops: Vec<(Vec<Cell>, Hop)>,
}

impl<const W: usize> Motion<W> {
    /// The cells reached from `cell`, occupied or not, friend or enemy.
    #[inline(always)]
    pub(crate) fn reached(&self, pool: &Pool<W>, cell: Cell, occupied: Bits<W>) -> Bits<W> {
        let from = &self.from[cell.index()];
        let mut reached = from.leaps;
        if self.leaps_only {
            return reached;
        }
        for lookup in &pool.lookups[from.lookups.0 as usize..from.lookups.1 as usize] {
            reached |= pool.tables[lookup.offset as usize + occupied.extract(lookup.mask)];
        }
        if self.long {
            reached |= self.reached_far(pool, cell, occupied);
        }
        reached
    }

    /// What the tables do not hold: lines too long, ways with too many
    /// conditions, hops.
    fn reached_far(&self, pool: &Pool<W>, cell: Cell, occupied: Bits<W>) -> Bits<W> {
        let from = &self.from[cell.index()];
        let mut reached = Bits::EMPTY;
        for scan in &pool.scans[from.scans.0 as usize..from.scans.1 as usize] {
            reached |= scan.reached(occupied);
        }
        for (to, through) in &pool.checked[from.checked.0 as usize..from.checked.1 as usize] {
            if !through.meets(occupied) {
                reached.insert(*to);
            }
        }
        if from.hops.0 < from.hops.1 {
            reached |= self.hopped(pool, cell, occupied);
        }
        reached
    }

    /// The cells reached over pieces. Empty cells and occupied ones alike: the
    /// first piece is hopped over, the line goes on to the second.
    pub(crate) fn hopped(&self, pool: &Pool<W>, cell: Cell, occupied: Bits<W>) -> Bits<W> {
        let from = &self.from[cell.index()];
        let mut reached = Bits::EMPTY;
        for (line, hop) in &pool.hops[from.hops.0 as usize..from.hops.1 as usize] {
            let mut beyond = line
                .iter()
                .skip_while(|&&cell| !occupied.contains(cell))
                .skip(1);
            match hop {
                Hop::Just => reached.extend(beyond.next().copied()),
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

impl<const W: usize> Scan<W> {
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

/// What one term gives from one cell: indices into the pool.
#[derive(Clone, Debug, Default)]
struct Part<const W: usize> {
    leaps: CellSet,
    lookups: Vec<Lookup<W>>,
    scans: Vec<Scan<W>>,
    checked: Vec<(Cell, Bits<W>)>,
    hops: Vec<(Vec<Cell>, Hop)>,
}

/// Makes motions. Kinds that share a term share its tables.
pub(super) struct MotionBuilder<const W: usize> {
    pub(super) pool: Pool<W>,
    /// The parts made so far: by track set, for each cell.
    parts: BTreeMap<usize, Vec<Part<W>>>,
    /// Whether the tables have reached [`MAX_TABLE_BYTES`]; if so they are
    /// incomplete and must not be used.
    pub(super) overflow: bool,
}

/// The most bytes that the tables of one game may take, so that no definition
/// can exhaust the memory. The shipped games stay under half of it.
pub(super) const MAX_TABLE_BYTES: usize = 64 << 20;

/// The most cells whose occupancy one table is indexed by. Wider entries take
/// more room, so they get smaller tables: one stays within the 32 KiB that the
/// first cache of a processor has.
const fn index_bits(width: usize) -> usize {
    match width {
        1 => 12,
        2 | 3 => 9,
        _ => 8,
    }
}

/// Ways that go into a table together or not at all, and what they depend on.
struct Unit {
    ways: Vec<Way>,
    mask: CellSet,
}

impl<const W: usize> MotionBuilder<W> {
    pub(super) fn new() -> Self {
        MotionBuilder {
            pool: Pool::default(),
            parts: BTreeMap::new(),
            overflow: false,
        }
    }

    /// The motion made of some track sets; of their hops alone if `hops_only`.
    /// `None` if there is nothing in it.
    pub(super) fn motion(
        &mut self,
        sets: &[TrackSet],
        chosen: &[usize],
        hops_only: bool,
    ) -> Option<Motion<W>> {
        for &set in chosen {
            if !self.parts.contains_key(&set) {
                let parts = sets[set].iter().map(|tracks| self.part(tracks)).collect();
                self.parts.insert(set, parts);
            }
        }
        let mut any = false;
        let mut motion = Motion {
            from: Vec::new(),
            leaps_only: true,
            long: false,
        };
        for cell in 0..sets.first()?.len() {
            let before = self.pool.lens();
            let mut leaps = CellSet::EMPTY;
            for set in chosen {
                let part = &self.parts[set][cell];
                self.pool.hops.extend(part.hops.iter().cloned());
                if !hops_only {
                    leaps |= part.leaps;
                    self.pool.lookups.extend(&part.lookups);
                    self.pool.scans.extend(part.scans.iter().cloned());
                    self.pool.checked.extend(&part.checked);
                }
            }
            let after = self.pool.lens();
            let range = |i: usize| (before[i] as u32, after[i] as u32);
            any |= leaps.any() || before != after;
            motion.leaps_only &= before == after;
            motion.long |= before[1..] != after[1..];
            motion.from.push(From {
                leaps: leaps.resize(),
                lookups: range(0),
                scans: range(1),
                checked: range(2),
                hops: range(3),
            });
        }
        any.then_some(motion)
    }

    /// What the tracks of a term give from one cell. First moves that can be
    /// captured in passing are no part of it.
    fn part(&mut self, tracks: &[Track]) -> Part<W> {
        let mut part = Part::default();
        let mut units = Vec::new();
        let mut ways = Vec::new();
        for track in tracks {
            match track {
                Track::Slide(cells) if cells.len() - 1 > index_bits(W) => {
                    part.scans.push(scan(cells));
                }
                Track::Slide(cells) => {
                    part.leaps.insert(cells[0]);
                    let unit = slide_unit(cells);
                    units.extend((!unit.ways.is_empty()).then_some(unit));
                }
                Track::Way(way) if way.passed.is_some() => {}
                Track::Way(way) if way.through.is_empty() => part.leaps.insert(way.to),
                Track::Way(way) => ways.push(*way),
                Track::Hop(cells, hop) => part.hops.push((cells.clone(), *hop)),
            }
        }
        ways.retain(|way| !part.leaps.contains(way.to));
        for unit in way_units(ways) {
            if unit.mask.count() as usize > index_bits(W) {
                part.checked
                    .extend(unit.ways.iter().map(|way| (way.to, way.through.resize())));
            } else {
                units.push(unit);
            }
        }
        for group in grouped(units, index_bits(W)) {
            let lookup = self.table(&group);
            part.lookups.push(lookup);
        }
        part
    }

    /// Makes the table of some ways.
    fn table(&mut self, ways: &[Way]) -> Lookup<W> {
        let all = ways
            .iter()
            .fold(CellSet::EMPTY, |all, way| all | way.through);
        let mask: Bits<W> = all.resize();
        let offset = self.pool.tables.len();
        let len = 1usize << mask.count();
        if (offset + len) * size_of::<Bits<W>>() > MAX_TABLE_BYTES {
            self.overflow = true;
            return Lookup {
                mask: Bits::EMPTY,
                offset: 0,
            };
        }
        self.pool.tables.resize(offset + len, Bits::EMPTY);
        let table = &mut self.pool.tables[offset..];
        for way in ways {
            // Every occupancy that leaves the way open: each subset of the
            // cells that it does not pass.
            let free = !way.through.resize::<W>().extract(mask) & (len - 1);
            let mut index = free;
            loop {
                table[index].insert(way.to);
                if index == 0 {
                    break;
                }
                index = (index - 1) & free;
            }
        }
        Lookup {
            mask,
            offset: offset as u32,
        }
    }
}

/// The cells of a slide after the first, as ways.
fn slide_unit(cells: &[Cell]) -> Unit {
    let ways = slide_ways(cells).skip(1).collect();
    Unit {
        ways,
        mask: cells[..cells.len() - 1].iter().copied().collect(),
    }
}

/// The cells of a slide, each reached if those before are empty.
pub(super) fn slide_ways(cells: &[Cell]) -> impl Iterator<Item = Way> + '_ {
    cells.iter().enumerate().map(|(i, &to)| Way {
        to,
        through: cells[..i].iter().copied().collect(),
        passed: None,
    })
}

/// Ways with the same conditions together.
fn way_units(ways: Vec<Way>) -> Vec<Unit> {
    let mut by_mask: BTreeMap<CellSet, Vec<Way>> = BTreeMap::new();
    for way in minimal(ways) {
        by_mask.entry(way.through).or_default().push(way);
    }
    by_mask
        .into_iter()
        .map(|(mask, ways)| Unit { ways, mask })
        .collect()
}

/// Spreads units over as few groups as possible with at most `limit` cells to
/// depend on, and these of about the same size: two tables of 2^6 are smaller
/// than one of 2^9 and one of 2^3.
fn grouped(units: Vec<Unit>, limit: usize) -> Vec<Vec<Way>> {
    if units.is_empty() {
        return Vec::new();
    }
    let fewest = first_fit(&units, limit).len();
    let all = units
        .iter()
        .fold(CellSet::EMPTY, |all, unit| all | unit.mask);
    let largest = units
        .iter()
        .map(|unit| unit.mask.count())
        .max()
        .unwrap_or(0) as usize;
    let least = (all.count() as usize).div_ceil(fewest).max(largest);
    let cap = (least..limit)
        .find(|&cap| first_fit(&units, cap).len() == fewest)
        .unwrap_or(limit);
    first_fit(&units, cap)
        .into_iter()
        .map(|(_, members)| {
            members
                .iter()
                .flat_map(|&i| units[i].ways.clone())
                .collect()
        })
        .collect()
}

/// Puts each unit, largest first, where it adds the fewest cells. A unit larger
/// than the cap gets a group of its own.
fn first_fit(units: &[Unit], cap: usize) -> Vec<(CellSet, Vec<usize>)> {
    let mut order: Vec<usize> = (0..units.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse((units[i].mask.count(), units[i].mask)));
    let mut groups: Vec<(CellSet, Vec<usize>)> = Vec::new();
    for i in order {
        let mask = units[i].mask;
        let fits = groups
            .iter_mut()
            .filter(|(all, _)| (*all | mask).count() as usize <= cap)
            .min_by_key(|(all, _)| (mask & !*all).count());
        match fits {
            Some((all, members)) => {
                *all |= mask;
                members.push(i);
            }
            None => groups.push((mask, vec![i])),
        }
    }
    groups
}

/// Cuts a line into runs of rising or falling cells.
fn scan<const W: usize>(cells: &[Cell]) -> Scan<W> {
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
    Scan { runs }
}

impl<const W: usize> Pool<W> {
    fn lens(&self) -> [usize; 4] {
        [
            self.lookups.len(),
            self.scans.len(),
            self.checked.len(),
            self.hops.len(),
        ]
    }

    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        self.tables.len() * size_of::<Bits<W>>()
            + self.lookups.len() * size_of::<Lookup<W>>()
            + self
                .scans
                .iter()
                .map(|scan| size_of_val(&scan.runs[..]))
                .sum::<usize>()
            + size_of_val(&self.checked[..])
            + self.hops.iter().map(|(line, _)| line.len()).sum::<usize>()
    }
}

impl<const W: usize> Motion<W> {
    /// Bytes taken, without what is in the pool.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.from[..])
    }
}

/// The ways, for conditions that the caller tests itself. Hops are none.
pub(super) fn ways_of<'a>(tracks: impl Iterator<Item = &'a Track>) -> Vec<Way> {
    let mut ways = Vec::new();
    for track in tracks {
        match track {
            Track::Slide(cells) => ways.extend(slide_ways(cells)),
            Track::Way(way) => ways.push(Way {
                passed: None,
                ..*way
            }),
            Track::Hop(..) => {}
        }
    }
    minimal(ways)
}
