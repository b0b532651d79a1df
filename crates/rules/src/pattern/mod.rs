//! Move rules: Betza's letters, extended to any number of dimensions.
//!
//! A [`MoveRule`] is the meaning of a text such as `flat: B bW nested: R`, with the letters
//! expanded to vectors but not yet applied to a board. `docs/definitions.md` describes the
//! language; [`parse`] reads it.

mod atoms;
mod modifiers;
mod parse;
mod path;
mod reader;
mod vectors;

pub(crate) use parse::parse;
pub(crate) use reader::{MAX_WORK, Scope};

use hyperrook_geometry::Coordinate;
use std::ops::Range;

/// A number of steps that is never reached on any board.
pub const UNLIMITED: u16 = u16::MAX;

/// How a kind of piece moves: the union of its terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveRule {
    /// The text it was read from.
    pub text: String,
    /// Its terms.
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
    /// The name of its group of axes.
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
    /// How Black's vectors are derived from White's: by reversing the forward axes (false), or all
    /// axes of the scope (true), for rules that distinguish left and right.
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
    /// Repeated steps by the same vector.
    Line {
        /// The vectors to choose from.
        vectors: Vec<Coordinate>,
        /// Maximum number of steps.
        range: u16,
        /// What must stand on the cells passed.
        hop: Hop,
    },
    /// A walk of several legs through empty cells, which may be repeated with
    /// the same total displacement (each time by any route that has it).
    Path {
        /// The routes to choose from.
        routes: Vec<Route>,
        /// Maximum number of repetitions.
        times: u16,
    },
}

/// What must stand between the ends of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hop {
    /// Every cell passed must be empty.
    None,
    /// Exactly one piece of either side, anywhere before the end: a cannon.
    Over,
    /// Exactly one piece of either side, on the cell just before the end: a grasshopper.
    Grasshopper,
}

/// The legs of a walk.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Route {
    /// The legs in order. Each cell on which a step lands must be empty, except the last cell of
    /// the walk.
    pub legs: Vec<Leg>,
}

/// Steps by one vector: at least 1, at most `max_steps`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Leg {
    /// White's vector.
    pub vector: Coordinate,
    /// Maximum number of steps.
    pub max_steps: u16,
}

impl MoveRule {
    /// Whether any term hops over pieces.
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

    /// Whether moves by a route of this term are double steps: first moves of exactly two steps. A
    /// piece that has just made one can be captured in passing on the cell between, unless it is
    /// royal.
    pub fn passes(&self, route: &Route) -> bool {
        let once = matches!(self.shape, Shape::Path { times: 1, .. });
        let single_steps = route.legs.iter().all(|leg| leg.max_steps == 1);
        self.initial && self.quiet && once && single_steps && route.legs.len() == 2
    }
}
