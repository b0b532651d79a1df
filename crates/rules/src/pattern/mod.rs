//! Move rules: Betza's letters carried to any number of dimensions.
//!
//! A [`MoveRule`] is what a text such as `flat: B bW nested: R` says, with the
//! letters expanded to vectors but no board applied yet. `docs/definitions.md`
//! describes the language; [`parse`] reads it.

mod atoms;
mod modifiers;
mod parse;
mod path;
mod reader;
mod vectors;

pub(crate) use parse::parse;
pub(crate) use reader::Scope;

use hyperrook_geometry::Coordinate;
use std::ops::Range;

/// A count of steps that no board can exhaust.
pub const UNLIMITED: u16 = u16::MAX;

/// How a kind of piece moves: the union of its terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveRule {
    /// The text it was read from.
    pub text: String,
    /// Its parts.
    pub terms: Vec<Term>,
}

/// One pattern over one group of axes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Term {
    /// The text it was read from, without its scope.
    pub text: String,
    /// Where this text stands in [`MoveRule::text`], in bytes.
    pub at: Range<usize>,
    /// Name of the group of axes it is over.
    pub scope: String,
    /// Index of the chart whose coordinates the vectors change.
    pub chart: usize,
    /// Whether it can end on an empty cell.
    pub quiet: bool,
    /// Whether it can end on an enemy piece.
    pub capture: bool,
    /// Whether it can capture in passing.
    pub en_passant: bool,
    /// Whether it is only for pieces on a starting cell of their kind and side.
    pub initial: bool,
    /// How Black's vectors come from White's: by reversing the forward axes,
    /// or, for rules that tell left from right, all axes of the scope.
    pub half_turn: bool,
    /// Indices of the axes of the scope in the chart.
    pub axes: Vec<usize>,
    /// The geometry.
    pub shape: Shape,
}

/// The geometry of a term, with White's vectors.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// Steps by one vector, the same again and again.
    Line {
        /// The vectors to choose from.
        vectors: Vec<Coordinate>,
        /// The most steps.
        range: u16,
        /// What must stand on the way.
        hop: Hop,
    },
    /// A walk of several legs through empty cells, which may be repeated with
    /// the same total displacement (each time by any route that has it).
    Path {
        /// The routes to choose from.
        routes: Vec<Route>,
        /// How often at most.
        times: u16,
    },
}

/// What must stand between the ends of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hop {
    /// Nothing: every cell passed is empty.
    None,
    /// Exactly one piece of either side, anywhere before the end: a cannon.
    Over,
    /// Exactly one piece of either side, on the cell just before the end: a grasshopper.
    Grasshopper,
}

/// The legs of a walk.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Route {
    /// In order; each cell on which a leg's step lands must be empty, but for
    /// the last cell of all.
    pub legs: Vec<Leg>,
}

/// Steps by one vector: at least 1, at most `most`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Leg {
    /// White's vector.
    pub vector: Coordinate,
    /// The most steps.
    pub most: u16,
}

impl MoveRule {
    /// Whether any term needs pieces to hop over.
    pub fn hops(&self) -> bool {
        self.terms.iter().any(|term| {
            matches!(
                term.shape,
                Shape::Line {
                    hop: Hop::Over | Hop::Grasshopper,
                    ..
                }
            )
        })
    }
}

impl Term {
    /// The number of its vectors or legs.
    pub(crate) fn size(&self) -> usize {
        match &self.shape {
            Shape::Line { vectors, .. } => vectors.len(),
            Shape::Path { routes, .. } => routes.iter().map(|route| route.legs.len()).sum(),
        }
    }

    /// Whether this is a first move that walks past exactly one cell, and so
    /// can be captured in passing there.
    pub fn passes(&self, route: &Route, steps: usize) -> bool {
        self.initial && self.quiet && route.legs.len() == 2 && steps == 2
    }
}
