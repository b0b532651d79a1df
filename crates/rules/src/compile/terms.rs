//! The tracks of every term, each worked out once: kinds and sides share what
//! is the same for them.

use super::walk::{Senses, Track, tracks};
use crate::{CompileError, Definition, Forward, Kind, Leg, Part, Piece, Shape, Side, Term};
use hyperrook_geometry::Coordinate;

/// The tracks of one term, by cell.
pub(super) type TrackSet = Vec<Vec<Track>>;

/// The track sets of a game.
pub(super) struct TrackSets<'a> {
    definition: &'a Definition,
    senses: &'a Senses,
    pub(super) sets: Vec<TrackSet>,
    /// Terms seen, for which side (`None`: either), and their sets.
    known: Vec<(&'a Term, Option<Side>, usize)>,
    /// Steps that paths may still take.
    steps: usize,
}

/// The most steps that all paths of a game may take from all cells, so that no
/// definition compiles for long. The shipped games take under 200,000.
const MAX_STEPS: usize = 2_000_000;

impl<'a> TrackSets<'a> {
    pub(super) fn new(definition: &'a Definition, senses: &'a Senses) -> Self {
        TrackSets {
            definition,
            senses,
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
        let of_this_piece =
            |error: CompileError| CompileError::new(Part::Piece(piece.letter), error.message);
        let terms = piece.moves.terms.iter();
        terms
            .map(|term| Ok((term, self.set(side, kind, term).map_err(of_this_piece)?)))
            .collect()
    }

    fn set(&mut self, side: Side, kind: Kind, term: &'a Term) -> Result<usize, CompileError> {
        let known = self.known.iter().find(|(other, for_side, _)| {
            for_side.is_none_or(|for_side| for_side == side) && same_walk(other, term)
        });
        // A term for starting cells depends on where the kind starts.
        if let Some(&(_, _, set)) = known.filter(|_| !term.initial) {
            return Ok(set);
        }
        let definition = self.definition;
        let piece = Piece { side, kind };
        let cells: Result<TrackSet, _> = definition
            .board
            .cells()
            .map(|cell| {
                if term.initial && definition.start.piece(cell) != Some(piece) {
                    Ok(Vec::new())
                } else {
                    tracks(definition, self.senses, side, term, cell, &mut self.steps)
                }
            })
            .collect();
        self.sets.push(cells?);
        let for_side = (!is_even(definition, term)).then_some(side);
        self.known.push((term, for_side, self.sets.len() - 1));
        Ok(self.sets.len() - 1)
    }
}

/// Whether two terms walk alike, whatever they may do at the end.
fn same_walk(a: &Term, b: &Term) -> bool {
    !a.initial
        && !b.initial
        && a.chart == b.chart
        && a.half_turn == b.half_turn
        && a.axes == b.axes
        && a.shape == b.shape
}

/// Whether a term says the same for both sides: for each vector or route it
/// has the one with the forward axes reversed too.
fn is_even(definition: &Definition, term: &Term) -> bool {
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
                    most: leg.most,
                };
                sorted.contains(&crate::Route {
                    legs: route.legs.iter().map(turn).collect(),
                })
            })
        }
    }
}
