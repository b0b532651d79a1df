//! The paths of every move term on every cell. Each is computed once: kinds and sides that move
//! alike share them.

use super::paths::{ForwardSigns, PathWork, TermPaths, term_paths};
use crate::{CompileError, Definition, Forward, Kind, Leg, Part, Piece, Shape, Side, Term};
use hyperrook_geometry::{Coordinate, MAX_CELLS};

/// The paths of one term, by origin.
pub(super) type TermPathSet = Vec<Vec<TermPaths>>;

/// The sets of term paths of a game.
pub(super) struct TermPathSets<'a> {
    definition: &'a Definition,
    signs: &'a ForwardSigns,
    pub(super) sets: Vec<TermPathSet>,
    /// Terms seen so far, the side that each is for (`None` for both), and the index of its set.
    known: Vec<(&'a Term, Option<Side>, usize)>,
    /// The work to find paths.
    pub(super) work: PathWork,
    /// The paths of all kinds and sides, counted once for each way to use them.
    paths: usize,
    /// The pairs of paths of a kind from one cell to another.
    pairs: usize,
}

/// Maximum number of paths of all kinds, sides and cells. Paths that are used for quiet moves and
/// for captures count twice. They are kept side by side to compare positions and find symmetries.
/// The shipped games have fewer than 130,000.
const MAX_PATHS: usize = 2_000_000;
/// Maximum number of pairs of paths from one cell to another: each path of a kind is compared with
/// the others. The shipped games have fewer than 160,000.
const MAX_PAIRS: usize = 20_000_000;

impl<'a> TermPathSets<'a> {
    pub(super) fn new(definition: &'a Definition, signs: &'a ForwardSigns) -> Self {
        TermPathSets {
            definition,
            signs,
            sets: Vec::new(),
            known: Vec::new(),
            work: PathWork::new(),
            paths: 0,
            pairs: 0,
        }
    }

    /// The terms of a kind with the indices of their sets.
    pub(super) fn of(
        &mut self,
        side: Side,
        kind: Kind,
    ) -> Result<Vec<(&'a Term, usize)>, CompileError> {
        let definition = self.definition;
        let piece = definition.piece(kind);
        let mut found = Vec::new();
        for term in &piece.moves.terms {
            let set = self.set(side, kind, term).map_err(|error| {
                CompileError::new(Part::Piece(piece.letter), error.message).in_term(term)
            })?;
            found.push((term, set));
        }
        self.count(&found);
        if self.paths > MAX_PATHS || self.pairs > MAX_PAIRS {
            let message = "the moves of the pieces so far have too many paths in all; use fewer pieces, \
                           shorter slides or fewer turning paths";
            return Err(CompileError::new(
                Part::Piece(piece.letter),
                message.to_owned(),
            ));
        }
        Ok(found)
    }

    /// Counts the paths of a kind and their pairs.
    fn count(&mut self, terms: &[(&Term, usize)]) {
        for cell in self.definition.board.cells() {
            let mut by_target = [0; MAX_CELLS];
            for (term, set) in terms {
                let uses = [term.quiet, term.capture, term.en_passant];
                let uses = uses.into_iter().filter(|&used| used).count();
                for paths in &self.sets[*set][cell.index()] {
                    self.paths += uses
                        * match paths {
                            TermPaths::Path(path) => {
                                by_target[path.to.index()] += 1;
                                1
                            }
                            TermPaths::Slide(cells) => {
                                cells.iter().for_each(|to| by_target[to.index()] += 1);
                                cells.len()
                            }
                            TermPaths::Hop(..) => 2,
                        };
                }
            }
            self.pairs += by_target.iter().map(|n: &usize| n * n).sum::<usize>();
        }
    }

    fn set(&mut self, side: Side, kind: Kind, term: &'a Term) -> Result<usize, CompileError> {
        let known = self.known.iter().find(|(other, for_side, _)| {
            for_side.is_none_or(|for_side| for_side == side) && has_same_paths(other, term)
        });
        // A term for first moves depends on where the kind starts.
        if let Some(&(_, _, set)) = known.filter(|_| !term.initial) {
            return Ok(set);
        }
        let definition = self.definition;
        let piece = Piece { side, kind };
        let cells: Result<TermPathSet, _> = definition
            .board
            .cells()
            .map(|cell| {
                if term.initial && definition.start.piece(cell) != Some(piece) {
                    Ok(Vec::new())
                } else {
                    term_paths(definition, self.signs, side, term, cell, &self.work)
                }
            })
            .collect();
        self.sets.push(cells?);
        let for_side = (!is_side_neutral(definition, term)).then_some(side);
        self.known.push((term, for_side, self.sets.len() - 1));
        Ok(self.sets.len() - 1)
    }
}

/// Whether two terms follow the same paths, whether or not they capture at the end.
fn has_same_paths(a: &Term, b: &Term) -> bool {
    !a.initial
        && !b.initial
        && a.chart == b.chart
        && a.half_turn == b.half_turn
        && a.axes == b.axes
        && a.shape == b.shape
}

/// Whether a term is the same for both sides: each of its vectors and routes also
/// occurs with the forward axes reversed.
fn is_side_neutral(definition: &Definition, term: &Term) -> bool {
    let forward = &definition.forward[term.chart];
    if term.half_turn || term.initial || forward.contains(&Forward::ToPromotion) {
        return false;
    }
    let reversed = |vector: &Coordinate| {
        let mut out = *vector;
        for (value, forward) in out.iter_mut().zip(forward) {
            if *forward == Forward::Up {
                *value = -*value;
            }
        }
        out
    };
    match &term.shape {
        Shape::Line { vectors, .. } => vectors.iter().all(|v| vectors.contains(&reversed(v))),
        Shape::Path { routes, .. } => {
            let sorted: std::collections::BTreeSet<_> = routes.iter().collect();
            routes.iter().all(|route| {
                let turn = |leg: &Leg| Leg {
                    vector: reversed(&leg.vector),
                    max_steps: leg.max_steps,
                };
                sorted.contains(&crate::Route {
                    legs: route.legs.iter().map(turn).collect(),
                })
            })
        }
    }
}
