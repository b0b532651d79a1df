//! Maps of the board that leave the rules unchanged.
//!
//! An automorphism maps every position to one whose legal moves are the images of its own. It is
//! proven on the compiled paths: a map of the cells is accepted only if it maps the paths,
//! promotions, castlings, holds and bodies of each piece to those of the same kind.

use super::paths::{CompiledPath, ForwardSigns, PathWork, TermPaths, minimal_paths, shifts};
use super::term_paths::TermPathSets;
use crate::{CompileError, Definition, Hop, Kind, Piece, Setup, Side, State};
use hyperrook_geometry::{Cell, CellSet, symmetries};
use std::collections::BTreeSet;

/// A map of the cells that leaves the rules unchanged. It keeps the side of each piece, or
/// exchanges the sides.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Automorphism {
    /// For each cell, the cell that it is mapped to.
    cells: Vec<u8>,
    exchanges_sides: bool,
    /// For each castling, the castling it becomes.
    castlings: Vec<u8>,
    /// For each hold, the hold it becomes.
    holds: Vec<u8>,
}

impl Automorphism {
    /// The cell that a cell is mapped to. A cell that the board does not have is mapped to itself.
    pub fn map(&self, cell: Cell) -> Cell {
        let to = self.cells.get(cell.index());
        to.map_or(cell, |&byte| Cell::from_byte(byte))
    }

    /// The numbers of the cells that the cells are mapped to.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Whether White's pieces become Black's.
    pub fn exchanges_sides(&self) -> bool {
        self.exchanges_sides
    }

    /// Whether the map is the identity: it keeps every cell and the sides.
    pub fn is_identity(&self) -> bool {
        !self.exchanges_sides
            && self
                .cells
                .iter()
                .enumerate()
                .all(|(i, &to)| i == usize::from(to))
    }

    /// The side that a side becomes.
    pub fn side(&self, side: Side) -> Side {
        if self.exchanges_sides {
            side.other()
        } else {
            side
        }
    }

    /// The state after the map.
    pub fn state(&self, state: State) -> State {
        let mut castling = 0;
        for (i, &to) in self.castlings.iter().enumerate() {
            castling |= (state.castling >> i & 1) << to;
        }
        let (mut holds, mut bound) = (0, 0);
        for side in Side::BOTH {
            let to = self.side(side);
            for (i, &hold) in self.holds.iter().enumerate() {
                holds |= u8::from(state.holds(i, side)) << (2 * usize::from(hold) + to.index());
            }
            bound |= u8::from(state.bound(side)) << to.index();
        }
        State {
            castling,
            en_passant: state.en_passant.map(|cell| self.map(cell)),
            holds,
            bound,
        }
    }

    /// The setup after the map.
    pub fn setup(&self, setup: &Setup) -> Setup {
        let mut mapped = setup.clone();
        mapped.pieces.fill(None);
        for (i, piece) in setup.pieces.iter().enumerate() {
            let to = self.map(Cell::from_index(i));
            mapped.put(
                to,
                piece.map(|piece| Piece {
                    side: self.side(piece.side),
                    ..piece
                }),
            );
        }
        mapped.turn = self.side(setup.turn);
        mapped.state = self.state(setup.state);
        mapped
    }
}

/// The moves of a piece from a cell, in an order that does not depend on the definition.
#[derive(Default, PartialEq, Eq)]
struct CellMoves {
    /// Quiet moves, captures and captures in passing.
    paths: [Vec<CompiledPath>; 3],
    /// The lines along which it hops: whether it captures, how it hops, the cells.
    hops: BTreeSet<(bool, bool, Vec<Cell>)>,
    /// The body of a piece of several cells, and the bodies of its shifts.
    body: Option<CellSet>,
    shifts: BTreeSet<CellSet>,
}

/// The moves of all pieces of a definition, to prove automorphisms with.
pub(crate) struct AutomorphismProver<'d> {
    definition: &'d Definition,
    /// By side, kind and cell.
    moves: [Vec<Vec<CellMoves>>; 2],
    /// For each hold and cell, the cells that share the hold's coordinates.
    holds: Vec<Vec<CellSet>>,
    /// By kind and cell, the row that a piece of several cells may not leave when bound.
    rows: Vec<Vec<CellSet>>,
    /// The kinds that positions can have. `None` for all kinds and castling rights.
    only: Option<Vec<Kind>>,
}

impl<'d> AutomorphismProver<'d> {
    pub(crate) fn new(definition: &'d Definition) -> Result<Self, CompileError> {
        let signs = ForwardSigns::new(definition)?;
        let mut sets = TermPathSets::new(definition, &signs);
        let mut moves = [Vec::new(), Vec::new()];
        for side in Side::BOTH {
            for kind in definition.kinds() {
                let terms = sets.of(side, kind)?;
                let of_cell = |cell: Cell| {
                    if definition.piece(kind).span.is_some() {
                        return bodies(definition, &signs, side, kind, cell, &sets.work);
                    }
                    let of_term = |&(term, set): &(_, usize)| (term, &sets.sets[set][cell.index()]);
                    Ok(cell_moves(terms.iter().map(of_term)))
                };
                let cells: Result<Vec<_>, _> = definition.board.cells().map(of_cell).collect();
                moves[side.index()].push(cells?);
            }
        }
        let rows = definition.kinds().map(|kind| rows(definition, kind));
        Ok(AutomorphismProver {
            definition,
            moves,
            holds: holds(definition),
            rows: rows.collect(),
            only: None,
        })
    }

    /// Proves automorphisms only for positions that have no kinds except these and no castling
    /// rights.
    pub(crate) fn only(mut self, kinds: &[Kind]) -> Self {
        self.only = Some(kinds.to_vec());
        self
    }

    /// The quiet moves, captures and captures in passing of a piece of one cell, and
    /// whether it also hops.
    pub(super) fn paths(
        &self,
        side: Side,
        kind: Kind,
        cell: Cell,
    ) -> (&[Vec<CompiledPath>; 3], bool) {
        let moves = &self.moves[side.index()][kind.index()][cell.index()];
        (&moves.paths, !moves.hops.is_empty())
    }

    /// The automorphisms among the symmetries of the board, at most `limit` of them.
    pub(crate) fn find(&self, exchanges_sides: bool, limit: usize) -> Vec<Automorphism> {
        let board = &self.definition.board;
        let maps = symmetries(board).into_iter().map(|symmetry| {
            let cells = board.cells().map(|cell| symmetry.map(cell).byte());
            cells.collect::<Vec<u8>>()
        });
        // Compositions of proven maps that keep the sides need no proof.
        let mut proven = ProvenMaps::default();
        let prove = |cells: Vec<u8>| {
            if exchanges_sides {
                return self.prove(&cells, true);
            }
            if proven.all.contains(&cells) {
                return self.with_states(&cells, false);
            }
            let found = self.prove(&cells, false)?;
            proven.add(cells);
            Some(found)
        };
        maps.filter_map(prove).take(limit).collect()
    }

    /// The automorphism of a map of the cells, if it leaves the rules unchanged.
    pub(crate) fn prove(&self, cells: &[u8], exchanges_sides: bool) -> Option<Automorphism> {
        let board = &self.definition.board;
        let images: BTreeSet<u8> = cells.iter().copied().collect();
        let is_one_to_one = cells.len() == board.len()
            && images.len() == board.len()
            && images.iter().all(|&byte| usize::from(byte) < board.len());
        if !is_one_to_one {
            return None;
        }
        let map = Automorphism {
            cells: cells.to_vec(),
            exchanges_sides,
            castlings: Vec::new(),
            holds: Vec::new(),
        };
        if !self.keeps_moves(&map) {
            return None;
        }
        self.with_states(cells, exchanges_sides)
    }

    /// Adds castlings and holds to a map that keeps the moves, if it keeps them too.
    fn with_states(&self, cells: &[u8], exchanges_sides: bool) -> Option<Automorphism> {
        let mut found = Automorphism {
            cells: cells.to_vec(),
            exchanges_sides,
            castlings: Vec::new(),
            holds: Vec::new(),
        };
        if self.only.is_none() {
            found.castlings = self.castlings(&found)?;
        }
        found.holds = self.hold_images(&found)?;
        Some(found)
    }

    fn keeps_moves(&self, map: &Automorphism) -> bool {
        let definition = self.definition;
        for side in Side::BOTH {
            let to = map.side(side);
            for kind in definition.kinds() {
                if self.only.as_ref().is_some_and(|only| !only.contains(&kind)) {
                    continue;
                }
                for cell in definition.board.cells() {
                    let image = map.map(cell);
                    let promotion = definition.promotion(side, kind, cell);
                    let other = definition.promotion(to, kind, image);
                    let promotes = promotion.map(|p| (&p.to, p.optional));
                    if promotes != other.map(|p| (&p.to, p.optional)) {
                        return false;
                    }
                    // A piece never stands where it must promote.
                    if promotion.is_some_and(|promotion| !promotion.optional) {
                        continue;
                    }
                    let moves = &self.moves[side.index()][kind.index()][cell.index()];
                    if !self.is_image(map, to, kind, image, moves) {
                        return false;
                    }
                    let rows = &self.rows[kind.index()];
                    if !rows.is_empty()
                        && mapped_set(map, rows[cell.index()]) != rows[image.index()]
                    {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Whether the image of these moves equals the moves of a piece from a cell.
    fn is_image(
        &self,
        map: &Automorphism,
        side: Side,
        kind: Kind,
        cell: Cell,
        moves: &CellMoves,
    ) -> bool {
        let by_cell = &self.moves[side.index()][kind.index()];
        if self.definition.piece(kind).span.is_some() {
            // A body is named by one of its cells, which need not be mapped to the cell that names
            // the image.
            let Some(body) = moves.body else { return true };
            let shifts = moves.shifts.iter().map(|&to| mapped_set(map, to));
            let image = CellMoves {
                body: Some(mapped_set(map, body)),
                shifts: shifts.collect(),
                ..CellMoves::default()
            };
            return by_cell.contains(&image);
        }
        let other = &by_cell[cell.index()];
        moves.paths.iter().zip(&other.paths).all(|(paths, others)| {
            paths.len() == others.len() && {
                let images = paths.iter().map(|path| CompiledPath {
                    to: map.map(path.to),
                    must_be_empty: mapped_set(map, path.must_be_empty),
                    en_passant_cell: path.en_passant_cell.map(|cell| map.map(cell)),
                });
                minimal_paths(images.collect()) == *others
            }
        }) && moves.hops.len() == other.hops.len()
            && moves.hops.iter().all(|(capture, over, cells)| {
                let cells = cells.iter().map(|&cell| map.map(cell)).collect();
                other.hops.contains(&(*capture, *over, cells))
            })
    }

    fn castlings(&self, map: &Automorphism) -> Option<Vec<u8>> {
        let castlings = &self.definition.castlings;
        let image = |a: &crate::Castling| {
            let same = |b: &crate::Castling| {
                let cells = [
                    (a.king_from, b.king_from),
                    (a.king_to, b.king_to),
                    (a.rook_from, b.rook_from),
                    (a.rook_to, b.rook_to),
                ];
                b.side == map.side(a.side)
                    && b.rook == a.rook
                    && cells.iter().all(|&(from, to)| map.map(from) == to)
                    && mapped_set(map, a.empty) == b.empty
                    && mapped_set(map, a.safe) == b.safe
            };
            castlings.iter().position(same).map(|at| at as u8)
        };
        castlings.iter().map(image).collect()
    }

    fn hold_images(&self, map: &Automorphism) -> Option<Vec<u8>> {
        let cells = || self.definition.board.cells();
        let image = |hold: &Vec<CellSet>| {
            let same = |other: &Vec<CellSet>| {
                cells()
                    .all(|cell| mapped_set(map, hold[cell.index()]) == other[map.map(cell).index()])
            };
            self.holds.iter().position(same).map(|at| at as u8)
        };
        self.holds.iter().map(image).collect()
    }
}

/// Proven maps and all their compositions.
#[derive(Default)]
struct ProvenMaps {
    generators: Vec<Vec<u8>>,
    all: BTreeSet<Vec<u8>>,
}

impl ProvenMaps {
    fn add(&mut self, map: Vec<u8>) {
        self.generators.push(map.clone());
        let mut next: Vec<Vec<u8>> = self.all.iter().cloned().chain([map]).collect();
        self.all.extend(next.iter().cloned());
        while let Some(map) = next.pop() {
            for generator in &self.generators {
                let both = map.iter().map(|&cell| generator[usize::from(cell)]);
                let both: Vec<u8> = both.collect();
                if !self.all.contains(&both) {
                    self.all.insert(both.clone());
                    next.push(both);
                }
            }
        }
    }
}

fn mapped_set(map: &Automorphism, set: CellSet) -> CellSet {
    set.iter().map(|cell| map.map(cell)).collect()
}

/// The moves of a piece of one cell.
fn cell_moves<'t>(terms: impl Iterator<Item = (&'t crate::Term, &'t Vec<TermPaths>)>) -> CellMoves {
    let mut moves = CellMoves::default();
    for (term, paths) in terms {
        for paths in paths {
            match paths {
                TermPaths::Hop(cells, hop) => {
                    let over = *hop == Hop::Over;
                    for (does, captures) in [(term.quiet, false), (term.capture, true)] {
                        if does {
                            moves.hops.insert((captures, over, cells.clone()));
                        }
                    }
                }
                _ => paths
                    .single_paths()
                    .for_each(|path| add_path(&mut moves, term, path)),
            }
        }
    }
    moves.paths = moves.paths.map(minimal_paths);
    moves
}

fn add_path(moves: &mut CellMoves, term: &crate::Term, path: CompiledPath) {
    let [quiet, captures, passing] = &mut moves.paths;
    let plain = CompiledPath {
        en_passant_cell: None,
        ..path
    };
    if term.quiet {
        quiet.push(path);
    }
    if term.capture {
        captures.push(plain);
    }
    if term.en_passant {
        passing.push(plain);
    }
}

/// The body that a cell names, and the bodies of its shifts. `None` if the board has no room for
/// it.
fn bodies(
    definition: &Definition,
    signs: &ForwardSigns,
    side: Side,
    kind: Kind,
    cell: Cell,
    work: &PathWork,
) -> Result<CellMoves, CompileError> {
    let mut moves = CellMoves::default();
    if let Some(body) = definition.body(kind, cell) {
        moves.body = Some(body);
        for to in shifts(definition, signs, side, kind, cell, work)? {
            moves.shifts.extend(definition.body(kind, to));
        }
    }
    Ok(moves)
}

/// For each cell, the row along the axis of a piece of several cells.
fn rows(definition: &Definition, kind: Kind) -> Vec<CellSet> {
    let span = definition.piece(kind).span.into_iter();
    let cells = |span| {
        definition
            .board
            .cells()
            .map(move |cell| definition.row(span, cell))
    };
    span.flat_map(cells).collect()
}

/// For each hold and cell, the cells that share the hold's coordinates.
fn holds(definition: &Definition) -> Vec<Vec<CellSet>> {
    let of_hold = |hold| {
        let cells = definition.board.cells();
        cells.map(|cell| definition.hold_part(hold, cell)).collect()
    };
    definition.holds.iter().map(of_hold).collect()
}
