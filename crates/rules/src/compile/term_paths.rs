//! The paths of every move term on every cell. Each is computed once: kinds and sides that move
//! alike share them.

use super::paths::{ForwardSigns, TermPaths, term_paths};
use crate::{CompileError, Definition, Forward, Kind, Leg, Part, Piece, Shape, Side, Term};
use hyperrook_geometry::Coordinate;

/// The paths of one term, by origin.
pub(super) type TermPathSet = Vec<Vec<TermPaths>>;

/// The sets of term paths of a game.
pub(super) struct TermPathSets<'a> {
    definition: &'a Definition,
    signs: &'a ForwardSigns,
    pub(super) sets: Vec<TermPathSet>,
    /// Terms seen so far, the side that each is for (`None` for both), and the index of its set.
    known: Vec<(&'a Term, Option<Side>, usize)>,
    /// The number of steps that may still be taken to find paths.
    steps: usize,
}

/// Maximum number of steps taken to find all paths of a game, so that no definition compiles for
/// long. The shipped games take fewer than 200,000.
const MAX_STEPS: usize = 2_000_000;

impl<'a> TermPathSets<'a> {
    pub(super) fn new(definition: &'a Definition, signs: &'a ForwardSigns) -> Self {
        TermPathSets {
            definition,
            signs,
            sets: Vec::new(),
            known: Vec::new(),
            steps: MAX_STEPS,
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
        Ok(found)
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
                    term_paths(definition, self.signs, side, term, cell, &mut self.steps)
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
