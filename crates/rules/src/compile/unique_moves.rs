//! Checks that no two moves of a piece have the same origin, destination and promotion: players and
//! programs could not tell them apart.

use super::paths::{CompiledPath, TermPaths};
use super::rules::DoubleStep;
use super::term_paths::TermPathSet;
use crate::{Castling, CompileError, Definition, Kind, Part, Side, Term};
use hyperrook_geometry::{Cell, CellSet};
use std::collections::{BTreeMap, BTreeSet};

/// A check of the moves of one kind of one side.
pub(super) struct UniqueMoveCheck<'a> {
    pub(super) definition: &'a Definition,
    pub(super) sets: &'a [TermPathSet],
    pub(super) side: Side,
    pub(super) kind: Kind,
    /// The terms with the indices of their sets.
    pub(super) terms: &'a [(&'a Term, usize)],
    /// The moves of enemy pieces that can be captured in passing.
    pub(super) enemy_double_steps: &'a [DoubleStep],
}

/// For each cell that an enemy piece may just have passed, the cells where it may then stand.
type Passers = BTreeMap<Cell, CellSet>;

impl UniqueMoveCheck<'_> {
    pub(super) fn run(&self) -> Result<(), CompileError> {
        self.check_double_steps()?;
        self.check_en_passant()?;
        self.check_castlings()
    }

    /// A double step must be its piece's only path to that cell.
    fn check_double_steps(&self) -> Result<(), CompileError> {
        let mut seen = BTreeSet::new();
        for (term, from, path) in each_double_step(self.sets, self.terms) {
            let ordinary = self.quiet_paths(from).any(|paths| match paths {
                TermPaths::Path(other) if other.en_passant_cell.is_some() => false,
                _ => paths.can_end_on(path.to),
            });
            if ordinary || !seen.insert((from, path.to)) {
                let what = "is a first move that can be captured in passing";
                return Err(self.two_ways(from, path.to, what).in_term(term));
            }
        }
        Ok(())
    }

    /// A piece must not move without capturing to a cell where it can capture in passing.
    fn check_en_passant(&self) -> Result<(), CompileError> {
        if !self.terms.iter().any(|(term, _)| term.en_passant) {
            return Ok(());
        }
        let mut passers = Passers::new();
        for step in self.enemy_double_steps {
            passers
                .entry(step.en_passant_cell)
                .or_default()
                .insert(step.to);
        }
        for from in self.definition.board.cells() {
            let quiet = possible_passers(self.quiet_paths(from), &passers);
            for &(term, set) in self.terms.iter().filter(|(term, _)| term.en_passant) {
                let paths = &self.sets[set][from.index()];
                for (to, passers) in possible_passers(paths.iter(), &passers) {
                    let quiet = quiet.get(&to).copied().unwrap_or_default();
                    // The piece itself stands on `from`.
                    if quiet.without(from).intersects(passers) {
                        let what = "captures in passing";
                        return Err(self.two_ways(from, to, what).in_term(term));
                    }
                }
            }
        }
        Ok(())
    }

    /// A royal piece must not go by an ordinary move where castling takes it.
    fn check_castlings(&self) -> Result<(), CompileError> {
        if !self.definition.piece(self.kind).royal {
            return Ok(());
        }
        let own = |castling: &&Castling| castling.side == self.side;
        for castling in self.definition.castlings.iter().filter(own) {
            let (from, to, rook) = (castling.king_from, castling.king_to, castling.rook_from);
            let may_end_on_empty = self
                .terms
                .iter()
                .filter(|(term, _)| term.quiet || term.en_passant);
            let mut paths = may_end_on_empty.flat_map(|&(_, set)| &self.sets[set][from.index()]);
            // While it can castle, the other piece stands on its cell.
            let is_open = |path: CompiledPath| path.to == to && !path.must_be_empty.contains(rook);
            let goes_there = |paths: &TermPaths| match paths {
                TermPaths::Hop(..) => paths.can_end_on(to),
                _ => paths.single_paths().any(is_open),
            };
            if to != rook && paths.any(goes_there) {
                let what = format!("is castling {}", castling.letter);
                let error = self.two_ways(from, to, &what);
                let part = Part::Castling(castling.letter);
                return Err(CompileError { part, ..error });
            }
        }
        Ok(())
    }

    /// The paths by which the piece can go from a cell to an empty one.
    fn quiet_paths(&self, from: Cell) -> impl Iterator<Item = &TermPaths> {
        let quiet = self.terms.iter().filter(|(term, _)| term.quiet);
        quiet.flat_map(move |&(_, set)| &self.sets[set][from.index()])
    }

    fn two_ways(&self, from: Cell, to: Cell, what: &str) -> CompileError {
        let (board, letter) = (
            &self.definition.board,
            self.definition.piece(self.kind).letter,
        );
        let message = format!(
            "piece {letter} has two ways from {} to {}, and one of them {what}; leave only one",
            board.name(from),
            board.name(to)
        );
        CompileError::new(Part::Piece(letter), message)
    }
}

/// For each cell that some path may end on and that an enemy piece may just have passed: where this
/// piece may stand without closing the path.
fn possible_passers<'p>(paths: impl Iterator<Item = &'p TermPaths>, passers: &Passers) -> Passers {
    let mut possible = Passers::new();
    let mut add = |to: Cell, must_be_empty: CellSet| {
        if let Some(&passers) = passers.get(&to) {
            *possible.entry(to).or_default() |= passers & !must_be_empty;
        }
    };
    for paths in paths {
        match paths {
            TermPaths::Hop(cells, _) => cells.iter().for_each(|&to| add(to, CellSet::EMPTY)),
            _ => paths
                .single_paths()
                .for_each(|path| add(path.to, path.must_be_empty)),
        }
    }
    possible
}

/// The double-step paths of a kind, with their terms and origins.
pub(super) fn each_double_step<'t>(
    sets: &[TermPathSet],
    terms: &[(&'t Term, usize)],
) -> impl Iterator<Item = (&'t Term, Cell, CompiledPath)> {
    terms.iter().flat_map(|&(term, set)| {
        sets[set].iter().enumerate().flat_map(move |(from, paths)| {
            paths.iter().filter_map(move |paths| match paths {
                TermPaths::Path(path) if path.en_passant_cell.is_some() => {
                    Some((term, Cell::from_index(from), *path))
                }
                _ => None,
            })
        })
    })
}
