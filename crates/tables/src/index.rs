//! Numbers the positions of a material.
//!
//! A position has a row and a cell in it. The row determines the side to move, the places of the
//! royal pieces (with the holds between them), and the places of all other pieces except one. The
//! cell is that of this last piece. So a row is a bitboard, and a move of any other piece maps
//! whole rows to whole rows.
//!
//! Royal pieces are counted up to symmetry. Equal pieces are counted as a combination of cells. If
//! the last piece has equals, each of them takes its place once, so these positions have several
//! entries.

use crate::Material;
use crate::placement::Placement;
use crate::reach::ReachableCells;
use crate::symmetry::{CellMap, Symmetries, inverse, mapped_anchor};
use crate::value::Code;
use hyperrook_rules::{Cell, CellSet, Definition, Game, Kind, Piece, PiecePaths, Side, State};
use sha2::{Digest, Sha256};
use smallvec::SmallVec;

/// Pieces of one kind and side.
#[derive(Debug)]
pub(crate) struct PieceGroup {
    pub(crate) piece: Piece,
    /// The number of pieces that the row places: all, or all but one in the group of the last
    /// piece.
    pub(crate) placed: usize,
    /// The cells where such a piece can stand.
    pub(crate) cells: Vec<u8>,
    /// For each cell, its number in `cells`; `u16::MAX` if it has none.
    rank: Vec<u16>,
    /// The distance between rows that differ by one in this group.
    pub(crate) stride: usize,
    /// The number of placements.
    size: usize,
    /// The number of the first of its pieces among those that the row places.
    pub(crate) first: usize,
}

/// The cells of the royal pieces, and the holds between them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoyalPlaces {
    /// The naming cells.
    pub(crate) cells: [Cell; 2],
    pub(crate) bodies: [CellSet; 2],
    pub(crate) holds: u8,
}

/// The number of royal places up to symmetry, and the symmetry that maps to them.
#[derive(Clone, Copy, Debug)]
struct Canonical {
    number: u32,
    map: u32,
}

const NONE: u32 = u32::MAX;

/// The cells of the pieces of a row.
pub(crate) type Cells = SmallVec<[u8; 10]>;

/// The numbers of the positions of a material.
#[derive(Debug)]
pub(crate) struct Index {
    pub(crate) material: Material,
    pub(crate) board: usize,
    kinds: [Kind; 2],
    /// By White's cell, Black's cell and holds.
    canonical: Vec<Canonical>,
    hold_states: usize,
    pub(crate) royals: Vec<RoyalPlaces>,
    /// The maps to the royal places that are counted. The first is the identity.
    pub(crate) maps: Vec<CellMap>,
    pub(crate) groups: Vec<PieceGroup>,
    /// The group of the last piece; `None` if there are only royal pieces.
    pub(crate) last: Option<usize>,
    /// The number of rows for each side to move and royal places.
    pub(crate) keys: usize,
    /// The number of positions in a row.
    pub(crate) width: usize,
    /// `binomials[n][k]`.
    binomials: Vec<Vec<usize>>,
    /// By hold and cell, the cells that share the hold's coordinates.
    pub(crate) hold_parts: Vec<Vec<CellSet>>,
}

impl Index {
    /// The index of a material; `None` if it has more positions than fit a number.
    pub(crate) fn new(
        game: &Game,
        paths: &PiecePaths,
        reach: &ReachableCells,
        material: &Material,
        symmetries: &Symmetries,
    ) -> Option<Index> {
        let definition = game.definition();
        let reach = reach.symmetric(symmetries, &material.closure(definition));
        let board = definition.board().len();
        let most = material.pieces();
        let mut binomials = vec![vec![0usize; most + 1]; board + 2];
        for n in 0..binomials.len() {
            binomials[n][0] = 1;
            for k in 1..=most.min(n) {
                binomials[n][k] = binomials[n - 1][k - 1].checked_add(binomials[n - 1][k])?;
            }
        }
        let mut groups: Vec<(PieceGroup, usize)> = Vec::new();
        for side in Side::BOTH {
            for &kind in material.others(side) {
                let piece = Piece { side, kind };
                match groups.last_mut() {
                    Some((group, count)) if group.piece == piece => *count += 1,
                    _ => groups.push((group(definition, &reach, piece), 1)),
                }
            }
        }
        // The last piece: preferably one without equals that can stand on many cells.
        let last = (0..groups.len()).max_by_key(|&i| {
            let (group, count) = &groups[i];
            (
                std::cmp::Reverse(*count),
                group.cells.len(),
                std::cmp::Reverse(i),
            )
        });
        let mut stride = 1usize;
        let mut first = 0;
        for (i, (group, count)) in groups.iter_mut().enumerate() {
            group.placed = *count - usize::from(last == Some(i));
            group.size = *binomials.get(group.cells.len())?.get(group.placed)?;
            group.stride = stride;
            group.first = first;
            first += group.placed;
            // None if there are more equal pieces than cells for them: then there are no rows.
            stride = stride.checked_mul(group.size)?;
        }
        let mut index = Index {
            material: material.clone(),
            board,
            kinds: [material.royal(Side::White), material.royal(Side::Black)],
            canonical: Vec::new(),
            hold_states: 1 << (2 * definition.holds().len()),
            royals: Vec::new(),
            maps: Vec::new(),
            groups: groups.into_iter().map(|(group, _)| group).collect(),
            last,
            keys: stride,
            width: if last.is_some() { board } else { 1 },
            binomials,
            hold_parts: hold_parts(definition),
        };
        index.place_royals(definition, paths, symmetries);
        let rows = (2 * index.royals.len()).checked_mul(index.keys)?;
        rows.checked_mul(index.width)
            .filter(|&size| size < 1 << 48)?;
        Some(index)
    }

    /// Counts the places of the royal pieces up to symmetry.
    fn place_royals(
        &mut self,
        definition: &Definition,
        paths: &PiecePaths,
        symmetries: &Symmetries,
    ) {
        let nothing = Canonical {
            number: NONE,
            map: 0,
        };
        self.canonical = vec![nothing; self.board * self.board * self.hold_states];
        self.maps = symmetries.keeping.iter().map(inverse).collect();
        for white in definition.board().cells() {
            for black in definition.board().cells() {
                for holds in 0..self.hold_states {
                    let holds = holds as u8;
                    let raw = self.raw([white, black], holds);
                    if self.canonical[raw].number != NONE {
                        continue;
                    }
                    let Some(places) = self.royal_places(definition, paths, [white, black], holds)
                    else {
                        continue;
                    };
                    let number = self.royals.len() as u32;
                    self.royals.push(places);
                    for (at, map) in symmetries.keeping.iter().enumerate() {
                        let image = |side: Side, cell| {
                            mapped_anchor(definition, map, self.kinds[side.index()], cell)
                        };
                        let (Some(w), Some(b)) =
                            (image(Side::White, white), image(Side::Black, black))
                        else {
                            continue;
                        };
                        let state = State {
                            holds,
                            ..State::default()
                        };
                        let raw = self.raw([w, b], map.state(state).holds);
                        if self.canonical[raw].number == NONE {
                            self.canonical[raw] = Canonical {
                                number,
                                map: at as u32,
                            };
                        }
                    }
                }
            }
        }
    }

    fn raw(&self, cells: [Cell; 2], holds: u8) -> usize {
        (cells[0].index() * self.board + cells[1].index()) * self.hold_states + usize::from(holds)
    }

    /// The places of royal pieces, if some position can have them.
    fn royal_places(
        &self,
        definition: &Definition,
        paths: &PiecePaths,
        cells: [Cell; 2],
        holds: u8,
    ) -> Option<RoyalPlaces> {
        let mut bodies = [CellSet::EMPTY; 2];
        for side in Side::BOTH {
            let (kind, cell) = (self.kinds[side.index()], cells[side.index()]);
            bodies[side.index()] = definition.body(kind, cell)?;
            if !definition.may_stand(side, kind, cell) {
                return None;
            }
        }
        if bodies[0].intersects(bodies[1]) {
            return None;
        }
        for (i, parts) in self.hold_parts.iter().enumerate() {
            let on = holds >> (2 * i) & 0b11;
            let together = parts[cells[0].index()].contains(cells[1]);
            if together != (on == 1 || on == 2) || !together && on != 0 {
                return None;
            }
        }
        // Royal pieces that always attack each other, whatever stands between, occur in no
        // position.
        let attacks = |side: Side| {
            let paths = paths.captures(side, self.kinds[side.index()], cells[side.index()]);
            let other = cells[side.other().index()];
            paths
                .iter()
                .any(|path| path.to == other && path.must_be_empty.is_empty())
        };
        if attacks(Side::White) && attacks(Side::Black) {
            return None;
        }
        Some(RoyalPlaces {
            cells,
            bodies,
            holds,
        })
    }

    /// A fingerprint of the numbering: equal for indexes with the same numbering.
    pub(crate) fn fingerprint(&self) -> String {
        let mut hash = Sha256::new();
        for places in &self.royals {
            hash.update([places.cells[0].byte(), places.cells[1].byte(), places.holds]);
        }
        for map in &self.maps {
            hash.update(map);
        }
        for canonical in &self.canonical {
            hash.update(canonical.number.to_le_bytes());
            hash.update(canonical.map.to_le_bytes());
        }
        for (i, group) in self.groups.iter().enumerate() {
            let is_last = u8::from(self.last == Some(i));
            hash.update([group.piece.side.index() as u8, group.placed as u8, is_last]);
            hash.update(&group.cells);
        }
        hex::encode(&hash.finalize()[..8])
    }

    /// The number of rows.
    pub(crate) fn rows(&self) -> usize {
        2 * self.royals.len() * self.keys
    }

    /// The number of entries: rows times the positions in each.
    pub(crate) fn size(&self) -> usize {
        self.rows() * self.width
    }

    /// The memory of all codes, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        (self.size() * size_of::<Code>()) as u64
    }

    /// Whether the table has positions with a piece on a cell.
    pub(crate) fn can_stand(&self, piece: Piece, cell: Cell) -> bool {
        let group = self.groups.iter().find(|group| group.piece == piece);
        group.is_none_or(|group| group.rank[cell.index()] < 256)
    }

    /// The number of the row.
    #[inline]
    pub(crate) fn row(&self, turn: Side, royals: usize, key: usize) -> usize {
        (turn.index() * self.royals.len() + royals) * self.keys + key
    }

    /// The side to move, the number of the royal places, and the key of the other pieces.
    #[inline]
    pub(crate) fn split(&self, row: usize) -> (Side, usize, usize) {
        let (rest, key) = (row / self.keys, row % self.keys);
        let royals = self.royals.len();
        let turn = if rest < royals {
            Side::White
        } else {
            Side::Black
        };
        (turn, rest % royals, key)
    }

    /// The cells of the pieces that a key places.
    pub(crate) fn cells(&self, key: usize, cells: &mut Cells) {
        cells.clear();
        for group in &self.groups {
            let mut rank = key / group.stride % group.size;
            let mut n = group.cells.len();
            let at = cells.len();
            for k in (1..=group.placed).rev() {
                // The largest number whose combinations do not exceed the rank.
                n -= 1;
                if group.placed == 1 {
                    n = rank;
                } else {
                    while self.binomials[n][k] > rank {
                        n -= 1;
                    }
                }
                rank -= self.binomials[n][k];
                cells.push(group.cells[n]);
            }
            cells[at..].reverse();
        }
    }

    /// The part of the key for the pieces of a group. `None` if a piece stands on an impossible
    /// cell, or two on one cell.
    #[inline]
    fn group_key(&self, group: &PieceGroup, cells: &[u8]) -> Option<usize> {
        if let [cell] = cells {
            let rank = group.rank[usize::from(*cell)];
            return (rank < 256).then_some(usize::from(rank) * group.stride);
        }
        let mut ranks: SmallVec<[u16; 10]> = cells
            .iter()
            .map(|&cell| group.rank[usize::from(cell)])
            .collect();
        ranks.sort_unstable();
        let mut key = 0;
        for (i, &rank) in ranks.iter().enumerate() {
            if rank >= 256 || i > 0 && ranks[i - 1] == rank {
                return None;
            }
            key += self.binomials[usize::from(rank)][i + 1];
        }
        Some(key * group.stride)
    }

    /// The key of pieces, in the order of [`Index::cells`].
    #[inline]
    pub(crate) fn key(&self, cells: &[u8]) -> Option<usize> {
        let mut key = 0;
        for group in &self.groups {
            key += self.group_key(group, &cells[group.first..group.first + group.placed])?;
        }
        Some(key)
    }

    /// The key after one of the pieces has gone to another cell.
    #[inline]
    pub(crate) fn moved_key(
        &self,
        key: usize,
        cells: &[u8],
        group: usize,
        piece: usize,
        to: u8,
    ) -> Option<usize> {
        let group = &self.groups[group];
        if group.placed == 1 {
            let (from, to) = (
                group.rank[usize::from(cells[group.first])],
                group.rank[usize::from(to)],
            );
            let key = key - usize::from(from) * group.stride + usize::from(to) * group.stride;
            return (to < 256).then_some(key);
        }
        let range = group.first..group.first + group.placed;
        let old = self.group_key(group, &cells[range.clone()])?;
        let mut moved: SmallVec<[u8; 10]> = SmallVec::from_slice(&cells[range]);
        moved[piece - group.first] = to;
        Some(key - old + self.group_key(group, &moved)?)
    }

    /// The number of royal places, and the number of the map that takes a position there. `None` if
    /// no position has them.
    #[inline]
    pub(crate) fn canonical(&self, cells: [Cell; 2], holds: u8) -> Option<(usize, usize)> {
        let found = self.canonical[self.raw(cells, holds)];
        (found.number != NONE).then_some((found.number as usize, found.map as usize))
    }

    /// The entry of a position. `None` if its royal pieces attack each other, or a piece stands on
    /// an impossible cell.
    pub(crate) fn locate(&self, placement: &Placement) -> Option<usize> {
        let (royals, map) = self.canonical(placement.royals, placement.holds)?;
        let map = &self.maps[map];
        let mut cells: Cells = SmallVec::new();
        let mut last = 0;
        for (i, group) in self.groups.iter().enumerate() {
            let at = cells.len();
            for &(piece, cell) in &placement.pieces {
                if piece == group.piece {
                    cells.push(map[usize::from(cell)]);
                }
            }
            if self.last == Some(i) {
                // Of several equal pieces, the one on the highest cell is the last piece.
                cells[at..].sort_unstable();
                last = usize::from(cells.pop()?);
                if group.rank[last] >= 256 {
                    return None;
                }
            }
        }
        let row = self.row(placement.turn, royals, self.key(&cells)?);
        Some(row * self.width + last)
    }

    /// The cells of the last piece in a row for which the entry is the one that stands for its
    /// position: no two pieces share a cell, and of several equal pieces the one on the highest
    /// cell is the last. Without a last piece, all cells or none.
    pub(crate) fn chosen(&self, row: usize) -> CellSet {
        let (_, royals, key) = self.split(row);
        let places = &self.royals[royals];
        let mut cells = Cells::new();
        self.cells(key, &mut cells);
        let mut occupied = places.bodies[0] | places.bodies[1];
        for &cell in &cells {
            let cell = Cell::from_byte(cell);
            if occupied.contains(cell) {
                return CellSet::EMPTY;
            }
            occupied.insert(cell);
        }
        let Some(group) = self.last.map(|last| &self.groups[last]) else {
            return CellSet::FULL;
        };
        let equals = &cells[group.first..group.first + group.placed];
        let lowest = equals.iter().max().map_or(0, |&cell| usize::from(cell) + 1);
        let free = group
            .cells
            .iter()
            .filter(|&&cell| usize::from(cell) >= lowest);
        let free: CellSet = free.map(|&cell| Cell::from_byte(cell)).collect();
        free & !occupied
    }

    /// The position of an entry. `None` if two pieces share a cell, or one stands on an impossible
    /// cell.
    pub(crate) fn placement(&self, entry: usize) -> Option<Placement> {
        if entry >= self.size() {
            return None;
        }
        let (row, last) = (entry / self.width, entry % self.width);
        let (turn, royals, key) = self.split(row);
        let places = &self.royals[royals];
        let mut cells = Cells::new();
        self.cells(key, &mut cells);
        let mut occupied = places.bodies[0] | places.bodies[1];
        let mut pieces = SmallVec::new();
        let mut add = |group: &PieceGroup, cell: u8| {
            let is_free = !occupied.contains(Cell::from_byte(cell));
            occupied.insert(Cell::from_byte(cell));
            pieces.push((group.piece, cell));
            (is_free && group.rank[usize::from(cell)] < 256).then_some(())
        };
        for (i, group) in self.groups.iter().enumerate() {
            for &cell in &cells[group.first..group.first + group.placed] {
                add(group, cell)?;
            }
            if self.last == Some(i) {
                add(group, last as u8)?;
            }
        }
        Some(Placement {
            turn,
            royals: places.cells,
            holds: places.holds,
            pieces,
        })
    }
}

/// A group of pieces, not yet in its place among others.
fn group(definition: &Definition, reach: &ReachableCells, piece: Piece) -> PieceGroup {
    let mut cells = Vec::new();
    let mut rank = vec![u16::MAX; definition.board().len()];
    for cell in reach.of(piece.side, piece.kind) & definition.board().all() {
        if definition.may_stand(piece.side, piece.kind, cell) {
            rank[cell.index()] = cells.len() as u16;
            cells.push(cell.byte());
        }
    }
    PieceGroup {
        piece,
        placed: 0,
        cells,
        rank,
        stride: 1,
        size: 1,
        first: 0,
    }
}

/// For each hold and cell, the cells that share the hold's coordinates.
fn hold_parts(definition: &Definition) -> Vec<Vec<CellSet>> {
    let board = definition.board();
    let of_hold = |hold: &hyperrook_rules::Hold| {
        let group = &definition.groups()[hold.group];
        let chart = &board.charts()[group.chart];
        let part = |cell: Cell| {
            let here = chart.coordinate(cell);
            let same = |other: &Cell| {
                let there = chart.coordinate(*other);
                group.axes.iter().all(|&axis| there[axis] == here[axis])
            };
            board.cells().filter(same).collect()
        };
        board.cells().map(part).collect()
    };
    definition.holds().iter().map(of_hold).collect()
}
